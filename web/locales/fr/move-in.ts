/** Bringing data from another program. */
const many = (count: number, one: string, more: string): string =>
  count <= 1 ? `${count} ${one}` : `${count} ${more}`;
const list = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(', ');

/** Programs by the names of the API, as they follow a noun. */
const programs: Readonly<Record<string, string>> = {
  ...{ abby: 'd’Abby', akaunting: 'd’Akaunting', dolibarr: 'de Dolibarr', freebe: 'de Freebe', henrri: 'd’Henrri' },
  ...{ indy: 'd’Indy', invoice_ninja: 'd’Invoice Ninja', invoiceshelf: 'd’InvoiceShelf', midday: 'de Midday' },
  ...{ odoo: 'd’Odoo', pennylane: 'de Pennylane', quickbooks: 'de QuickBooks', sellsy: 'de Sellsy' },
  ...{ stripe: 'de Stripe', tiime: 'de Tiime', woocommerce: 'de WooCommerce', zoho: 'de Zoho' },
};
const contents: Readonly<Record<string, string>> = {
  documents: 'Liste de factures',
  customers: 'Liste de clients',
  products: 'Liste d’articles',
  bank_statement: 'Relevé bancaire',
  purchases: 'Liste d’achats',
  accounting_entries: 'Écritures comptables (FEC)',
  unknown: 'Contenu non reconnu',
};
const papers: Readonly<Record<string, string>> = {
  pdf: 'Facture PDF, lue dans son texte',
  factur_x: 'Facture Factur-X',
  cii: 'Facture électronique (CII)',
  ubl: 'Facture électronique (UBL)',
};
const said = { csv: 'CSV', xlsx: 'Excel', json: 'JSON', pdf: 'PDF', ofx: 'OFX', camt: 'CAMT' } as const;

type Recognized = {
  readonly content: string;
  readonly type?: string | undefined;
  readonly source?: string | undefined;
};

export const words = {
  title: 'Reprendre mes données',
  intro:
    'Déposez ensemble tous les fichiers de votre ancien logiciel : listes de factures, de clients et d’articles, factures PDF ou électroniques, écritures comptables (FEC), ZIP. Chacun est reconnu à son contenu. Rien n’est repris avant votre accord.',
  drop: {
    label: 'Fichiers à reprendre',
    said: 'Glissez ici vos fichiers ou un dossier',
    formats: 'CSV, Excel, JSON, PDF, Factur-X, XML, FEC ou ZIP, 8 Mo au plus par fichier',
    choose: 'Choisir des fichiers',
    folder: 'Choisir un dossier',
    progress: (done: number, of: number) => `Lecture des fichiers : ${done} sur ${of}`,
    reading: 'lecture…',
    waiting: 'en attente',
    failed: 'non lu',
    tooLarge: 'Ce fichier dépasse 8 Mo. Exportez-le en plusieurs périodes, ou en CSV.',
    tooMany: (max: number) => `Au plus ${max} fichiers par reprise : les autres sont laissés de côté.`,
    retry: 'Réessayer',
  },
  files: {
    title: 'Fichiers',
    recognized: ({ content, type, source }: Recognized): string => {
      const paper = content === 'documents' && type !== undefined ? papers[type] : undefined;
      const what = paper ?? contents[content] ?? contents.unknown;
      const from = source !== undefined && programs[source] ? ` ${programs[source]}` : '';
      const form =
        paper === undefined && content !== 'unknown' && type !== undefined && type in said
          ? `, ${said[type as keyof typeof said]}`
          : '';
      return `${what}${from}${form}`;
    },
    found: (documents: number, rows: number, content: string) =>
      content === 'documents' || content === 'accounting_entries'
        ? many(documents, 'document', 'documents')
        : many(rows, 'ligne', 'lignes'),
    skip: 'Laisser de côté',
    skipNamed: (name: string) => `Laisser de côté ${name}`,
    take: 'Reprendre ce fichier',
    takeNamed: (name: string) => `Reprendre ce fichier : ${name}`,
    skipped: 'laissé de côté',
    elsewhere: {
      bank_statement: 'Un relevé s’importe sous Paiements, Banque.',
      purchases: 'Une liste d’achats s’importe sous Livres, Achats.',
      bank: 'Ouvrir la banque',
      purchasesLink: 'Ouvrir les achats',
    },
    unknown:
      'Ce fichier n’est d’aucun format connu. Prenez l’export CSV ou Excel de vos factures, clients ou articles, avec ses en-têtes.',
    faults: {
      empty: 'Ce fichier est vide. Exportez-le de nouveau.',
      encoding: 'Les caractères de ce fichier ne peuvent pas être lus. Enregistrez-le en UTF-8.',
      broken: 'Ce fichier est abîmé ou incomplet. Exportez-le de nouveau.',
      too_large: 'Ce fichier est trop grand. Exportez-le en plusieurs périodes.',
      too_costly: 'Ce fichier demande trop de calcul. Exportez-le en CSV, ou en plusieurs parties.',
      encrypted: 'Ce fichier est protégé par un mot de passe. Enregistrez-le sans protection.',
      without_text:
        'Ce PDF est une image, sans texte. Saisissez la facture dans une liste, ou prenez le PDF d’origine.',
      nested_archive: 'Un ZIP dans un ZIP n’est pas ouvert. Déposez son contenu.',
      too_many_files: 'Ce ZIP contient trop de fichiers. Déposez-le en plusieurs fois.',
      macros: 'Ce classeur contient des macros. Enregistrez-le en .xlsx ou en CSV.',
    },
    more: (count: number) => `et ${many(count, 'autre fichier', 'autres fichiers')}`,
  },
  plan: {
    title: 'Ce qui sera repris',
    done: 'Ce qui a été repris',
    invoices: 'Factures',
    creditNotes: 'Avoirs',
    payments: 'Règlements',
    invoiced: 'Facturé',
    credited: 'Avoirs, montant',
    paid: 'Réglé',
    remaining: 'Reste à encaisser',
    amountsOf: (currency: string) => `Montants TTC en ${currency}`,
    newCustomers: (count: number) => many(count, 'nouveau client', 'nouveaux clients'),
    rows: (customers: number, products: number) =>
      list([
        customers > 0 && many(customers, 'ligne de clients', 'lignes de clients'),
        products > 0 && many(products, 'ligne d’articles', 'lignes d’articles'),
      ]),
    known: (count: number) =>
      count === 1 ? '1 document déjà repris, laissé tel quel' : `${count} documents déjà repris, laissés tels quels`,
    nothing: 'Ces fichiers n’apportent rien de nouveau.',
  },
  doubts: {
    title: (count: number) => `À vérifier : ${many(count, 'document', 'documents')}`,
    said: 'Ils sont repris tels qu’ils sont affichés. Corrigez ce qui est faux, confirmez ce qui est juste.',
    names: {
      payment_day_unknown: 'réglé, mais le jour manque dans le fichier : jour proposé',
      rate_computed: 'hors taxes et TVA calculés d’après le total',
      total_differs: 'le total du fichier ne tombe pas juste',
      read_from_text: 'lu dans le texte du PDF',
      overpaid: 'réglé plus que son montant : le surplus est laissé de côté',
      payment_day_impossible: 'réglé à une date impossible : règlement laissé de côté',
      customer_without_name: 'client sans nom',
    },
    from: (file: string, row: number | undefined) => (row === undefined ? file : `${file}, ligne ${row}`),
    paidOn: (day: string) => `réglé le ${day}`,
    unpaid: 'pas réglé',
    correct: 'Corriger',
    correctNamed: (number: string) => `Corriger ${number}`,
    right: 'C’est juste',
    rightNamed: (number: string) => `${number} : c’est juste`,
    skip: 'Laisser de côté',
    skipNamed: (number: string) => `Laisser de côté ${number}`,
    allRight: (count: number) => `Les ${count} affichés sont justes`,
    more: 'Afficher la suite',
    fields: {
      number: 'Numéro',
      issuedOn: 'Date d’émission',
      customerName: 'Client',
      withoutTax: 'Montant HT',
      rate: 'TVA',
      paidOn: 'Réglé en totalité le',
      paidHint: 'Vide : pas réglé.',
      rates: 'Plusieurs taux de TVA : les montants restent ceux du fichier.',
      notAnAmount: 'Indiquez un montant, comme 1 200,00.',
    },
    save: 'Enregistrer',
    cancel: 'Annuler',
    saved: (number: string) => `${number} corrigé`,
    confirmed: (count: number) => many(count, 'document confirmé', 'documents confirmés'),
    leftOut: (number: string) => `${number} laissé de côté`,
  },
  leftOut: {
    title: (count: number) => `Laissé de côté : ${many(count, 'ligne', 'lignes')}`,
    reasons: {
      draft: 'brouillon',
      cancelled: 'annulé',
      without_number: 'sans numéro',
      without_day: 'sans date',
      without_amount: 'sans montant',
      unknown_currency: 'devise inconnue',
      unknown_kind: 'type de document inconnu',
      unreadable_cell: 'case illisible',
      purchase: 'facture reçue d’un fournisseur : déposez-la sous Factures reçues',
      of_others: 'facture d’une autre entreprise',
      known: 'déjà repris',
      differs_from_known: 'déjà repris avec un autre montant',
      differs_between_files: 'deux fichiers donnent des montants différents',
      unknown_rate: 'taux de TVA inconnu en France',
      in_future: 'daté d’après aujourd’hui',
      too_old: 'daté d’avant 1990',
      amount_impossible: 'montants négatifs ou démesurés',
      no_exchange_rate: 'aucun cours connu pour cette devise ce jour-là',
      chosen: 'laissé de côté par vous',
      estimate: 'devis : seuls les documents émis sont repris',
    },
    cell: (column: string | undefined, cell: string | undefined) =>
      list([column !== undefined && `colonne ${column}`, cell !== undefined && `« ${cell} »`]),
    take: 'Reprendre',
    takeNamed: (number: string) => `Reprendre ${number}`,
    more: 'Afficher la suite',
    loading: 'Lecture…',
  },
  series: {
    title: 'Suites de numéros',
    said: (last: string, count: number) => `Dernier numéro ${last}, ${many(count, 'document', 'documents')}.`,
    complete: 'Sans trou ni doublon.',
    missing: (numbers: readonly string[], isCut: boolean) =>
      `${numbers.length === 1 ? 'Numéro manquant' : 'Numéros manquants'} : ${numbers.join(', ')}${isCut ? '…' : ''}.`,
    double: (numbers: readonly string[], isCut: boolean) =>
      `${numbers.length === 1 ? 'Numéro en double' : 'Numéros en double'} : ${numbers.join(', ')}${isCut ? '…' : ''}.`,
    continue: 'Continuer cette suite',
    continueNamed: (last: string) => `Continuer cette suite après ${last}`,
    gaps: 'Un trou n’empêche pas la reprise : vérifiez qu’aucun fichier ne manque.',
  },
  run: {
    go: 'Tout reprendre',
    counts: (documents: number, payments: number, customers: number, products: number) =>
      list([
        documents > 0 && many(documents, 'document', 'documents'),
        payments > 0 && many(payments, 'règlement', 'règlements'),
        customers > 0 && many(customers, 'client au plus', 'clients au plus'),
        products > 0 && many(products, 'article au plus', 'articles au plus'),
      ]),
    said: 'Tout est repris, ou rien si une partie échoue. Vous pourrez annuler jusqu’au premier usage.',
    unchecked: (count: number) =>
      count === 1
        ? 'Un document reste à vérifier : il sera repris tel qu’il est affiché.'
        : `${count} documents restent à vérifier : ils seront repris tels qu’ils sont affichés.`,
    running: 'Reprise en cours…',
    discard: 'Abandonner',
    discarded: 'Reprise abandonnée, rien n’a changé.',
  },
  result: {
    title: 'Reprise faite',
    said: (documents: number, payments: number, customers: number, products: number) =>
      list([
        documents > 0 && many(documents, 'document repris', 'documents repris'),
        payments > 0 && many(payments, 'règlement', 'règlements'),
        customers > 0 && many(customers, 'nouveau client', 'nouveaux clients'),
        products > 0 && many(products, 'nouvel article', 'nouveaux articles'),
      ]) || 'Rien de nouveau',
    seconds: (seconds: string) => `En ${seconds} s.`,
    documents: 'Voir les documents repris',
    home: 'Voir l’accueil',
    another: 'Reprendre d’autres fichiers',
    digest: 'Empreinte dans la piste d’audit',
  },
  undo: {
    act: 'Annuler cette reprise',
    actNamed: (day: string) => `Annuler la reprise du ${day}`,
    title: 'Annuler cette reprise ?',
    said: (documents: number) =>
      `${many(documents, 'document repris disparaît', 'documents repris disparaissent')} avec leurs règlements. Les clients et articles nouveaux qui ne servent pas ailleurs disparaissent aussi. La piste d’audit garde la trace de la reprise et de son annulation.`,
    keep: 'Garder',
    go: 'Annuler la reprise',
    done: 'Reprise annulée',
    kept: (count: number) =>
      `Reprise annulée. ${many(count, 'client ou article qui sert ailleurs reste.', 'clients ou articles qui servent ailleurs restent.')}`,
    undone: (day: string) => `Cette reprise a été annulée le ${day}.`,
  },
  earlier: {
    title: 'Reprises',
    open: 'en cours',
    done: 'faite',
    undone: 'annulée',
    row: (day: string, files: number) => `${day}, ${many(files, 'fichier', 'fichiers')}`,
    continue: 'Continuer',
    see: 'Voir',
    more: 'Afficher la suite',
  },
  readOnly: 'Votre rôle permet de voir les reprises, pas d’en faire.',
};
