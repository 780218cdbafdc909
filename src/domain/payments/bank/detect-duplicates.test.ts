import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { fails, holds } from '../../../../test/support/runner/property-runs.ts';
import { cents } from '../../money/cents.ts';
import { contentOf, type KeyedLine, type KnownLine, type NewLine, newAmong } from './detect-duplicates.ts';
import type { BankFormat } from './transaction.ts';

type Payment = { readonly day: number; readonly euros: number; readonly who: string };
type Rule = (lines: readonly KeyedLine[], known: readonly KnownLine[], format: BankFormat) => NewLine[];

/** A payment as written in a format; only OFX has ids. */
function lineOf({ day, euros, who }: Payment, at: number, format: BankFormat): KeyedLine {
  const label = { ofx: `VIR ${who}`, csv: `Virement de ${who}`, camt053: who }[format];
  const bookedOn = `2026-01-${String(day).padStart(2, '0')}`;
  const line = { bookedOn, amount: cents(euros * 100), label, ...(format === 'ofx' && { bankId: `ofx:${at}` }) };
  return { ...line, key: contentOf(line) };
}

/** The stored lines after reading files one by one. */
function storedAfter(
  files: readonly (readonly [format: BankFormat, lines: readonly KeyedLine[]])[],
  rule: Rule,
): KnownLine[] {
  const stored: KnownLine[] = [];
  for (const [format, lines] of files) {
    const days = lines.map(({ bookedOn }) => bookedOn).sort();
    const [from = '', to = ''] = [days[0], days.at(-1)];
    for (const { line, nth, bankId } of rule(lines, [...stored], format)) {
      const { key, bookedOn, amount } = line;
      stored.push({ key, nth, format, bookedOn, amount, from, to, ...(bankId !== undefined && { bankId }) });
    }
  }
  return stored;
}

const lives = fc.record({
  payments: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 6 }),
      euros: fc.integer({ min: 1, max: 2 }),
      who: fc.constantFrom('ACME', 'PETIT'),
    }),
    { maxLength: 12 },
  ),
  // Files of whole days in any format, possibly overlapping, covering all days in the end.
  files: fc.array(
    fc.record({
      from: fc.integer({ min: 1, max: 6 }),
      to: fc.integer({ min: 1, max: 6 }),
      format: fc.constantFrom<BankFormat>('ofx', 'csv', 'camt053'),
    }),
    { maxLength: 4 },
  ),
  last: fc.constantFrom<BankFormat>('ofx', 'csv', 'camt053'),
});
type Life = typeof lives extends fc.Arbitrary<infer Given> ? Given : never;

const sameAsPaid =
  (rule: Rule) =>
  ({ payments, files, last }: Life): void => {
    const within = ({ from, to, format }: Life['files'][number]): readonly [BankFormat, KeyedLine[]] => [
      format,
      payments.flatMap((payment, at) =>
        payment.day >= from && payment.day <= to ? [lineOf(payment, at, format)] : [],
      ),
    ];
    const read = [...files, { from: 1, to: 6, format: last }].map(within);
    const days = (all: readonly { bookedOn: string; amount: number }[]) =>
      all.map(({ bookedOn, amount }) => `${bookedOn} ${amount}`).sort();
    const paid = payments.map((payment, at) => lineOf(payment, at, last));
    const stored = storedAfter(read, rule);
    assert.deepEqual(days(stored), days(paid));
    // Reading the same files again changes nothing.
    assert.equal(storedAfter([...read, ...read], rule).length, stored.length);
    assert.equal(new Set(stored.map(({ key, nth }) => `${key} ${nth}`)).size, stored.length);
  };

/** A naive rule: a line with the same content as a stored one is a duplicate. */
const byContentAlone: Rule = (lines, known) => {
  const keys = new Set(known.map(({ key }) => key));
  return lines.flatMap((line) => (keys.has(line.key) ? [] : [{ line, nth: keys.add(line.key).size }]));
};

test('for any files of whole days in any format, each payment is stored once; by content alone it is not', () => {
  holds(lives, 500, sameAsPaid(newAmong));
  assert.ok(fails(lives, 500, sameAsPaid(byContentAlone)));
});

const three: readonly Payment[] = [1, 2, 3].map((day) => ({ day, euros: 5, who: 'ACME' }));
const withIds = (ids: readonly string[], payments = three): KeyedLine[] =>
  payments.map((payment, at) => ({ ...lineOf(payment, at, 'ofx'), bankId: `ofx:${ids[at]}` }));
const addedOf = (...files: readonly KeyedLine[][]): number[] =>
  files.map(
    (_, at) =>
      storedAfter(
        files.slice(0, at + 1).map((lines) => ['ofx', lines] as const),
        newAmong,
      ).length -
      storedAfter(
        files.slice(0, at).map((lines) => ['ofx', lines] as const),
        newAmong,
      ).length,
  );

test('with a bank that assigns new ids in each file, lines are recognized by their text, one or three of them', () => {
  assert.deepEqual(addedOf(withIds(['a', 'b', 'c']), withIds(['x', 'y', 'z'])), [3, 0]);
  const [one, two] = [three.slice(0, 1), three.slice(0, 2)];
  assert.deepEqual(addedOf(withIds(['a'], one), withIds(['b'], one)), [1, 0]);
  assert.deepEqual(addedOf(withIds(['a', 'b'], two), withIds(['x', 'y'], two)), [2, 0]);
});

test('with permanent ids, the same payment twice a day under two ids is two payments', () => {
  const twice = [...three, ...three.slice(0, 1)];
  assert.deepEqual(addedOf(withIds(['a', 'b', 'c']), withIds(['a', 'b', 'c', 'd'], twice)), [3, 1]);
});

/** The same amount each month, from that month's payer. */
const month = (first: number, who: string): Payment[] => [0, 1, 2].map((at) => ({ day: first + at, euros: 50, who }));

test('with ids restarting each month, payments of the next month are not skipped', () => {
  const [january, february] = [month(1, 'ACME'), month(20, 'PETIT')];
  const ids = ['1', '2', '3'];
  assert.deepEqual(addedOf(withIds(ids, january), withIds(ids, february)), [3, 3]);
  // Reading each month again changes nothing, nor does reading both in one file.
  assert.deepEqual(addedOf(withIds(ids, january), withIds(ids, february), withIds(ids, february)), [3, 3, 0]);
  const both = withIds([...ids, '1', '2', '3'], [...january, ...february]);
  assert.deepEqual(addedOf(withIds(ids, january), withIds(ids, february), both), [3, 3, 0]);
});

test('with ids restarting in each download, payments on overlapping days are not skipped', () => {
  const all = [1, 2, 3, 4, 5].map((day) => ({ day, euros: 50, who: `N${day}` }));
  const first = withIds(['1', '2', '3'], all.slice(0, 3));
  assert.deepEqual(addedOf(first, withIds(['1', '2', '3', '4'], all.slice(1))), [3, 2]);
});

test('an id that occurs twice in a file, or is known with another amount, is ignored', () => {
  assert.deepEqual(addedOf(withIds(['0', '0', '0']), withIds(['0', '0', '0'])), [3, 0]);
  const dearer = three.map((payment) => ({ ...payment, euros: 6 }));
  assert.deepEqual(addedOf(withIds(['a', 'b', 'c']), withIds(['a', 'b', 'c'], dearer)), [3, 3]);
});

test('a line the bank moved to another day or reworded is recognized by its id', () => {
  const moved = three.map((payment) => ({ ...payment, day: payment.day + 1, who: 'ACME SARL' }));
  assert.deepEqual(addedOf(withIds(['a', 'b', 'c']), withIds(['a', 'b', 'c'], moved)), [3, 0]);
});

test('100,000 identical lines are compared in one pass each, known or not', () => {
  const line = lineOf({ day: 1, euros: 1, who: 'ACME' }, 0, 'ofx');
  const lines = Array.from({ length: 100_000 }, (_, at) => ({ ...line, bankId: `ofx:${at}` }));
  const known = lines.map(({ key, bookedOn, amount }, at) => ({
    key,
    bookedOn,
    amount,
    nth: at + 1,
    format: 'ofx' as const,
    ...{ bankId: `ofx:k${at}`, from: bookedOn, to: bookedOn },
  }));
  const began = process.cpuUsage();
  newAmong(lines, known, 'ofx');
  newAmong(
    lines.map(({ bankId: _, ...each }) => each),
    known,
    'csv',
  );
  // Comparing all pairs would take minutes.
  assert.ok(process.cpuUsage(began).user < 20_000_000);
});
