/** The VAT return. The French catalogue defines the type. */
export const words = {
  title: 'Déclaration de TVA',
  book: 'Livre des recettes',
  see: 'Voir',
  intro:
    'Les lignes du formulaire avec les montants à reporter sur impots.gouv.fr, d’après vos documents, encaissements et achats. Chaque ligne ouvre la liste de ce qui la compose. Facturier n’envoie rien à l’administration.',
  period: 'Période',
  quarter: (place: number, year: string) => `${place === 1 ? '1er' : `${place}e`} trimestre ${year}`,
  year: (year: string) => `Année ${year}`,
  forms: { ca3: 'Formulaire 3310-CA3', ca12: 'Formulaire 3517-S (CA12)' },
  states: {
    running: (opensOn: string, dueOn: string) =>
      `Période en cours : à déclarer à partir du ${opensOn}, et jusqu’au ${dueOn}.`,
    open: (_: string, dueOn: string) => `À déclarer et à payer jusqu’au ${dueOn}, même si le montant est 0.`,
    past: (_: string, dueOn: string) => `Était à déclarer et à payer jusqu’au ${dueOn}.`,
  },
  dayHint: 'Votre espace professionnel sur impots.gouv.fr indique le jour qui compte pour vous.',
  sums: { due: 'TVA à payer', credit: 'Crédit à reporter' },
  lines: 'Lignes du formulaire',
  heads: { line: 'Ligne', base: 'Base hors taxe', tax: 'Taxe' },
  sections: {
    taxed: 'Opérations taxées',
    untaxed: 'Opérations non taxées',
    gross: 'TVA brute',
    deductible: 'TVA déductible',
    result: 'Résultat',
  },
  all: (count: number) => `Montrer aussi les ${count} lignes à 0`,
  fewer: 'Masquer les lignes à 0',
  copy: (euros: string, line: string) => `Copier ${euros}, ligne ${line}`,
  copied: (euros: number) => `${euros} copié`,
  notCopied: 'Le navigateur ne permet pas de copier : sélectionnez le montant.',
  computed: (lines: string) => `calculée : ${lines}`,
  withoutRate: (count: number) =>
    count === 1
      ? 'Une pièce compte pour 0 : son taux de change vers l’euro n’est pas connu.'
      : `${count} pièces comptent pour 0 : leur taux de change vers l’euro n’est pas connu.`,
  leftOut: {
    margin: (net: string) =>
      `${net} de ventes au régime de la marge ou d’agence de voyages : à calculer vous-même, la marge ne figure sur aucun document. Une marge saisie en recettes sans facture est comptée.`,
    franchise: (net: string) => `${net} facturés en franchise (art. 293 B) : hors de la déclaration.`,
    reported_before: (net: string) =>
      `${net} de factures dont la vente était déjà dans les recettes sans facture : comptés une seule fois.`,
  },
  withoutLine: (net: string) =>
    `${net} d’opérations sans ligne sur ce formulaire, comme les acquisitions intracommunautaires sur la CA12 : voyez votre service des impôts.`,
  credit: {
    title: 'Crédit de la période précédente',
    label: 'Crédit reporté',
    hint: (since: string) =>
      `Calculé depuis le ${since}. Si votre dernière déclaration dit autre chose, écrivez son crédit, en euros entiers, moins le remboursement demandé.`,
    stated: 'Montant que vous avez indiqué.',
  },
  union: {
    services: 'Déclaration européenne de services (DES)',
    goods: 'État récapitulatif TVA des biens',
    intro: 'À déposer sur douane.gouv.fr : le total de chaque client professionnel de l’Union, mois par mois.',
    month: 'Mois',
    customer: 'Client',
    amount: 'Montant',
    dueOn: (day: string) => `jusqu’au ${day}`,
    noNumber: 'Numéro de TVA manquant',
    due: (month: string, day: string) => `Ventes de ${month}, à déclarer sur douane.gouv.fr jusqu’au ${day}.`,
  },
  notCovered: {
    title: 'Ce qui n’est pas calculé',
    items: [
      'La marge des biens d’occasion et des agences de voyages, les importations, les achats en franchise.',
      'Les coefficients de déduction, les livraisons à soi-même, les taxes assimilées (annexe 3310-A).',
      'Les taux propres à la Corse, et les acomptes de la CA12.',
      'Les demandes de remboursement de crédit (formulaire 3519).',
    ],
    deduction:
      'La TVA que vous devez pour un fournisseur (sous-traitance du bâtiment, Union européenne, étranger) est celle que vous indiquez dans le registre des achats : lignes A2, A3, B2, B4 et 17 de la CA3, ou 13, AB et AC de la CA12. La TVA des achats est déduite le jour de leur paiement, d’après le registre des achats : équipement de plus de 500 € hors taxes en immobilisation, le reste en autres biens et services.',
  },
  none: {
    franchise:
      'Vous êtes en franchise : vous ne facturez pas de TVA et n’avez pas de déclaration de TVA à faire pour cette période, tant que votre chiffre d’affaires reste sous les seuils.',
    exempt:
      'Votre activité est exonérée : vous ne facturez pas de TVA et n’avez pas de déclaration de TVA à faire pour cette période.',
    abroad:
      'La TVA que vous devez pour un fournisseur (services de l’étranger, biens de l’Union, sous-traitance du bâtiment) se déclare et se paie aussi en franchise ou exonéré, sans être déduite. Indiquez-la dans le registre des achats : la déclaration apparaît ici pour le mois concerné. Si vous dépassez un seuil, changez de régime dans les réglages.',
    settings: 'Régime de TVA',
  },
  simplifiedEnds:
    'Le régime simplifié prend fin le 31 décembre 2026 : à partir de janvier 2027, la TVA se déclare par trimestre sur la CA3.',
  pieces: {
    title: (line: string) => `Ligne ${line}`,
    caption: 'Ce qui compose la ligne',
    nothing: 'Rien dans cette ligne pour cette période.',
    on: 'Date',
    what: 'Opération',
    name: 'Client ou fournisseur',
    reference: 'Pièce',
    base: 'Base',
    tax: 'Taxe',
    events: { issued: 'Document émis', purchase: 'Achat' },
  },
  card: { title: 'Prochaine déclaration de TVA', running: 'À mettre de côté, période en cours' },
};
