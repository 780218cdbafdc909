/** What customers paid online, what providers kept and paid out. French is the type; English must fill it. */
export const online = {
  title: 'Paiements en ligne',
  intro:
    'Ce que vos clients ont payé par carte depuis leur lien, les frais du prestataire, et ce qu’il a versé sur votre compte.',
  back: 'Tous les paiements',
  open: 'Paiements en ligne',
  year: 'Année',
  month: 'Mois',
  anyMonth: 'Toute l’année',
  sums: { received: 'Encaissé', fee: 'Frais', refunded: 'Rendu', paidOut: 'Versé' },
  caption: 'Paiements en ligne',
  heads: { on: 'Payé le', customer: 'Client', document: 'Document', state: 'État', amount: 'Montant', fee: 'Frais' },
  states: {
    opening: 'Commencé',
    open: 'Commencé',
    pending: 'En cours chez la banque',
    paid: 'Payé',
    failed: 'Refusé',
    expired: 'Abandonné',
    refunded: 'Rendu',
  },
  none: 'Aucun paiement en ligne sur cette période.',
  apart: {
    title: 'Sommes à rendre ou à imputer',
    said: 'Ces sommes n’ont pu être imputées sur aucun document : déjà payé, annulé, ou trop payé. Rendez-les chez votre prestataire, et elles disparaîtront d’ici.',
  },
  payouts: {
    title: 'Versements sur votre compte',
    none: 'Aucun versement sur cette période.',
    one: (day: string) => `Versé le ${day}`,
    fee: (amount: string) => `frais ${amount}`,
    kinds: { payment: 'Paiement', refund: 'Rendu', fee: 'Frais du prestataire', other: 'Autre mouvement' },
    lines: (count: number) => (count === 1 ? '1 ligne' : `${count} lignes`),
    noLines: 'Le prestataire ne dit pas de quoi ce versement est fait.',
    export: 'Exporter les versements',
    file: 'versements',
  },
};
