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
