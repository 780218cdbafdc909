import { online } from './online-payments.ts';

/** Money that came in, and what was taken back of it. */
const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

export const words = {
  online,
  bank: 'Banque',
  title: 'Paiements',
  search: 'Chercher dans les paiements',
  hint: 'Numéro ou client',
  caption: 'Paiements reçus',
  heads: { receivedOn: 'Reçu le', customer: 'Client', document: 'Document', method: 'Mode', amount: 'Montant' },
  methods: {
    transfer: 'Virement',
    direct_debit: 'Prélèvement',
    credit_card: 'Carte bancaire',
    cheque: 'Chèque',
    universal_employment_service_cheque: 'CESU',
    cash: 'Espèces',
    paypal: 'PayPal',
    stripe: 'Stripe',
    other: 'Autre',
  },
  reversal: 'Contre-passation',
  method: 'Mode',
  anyMethod: 'Tous les modes',
  period: 'Année',
  anyPeriod: 'Toutes les années',
  days: 'Jours',
  currency: 'Devise',
  order: { label: 'Ordre', newest: 'Du plus récent au plus ancien', oldest: 'Du plus ancien au plus récent' },
  sum: (count: number, amount: string) => `${many(count, 'mouvement', 'mouvements')}, ${amount} encaissés TTC`,
  refunds: {
    title: (count: number) => (count === 1 ? '1 avoir remboursé' : `${count} avoirs remboursés`),
    caption: 'Avoirs remboursés',
    on: 'Remboursé le',
    sum: (amount: string) => `${amount} HT remboursés sur des avoirs`,
  },
  collected: (amount: string) => `Chiffre d’affaires encaissé : ${amount} HT`,
  nothing: 'Aucun paiement ne correspond.',
  clear: 'Effacer les filtres',
  export: 'Exporter',
  back: {
    act: 'Contre-passer',
    of: (number: string) => `Contre-passer les paiements de ${number}`,
    title: (number: string) => `Contre-passer les paiements de ${number}`,
    said: 'Un paiement ne s’efface pas : des écritures contraires le reprennent, datées d’aujourd’hui. Tout ce qui a été encaissé sur ce document est repris, et il est de nouveau à payer.',
    go: 'Contre-passer',
    cancel: 'Annuler',
    done: (number: string) => `${number} est de nouveau à payer`,
  },
  empty: {
    title: 'Rien n’est encore encaissé',
    said: 'Quand un virement arrive, enregistrez-le sur la facture, ou cochez plusieurs factures d’un coup. Un paiement ne s’efface pas : il se contre-passe.',
    toPay: 'Voir les factures à encaisser',
    bank: 'Importer un relevé',
  },
};
