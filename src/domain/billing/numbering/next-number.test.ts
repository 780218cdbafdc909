import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type AccountSettings, freshSettings } from '../../account/settings.ts';
import { type Kind, kinds } from '../document/kind.ts';
import { nextNumber } from './next-number.ts';
import { defaultFormat, parseFormat } from './number-format.ts';
import type { Numbering } from './numbering.ts';

const account = (numbering: Numbering = {}): AccountSettings => ({ ...freshSettings('Atelier Moreau'), numbering });
const counterOf = (
  kind: Kind,
  { last, year = 2026, test = false }: { last: number; year?: number; test?: boolean },
  settings = account(),
): number => nextNumber(kind, { test, year, last }, settings).counter;

/** An account that comes from another program in 2026, after its invoice 123. */
const format = parseFormat('FA{year}-{counter:3}') ?? assert.fail();
const moved = account({ F: { format, startsAt: 124, startsIn: 2026 } });

test('the first document of a series in a year is number 1, in the default format', () => {
  for (const kind of kinds)
    assert.deepEqual(nextNumber(kind, { test: false, year: 2026, last: 0 }, account()), {
      counter: 1,
      format: defaultFormat,
    });
});

test('numbers have no gap: 2 follows 1, 42 follows 41, 10,000 follows 9,999', () => {
  assert.deepEqual(
    [1, 41, 9_999].map((last) => counterOf('invoice', { last })),
    [2, 42, 10_000],
  );
});

test('an account that continues after invoice 123 numbers 124 first, then 125', () => {
  assert.equal(counterOf('invoice', { last: 0 }, moved), 124);
  assert.equal(counterOf('invoice', { last: 124 }, moved), 125);
});

test('a series that has issued a number continues from that number, not from its configured start', () => {
  assert.equal(counterOf('invoice', { last: 7 }, moved), 8);
});

test('the start 124 was set for 2026: the first invoice of 2025 and of 2027 is number 1', () => {
  assert.equal(counterOf('invoice', { last: 0, year: 2025 }, moved), 1);
  assert.equal(counterOf('invoice', { last: 0, year: 2027 }, moved), 1);
});

test('test invoices start at 1 whatever the start of the live ones, and have no gap either', () => {
  assert.equal(counterOf('invoice', { last: 0, test: true }, moved), 1);
  assert.equal(counterOf('invoice', { last: 1, test: true }, moved), 2);
});

test('advances are invoices in law: they share the start and the format of invoices', () => {
  assert.deepEqual(nextNumber('advance', { test: false, year: 2026, last: 0 }, moved), { counter: 124, format });
  assert.deepEqual(nextNumber('advance', { test: false, year: 2026, last: 124 }, moved), { counter: 125, format });
});

test('estimates, purchase orders and credit notes keep their own series when that of invoices starts at 124', () => {
  for (const kind of ['estimate', 'purchase_order', 'credit_note'] as const)
    assert.deepEqual(nextNumber(kind, { test: false, year: 2026, last: 0 }, moved), {
      counter: 1,
      format: defaultFormat,
    });
});

test('the chosen format holds for every number of the series, in every year and for test documents', () => {
  for (const facts of [
    { test: false, year: 2026, last: 0 },
    { test: false, year: 2026, last: 124 },
    { test: false, year: 2027, last: 0 },
    { test: true, year: 2026, last: 3 },
  ])
    assert.deepEqual(nextNumber('invoice', facts, moved).format, format);
});
