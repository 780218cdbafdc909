/** Import of a table. */
const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

export const words = {
  title: { customers: 'Importer des clients', products: 'Importer des articles', purchases: 'Importer des achats' },
  said: 'Un fichier CSV ou Excel (.xlsx), issu d’un tableur ou d’un autre logiciel. Les colonnes sont reconnues à leur nom, dans n’importe quel ordre. Rien n’est importé avant votre confirmation.',
  columns: {
    customers: 'Raison sociale, Prénom, Nom, E-mail, SIRET, Adresse, Code postal, Ville, Pays…',
    products: 'Désignation, Type, Unité, Prix unitaire, TVA, Référence, Description…',
    purchases: 'Date de paiement, Fournisseur, Nature, Montant TTC, TVA déductible, Règlement, Pièce…',
  },
  knownColumns: 'Colonnes connues :',
  needed: {
    customers: 'Indispensable : Nom pour un particulier, Raison sociale pour une entreprise.',
    products:
      'Indispensables : Désignation, Type (Prestation de services, Vente de marchandises, Débours…), Unité (heure, jour, forfait, unité…) et TVA (20 %, 10 %, 5,5 %…).',
    purchases:
      'Indispensables : Date de paiement, Fournisseur et Montant TTC. Un export du registre revient tel quel ; les justificatifs n’en font pas partie.',
  },
  takeModel: 'Télécharger un modèle à remplir',
  model: {
    customers: {
      name: 'modele-clients.csv',
      rows: [
        'Raison sociale;Prénom;Nom;E-mail;SIRET;Adresse;Code postal;Ville;Pays',
        'Boulangerie Faure;;;compta@faure.example;;1 rue de la République;69001;Lyon;FR',
      ],
    },
    products: {
      name: 'modele-articles.csv',
      rows: [
        'Désignation;Référence;Description;Type;Unité;Prix unitaire;TVA',
        'Création d’un logo;LOGO-1;Trois pistes, deux reprises;Prestation de services;forfait;1200,00;20 %',
      ],
    },
    purchases: {
      name: 'modele-achats.csv',
      rows: [
        'Date de paiement;Fournisseur;Nature;Désignation;Montant TTC;dont TVA déductible;Mode de règlement;Pièce',
        '05/01/2026;Papeterie du Port;Fournitures;Ramettes;49,90;8,32;carte bancaire;TK-4411',
      ],
    },
  },
  choose: 'Choisir un fichier',
  another: 'Choisir un autre fichier',
  reading: 'Lecture du fichier…',
  writing: 'Import en cours…',
  again: {
    customers: 'Mettre à jour ce qui existe déjà, au lieu de le créer une seconde fois',
    products: 'Mettre à jour ce qui existe déjà, au lieu de le créer une seconde fois',
    purchases: 'Importer aussi les achats déjà au registre : même jour, même fournisseur, même montant, même pièce',
  },
  known: (count: number) => many(count, 'déjà au registre', 'déjà au registre'),
  sums: { amount: 'Montant TTC à importer', deductibleVat: 'dont TVA déductible', owedVat: 'TVA autoliquidée' },
  bookedLater: (count: number) =>
    `${many(count, 'achat payé', 'achats payés')} dans une période clôturée : inscrits au premier jour ouvert.`,
  skipBad: (count: number) =>
    `Ignorer ${count === 1 ? 'la ligne en erreur' : `les ${count} lignes en erreur`} et importer les autres`,
  found: (rows: number) => `${many(rows, 'ligne', 'lignes')} dans ce fichier`,
  will: (created: number, updated: number) =>
    [
      `${many(created, 'sera créée', 'seront créées')}`,
      updated > 0 && `${many(updated, 'sera mise à jour', 'seront mises à jour')}`,
    ]
      .filter(Boolean)
      .join(', '),
  errors: (count: number) => many(count, 'erreur', 'erreurs'),
  warnings: (count: number) => many(count, 'remarque', 'remarques'),
  row: (row: number, column: string | undefined) => (column === undefined ? `Ligne ${row}` : `Ligne ${row}, ${column}`),
  more: (count: number) => `et ${count} autres`,
  go: (count: number) => `Importer ${many(count, 'ligne', 'lignes')}`,
  cancel: 'Annuler',
  done: (created: number, updated: number, skipped: number) =>
    [
      `${many(created, 'ligne créée', 'lignes créées')}`,
      updated > 0 && `${many(updated, 'mise à jour', 'mises à jour')}`,
      skipped > 0 && `${many(skipped, 'ignorée', 'ignorées')}`,
    ]
      .filter(Boolean)
      .join(', '),
};
