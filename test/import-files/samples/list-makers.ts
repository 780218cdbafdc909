import type { ImportSource } from '../../../src/domain/import-source.ts';
import { workbookOf } from '../../bank-files/workbook.ts';
import { type Cell, csvOf, french, frenchDay, inUtf16, inWindows1252, plain, type SampleSale } from './sales.ts';

// One row for each list of another program: a table that reads best as a whole.

/** Writes the sales of a year in the exact shape of an export. */
export type ListMaker = {
  readonly name: string;
  readonly source?: ImportSource;
  readonly type: 'csv' | 'xlsx' | 'json' | 'fec';
  /** The export states no rates, so that each sale has one. */
  readonly isOneRate?: true;
  /** It has no credit notes, or in another list. */
  readonly hasNoCreditNotes?: true;
  /** It states whether a document is paid, but no part of it. */
  readonly hasNoParts?: true;
  readonly write: (sales: readonly SampleSale[]) => Uint8Array;
};

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const sign = ({ kind }: SampleSale): 1 | -1 => (kind === 'credit_note' ? -1 : 1);
const isPaid = ({ paid, total }: SampleSale): boolean => paid > 0 && paid === total;

/** Dolibarr writes eight decimals. */
const eight = (cents: number): string => `${plain(cents)}000000`;
const eightFrench = (cents: number): string => eight(cents).replace('.', ',');

const dolibarrLines = (
  sales: readonly SampleSale[],
  headers: readonly string[],
  number: (cents: number) => string,
): (readonly Cell[])[] => [
  headers,
  ...sales.flatMap((sale) =>
    sale.lines.map((line) => [
      ...[
        sale.customer.key,
        sale.customer.name,
        sale.customer.address,
        sale.customer.zipCode,
        sale.customer.city,
        'FR',
        sale.customer.siren,
      ],
      ...[
        sale.number,
        sale.kind === 'credit_note' ? '2' : '0',
        sale.issuedOn,
        sale.dueOn,
        number(sale.net * sign(sale)),
        number(sale.vat * sign(sale)),
      ],
      ...[
        number(sale.total * sign(sale)),
        isPaid(sale) ? '1' : '0',
        isPaid(sale) ? '2' : '1',
        line.text,
        number(line.rate),
        number(line.net * sign(sale)),
      ],
      ...[number(line.vat * sign(sale)), number((line.net + line.vat) * sign(sale))],
    ]),
  ),
];

const dolibarrPayments = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  [
    'Nom tiers',
    'Code client',
    'Ref. facture',
    'Type',
    'Date facturation',
    'Date échéance',
    'Total HT',
    'Total TVA',
    'Total TTC',
    'Facture payée',
    'Statut facture',
    'Montant règlement',
    'Date paiement',
    'Mode règlement',
  ],
  ...sales.map((sale) => [
    ...[
      sale.customer.name,
      sale.customer.key,
      sale.number,
      sale.kind === 'credit_note' ? '2' : '0',
      sale.issuedOn,
      sale.dueOn,
    ],
    ...[sale.net, sale.vat, sale.total].map((cents) => eightFrench(cents * sign(sale))),
    ...[isPaid(sale) ? 'Oui' : 'Non', isPaid(sale) ? 'Payée' : 'Validée (à payer)'],
    ...(sale.paid > 0 ? [eightFrench(sale.paid), sale.paidOn, 'VIR'] : ['', '', '']),
  ]),
];

const ninja = (
  sales: readonly SampleSale[],
  headers: readonly string[],
  states: readonly [sent: string, partial: string, paid: string],
): (readonly Cell[])[] => [
  headers,
  ...sales.map((sale) => [
    ...[sale.customer.name, 'EUR', sale.number, plain(sale.total), plain(sale.total - sale.paid), plain(sale.paid)],
    ...['', sale.issuedOn, sale.dueOn, states[sale.paid === 0 ? 0 : isPaid(sale) ? 2 : 1] as string, plain(sale.vat)],
  ]),
];

const ninjaBackup = (sales: readonly SampleSale[]): string =>
  JSON.stringify({
    app_version: '5.12.1',
    company: JSON.stringify({ settings: { currency_id: '3' } }),
    clients: sales.map(({ customer }, nth) => ({
      ...{
        id: nth,
        hashed_id: `C${nth}`,
        number: customer.key,
        name: customer.name,
        id_number: customer.siren,
        address1: customer.address,
      },
      ...{ postal_code: customer.zipCode, city: customer.city, settings: {} },
    })),
    client_contacts: sales.map(({ customer }, nth) => ({
      client_id: `C${nth}`,
      first_name: 'Zoé',
      last_name: 'Lemaire',
      email: customer.email,
    })),
    invoices: sales.map((sale, nth) => ({
      ...{
        id: nth,
        hashed_id: `I${nth}`,
        client_id: `C${nth}`,
        number: sale.number,
        date: sale.issuedOn,
        due_date: sale.dueOn,
        is_deleted: false,
      },
      ...{
        amount: sale.total / 100,
        balance: (sale.total - sale.paid) / 100,
        total_taxes: sale.vat / 100,
        uses_inclusive_taxes: false,
      },
      status_id: sale.paid === 0 ? '2' : isPaid(sale) ? '4' : '3',
      line_items: sale.lines.map(({ text, rate, net, vat }) => ({
        product_key: text,
        line_total: net / 100,
        tax_amount: vat / 100,
        tax_rate1: rate / 100,
      })),
    })),
    payments: sales.flatMap((sale, nth) =>
      sale.paid === 0
        ? []
        : [
            {
              date: sale.paidOn,
              amount: sale.paid / 100,
              is_deleted: false,
              paymentables: [{ paymentable_id: `I${nth}`, paymentable_type: 'invoices', amount: sale.paid / 100 }],
            },
          ],
    ),
  });

const stripe = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  [
    'id',
    'Amount Due',
    'Billing',
    'Charge',
    'Closed',
    'Currency',
    'Customer',
    'Date (UTC)',
    'Due Date (UTC)',
    'Number',
    'Paid',
    'Subtotal',
    'Total Discount Amount',
    'Tax',
    'Tax Percent',
    'Total',
    'Amount Paid',
    'Status',
    'Finalized At (UTC)',
    'Paid At (UTC)',
    'Customer Name',
    'Customer Email',
  ],
  ...sales.map((sale) => [
    ...[
      sale.key,
      plain(sale.total),
      'send_invoice',
      '',
      'false',
      'eur',
      sale.customer.key,
      `${sale.issuedOn} 09:00`,
      `${sale.dueOn} 09:00`,
      sale.number,
    ],
    ...[
      String(isPaid(sale)),
      plain(sale.net),
      '',
      plain(sale.vat),
      '',
      plain(sale.total),
      plain(sale.paid),
      isPaid(sale) ? 'paid' : 'open',
      `${sale.issuedOn} 09:00`,
    ],
    ...[sale.paid > 0 ? `${sale.paidOn} 10:00` : '', sale.customer.name, sale.customer.email],
  ]),
];

const orders = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  [
    'order_id',
    'order_number',
    'order_date',
    'status',
    'tax_total',
    'order_total',
    'order_currency',
    'payment_method',
    'paid_date',
    'customer_id',
    'billing_first_name',
    'billing_last_name',
    'billing_company',
    'billing_email',
    'billing_address_1',
    'billing_postcode',
    'billing_city',
    'billing_country',
  ],
  ...sales.map((sale) => [
    ...[
      sale.key,
      sale.number,
      `${sale.issuedOn} 10:00:00`,
      isPaid(sale) ? 'completed' : 'on-hold',
      plain(sale.vat),
      plain(sale.total),
      'EUR',
      'stripe',
    ],
    ...[
      isPaid(sale) ? `${sale.paidOn} 10:00:00` : '',
      sale.customer.key,
      'Zoé',
      'Lemaire',
      sale.customer.name,
      sale.customer.email,
      sale.customer.address,
    ],
    ...[sale.customer.zipCode, sale.customer.city, 'FR'],
  ]),
];

const zoho = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  [
    'Invoice Date',
    'Invoice ID',
    'Invoice Number',
    'Invoice Status',
    'Customer ID',
    'Customer Name',
    'Due Date',
    'Currency Code',
    'Item Name',
    'Quantity',
    'Item Total',
    'Item Tax %',
    'Item Tax Amount',
    'SubTotal',
    'Total',
    'Balance',
    'Last Payment Date',
    'Primary Contact EmailID',
    'Billing Code',
    'Billing City',
    'Billing Country',
  ],
  ...sales.flatMap((sale) =>
    sale.lines.map((line) => [
      ...[
        sale.issuedOn,
        sale.key,
        sale.number,
        isPaid(sale) ? 'Closed' : 'Overdue',
        sale.customer.key,
        sale.customer.name,
        sale.dueOn,
        'EUR',
        line.text,
        '1.00',
      ],
      ...[
        plain(line.net),
        plain(line.rate),
        plain(line.vat),
        plain(sale.net),
        plain(sale.total),
        plain(sale.total - sale.paid),
        sale.paid > 0 ? sale.paidOn : '',
      ],
      ...[sale.customer.email, sale.customer.zipCode, sale.customer.city, 'France'],
    ]),
  ),
];

const midday = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  [
    'id',
    'dueDate',
    'invoiceNumber',
    'createdAt',
    'amount',
    'currency',
    'lineItems',
    'paidAt',
    'vat',
    'tax',
    'status',
    'issueDate',
    'customerName',
    'sentTo',
    'subtotal',
  ],
  ...sales.map((sale) => [
    ...[
      sale.key,
      `${sale.dueOn}T00:00:00+00:00`,
      sale.number,
      `${sale.issuedOn} 09:00:00+00`,
      plain(sale.total),
      'EUR',
      JSON.stringify([{ name: 'x', price: 1 }]),
    ],
    ...[
      isPaid(sale) ? `${sale.paidOn}T09:00:00+00:00` : '',
      plain(sale.vat),
      '',
      isPaid(sale) ? 'paid' : 'unpaid',
      `${sale.issuedOn}T00:00:00+00:00`,
    ],
    ...[sale.customer.name, sale.customer.email, plain(sale.net)],
  ]),
];

const akaunting = (sales: readonly SampleSale[]): Uint8Array =>
  workbookOf([
    [
      [
        'invoice_number',
        'order_number',
        'status',
        'invoiced_at',
        'due_at',
        'amount',
        'currency_code',
        'contact_name',
        'contact_email',
        'contact_zip_code',
        'contact_city',
      ],
      ...sales.map((sale) => [
        ...[
          sale.number,
          '',
          sale.paid === 0 ? 'sent' : isPaid(sale) ? 'paid' : 'partial',
          sale.issuedOn,
          sale.dueOn,
          sale.total / 100,
          'EUR',
        ],
        ...[sale.customer.name, sale.customer.email, sale.customer.zipCode, sale.customer.city],
      ]),
    ],
    [
      ['invoice_number', 'item_name', 'item_description', 'item_type', 'quantity', 'price', 'total', 'tax'],
      ...sales.flatMap((sale) =>
        sale.lines.map((line) => [
          sale.number,
          line.text,
          '',
          'service',
          1,
          line.net / 100,
          line.net / 100,
          line.vat / 100,
        ]),
      ),
    ],
    [
      ['invoice_number', 'transaction_number', 'paid_at', 'amount', 'currency_code', 'payment_method'],
      ...sales.flatMap((sale) =>
        sale.paid === 0 ? [] : [[sale.number, 'TRA-1', sale.paidOn, sale.paid / 100, 'EUR', 'offline-payments.cash.1']],
      ),
    ],
  ]);

const odoo = (sales: readonly SampleSale[], headers: readonly string[], isField: boolean): (readonly Cell[])[] => [
  headers,
  ...sales.map((sale) => [
    ...[
      sale.number,
      sale.customer.name,
      sale.issuedOn,
      sale.dueOn,
      ...[sale.net, sale.vat, sale.total, sale.total - sale.paid].map((cents) => plain(cents * sign(sale))),
    ],
    ...[
      'EUR',
      isPaid(sale)
        ? isField
          ? 'paid'
          : 'Paid'
        : sale.paid > 0
          ? isField
            ? 'partial'
            : 'Partially Paid'
          : isField
            ? 'not_paid'
            : 'Not Paid',
    ],
  ]),
];

const quickBooks = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  ['Atelier Martin'],
  ['Invoice list by date'],
  ['All dates'],
  ['Date', 'Transaction type', 'Num', 'Name', 'Due date', 'Amount before tax', 'Tax amount', 'Amount', 'Open balance'],
  ...sales.map((sale) => [
    ...[
      frenchDay(sale.issuedOn),
      sale.kind === 'credit_note' ? 'Credit memo' : 'Invoice',
      sale.number,
      sale.customer.name,
      frenchDay(sale.dueOn),
    ],
    ...[sale.net, sale.vat, sale.total, sale.total - sale.paid].map((cents) => plain(cents * sign(sale))),
  ]),
  ['TOTAL', '', '', '', '', '', '', '99999.00', ''],
];

const frenchList = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  [
    'Numéro',
    'Type',
    "Date d'émission",
    'Échéance',
    'Client',
    'E-mail',
    'Code postal',
    'Ville',
    'Montant HT',
    'TVA',
    'Montant TTC',
    'Statut',
    'Montant payé',
    'Date de paiement',
  ],
  ...sales.map((sale) => [
    ...[
      sale.number,
      sale.kind === 'credit_note' ? 'Avoir' : 'Facture',
      frenchDay(sale.issuedOn),
      frenchDay(sale.dueOn),
      sale.customer.name,
      sale.customer.email,
    ],
    ...[
      sale.customer.zipCode,
      sale.customer.city,
      `${french(sale.net)} €`,
      `${french(sale.vat)} €`,
      `${french(sale.total)} €`,
    ],
    ...[
      isPaid(sale) ? 'Payée' : sale.paid > 0 ? 'Partiellement payée' : 'Envoyée',
      sale.paid > 0 ? french(sale.paid) : '',
      sale.paid > 0 ? frenchDay(sale.paidOn) : '',
    ],
  ]),
  ['', '', '', '', '', '', '', '', french(1), french(2), french(3), '', '', ''],
];

const ratesList = (sales: readonly SampleSale[]): (readonly Cell[])[] => {
  const of = (sale: SampleSale, rate: number, what: 'net' | 'vat'): string => {
    const found = sale.lines.filter((line) => line.rate === rate);
    return found.length === 0 ? '' : french(found.reduce((all, line) => all + line[what], 0));
  };
  return [
    [
      'N° de facture',
      'Date',
      'Client',
      'HT 20 %',
      'TVA 20 %',
      'HT 10 %',
      'TVA 10 %',
      'HT 5,5 %',
      'TVA 5,5 %',
      'HT 0 %',
      'Total TTC',
      'Réglé',
    ],
    ...sales.map((sale) => [
      ...[sale.number, frenchDay(sale.issuedOn), sale.customer.name],
      ...[2_000, 1_000, 550].flatMap((rate) => [of(sale, rate, 'net'), of(sale, rate, 'vat')]),
      ...[of(sale, 0, 'net'), french(sale.total), isPaid(sale) ? 'oui' : 'non'],
    ]),
  ];
};

const englishList = (sales: readonly SampleSale[]): (readonly Cell[])[] => [
  ['Invoice number', 'Issue date', 'Due date', 'Customer', 'Net amount', 'VAT', 'Total', 'Balance due', 'Currency'],
  ...sales.map((sale) => [
    ...[
      sale.number,
      sale.issuedOn,
      sale.dueOn,
      sale.customer.name,
      plain(sale.net * sign(sale)),
      plain(sale.vat * sign(sale)),
      plain(sale.total * sign(sale)),
    ],
    ...[plain((sale.total - sale.paid) * sign(sale)), 'EUR'],
  ]),
];

const FEC =
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'.split(
    ' ',
  );
const fec = (sales: readonly SampleSale[], separator: string): string => {
  const lines = sales.flatMap((sale, nth) => {
    const day = sale.issuedOn.replaceAll('-', '');
    const line = (
      journal: string,
      entry: string,
      on: string,
      account: string,
      debit: number,
      auxiliary = false,
    ): string[] => [
      ...[
        journal,
        `Journal ${journal}`,
        entry,
        on,
        account,
        `Compte ${account}`,
        auxiliary ? sale.customer.key : '',
        auxiliary ? sale.customer.name : '',
      ],
      ...[
        sale.number,
        day,
        `${sale.number} ${sale.customer.name}`,
        debit > 0 ? plain(debit).replace('.', ',') : '0,00',
        debit < 0 ? plain(0 - debit).replace('.', ',') : '0,00',
      ],
      ...[auxiliary && sale.paid > 0 ? `L${nth}` : '', '', on, '', ''],
    ];
    const by = sign(sale);
    const paidOn = sale.paidOn.replaceAll('-', '');
    return [
      line('VE', `V${nth}`, day, '411000', sale.total * by, true),
      line('VE', `V${nth}`, day, '706000', sale.net * -by),
      ...(sale.vat === 0 ? [] : [line('VE', `V${nth}`, day, '445710', sale.vat * -by)]),
      ...(sale.paid === 0
        ? []
        : [
            line('BQ', `B${nth}`, paidOn, '512000', sale.paid),
            line('BQ', `B${nth}`, paidOn, '411000', 0 - sale.paid, true),
          ]),
    ];
  });
  return [FEC, ...lines].map((cells) => cells.join(separator)).join('\r\n');
};

const DOLIBARR_LINES = [
  'Code client',
  'Nom tiers',
  'Adresse',
  'Code postal',
  'Ville',
  'Code pays',
  'Id prof. 1 (SIREN)',
  'Ref. facture',
  'Type',
  'Date facturation',
  'Date échéance',
  'Total HT',
  'Total TVA',
  'Total TTC',
  'Facture payée',
  'Statut facture',
  'Description de ligne',
  'Taux de TVA de la ligne',
  'Montant HT de la ligne',
  'Montant TVA de la ligne',
  'Montant TTC de la ligne',
];
const DOLIBARR_FIELDS = [
  's.code_client',
  's.nom',
  's.address',
  's.zip',
  's.town',
  'c.code',
  's.siren',
  'f.ref',
  'f.type',
  'f.datef',
  'f.date_lim_reglement',
  'f.total_ht',
  'f.total_tva',
  'f.total_ttc',
  'f.paye',
  'f.fk_statut',
  'fd.description',
  'fd.tva_tx',
  'fd.total_ht',
  'fd.total_tva',
  'fd.total_ttc',
];
const NINJA = [
  'Client Name',
  'Client Currency',
  'Invoice Invoice Number',
  'Invoice Amount',
  'Invoice Balance',
  'Invoice Paid to Date',
  'Invoice PO Number',
  'Invoice Date',
  'Invoice Due Date',
  'Invoice Status',
  'Invoice Tax Amount',
];
const NINJA_FR = [
  'Client Nom',
  'Client Devise',
  'Facture Numéro de facture',
  'Facture Montant',
  'Facture Solde',
  'Facture Payé à ce jour',
  'Facture N° de Bon de Commande',
  'Facture Date',
  "Facture Date d'échéance",
  'Facture Statut',
  'Facture Montant de la taxe',
];
const ODOO = [
  'Number',
  'Invoice Partner Display Name',
  'Invoice/Bill Date',
  'Due Date',
  'Untaxed Amount Signed',
  'Tax Signed',
  'Total Signed',
  'Amount Due Signed',
  'Currency',
  'Payment Status',
];
const ODOO_FIELDS = [
  'name',
  'invoice_partner_display_name',
  'invoice_date',
  'invoice_date_due',
  'amount_untaxed_signed',
  'amount_tax_signed',
  'amount_total_signed',
  'amount_residual_signed',
  'currency_id',
  'payment_state',
];

/** The lists that are written and read back. */
export const listMakers: readonly ListMaker[] = [
  {
    name: 'Dolibarr, lines, in French',
    source: 'dolibarr',
    type: 'csv',
    hasNoParts: true,
    write: (sales) => inWindows1252(csvOf(dolibarrLines(sales, DOLIBARR_LINES, eightFrench), ';')),
  },
  {
    name: 'Dolibarr, lines, names of fields',
    source: 'dolibarr',
    type: 'csv',
    hasNoParts: true,
    write: (sales) => utf8(csvOf(dolibarrLines(sales, DOLIBARR_FIELDS, eight))),
  },
  {
    name: 'Dolibarr, lines, Excel',
    source: 'dolibarr',
    type: 'xlsx',
    hasNoParts: true,
    write: (sales) => workbookOf([dolibarrLines(sales, DOLIBARR_LINES, plain)]),
  },
  {
    name: 'Dolibarr, payments',
    source: 'dolibarr',
    type: 'csv',
    isOneRate: true,
    write: (sales) => utf8(csvOf(dolibarrPayments(sales), ';')),
  },
  {
    name: 'Invoice Ninja',
    source: 'invoice_ninja',
    type: 'csv',
    isOneRate: true,
    hasNoCreditNotes: true,
    write: (sales) => utf8(csvOf(ninja(sales, NINJA, ['Sent', 'Partial', 'Paid']))),
  },
  {
    name: 'Invoice Ninja, in French',
    source: 'invoice_ninja',
    type: 'csv',
    isOneRate: true,
    hasNoCreditNotes: true,
    write: (sales) => utf8(csvOf(ninja(sales, NINJA_FR, ['Envoyé', 'Acompte', 'Payé']))),
  },
  {
    name: 'Invoice Ninja, backup',
    source: 'invoice_ninja',
    type: 'json',
    hasNoCreditNotes: true,
    write: (sales) => utf8(ninjaBackup(sales)),
  },
  {
    name: 'Stripe',
    source: 'stripe',
    type: 'csv',
    isOneRate: true,
    hasNoCreditNotes: true,
    write: (sales) => utf8(csvOf(stripe(sales))),
  },
  {
    name: 'WooCommerce, orders',
    source: 'woocommerce',
    type: 'csv',
    isOneRate: true,
    hasNoCreditNotes: true,
    hasNoParts: true,
    write: (sales) => utf8(csvOf(orders(sales))),
  },
  { name: 'Zoho', source: 'zoho', type: 'csv', hasNoCreditNotes: true, write: (sales) => utf8(csvOf(zoho(sales))) },
  {
    name: 'Midday',
    source: 'midday',
    type: 'csv',
    isOneRate: true,
    hasNoCreditNotes: true,
    hasNoParts: true,
    write: (sales) => utf8(csvOf(midday(sales))),
  },
  { name: 'Akaunting', source: 'akaunting', type: 'xlsx', hasNoCreditNotes: true, write: akaunting },
  {
    name: 'Odoo',
    source: 'odoo',
    type: 'csv',
    isOneRate: true,
    write: (sales) => utf8(csvOf(odoo(sales, ODOO, false))),
  },
  {
    name: 'Odoo, names of fields, Excel',
    source: 'odoo',
    type: 'xlsx',
    isOneRate: true,
    write: (sales) => workbookOf([odoo(sales, ODOO_FIELDS, true)]),
  },
  {
    name: 'QuickBooks',
    source: 'quickbooks',
    type: 'csv',
    isOneRate: true,
    write: (sales) => utf8(csvOf(quickBooks(sales))),
  },
  { name: 'a list in French', type: 'csv', isOneRate: true, write: (sales) => utf8(csvOf(frenchList(sales), ';')) },
  {
    name: 'a list in French, Windows-1252',
    type: 'csv',
    isOneRate: true,
    write: (sales) => inWindows1252(csvOf(frenchList(sales), ';')),
  },
  {
    name: 'a list in French, UTF-16 with tabs',
    type: 'csv',
    isOneRate: true,
    write: (sales) => inUtf16(csvOf(frenchList(sales), '\t')),
  },
  { name: 'a list in French, Excel', type: 'xlsx', isOneRate: true, write: (sales) => workbookOf([frenchList(sales)]) },
  {
    name: 'a list with a column for each rate',
    type: 'csv',
    hasNoCreditNotes: true,
    hasNoParts: true,
    write: (sales) => utf8(csvOf(ratesList(sales), ';')),
  },
  { name: 'a list in English', type: 'csv', isOneRate: true, write: (sales) => utf8(csvOf(englishList(sales))) },
  { name: 'accounting entries', type: 'fec', isOneRate: true, write: (sales) => utf8(fec(sales, '\t')) },
  {
    name: 'accounting entries with bars, Windows-1252',
    type: 'fec',
    isOneRate: true,
    write: (sales) => inWindows1252(fec(sales, '|')),
  },
];
