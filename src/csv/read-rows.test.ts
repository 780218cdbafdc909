import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { fails, holds } from '../../test/support/runner/property-runs.ts';
import { detectSeparator } from './detect-separator.ts';
import { escapeFormula, unescapeFormula } from './escape-formulas.ts';
import { readNumber } from './read-number.ts';
import { countRows, readRows, type SheetRow } from './read-rows.ts';
import { type Cell, dialects, writeRows } from './write-rows.ts';

async function rowsOf(text: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readRows(text, detectSeparator(text))) rows.push(...some);
  return rows;
}

test('French Excel, LibreOffice and Numbers save the same two rows', async () => {
  const saved = {
    'Excel, French': 'Nom;Prix\r\n"Pain; ""bis""";1 234,56\r\n',
    'Excel with sep=': 'sep=;\r\nNom;Prix\r\n"Pain; ""bis""";1 234,56\r\n',
    'LibreOffice, every text quoted': '"Nom","Prix"\n"Pain; ""bis""","1 234,56"\n',
    Numbers: 'Nom;Prix\n"Pain; ""bis""";1 234,56',
    'an old Mac': 'Nom;Prix\r"Pain; ""bis""";1 234,56\r',
    'a tab-separated file': 'Nom\tPrix\n"Pain; ""bis"""\t1 234,56\n',
  };
  for (const [program, text] of Object.entries(saved))
    assert.deepEqual(
      await rowsOf(text),
      [
        { row: 1, cells: ['Nom', 'Prix'] },
        { row: 2, cells: ['Pain; "bis"', '1 234,56'] },
      ],
      program,
    );
});

test('rows are numbered as in a spreadsheet: an empty row counts, a cell of three lines counts once', async () => {
  const text = 'a;b\r\n"un\r\ndeux\r\ntrois";1\r\n\r\n;\r\nquatre;2\n\ncinq';
  const rows = await rowsOf(text);
  assert.deepEqual(
    rows.map(({ row, cells }) => [row, cells[0]]),
    [
      [1, 'a'],
      [2, 'un\r\ndeux\r\ntrois'],
      [5, 'quatre'],
      [7, 'cinq'],
    ],
  );
  assert.equal(await countRows(text, detectSeparator(text), 100), 4);
});

test('a broken quote is reported with its row', async () => {
  const broken = async (text: string) => countRows(text, detectSeparator(text), 20_000);
  assert.deepEqual(await broken('a;b\n1;2\n"x;3\n4;5\n'), { brokenInRow: 3 });
  assert.deepEqual(await broken('a;b\n"1\n1";2\n\n3;x"y\n'), { brokenInRow: 4 });
  assert.deepEqual(await broken('a;b\n"x"y;2\n'), { brokenInRow: 2 });
  assert.deepEqual(await broken(`a;b\n${'1;2\n'.repeat(9_998)}3;"\n`), { brokenInRow: 10_000 });
  assert.equal(await broken('a;b\n"x""y";2\n'), 2);
});

test('an endless row and a file without content are refused early', async () => {
  const endless = `a;b\n"${'x\n'.repeat(1_000_000)}`;
  assert.deepEqual(await countRows(endless, detectSeparator(endless), 10), { brokenInRow: 2 });
  const empty = '\n'.repeat(1_000_000);
  assert.equal(await countRows(empty, detectSeparator(empty), 10), 11);
  const long = 'a\n'.repeat(1_000_000);
  assert.equal(await countRows(long, detectSeparator(long), 10), 11);
  assert.equal(await countRows(`a${'\n'.repeat(20)}b`, { separator: ';', start: 0 }, 10), 2);
});

test('a file longer than one read is read whole, wherever the read ends', async () => {
  const text = `a;b\r\n${'"é""\r\n€";x\r\n'.repeat(20_000)}`;
  const rows = await rowsOf(text);
  assert.equal(rows.length, 20_001);
  assert.ok(rows.slice(1).every(({ cells }) => cells[0] === 'é"\r\n€'));
  assert.equal(rows.at(-1)?.row, 20_001);
});

const LIVE_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '−', ' =', '\u00a0=', '\u200b='];

test('a cell that looks like a formula is escaped, and reads back unchanged', () => {
  for (const start of LIVE_STARTS) {
    const formula = `${start}cmd|' /C calc'!A0`;
    assert.equal(escapeFormula(formula), `'${formula}`);
    assert.equal(unescapeFormula(escapeFormula(formula)), formula);
  }
  for (const text of ['', 'Pain', "l'eau", "'entre apostrophes'", '5', 'a=b', 'x@y.fr'])
    assert.equal(escapeFormula(text), text);
  assert.equal(unescapeFormula("'=1+1"), '=1+1');
  assert.equal(unescapeFormula("'Pain'"), "'Pain'");
});

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...LIVE_STARTS, "'", '"', ';', ',', '\n', ' ', 'a', '5', '\ufeff'), maxLength: 6 }),
);
const numbers = fc
  .record({ whole: fc.bigInt(-(10n ** 12n), 10n ** 12n), fraction: fc.stringMatching(/^\d{0,5}[1-9]$|^$/) })
  .map(({ whole, fraction }) => ({ decimal: fraction ? `${whole}.${fraction}` : String(whole) }));
const tables = fc.record({
  rows: fc.array(fc.array(fc.oneof(texts, numbers), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  dialect: fc.constantFrom(...Object.values(dialects)),
});

test('every written text and number reads back exactly, in both dialects', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async ({ rows, dialect }) => {
      // Blank rows are dropped, so a first non-empty cell keeps each row.
      const said: Cell[][] = rows.map((cells) => ['x', ...cells]);
      const headers = said[0]?.map((_, place) => `h${place}`) ?? [];
      const text = dialect.mark + writeRows([headers, ...said], dialect);
      const { separator } = detectSeparator(text);
      assert.equal(separator, dialect.separator);
      const [, ...found] = await rowsOf(text);
      assert.equal(found.length, said.length);
      const comma = separator === ',' ? 'thousands' : 'decimal';
      for (const [at, cells] of said.entries())
        for (const [place, cell] of cells.entries()) {
          const back = found[at]?.cells[place];
          if (typeof cell === 'string') assert.equal(back, cell);
          else assert.deepEqual(readNumber(back ?? '', { comma }), { decimal: cell?.decimal, ambiguous: false });
        }
    }),
    { numRuns: 500 },
  );
});

/** What a spreadsheet would run, implemented independently of the guard. */
const isLive = (cell: string): boolean =>
  ['=', '+', '-', '@'].includes(
    cell
      .replace(/^[\s\p{Cf}]+/u, '')
      .normalize('NFKC')
      .replace(/^−/, '-')
      .charAt(0),
  ) || /^[\t\r\n]/.test(cell);

test('no written text is a formula; negative control: the check detects one', () => {
  holds(texts, 5_000, (text) => assert.ok(!isLive(escapeFormula(text))));
  assert.ok(fails(texts, 5_000, (text) => assert.ok(!isLive(text))));
});
