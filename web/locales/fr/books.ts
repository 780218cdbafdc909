/** The books. The French catalogue defines the type. */
export const words = {
  title: 'Livre des recettes',
  intro:
    'Ce qui a été encaissé, jour par jour, en euros. Obligatoire pour toute micro-entreprise (CGI, art. 50-0 et 102 ter) ; utile à toutes pour déclarer. Une annulation ou un remboursement est une ligne nouvelle, négative. Les numéros de l’année peuvent encore changer si vous enregistrez un encaissement à une date antérieure.',
  toUrssaf: 'Déclaration Urssaf',
  caption: 'Lignes du livre des recettes',
  line: (number: number) => `Ligne ${number}`,
  nothing: 'Aucune recette sur cette période.',
  payments: 'Voir les paiements',
  year: 'Année',
  part: 'Mois ou trimestre',
  wholeYear: 'Année entière',
  quarter: (place: number) => `${place === 1 ? '1er' : `${place}e`} trimestre`,
  periods: 'Totaux par mois et par trimestre',
  total: 'Total encaissé',
  cash: 'dont espèces',
  vat: 'dont TVA',
  unstated: 'dont mode non indiqué',
  disbursements: 'Débours, hors recettes',
  withoutRate: (count: number) =>
    count === 1
      ? 'Une ligne compte pour 0 : son taux de change vers l’euro n’est pas connu.'
      : `${count} lignes comptent pour 0 : leur taux de change vers l’euro n’est pas connu.`,
  takings: 'Sans facture',
  heads: {
    number: 'N°',
    on: 'Encaissé le',
    customer: 'Client',
    reference: 'Pièce',
    nature: 'Nature',
    method: 'Règlement',
    amount: 'Montant',
    period: 'Période',
  },
  natures: {
    bic_goods: 'Ventes (BIC)',
    bic_services: 'Prestations BIC',
    bnc: 'Prestations BNC',
  },
  events: {
    payment: 'Encaissement',
    payment_reversed: 'Annulation',
    refund: 'Remboursement',
    overpayment: 'Trop-perçu',
    overpayment_applied: 'Trop-perçu imputé',
    overpayment_restored: 'Imputation annulée',
    overpayment_returned: 'Trop-perçu rendu',
    takings: 'Recettes sans facture',
    takings_corrected: 'Correction de recettes',
  },
  formats: { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' },
  download: { pdf: 'Télécharger en PDF', xlsx: 'Télécharger pour Excel', csv: 'Télécharger en CSV' },
};
