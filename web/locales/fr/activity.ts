import type { ActivityActor as Actor } from '../../client/schemas.ts';

/** Event names, by the types of the audit chain. Nouns, so that they need no agreement. */
export const happened = {
  created: 'Brouillon créé',
  finalized: 'Finalisation',
  paid: 'Paiement enregistré',
  payment_reversed: 'Paiement annulé',
  canceled: 'Annulation',
  signed: 'Signature enregistrée',
  unsigned: 'Signature annulée',
  refused: 'Refus enregistré',
  signature_asked: 'Signature demandée',
  signature_opened: 'Ouverture pour signature',
  signature_reminded: 'Signature relancée',
  signature_canceled: 'Demande de signature annulée',
  signature_unstamped: 'Signature sans horodatage : l’autorité d’horodatage n’a pas répondu',
  signature_covered: 'Signature horodatée avec la piste d’audit',
  recurrence_set: 'Récurrence définie',
  recurrence_ended: 'Récurrence arrêtée',
  recurrence_paused: 'Récurrence en pause',
  recurrence_resumed: 'Récurrence reprise',
  recurrence_unmet: 'Facture récurrente laissée en brouillon',
  reminder_set: 'Relances réglées',
  reminded: 'Client relancé',
  unrefused: 'Refus annulé',
  formal_notice_made: 'Mise en demeure établie',
  refunded: 'Remboursement enregistré',
  given_back: 'Somme rendue au client',
  excess_kept: 'Trop-perçu gardé pour le client',
  excess_dropped: 'Trop-perçu annulé avec son paiement',
  sent: 'Envoi par e-mail',
  viewed: 'Ouverture par le client',
  archived: 'Archivage',
  unarchived: 'Sortie des archives',
  settings_changed: 'Réglages modifiés',
  key_created: 'Clé créée',
  key_revoked: 'Clé révoquée',
  closed: 'Période clôturée',
  deletion_requested: 'Suppression du compte demandée',
  deletion_canceled: 'Suppression du compte annulée',
  books_closed: 'Livres clôturés',
  past_documents_taken_over: 'Documents repris d’un autre logiciel',
  past_documents_removed: 'Reprise de documents annulée',
  opening_recorded: 'Soldes repris',
  opening_reversed: 'Reprise de soldes annulée',
  platform_submitted: 'Remis à la plateforme agréée',
  platform_refused: 'Fichier refusé par la plateforme agréée',
  platform_status: 'Statut reçu de la plateforme agréée',
  status_stated: 'Statut transmis par la plateforme agréée',
  status_not_accepted: 'Statut refusé par la plateforme agréée',
  status_received: 'Statut d’une facture reçue',
  report_transmitted: 'E-reporting transmis à la plateforme agréée',
  report_not_accepted: 'E-reporting refusé par la plateforme agréée',
  report_status: 'Réponse de l’administration à l’e-reporting',
  archive_made: 'Archive créée',
};

/** The author: a person or a customer by name, a program by its key, or the service itself. */
export const byWhom = ({ kind, name }: Actor): string | undefined => {
  if (name === undefined) return undefined;
  if (kind === 'key') return `par la clé ${name}`;
  if (kind === 'other' && name === 'service') return 'par le service';
  return kind === 'other' && name === 'command-line' ? 'en ligne de commande' : `par ${name}`;
};
