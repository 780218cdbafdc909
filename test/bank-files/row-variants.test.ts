import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readBankFile } from '../../src/bank-files/read-bank-file.ts';

// A file for each export once read wrongly. Columns are the proposed ones.

async function read(content: string) {
  const bytes = Buffer.from(content);
  const first = await readBankFile(bytes, { columnsOf: () => undefined });
  if (!('untold' in first)) return first;
  const { guess } = first.untold;
  return guess ? readBankFile(bytes, { columns: guess, columnsOf: () => undefined }) : ({ noGuess: true } as const);
}

/**
 * Each movement in euros, with `?` if it needs a manual check, then the reasons for omitted rows.
 */
async function readAs(content: string): Promise<readonly string[]> {
  const found = await read(content);
  if (!('statements' in found)) return [JSON.stringify(found)];
  const lines = found.statements.flatMap(({ currency, lines: all }) =>
    all.map(({ amount, isDoubtful }) => `${(amount / 100).toFixed(2)} ${currency}${isDoubtful ? ' ?' : ''}`),
  );
  return [...lines, ...found.leftOut.rows.map(({ reason }) => reason)];
}

const csv = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

test('the direction is read also when dates contain letters: 2026-10-06T10:00:00Z, 6 octobre 2026', async () => {
  for (const day of ['2026-10-06T10:00:00Z', '6 octobre 2026', '6 oct. 26', 'Oct 6, 2026'])
    assert.deepEqual(await readAs(csv('Date;Libellé;Montant;Sens', `${day};PRLV EDF;50,00;D`)), ['-50.00 EUR'], day);
});

test('the direction is found under any name of its column', async () => {
  for (const [name, into, out] of [
    ['Transaction side', 'credit', 'debit'],
    ['Nature', 'Crédit', 'Débit'],
    ['Sens du virement', 'Entrant', 'Sortant'],
    ['Code', 'C', 'D'],
    ['Sens', 'Crédit (C)', 'Débit (D)'],
    ['Type', 'Virement entrant', 'Virement émis'],
  ])
    assert.deepEqual(
      await readAs(csv(`Date;Texte;Montant;${name}`, `05/10/2026;A;12,00;${into}`, `06/10/2026;B;5,00;${out}`)),
      ['12.00 EUR', '-5.00 EUR'],
      name,
    );
});

test('headers that lost their accents still identify the debit column', async () => {
  for (const lost of ['\u201a', '\ufffd', 'Ã©', 'Ž'])
    assert.deepEqual(
      await readAs(csv(`Date;Libell${lost};D${lost}bit;Cr${lost}dit`, '05/10/2026;A;;12,00', '06/10/2026;B;5,00;')),
      ['12.00 EUR', '-5.00 EUR'],
      lost,
    );
});

test('two amount columns are not guessed if neither name nor sign shows the debit', async () => {
  const rows = (out: string) => csv('Data;Opis;Obciążenia;Uznania', '05/10/2026;A;;12,00', `06/10/2026;B;${out};`);
  assert.deepEqual(await read(rows('5,00')), { noGuess: true });
  assert.deepEqual(await readAs(rows('-5,00')), ['12.00 EUR', '-5.00 EUR']);
});

test('amounts without signs get the sign the balances prove', async () => {
  const rows = ['07/10/2026;SHOP;20,00;2130,00', '06/10/2026;EDF;50,00;2150,00', '05/10/2026;CLIENT;1200,00;2200,00'];
  // Nothing proves the sign of the oldest one.
  assert.deepEqual(await readAs(csv('Date;Libellé;Montant;Solde', ...rows)), [
    '-20.00 EUR',
    '-50.00 EUR',
    '1200.00 EUR ?',
  ]);
});

test('amounts without signs need a manual check if the text suggests a debit', async () => {
  const rows = ['05/10/2026;Virement de tiers;CLIENT;1200,00', '06/10/2026;Paiement par carte;EDF;50,00'];
  assert.deepEqual(await readAs(csv('Date;Type;Libellé;Montant', ...rows)), ['1200.00 EUR', '50.00 EUR ?']);
});

test('a row with an unknown status is left out and does not affect the others', async () => {
  const rows = ['05/10/2026;A;1,00;Exécuté', '06/10/2026;B;2,00;Refusé', '07/10/2026;C;3,00;Zorglub'];
  assert.deepEqual(await readAs(csv('Date;Libellé;Montant;Statut', ...rows)), [
    '1.00 EUR',
    'declined',
    'unknown_status',
  ]);
});

test('a status written as a sentence is understood, including "not"', async () => {
  for (const [said, reason] of [
    ['Paiement refusé par la banque', 'declined'],
    ['Paiement en attente de validation', 'pending'],
    ['Non comptabilisée', 'pending'],
    ['Not processed', 'pending'],
    ['Refund pending', 'pending'],
    ['Under review', 'pending'],
    ['Annulation', 'canceled'],
    ['RÜCKGÄNGIG GEMACHT', 'reverted'],
  ])
    assert.deepEqual(
      await readAs(
        csv('Date;Libellé;Montant;Statut', '05/10/2026;A;1,00;Paiement effectué', `06/10/2026;B;2,00;${said}`),
      ),
      ['1.00 EUR', reason],
      said,
    );
});

test('yes/no columns leave out unbooked rows', async () => {
  const rows = ['2026-10-05,A,1.00,true,false', '2026-10-06,B,2.00,false,false', '2026-10-07,C,3.00,true,true'];
  assert.deepEqual(await readAs(csv('Date,Description,Amount,Booked,Is cancelled', ...rows)), [
    '1.00 EUR ?',
    'pending',
    'canceled',
  ]);
});

test('rows with "pending" instead of a date are left out; text that starts with it needs a manual check', async () => {
  const rows = ['En attente;A;1,00', '05/10/2026;B;2,00', '06/10/2026;En attente - VIR CLIENT;3,00'];
  assert.deepEqual(await readAs(csv('Date;Libellé;Montant', ...rows)), ['2.00 EUR', '3.00 EUR ?', 'pending']);
});

test('a file with several currencies becomes one statement per currency', async () => {
  const rows = ['05/10/2026;A;1,00;EUR', '06/10/2026;B;2,00;USD', '07/10/2026;C;3,00;Euro', '08/10/2026;D;4,00;'];
  assert.deepEqual(await readAs(csv('Date;Libellé;Montant;Devise', ...rows)), [
    '1.00 EUR',
    '3.00 EUR',
    '4.00 EUR',
    '2.00 USD',
  ]);
});

test('1.200 is twelve hundred if the comma separates decimals or no separator does', async () => {
  assert.deepEqual(await readAs(csv('Datum;Text;Betrag', '05.10.2026;A;1.200', '06.10.2026;B;-50,25')), [
    '1200.00 EUR',
    '-50.25 EUR',
  ]);
  assert.deepEqual(await readAs(csv('Date,Text,Amount', '2026-10-05,A,"1,200"', '2026-10-06,B,-50.25')), [
    '1200.00 EUR',
    '-50.25 EUR',
  ]);
});

test('amounts in brackets, with a currency before, letters after, or a dash for none are read', async () => {
  const amounts = ['(50.00)', '-€5.00', '€-6.00', '7.00 DR', '8.00 CR', '9.00-'];
  assert.deepEqual(
    await readAs(csv('Date;Text;Amount', ...amounts.map((each) => `2026-10-05;A;${each}`))),
    ['-50.00', '-5.00', '-6.00', '-7.00', '8.00', '-9.00'].map((each) => `${each} EUR`),
  );
  assert.deepEqual(await readAs(csv('Date;Libellé;Débit;Crédit', '05/10/2026;A;-;1,00', '06/10/2026;B;2,00;—')), [
    '1.00 EUR',
    '-2.00 EUR',
  ]);
});

test('of two amounts with the same name, the one in euros counts', async () => {
  const rows = ['05/10/2026;A;13,00;12,00', '06/10/2026;B;-6,00;-5,00'];
  assert.deepEqual(await readAs(csv('Date;Libellé;Montant (USD);Montant (EUR)', ...rows)), ['12.00 EUR', '-5.00 EUR']);
});

test('rows below "Opérations à venir" are left out until another heading', async () => {
  const head = 'Date;Libellé;Montant';
  const file = csv(
    ...['Opérations à venir', head, '10/10/2026;A;3,00'],
    ...['Opérations comptabilisées', head, '05/10/2026;B;1,00'],
  );
  assert.deepEqual(await readAs(file), ['1.00 EUR', 'pending', 'note']);
});

test('a row with only the balance and the account number is not a movement', async () => {
  assert.deepEqual(await readAs(csv('02/10/2026;12,00;Virement;;VIR CLIENT', '31/10/2026;2345,67;;00123 456789X')), [
    '12.00 EUR ?',
    'total',
  ]);
});

test('a payment whose text looks like a balance or an account number is a movement', async () => {
  const rows = ['05/10/2026;ACME;Solde octobre 2026;12,00', '06/10/2026;;Solde octobre 2026;2345,67'];
  assert.deepEqual(await readAs(csv('Date;Nom;Libellé;Montant', ...rows)), ['12.00 EUR', 'total']);
  const references = [
    '05/10/2026;20261000012;1,00',
    '06/10/2026;2026 00012;2,00',
    '07/10/2026;FR7630006000011234567890189;3,00',
  ];
  assert.deepEqual(await readAs(csv('Date;Libellé;Montant', ...references)), ['1.00 EUR', '2.00 EUR', '3.00 EUR']);
});

test('first rows without a date are data, not headers', async () => {
  const head = 'Colonne 1;Colonne 2;Colonne 3;Colonne 4';
  const rows = [
    '05/10/2026;VIR A;1,00;04/10/2026',
    ...['06/10/2026', '07/10/2026', '08/10/2026'].map((day) => `;VIR B;2,00;${day}`),
  ];
  const found = await readBankFile(Buffer.from(csv(head, ...rows)), { columnsOf: () => undefined });
  assert.ok('untold' in found);
  assert.deepEqual(found.untold.headers, head.split(';'));
});

test('the payer’s account is not the account of the file', async () => {
  const rows = [
    '2026-10-05;CLIENT;FR7610107001011234567890129;A;1,00',
    '2026-10-06;EDF;FR7630006000011234567890189;B;-2,00',
  ];
  const found = await read(csv('Date;Bénéficiaire;Numéro de compte;Libellé;Montant', ...rows));
  assert.ok('statements' in found);
  assert.deepEqual(
    found.statements.map(({ account }) => account),
    [{}],
  );
});

const ofx = (lines: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${lines}</BANKTRANLIST></STMTRS></OFX>`;
const entry = (kind: string, amount: string, more = '') =>
  `<STMTTRN><TRNTYPE>${kind}<DTPOSTED>20261005<TRNAMT>${amount}${more}<NAME>A</STMTTRN>`;

test('OFX: a debit without a sign is negative; a type that contradicts the sign needs a manual check', async () => {
  assert.deepEqual(await readAs(ofx(entry('CREDIT', '12.00') + entry('DEBIT', '5.00'))), ['12.00 EUR', '-5.00 EUR']);
  assert.deepEqual(await readAs(ofx(entry('DEBIT', '-5.00') + entry('DEBIT', '3.00'))), ['-5.00 EUR', '3.00 EUR ?']);
  assert.deepEqual(await readAs(ofx(entry('CHECK', '5.00'))), ['5.00 EUR ?']);
});

test('OFX: holds, reversed transactions and pending lists are left out', async () => {
  assert.deepEqual(
    await readAs(
      ofx(entry('HOLD', '5.00') + entry('CREDIT', '6.00', '<CORRECTACTION>DELETE') + entry('CREDIT', '7.00')),
    ),
    ['7.00 EUR', 'pending', 'canceled'],
  );
  const pending =
    '<BANKTRANLISTP><STMTTRNP><TRNTYPE>CREDIT<DTTRAN>20261030<TRNAMT>70.00<NAME>P</STMTTRNP></BANKTRANLISTP>';
  assert.deepEqual(await readAs(ofx(entry('CREDIT', '7.00')).replace('</STMTRS>', `${pending}</STMTRS>`)), [
    '7.00 EUR',
    'pending',
  ]);
});

const entryOf = (status: string) =>
  `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt><Dt>2026-10-05</Dt></BookgDt></Ntry>`;
const camt = (message: '052' | '053', inside: string) => {
  const [root, part] = message === '052' ? ['BkToCstmrAcctRpt', 'Rpt'] : ['BkToCstmrStmt', 'Stmt'];
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.08"><${root}><${part}><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>${inside}</${part}></${root}></Document>`;
};

test('CAMT.052: booked entries are read; pending, informational and unmarked ones are left out', async () => {
  const statuses = ['<Sts><Cd>BOOK</Cd></Sts>', '<Sts>PDNG</Sts>', '<Sts><Cd>INFO</Cd></Sts>', ''];
  assert.deepEqual(await readAs(camt('052', statuses.map(entryOf).join(''))), [
    '1.00 EUR',
    'pending',
    'no_movement',
    'unknown_status',
  ]);
});

test('CAMT.053: a status in the bank’s own words counts', async () => {
  const statuses = ['<Sts><Prtry>BOOKED</Prtry></Sts>', '<Sts><Prtry>PENDING</Prtry></Sts>', ''];
  assert.deepEqual(await readAs(camt('053', statuses.map(entryOf).join(''))), ['1.00 EUR', '1.00 EUR', 'pending']);
});
