import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readImportFile } from '../../src/import-files/read-import-file.ts';

const read = async (text: string) => {
  const found = await readImportFile({ name: 'liste.csv', bytes: Buffer.from(text), own: {} });
  assert.ok(!('fault' in found), JSON.stringify(found));
  return found;
};

test('Dolibarr: the invoices with their payments, 1 200.00 paid in two parts, a draft left out', async () => {
  const found = await read(
    [
      '"Nom tiers";"Code client";"Réf. facture";"Type";"Date facturation";"Date échéance";"Montant HT";"Montant TVA";"Montant TTC";"État facture";"Montant paiement ventilé sur la facture";"Date règlement";"Code mode de règlement"',
      '"Menuiserie Kervella";"CU2601-00001";"FA2601-0001";"0";"2026-01-10";"2026-02-09";"1000,00000000";"200,00000000";"1200,00000000";"2";"500";"2026-02-01";"VIR"',
      '"Menuiserie Kervella";"CU2601-00001";"FA2601-0001";"0";"2026-01-10";"2026-02-09";"1000,00000000";"200,00000000";"1200,00000000";"2";"700";"2026-02-20";"CB"',
      '"Menuiserie Kervella";"CU2601-00001";"AV2601-0001";"2";"2026-01-12";"";"-100";"-20";"-120";"1";"";"";""',
      '"Menuiserie Kervella";"CU2601-00001";"(PROV12)";"0";"2026-01-12";"";"100";"20";"120";"0";"";"";""',
    ].join('\n'),
  );
  assert.equal(found.source, 'dolibarr');
  assert.deepEqual(
    found.documents.map(({ number, kind, sums, payments }) => ({ number, kind, sums, payments })),
    [
      {
        number: 'FA2601-0001',
        kind: 'invoice',
        sums: [{ rate: 2_000, net: 100_000, vat: 20_000 }],
        payments: [
          { on: '2026-02-01', amount: 50_000, method: 'transfer' },
          { on: '2026-02-20', amount: 70_000, method: 'credit_card' },
        ],
      },
      { number: 'AV2601-0001', kind: 'credit_note', sums: [{ rate: 2_000, net: 10_000, vat: 2_000 }], payments: [] },
    ],
  );
  assert.deepEqual(found.leftOut, [{ reason: 'draft', row: 5, number: '(PROV12)' }]);
});

test('Invoice Ninja: 1,234.56 with a balance of 234.56 is paid by 1,000.00 on an unknown day', async () => {
  const found = await read(
    [
      'Client Name,Client Currency,Invoice Invoice Number,Invoice Amount,Invoice Balance,Invoice Paid to Date,Invoice Date,Invoice Due Date,Invoice Status,Invoice Tax Amount',
      'Hosting Ltd,EUR,0042,1234.56,234.56,1000,2026-03-01,2026-03-31,Partial,205.76',
    ].join('\r\n'),
  );
  assert.equal(found.source, 'invoice_ninja');
  assert.deepEqual(found.documents[0]?.sums, [{ rate: 2_000, net: 102_880, vat: 20_576 }]);
  assert.deepEqual(found.documents[0]?.payments, [{ on: '2026-03-31', amount: 100_000 }]);
  assert.deepEqual(found.documents[0]?.doubts, ['payment_day_unknown']);
});

test('Stripe: a paid invoice of 96.00 with 16.00 of tax and a void one', async () => {
  const found = await read(
    [
      'id,Amount Due,Billing,Currency,Customer,Date (UTC),Due Date (UTC),Number,Subtotal,Tax,Tax Percent,Total,Amount Paid,Status,Customer Name,Customer Email,Paid At (UTC)',
      'in_1,96.00,charge_automatically,eur,cus_1,2026-02-03 10:11,,ABCD-0001,80.00,16.00,20,96.00,96.00,paid,Zoé Lemaire,zoe@lemaire.example,2026-02-03 10:12',
      'in_2,96.00,charge_automatically,eur,cus_1,2026-02-03 10:11,,ABCD-0002,80.00,16.00,20,96.00,0.00,void,Zoé Lemaire,zoe@lemaire.example,',
    ].join('\n'),
  );
  assert.equal(found.source, 'stripe');
  assert.deepEqual(found.documents[0]?.sums, [{ rate: 2_000, net: 8_000, vat: 1_600 }]);
  assert.deepEqual(found.documents[0]?.payments, [{ on: '2026-02-03', amount: 9_600 }]);
  assert.deepEqual(found.documents[0]?.customer, { key: 'cus_1', name: 'Zoé Lemaire', email: 'zoe@lemaire.example' });
  assert.deepEqual(found.leftOut, [{ reason: 'cancelled', row: 3, number: 'ABCD-0002' }]);
});

test('a list without a signature is read by its headers in French, with a title and a sum around it', async () => {
  const found = await read(
    [
      'Mes factures 2026;;;;;',
      '',
      'Numéro;Date;Client;Total (HT);TVA;Total (TTC);Payé',
      'F-1;05/01/2026;Café des Arts;1 234,50 €;246,90 €;1 481,40 €;oui',
      'F-2;31/01/2026;Zoé Martin;100,00 €;0,00 €;100,00 €;',
      ';;;1 334,50 €;246,90 €;1 581,40 €;',
    ].join('\n'),
  );
  assert.deepEqual([found.content, found.source], ['documents', undefined]);
  assert.deepEqual(
    found.documents.map(({ number, sums, payments }) => [number, sums, payments]),
    [
      ['F-1', [{ rate: 2_000, net: 123_450, vat: 24_690 }], [{ on: '2026-01-05', amount: 148_140 }]],
      ['F-2', [{ rate: 0, net: 10_000, vat: 0 }], []],
    ],
  );
});

test('lists of customers, of products and statements of banks are recognized, and not read', async () => {
  const contents = await Promise.all(
    [
      'Client Name,Client Number,Client Currency\nHosting Ltd,7,EUR',
      'SKU,Name,Regular price,Tax status\nA,Chair,10,taxable',
      'Date;Libellé;Débit;Crédit\n05/01/2026;VIR CAFE;;12,00\n06/01/2026;CB SNCF;9,00;',
      'Fournisseur;Numéro;Date;HT;TVA;TTC\nSNCF;1;05/01/2026;10;2;12',
      'bonjour;monde\n1;2',
    ].map(async (text) => {
      const { content, source, documents } = await read(text);
      return [content, source, documents.length];
    }),
  );
  assert.deepEqual(contents, [
    ['customers', 'invoice_ninja', 0],
    ['products', 'woocommerce', 0],
    ['bank_statement', undefined, 0],
    ['purchases', undefined, 0],
    ['unknown', undefined, 0],
  ]);
});

test('each program is recognized by other lists, too: orders, items, credits, credit notes and quotes', async () => {
  const lists: readonly (readonly [text: string, source: string, kind: string, number: string, total: number])[] = [
    [
      'Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),Net Sales,Attribution\n2026-03-01 10:00:00,1042,€80.00,completed,Zoé Lemaire,new,1× Chair,1,,80,Direct',
      ...(['woocommerce', 'invoice', '1042', 8_000] as const),
    ],
    [
      'Client Name,Credit Credit Number,Credit Amount,Credit Date,Credit Status,Credit Tax Amount\nHosting Ltd,0007,120.00,2026-03-01,Sent,20.00',
      ...(['invoice_ninja', 'credit_note', '0007', 12_000] as const),
    ],
    [
      'Client Name,Quote Number,Quote Amount,Quote Date,Quote Status\nHosting Ltd,Q7,120.00,2026-03-01,Sent',
      ...(['invoice_ninja', 'estimate', 'Q7', 12_000] as const),
    ],
    [
      'Client Name,Invoice Invoice Number,Invoice Date,Invoice Status,Item Notes,Item Line Total,Item Tax Rate 1\nHosting Ltd,8,2026-03-01,Sent,a,100,20\nHosting Ltd,8,2026-03-01,Sent,b,50,5.5',
      ...(['invoice_ninja', 'invoice', '8', 17_275] as const),
    ],
    [
      'Credit Note Date,CreditNotes ID,Credit Note Number,Credit Note Status,Customer Name,Item Total,Item Tax %,Item Tax Amount,Total,Associated Invoice Number\n2026-03-01,1,CN-1,Open,Hosting Ltd,100,20,20,120,INV-9',
      ...(['zoho', 'credit_note', 'CN-1', 12_000] as const),
    ],
    [
      'Quote Date,Quote ID,Quote Number,Quote Status,Customer Name,Item Total,Item Tax %,Total\n2026-03-01,1,QT-1,Sent,Hosting Ltd,100,20,120',
      ...(['zoho', 'estimate', 'QT-1', 12_000] as const),
    ],
    [
      'InvoiceRef;DateInvoice;CompanyName;TotalHT;TotalVAT;TotalTTC;InvoiceStatus\nFA1;2026-03-01;Hosting Ltd;100;20;120;1',
      ...(['dolibarr', 'invoice', 'FA1', 12_000] as const),
    ],
  ];
  for (const [text, source, kind, number, total] of lists) {
    const found = await read(text);
    const [document] = found.documents;
    const sum = document?.sums.reduce((all, { net, vat }) => all + net + vat, 0);
    assert.deepEqual([found.source, document?.kind, document?.number, sum], [source, kind, number, total]);
  }
});

test('what is uncertain is a doubt: rates, days, payments and names', async () => {
  const found = await read(
    [
      'Numéro;Date;Échéance;Client;E-mail;HT;TVA;TTC;Montant payé;Devise',
      'F-1;05/01/2026;04/02/2026;Zoé;;100,00;20,00;120,00;50,00;EUR',
      'F-2;05/01/2026;;;zoe@martin.example;100,00;20,00;120,00;;',
      'F-3;05/01/2026;;Zoé;;100,00;20,00;121,00;;',
      'F-4;05/01/2026;;Zoé;;;;120,00;;',
      'F-5;05/01/2026;;Zoé;;100,00;13,00;113,00;;€',
      'F-6;05/01/2026;;Zoé;;100,00;20,00;120,00;130,00;',
    ].join('\n'),
  );
  assert.deepEqual(
    found.documents.map(({ number, doubts }) => [number, doubts]),
    [
      ['F-1', ['payment_day_unknown']],
      ['F-2', ['customer_without_name']],
      ['F-3', ['total_differs']],
      ['F-4', ['rate_computed']],
      ['F-5', ['rate_computed']],
      ['F-6', ['payment_day_unknown', 'overpaid']],
    ],
  );
  assert.deepEqual(found.documents[0]?.payments, [{ on: '2026-02-04', amount: 5_000 }]);
  assert.equal(found.documents[1]?.customer.name, 'zoe@martin.example');
  assert.deepEqual(found.documents[3]?.sums, [{ rate: 0, net: 12_000, vat: 0 }]);
});

test('what is no document is left out, with its row and reason', async () => {
  const found = await read(
    [
      'Numéro;Type;Date;Client;Statut;HT;TVA;TTC;Devise',
      ';Facture;05/01/2026;Zoé;Payée;1;0;1;EUR',
      'F-2;Facture;;Zoé;Payée;1;0;1;EUR',
      'F-3;Facture;05/01/2026;Zoé;Payée;;;;EUR',
      'F-4;Facture;05/01/2026;Zoé;Payée;1;0;1;BTC',
      'F-5;Bon de livraison;05/01/2026;Zoé;Payée;1;0;1;EUR',
      'F-6;Facture;05/01/2026;Zoé;Brouillon;1;0;1;EUR',
      'F-7;Facture;05/01/2026;Zoé;Annulée;1;0;1;EUR',
    ].join('\n'),
  );
  assert.deepEqual(
    found.leftOut.map(({ row, reason }) => [row, reason]),
    [
      [2, 'without_number'],
      [3, 'without_day'],
      [4, 'without_amount'],
      [5, 'unknown_currency'],
      [6, 'unknown_kind'],
      [7, 'draft'],
      [8, 'cancelled'],
    ],
  );
  assert.equal(found.documents.length, 0);
});

test('months before days are noticed: 03/25/2026 makes 04/02/2026 the second of April', async () => {
  const found = await read('Invoice number,Date,Customer,Total\n1,04/02/2026,A,10.00\n2,03/25/2026,A,10.00');
  assert.deepEqual(
    found.documents.map(({ issuedOn }) => issuedOn),
    ['2026-04-02', '2026-03-25'],
  );
});
