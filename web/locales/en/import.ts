import type { words as french } from '../fr/import.ts';

const many = (count: number, one: string, more: string): string => (count === 1 ? `1 ${one}` : `${count} ${more}`);

/** Programs by the names of the API. */
const programs: Readonly<Record<string, string>> = {
  ...{ abby: 'Abby', akaunting: 'Akaunting', dolibarr: 'Dolibarr', indy: 'Indy', invoice_ninja: 'Invoice Ninja' },
  ...{ quickbooks: 'QuickBooks', stripe: 'Stripe', woocommerce: 'WooCommerce', zoho: 'Zoho' },
};

export const words: typeof french = {
  title: { customers: 'Import customers', products: 'Import products', purchases: 'Import purchases' },
  said: 'A CSV or Excel (.xlsx) file from a spreadsheet or another program. Columns are recognized by their names, in any order. Nothing is imported before you confirm.',
  columns: {
    customers: 'Company, First name, Last name, E-mail, SIRET, Address, Postcode, City, Country…',
    products: 'Designation, Type, Unit, Unit price, VAT, Reference, Description…',
    purchases: 'Payment date, Supplier, Category, Amount, Deductible VAT, Payment method, Reference…',
  },
  knownColumns: 'Known columns:',
  needed: {
    customers: 'Required: Last name for an individual, Company for a business.',
    products:
      'Required: Designation, Type (Service delivery, Sale of goods, Disbursement…), Unit (hour, day, unit…) and VAT (20 %, 10 %, 5.5 %…).',
    purchases:
      'Required: Payment date, Supplier and Amount. An export of the register comes back as it is; receipts are not part of it.',
  },
  takeModel: 'Download a template to fill in',
  model: {
    customers: {
      name: 'customers-model.csv',
      rows: [
        'Company;First name;Last name;E-mail;SIRET;Address;Postcode;City;Country',
        'Faure Bakery;;;accounts@faure.example;;1 rue de la République;69001;Lyon;FR',
      ],
    },
    products: {
      name: 'articles-model.csv',
      rows: [
        'Designation;Reference;Description;Type;Unit;Unit price;VAT',
        'Design of a logo;LOGO-1;Three drafts, two revisions;Service delivery;day;1200.00;20 %',
      ],
    },
    purchases: {
      name: 'purchases-model.csv',
      rows: [
        'Payment date;Supplier;Category;Description;Amount;Deductible VAT;Payment method;Reference',
        '2026-01-05;Port Stationery;Supplies;Reams;49.90;8.32;card;TK-4411',
      ],
    },
  },
  choose: 'Choose a file',
  another: 'Choose another file',
  reading: 'Reading the file…',
  writing: 'Importing…',
  again: {
    customers: 'Update existing records instead of creating duplicates',
    products: 'Update existing records instead of creating duplicates',
    purchases: 'Also import purchases already in the register: same day, supplier, amount and reference',
  },
  known: (count) => `${count} already in the register`,
  againOfProgram: 'Update what was imported before instead of leaving it as it is',
  importedBefore: (count) => `${count} imported before, left as ${count === 1 ? 'it is' : 'they are'}`,
  recognized: {
    customers: (source) =>
      `A list of customers of ${programs[source] ?? 'another program'}. Importing it twice adds nothing twice.`,
    products: (source) =>
      `A list of products of ${programs[source] ?? 'another program'}. Importing it twice adds nothing twice.`,
  },
  mapping: {
    summary: (read, all) => `${read} of ${many(all, 'column', 'columns')} read`,
    header: 'Column of the file',
    member: 'Read as',
    meaning: (header) => `What the column "${header}" contains`,
    leftOut: 'Leave out',
    members: {
      customers: {
        name: 'Company',
        anyName: 'Name of a company or a person',
        firstname: 'First name',
        lastname: 'Last name',
        emails: 'E-mail',
        phone: 'Phone',
        'contact.fullName': 'Contact of the company: full name',
        'contact.firstname': 'Contact of the company: first name',
        'contact.lastname': 'Contact of the company: last name',
        'contact.emails': 'Contact of the company: e-mail',
        'contact.phone': 'Contact of the company: phone',
        organization: 'Organization of the contact',
        jobTitle: 'Job title',
        commercialName: 'Trade name',
        siret: 'SIRET',
        siren: 'SIREN',
        vatNumber: 'VAT number',
        nafCode: 'NAF code',
        electronicAddress: 'Electronic invoicing address',
        'billingAddress.address': 'Address',
        'billingAddress.complement': 'Address line 2',
        'billingAddress.zipCode': 'Postcode',
        'billingAddress.city': 'City',
        'billingAddress.state': 'State',
        'billingAddress.country': 'Country',
        'deliveryAddress.address': 'Delivery: address',
        'deliveryAddress.complement': 'Delivery: address line 2',
        'deliveryAddress.zipCode': 'Delivery: postcode',
        'deliveryAddress.city': 'Delivery: city',
        'deliveryAddress.state': 'Delivery: state',
        'deliveryAddress.country': 'Delivery: country',
        website: 'Website',
        keywords: 'Tags',
        notes: 'Notes',
        'preferences.language': 'Language',
        'preferences.currency': 'Currency',
        kind: 'Kind: contact or organization',
        defaultContact: 'Default contact',
        foreignId: 'ID in the other program',
        id: 'ID in Facturier',
      },
      products: {
        designation: 'Designation',
        reference: 'Reference',
        description: 'Description',
        type: 'Type',
        unit: 'Unit',
        unitPrice: 'Unit price',
        purchasePrice: 'Purchase price',
        productMargin: 'Margin (%)',
        vatCode: 'VAT',
        taxesIncluded: 'Taxes included',
        lockUnitPrice: 'Locked price',
        stock: 'Stock',
        isStockable: 'Kept in stock',
        isDeliveryOfGood: 'Delivery of goods',
        personalServiceActivity: 'Personal service',
        foreignId: 'ID in the other program',
        id: 'ID in Facturier',
      },
    },
  },
  sums: {
    amount: 'Amount to import, tax included',
    deductibleVat: 'of which deductible VAT',
    owedVat: 'Reverse-charge VAT',
  },
  bookedLater: (count) =>
    `${many(count, 'purchase was paid', 'purchases were paid')} in a closed period: booked on the first open day.`,
  skipBad: (count) =>
    `Skip ${count === 1 ? 'the row with an error' : `the ${count} rows with errors`} and import the others`,
  found: (rows) => `${many(rows, 'row', 'rows')} in this file`,
  will: (created, updated) =>
    [`${created} to create`, updated > 0 && `${updated} to update`].filter(Boolean).join(', '),
  errors: (count) => many(count, 'error', 'errors'),
  warnings: (count) => many(count, 'warning', 'warnings'),
  row: (row, column) => (column === undefined ? `Row ${row}` : `Row ${row}, ${column}`),
  more: (count) => `and ${count} more`,
  go: (count) => `Import ${many(count, 'row', 'rows')}`,
  cancel: 'Cancel',
  done: (created, updated, skipped) =>
    [
      many(created, 'row created', 'rows created'),
      updated > 0 && `${updated} updated`,
      skipped > 0 && `${skipped} skipped`,
    ]
      .filter(Boolean)
      .join(', '),
};
