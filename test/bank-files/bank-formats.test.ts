import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { readBankFile } from '../../src/bank-files/read-bank-file.ts';
import { sum } from '../../src/domain/money/cents.ts';
import { balanceOf, type ReadStatement } from '../../src/domain/payments/bank/statement.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';

// Small files modeled on those of banks, in their original encoding. read.txt has the expected
// result, checked manually. CSV columns are the proposed ones.

const FILES = new URL('./fixtures/', import.meta.url);
const names = readdirSync(FILES).filter((name) => name !== 'read.txt');
const bytesOf = (name: string): Buffer => readFileSync(new URL(name, FILES));
/**
 * CSV files do not state their encoding; this one differs from Windows-1252 by the euro sign only.
 */
const encodings: Readonly<Record<string, 'iso-8859-15'>> = { '32-iso-8859-15.csv': 'iso-8859-15' };

const expected = new Map(
  readFileSync(new URL('read.txt', FILES), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part): [string, string] => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]),
);

const read = (
  bytes: Uint8Array,
  encoding?: 'iso-8859-15',
  columnsOf: Parameters<typeof readBankFile>[1]['columnsOf'] = () => undefined,
) => readBankFile(bytes, { encoding, columnsOf });

async function told(name: string): Promise<string> {
  const first = await read(bytesOf(name), encodings[name]);
  if (!('untold' in first)) return 'statements' in first ? shown(first) : JSON.stringify(first);
  const { guess } = first.untold;
  const second = await read(bytesOf(name), encodings[name], () => guess);
  const lines = 'statements' in second ? shown(second) : JSON.stringify(second);
  return `columns ${JSON.stringify(guess)}\n${lines}`;
}

const shown = ({ statements, leftOut, doubtfulColumns }: Read): string =>
  [
    ...statements.map(shownOne),
    ...leftOut.byReason.map(
      ({ reason, status, count }) => `left out ${count} ${[reason, status].filter(Boolean).join(' ')}`,
    ),
    ...(doubtfulColumns.length > 0 ? [`doubtful ${doubtfulColumns.join(', ')}`] : []),
  ].join('\n');
type Read = Extract<Awaited<ReturnType<typeof readBankFile>>, { statements: unknown }>;

function shownOne({ format, account, currency, from, to, opening, closing, lines }: ReadStatement): string {
  const money = (cents: number | undefined): string => (cents === undefined ? '-' : (cents / 100).toFixed(2));
  const period = from === undefined ? '-' : `${from}..${to}`;
  const all = { ...(opening !== undefined && { opening }), ...(closing !== undefined && { closing }) };
  const { balance } = balanceOf({ ...all, sum: sum(lines.map(({ amount }) => amount)) });
  const head = [
    format,
    account.iban ?? account.number ?? 'nobody',
    currency,
    period,
    money(opening),
    money(closing),
    balance,
  ];
  const rows = lines.map((line) => {
    const value = line.valueOn !== undefined && line.valueOn !== line.bookedOn ? ` (${line.valueOn})` : '';
    const words = [line.label, line.counterpart, line.counterpartIban, line.reference, line.bankId];
    const fee = line.fee === undefined ? '' : ` (fee ${money(line.fee)})`;
    return [`${line.bookedOn}${value}`, `${money(line.amount)}${fee}${line.isDoubtful ? ' ?' : ''}`, ...words]
      .map((each) => each ?? '')
      .join(' | ')
      .replace(/( \| )+$/, '');
  });
  return [head.join(' '), ...rows.map((row) => `  ${row}`)].join('\n');
}

test('every fixture has an expected result, and there are at least 30', () => {
  assert.deepEqual([...expected.keys()].sort(), names.sort());
  assert.ok(names.length >= 30, `${names.length} files`);
});

for (const name of names)
  test(`${name} is read correctly`, async () => assert.equal(await told(name), expected.get(name)));

test('a bank file corrupted anywhere is read or refused, without any other error', async () => {
  const seed = seedOf('SPOILT_SEED');
  const chance = seeded(seed);
  let refused = 0;
  for (let round = 0; round < 20; round++)
    for (const name of names) {
      const bytes = Buffer.from(bytesOf(name));
      const at = chance.int(0, bytes.length - 1);
      const how = chance.int(0, 3);
      if (how === 0) bytes[at] = chance.int(0, 255);
      const spoilt = [
        bytes,
        bytes.subarray(0, at),
        Buffer.concat([bytes.subarray(0, at), bytes.subarray(chance.int(0, at))]),
        Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(chance.pick(['<', '"', '\0', '&#0;', '-', ';;;', ']]>'])),
          bytes.subarray(at),
        ]),
      ][how] as Buffer;
      const became = await read(spoilt).catch((error: unknown) => {
        throw new Error(`${name}, spoilt at ${at} (SPOILT_SEED=${seed})`, { cause: error });
      });
      if ('fault' in became) refused += 1;
    }
  assert.ok(refused > 0);
});

type Line = { readonly bookedOn: string; readonly cents: number; readonly label: string };
const writers: Readonly<Record<string, (lines: readonly Line[], escaped: (said: string) => string) => string>> = {
  ofx: (lines, escaped) =>
    `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${lines
      .map(({ bookedOn, cents, label }) => {
        const members = `<DTPOSTED>${bookedOn.replaceAll('-', '')}<TRNAMT>${(cents / 100).toFixed(2)}<NAME>${escaped(label)}`;
        return `<STMTTRN>${members}</STMTTRN>`;
      })
      .join('\n')}</BANKTRANLIST></STMTRS></OFX>`,
  camt053: (lines, escaped) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>${lines
      .map(({ bookedOn, cents, label }) => {
        const amount = `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt>`;
        const day = `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><BookgDt><Dt>${bookedOn}</Dt></BookgDt>`;
        return `<Ntry>${amount}${day}<AddtlNtryInf>${escaped(label)}</AddtlNtryInf></Ntry>`;
      })
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
  csv: (lines, escaped) =>
    `Date;Libellé;Montant\n${lines
      .map(({ bookedOn, cents, label }) => {
        const day = bookedOn.split('-').reverse().join('/');
        const quoted = escaped('') === '' ? `"${label.replaceAll('"', '""')}"` : label;
        return `${day};${quoted};${(cents / 100).toFixed(2).replace('.', ',')}\n`;
      })
      .join('')}`,
};
const columns = { date: 1, label: [2], amount: 3, dateOrder: 'dmy' } as const;
const xml = (said: string): string => said.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const statements = fc.array(
  fc.record({
    bookedOn: fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    cents: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
    // On one line and trimmed, as stored.
    label: fc
      .string({ unit: fc.constantFrom('A', 'é', '€', '<', '>', '&', ';', '"', "'", '/', '-', ' ', '5'), maxLength: 20 })
      .map((said) => `VIR ${said}`.replace(/\s+/g, ' ').trim()),
  }),
  { maxLength: 6 },
);

for (const [format, write] of Object.entries(writers))
  test(`a statement written as ${format} is read the same; unescaped text would not be`, async () => {
    const same = async (lines: readonly Line[], escaped: (said: string) => string): Promise<boolean> => {
      const became = await read(Buffer.from(write(lines, escaped)), undefined, () => columns);
      if (!('statements' in became)) return false;
      const found = became.statements[0]?.lines.map(({ bookedOn, amount, label }) => ({
        bookedOn,
        cents: amount,
        label,
      }));
      return JSON.stringify(found) === JSON.stringify(lines);
    };
    await fc.assert(
      fc.asyncProperty(statements, async (lines) => assert.ok(await same(lines, xml))),
      { numRuns: 100 },
    );
    const plain = [{ bookedOn: '2026-01-05', cents: 1, label: 'VIR "A" &lt; <NAME>; B' }];
    assert.ok(!(await same(plain, (said) => said || 'as it is')));
    assert.ok(await same(plain, xml));
  });
