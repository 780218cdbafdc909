/**
 * The words of a formal notice, in French only: it is the act that French law knows (C. civ. art.
 * 1344), to be shown to a French court. A translation after it would raise the question of which
 * text counts (decision 0052).
 */
export const formalNoticeWords = {
  heading: 'Mise en demeure',
  creditor: 'Créancier',
  debtor: 'Débiteur',
  of: { invoice: 'facture\u00a0n°', advance: 'facture d’acompte\u00a0n°' },
  the: { invoice: 'la facture\u00a0n°', advance: 'la facture d’acompte\u00a0n°' },
  madeOn: 'Date',
  issuedOn: 'Facture du',
  dueOn: 'Échéance',
  payBefore: 'À payer au plus tard le',
  claimed: 'Somme réclamée',
  item: 'Objet',
  amount: 'Montant',
  opening: (given: {
    the: string;
    number: string;
    issuedOn: string;
    asked: string;
    dueOn: string;
    remaining: string;
    days: number;
  }) =>
    `Madame, Monsieur,\n\nSauf erreur de notre part, ${given.the} ${given.number} du ${given.issuedOn}, d’un montant de ${given.asked}, devait être payée le ${given.dueOn}. À ce jour, soit ${given.days} ${given.days === 1 ? 'jour' : 'jours'} après son échéance, il reste ${given.remaining} à payer.`,
  summons: (given: { total: string; days: number; payBefore: string }) =>
    `Par la présente lettre, nous vous mettons en demeure de nous payer la somme de ${given.total} dans un délai de ${given.days} jours à compter de sa date, soit au plus tard le ${given.payBefore}.`,
  principal: (the: string, number: string) => `Reste à payer sur ${the} ${number}`,
  principalOf: (asked: string) => `Montant demandé\u00a0: ${asked}`,
  penalties: 'Pénalités de retard',
  penaltiesOver: (given: { rate: string | undefined; remaining: string; from: string; to: string; days: number }) =>
    `${given.rate ? `Au taux annuel de ${given.rate}` : 'Au taux des conditions de la facture'}, sur ${given.remaining}, du ${given.from} au ${given.to} (${given.days} ${given.days === 1 ? 'jour' : 'jours'})`,
  lumpSum: 'Indemnité forfaitaire pour frais de recouvrement',
  total: 'Total à payer',
  goOn: 'Les pénalités de retard continuent de courir, au même taux, jusqu’au paiement complet.',
  inWords:
    'S’y ajoutent les pénalités de retard prévues par les conditions de la facture, depuis le lendemain de l’échéance et jusqu’au paiement complet.',
  interest:
    'À compter de la présente mise en demeure, la somme due porte intérêt au taux légal, jusqu’au paiement complet.',
  closing:
    'Si vous avez payé entre-temps, veuillez ne pas tenir compte de cette lettre. À défaut de paiement dans ce délai, nous nous réservons le droit de saisir la juridiction compétente, sans autre avis.\n\nNous vous prions d’agréer, Madame, Monsieur, l’expression de nos salutations distinguées.',
  signature: 'Pour le créancier',
  signatureFields: ['Fait à', 'Nom et qualité', 'Signature'],
  law: 'Mise en demeure\u00a0: Code civil, articles 1344 et 1231-6.',
  lawBetweenProfessionals:
    'Entre professionnels, les pénalités de retard et l’indemnité forfaitaire de 40\u00a0€ sont exigibles sans rappel dès le lendemain de l’échéance (C.\u00a0com. art.\u00a0L441-10 et\u00a0D441-5). Elles ne sont pas soumises à la TVA.',
} as const;
