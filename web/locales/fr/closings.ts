/** Closings of the books. The French catalogue defines the type. */
export const words = {
  title: 'Clôtures',
  receipts: 'Livre des recettes',
  accountant: 'Espace du comptable',
  intro:
    'Clôturer fige le livre des recettes, le registre des achats et les frais kilométriques jusqu’à un jour : lignes, totaux et numéros ne changent plus. Ce que vous enregistrez ensuite pour un jour clos est porté au premier jour ouvert, et le dit.',
  closedThrough: (day: string) => `Les livres sont clôturés jusqu’au ${day}.`,
  neverClosed: 'Les livres n’ont pas encore été clôturés.',
  through: 'Clôturer jusqu’au',
  prepare: 'Voir ce qui sera clos…',
  ownersOnly: 'Un propriétaire du compte ou un comptable invité clôture les livres.',
  confirm: {
    title: (day: string) => `Clôturer jusqu’au ${day} ?`,
    description:
      'Une clôture ne s’annule pas. Rien ne sera refusé ensuite : un paiement ou un achat de cette période sera porté au premier jour ouvert.',
    cancel: 'Annuler',
    submit: 'Clôturer définitivement',
  },
  period: 'Période',
  span: (from: string, to: string) => `Du ${from} au ${to}`,
  linesOf: (count: number) => (count <= 1 ? `${count} ligne` : `${count} lignes`),
  purchases: 'Registre des achats',
  mileage: 'Frais kilométriques',
  withoutRate: (count: number) =>
    count === 1
      ? 'Une ligne n’a pas de taux de change vers l’euro : la clôture sera refusée.'
      : `${count} lignes n’ont pas de taux de change vers l’euro : la clôture sera refusée.`,
  closed: (day: string) => `Livres clôturés jusqu’au ${day}`,
  list: 'Clôtures faites',
  number: (number: number) => `N° ${number}`,
  closedOn: 'Clôturée le',
  digest: 'Empreinte (SHA-256)',
  download: (from: string, to: string) => `, du ${from} au ${to}, en PDF`,
  verify: 'Vérifier les clôtures',
  intact: (closings: number, lines: number) =>
    `Intactes : ${closings === 1 ? 'une clôture' : `${closings} clôtures`}, ${lines <= 1 ? `${lines} ligne relue` : `${lines} lignes relues`}.`,
  altered: (numbers: string) =>
    `Une empreinte ne correspond plus : clôture ${numbers}. Prévenez la personne qui héberge Facturier.`,
  more: 'Afficher la suite',
};
