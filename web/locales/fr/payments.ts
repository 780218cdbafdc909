import { online } from './online-payments.ts';

/** Payments received and reversals. */
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
  reversal: 'Annulation',
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
    act: 'Annuler le paiement',
    of: (number: string) => `Annuler le paiement de ${number}`,
    title: (number: string) => `Annuler les paiements de ${number}`,
    said: 'Un paiement ne s’efface pas : une écriture inverse, datée d’aujourd’hui, l’annule. Tous les paiements de ce document sont annulés, et il est de nouveau à payer.',
    go: 'Annuler les paiements',
    cancel: 'Garder les paiements',
    done: (number: string) => `${number} est de nouveau à payer`,
  },
  empty: {
    title: 'Aucun paiement pour l’instant',
    said: 'Quand un virement arrive, enregistrez-le sur la facture, ou cochez plusieurs factures à la fois. Un paiement ne s’efface pas : il s’annule par une écriture inverse.',
    toPay: 'Voir les factures à encaisser',
    bank: 'Importer un relevé',
  },
};
