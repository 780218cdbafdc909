import assert from 'node:assert/strict';
import { test } from 'vitest';
import { exampleOf, formatNumberPattern, formatOfExample } from './number-format.ts';

test('the number a format produces is previewed as it is typed', () => {
  const at = { series: 'F', year: 2026, counter: 72 };
  assert.equal(formatNumberPattern('{series}-{year}-{counter:4}', at), 'F-2026-0072');
  assert.equal(formatNumberPattern('FA{year}/{counter}', at), 'FA2026/72');
  // An incomplete format is shown unchanged.
  assert.equal(formatNumberPattern('{series}-{ye', at), 'F-{ye');
});

test('a format is entered as an example number: its year and counter are recognized', () => {
  const at = { series: 'F', year: 2026 };
  for (const [example, format] of [
    ['F-2026-0001', '{series}-{year}-{counter:4}'],
    ['FA2026-001', 'FA{year}-{counter:3}'],
    ['2026/00001-F', '{year}/{counter:5}-{series}'],
    ['{year}/{counter:2}', '{year}/{counter:2}'],
    // Without a year or a counter, the service reports what is missing.
    ['Facture 7', 'Facture 7'],
    ['F-2026', 'F-2026'],
  ] as const) {
    assert.equal(formatOfExample(example, at), format);
    if (!example.includes('{') && format.includes('{')) assert.equal(exampleOf(format, at), example);
  }
});
