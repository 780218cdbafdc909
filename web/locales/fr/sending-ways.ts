/** By which way a document reaches its customer. The French catalogue defines the type. */
export const ways = {
  on_finalization:
    'Dès la finalisation, le document part par votre plateforme agréée. L’e-mail reste possible en plus.',
  by_hand: 'Après la finalisation, vous l’envoyez par votre plateforme agréée depuis sa page.',
  outside: {
    consumer: 'Client particulier : pas de facture électronique. Remettez-lui le document par e-mail ou autrement.',
    foreign: 'Client hors de France : pas de facture électronique. Remettez-lui le document par e-mail ou autrement.',
    customer_without_siren:
      'Ce client n’a pas de SIREN : le document ne peut pas partir par la plateforme. Ajoutez-le sur sa fiche s’il en a un.',
    corrects_failed_invoice:
      'Cet avoir annule une facture rejetée ou refusée : il reste dans vos comptes et n’est pas envoyé.',
    already_reported: 'Un e-reporting transmis déclare déjà cette vente : la plateforme ne la reçoit pas.',
    not_connected: 'Aucune plateforme agréée n’est raccordée : remettez le document par e-mail ou autrement.',
  },
};
