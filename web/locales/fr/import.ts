/** Import of a table. */
const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** Programs by the names of the API. */
const programs: Readonly<Record<string, string>> = {
  ...{ abby: 'd’Abby', akaunting: 'd’Akaunting', dolibarr: 'de Dolibarr', indy: 'd’Indy' },
  ...{ invoice_ninja: 'd’Invoice Ninja', quickbooks: 'de QuickBooks', stripe: 'de Stripe' },
  ...{ woocommerce: 'de WooCommerce', zoho: 'de Zoho' },
};
const ofProgram = (source: string): string => programs[source] ?? 'd’un autre logiciel';

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
  againOfProgram: 'Mettre à jour ce qui a déjà été importé, au lieu de le laisser tel quel',
  importedBefore: (count: number) =>
    many(count, 'déjà importée, laissée telle quelle', 'déjà importées, laissées telles quelles'),
  recognized: {
    customers: (source: string) =>
      `Liste de clients ${ofProgram(source)}. L’importer deux fois n’ajoute rien deux fois.`,
    products: (source: string) =>
      `Liste d’articles ${ofProgram(source)}. L’importer deux fois n’ajoute rien deux fois.`,
  },
  mapping: {
    summary: (read: number, all: number) => `${many(read, 'colonne lue', 'colonnes lues')} sur ${all}`,
    header: 'Colonne du fichier',
    member: 'Lue comme',
    meaning: (header: string) => `Ce que contient la colonne « ${header} »`,
    leftOut: 'Laisser de côté',
    members: {
      customers: {
        name: 'Raison sociale',
        anyName: 'Nom d’une entreprise ou d’une personne',
        firstname: 'Prénom',
        lastname: 'Nom',
        emails: 'E-mail',
        phone: 'Téléphone',
        'contact.fullName': 'Contact de l’entreprise : nom complet',
        'contact.firstname': 'Contact de l’entreprise : prénom',
        'contact.lastname': 'Contact de l’entreprise : nom',
        'contact.emails': 'Contact de l’entreprise : e-mail',
        'contact.phone': 'Contact de l’entreprise : téléphone',
        organization: 'Organisation du contact',
        jobTitle: 'Fonction',
        commercialName: 'Nom commercial',
        siret: 'SIRET',
        siren: 'SIREN',
        vatNumber: 'Numéro de TVA',
        nafCode: 'Code NAF',
        electronicAddress: 'Adresse de facturation électronique',
        'billingAddress.address': 'Adresse',
        'billingAddress.complement': 'Complément d’adresse',
        'billingAddress.zipCode': 'Code postal',
        'billingAddress.city': 'Ville',
        'billingAddress.state': 'Région',
        'billingAddress.country': 'Pays',
        'deliveryAddress.address': 'Livraison : adresse',
        'deliveryAddress.complement': 'Livraison : complément',
        'deliveryAddress.zipCode': 'Livraison : code postal',
        'deliveryAddress.city': 'Livraison : ville',
        'deliveryAddress.state': 'Livraison : région',
        'deliveryAddress.country': 'Livraison : pays',
        website: 'Site web',
        keywords: 'Mots-clés',
        notes: 'Notes',
        'preferences.language': 'Langue',
        'preferences.currency': 'Devise',
        kind: 'Genre : contact ou organisation',
        defaultContact: 'Contact principal',
        foreignId: 'Identifiant dans l’autre logiciel',
        id: 'Identifiant de Facturier',
      },
      products: {
        designation: 'Désignation',
        reference: 'Référence',
        description: 'Description',
        type: 'Type',
        unit: 'Unité',
        unitPrice: 'Prix unitaire',
        purchasePrice: 'Prix d’achat',
        productMargin: 'Marge (%)',
        vatCode: 'TVA',
        taxesIncluded: 'Taxes comprises',
        lockUnitPrice: 'Prix bloqué',
        stock: 'Stock',
        isStockable: 'Suivi en stock',
        isDeliveryOfGood: 'Livraison de biens',
        personalServiceActivity: 'Service à la personne',
        foreignId: 'Identifiant dans l’autre logiciel',
        id: 'Identifiant de Facturier',
      },
    },
  },
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
