import type { words as french } from '../fr/move-in.ts';

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);
const list = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(', ');

/** Programs by the names of the API. */
const programs: Readonly<Record<string, string>> = {
  ...{ abby: 'Abby', akaunting: 'Akaunting', dolibarr: 'Dolibarr', freebe: 'Freebe', henrri: 'Henrri', indy: 'Indy' },
  ...{ invoice_ninja: 'Invoice Ninja', invoiceshelf: 'InvoiceShelf', midday: 'Midday', odoo: 'Odoo' },
  ...{ pennylane: 'Pennylane', quickbooks: 'QuickBooks', sellsy: 'Sellsy', stripe: 'Stripe', tiime: 'Tiime' },
  ...{ woocommerce: 'WooCommerce', zoho: 'Zoho' },
};
const contents: Readonly<Record<string, string>> = {
  documents: 'List of invoices',
  customers: 'List of customers',
  products: 'List of products',
  bank_statement: 'Bank statement',
  purchases: 'List of purchases',
  accounting_entries: 'Accounting entries (FEC)',
  unknown: 'Content not recognized',
};
const papers: Readonly<Record<string, string>> = {
  pdf: 'PDF invoice, read from its text',
  factur_x: 'Factur-X invoice',
  cii: 'Electronic invoice (CII)',
  ubl: 'Electronic invoice (UBL)',
};
const forms = { csv: 'CSV', xlsx: 'Excel', json: 'JSON', pdf: 'PDF', ofx: 'OFX', camt: 'CAMT' } as const;

export const words: typeof french = {
  title: 'Bring your data',
  intro:
    'Drop all files of your old program together: lists of invoices, customers and products, PDF or electronic invoices, accounting entries (FEC), ZIP. Each is recognized by its content. Nothing is taken over before you agree.',
  drop: {
    label: 'Files to take over',
    said: 'Drop your files or a folder here',
    formats: 'CSV, Excel, JSON, PDF, Factur-X, XML, FEC or ZIP, at most 8 MB per file',
    choose: 'Choose files',
    folder: 'Choose a folder',
    progress: (done, of) => `Reading files: ${done} of ${of}`,
    reading: 'reading…',
    waiting: 'waiting',
    failed: 'not read',
    tooLarge: 'This file is larger than 8 MB. Export it in several periods, or as CSV.',
    tooMany: (max) => `At most ${max} files per import: the others are left out.`,
    retry: 'Try again',
  },
  files: {
    title: 'Files',
    recognized: ({ content, type, source }) => {
      const paper = content === 'documents' && type !== undefined ? papers[type] : undefined;
      const what = paper ?? contents[content] ?? contents.unknown;
      const from = source !== undefined && programs[source] ? ` from ${programs[source]}` : '';
      const form =
        paper === undefined && content !== 'unknown' && type !== undefined && type in forms
          ? `, ${forms[type as keyof typeof forms]}`
          : '';
      return `${what}${from}${form}`;
    },
    found: (documents, rows, content) =>
      content === 'documents' || content === 'accounting_entries'
        ? many(documents, 'document', 'documents')
        : many(rows, 'row', 'rows'),
    skip: 'Leave out',
    skipNamed: (name) => `Leave out ${name}`,
    take: 'Take this file',
    takeNamed: (name) => `Take this file: ${name}`,
    skipped: 'left out',
    elsewhere: {
      bank_statement: 'Import statements under Payments, Bank.',
      purchases: 'Import a list of purchases under Books, Purchases.',
      bank: 'Open the bank',
      purchasesLink: 'Open the purchases',
    },
    unknown:
      'This file has no known format. Use the CSV or Excel export of your invoices, customers or products, with its headers.',
    faults: {
      empty: 'This file is empty. Export it again.',
      encoding: 'The characters of this file cannot be read. Save it as UTF-8.',
      broken: 'This file is damaged or incomplete. Export it again.',
      too_large: 'This file is too large. Export it in several periods.',
      too_costly: 'This file takes too long to read. Export it as CSV, or in several parts.',
      encrypted: 'This file has a password. Save it without protection.',
      without_text: 'This PDF is an image without text. Enter the invoice in a list, or use the original PDF.',
      nested_archive: 'A ZIP inside a ZIP is not opened. Drop its content.',
      too_many_files: 'This ZIP has too many files. Drop it in several parts.',
      macros: 'This workbook has macros. Save it as .xlsx or CSV.',
    },
    more: (count) => `and ${many(count, 'more file', 'more files')}`,
  },
  plan: {
    title: 'To be taken over',
    done: 'Taken over',
    invoices: 'Invoices',
    creditNotes: 'Credit notes',
    payments: 'Payments',
    invoiced: 'Invoiced',
    credited: 'Credited',
    paid: 'Paid',
    remaining: 'Left to collect',
    amountsOf: (currency) => `Amounts in ${currency}, VAT included`,
    newCustomers: (count) => many(count, 'new customer', 'new customers'),
    rows: (customers, products) =>
      list([
        customers > 0 && many(customers, 'row of customers', 'rows of customers'),
        products > 0 && many(products, 'row of products', 'rows of products'),
      ]),
    known: (count) => `${many(count, 'document', 'documents')} taken over before, left as before`,
    nothing: 'These files bring nothing new.',
  },
  doubts: {
    title: (count) => `To check: ${many(count, 'document', 'documents')}`,
    said: 'They are taken over as shown. Correct what is wrong, confirm what is right.',
    names: {
      payment_day_unknown: 'paid, but the file has no day: a day is proposed',
      rate_computed: 'net and VAT computed from the total',
      total_differs: 'the total of the file does not add up',
      read_from_text: 'read from the text of the PDF',
      overpaid: 'paid more than its amount: the rest is left out',
      payment_day_impossible: 'paid on an impossible day: the payment is left out',
      customer_without_name: 'customer without a name',
    },
    from: (file, row) => (row === undefined ? file : `${file}, row ${row}`),
    paidOn: (day) => `paid on ${day}`,
    unpaid: 'not paid',
    correct: 'Correct',
    correctNamed: (number) => `Correct ${number}`,
    right: 'This is right',
    rightNamed: (number) => `${number}: this is right`,
    skip: 'Leave out',
    skipNamed: (number) => `Leave out ${number}`,
    allRight: (count) => `The ${count} shown are right`,
    more: 'Show more',
    fields: {
      number: 'Number',
      issuedOn: 'Day of issue',
      customerName: 'Customer',
      withoutTax: 'Amount without VAT',
      rate: 'VAT',
      paidOn: 'Paid in full on',
      paidHint: 'Empty: not paid.',
      rates: 'Several VAT rates: the amounts stay those of the file.',
      notAnAmount: 'Enter an amount, such as 1200.00.',
    },
    save: 'Save',
    cancel: 'Cancel',
    saved: (number) => `${number} corrected`,
    confirmed: (count) => many(count, 'document confirmed', 'documents confirmed'),
    leftOut: (number) => `${number} left out`,
  },
  leftOut: {
    title: (count) => `Left out: ${many(count, 'row', 'rows')}`,
    reasons: {
      draft: 'draft',
      cancelled: 'cancelled',
      without_number: 'without a number',
      without_day: 'without a day',
      without_amount: 'without an amount',
      unknown_currency: 'unknown currency',
      unknown_kind: 'unknown kind of document',
      unreadable_cell: 'a cell cannot be read',
      purchase: 'received from a supplier: drop it under Received invoices',
      of_others: 'invoice of another business',
      known: 'taken over before',
      differs_from_known: 'taken over before with another amount',
      differs_between_files: 'two files state different amounts',
      unknown_rate: 'not a VAT rate of France',
      in_future: 'dated after today',
      too_old: 'dated before 1990',
      amount_impossible: 'amounts are negative or absurdly high',
      no_exchange_rate: 'no exchange rate is known for that day',
      chosen: 'left out by you',
      estimate: 'estimate: only issued documents are taken over',
    },
    cell: (column, cell) => list([column !== undefined && `column ${column}`, cell !== undefined && `“${cell}”`]),
    take: 'Take it',
    takeNamed: (number) => `Take ${number}`,
    more: 'Show more',
    loading: 'Reading…',
  },
  series: {
    title: 'Series of numbers',
    said: (last, count) => `Last number ${last}, ${many(count, 'document', 'documents')}.`,
    complete: 'No gaps and no doubles.',
    missing: (numbers, isCut) =>
      `Missing ${numbers.length === 1 ? 'number' : 'numbers'}: ${numbers.join(', ')}${isCut ? '…' : ''}.`,
    double: (numbers, isCut) =>
      `Double ${numbers.length === 1 ? 'number' : 'numbers'}: ${numbers.join(', ')}${isCut ? '…' : ''}.`,
    continue: 'Continue this series',
    continueNamed: (last) => `Continue this series after ${last}`,
    gaps: 'A gap does not prevent the import: check that no file is missing.',
  },
  run: {
    go: 'Take everything over',
    counts: (documents, payments, customers, products) =>
      list([
        documents > 0 && many(documents, 'document', 'documents'),
        payments > 0 && many(payments, 'payment', 'payments'),
        customers > 0 && `at most ${many(customers, 'customer', 'customers')}`,
        products > 0 && `at most ${many(products, 'product', 'products')}`,
      ]),
    said: 'Everything is taken over, or nothing if one part fails. You can undo it until its first use.',
    unchecked: (count) =>
      count === 1
        ? 'One document is still to check: it is taken over as shown.'
        : `${count} documents are still to check: they are taken over as shown.`,
    running: 'Taking over…',
    discard: 'Discard',
    discarded: 'Import discarded, nothing changed.',
  },
  result: {
    title: 'Import done',
    said: (documents, payments, customers, products) =>
      list([
        documents > 0 && `${many(documents, 'document', 'documents')} taken over`,
        payments > 0 && many(payments, 'payment', 'payments'),
        customers > 0 && many(customers, 'new customer', 'new customers'),
        products > 0 && many(products, 'new product', 'new products'),
      ]) || 'Nothing new',
    seconds: (seconds) => `In ${seconds} s.`,
    documents: 'See the past documents',
    home: 'See home',
    another: 'Bring more files',
    digest: 'Digest in the audit trail',
  },
  undo: {
    act: 'Undo this import',
    actNamed: (day) => `Undo the import of ${day}`,
    title: 'Undo this import?',
    said: (documents) =>
      `${many(documents, 'past document disappears', 'past documents disappear')} with their payments. New customers and products that are not used elsewhere disappear, too. The audit trail keeps the import and its undoing.`,
    keep: 'Keep',
    go: 'Undo the import',
    done: 'Import undone',
    kept: (count) =>
      `Import undone. ${many(count, 'customer or product that is used elsewhere stays.', 'customers or products that are used elsewhere stay.')}`,
    undone: (day) => `This import was undone on ${day}.`,
  },
  earlier: {
    title: 'Imports',
    open: 'open',
    done: 'done',
    undone: 'undone',
    row: (day, files) => `${day}, ${many(files, 'file', 'files')}`,
    continue: 'Continue',
    see: 'See',
    more: 'Show more',
  },
  readOnly: 'Your role can see imports, but not run them.',
};
