import assert from 'node:assert/strict';
import { test } from 'vitest';
import { seeded, seedOf } from '../../../../test/support/runner/seeded-random.ts';
import { continuedSeries } from './continue-series.ts';
import { formatText, numberOf, parseFormat } from './number-format.ts';
import type { NumberFormat } from './series.ts';

const at = { series: 'F', year: 2026 } as const;
const next = (last: string): string => {
  const found = continuedSeries(last, at);
  if ('refused' in found) return found.refused;
  return [found.number, formatText(found.format), ...found.changes].join(' ');
};

test.for([
  ['F-2026-0041', 'F-2026-0042 {series}-{year}-{counter:4}'],
  ['FA-2026-0041', 'FA-2026-0042 FA-{year}-{counter:4}'],
  ['2026-0042', '2026-0043 {year}-{counter:4}'],
  ['FAC2026/99', 'FAC2026/100 FAC{year}/{counter:2}'],
  ['FA20260041', 'FA20260042 FA{year}{counter:4}'],
  ['2026/41/A', '2026/42/A {year}/{counter:2}/A'],
  ['FA-2026-11-0042', 'FA-2026-0043 FA-{year}-{counter:4} month_left_out'],
  ['FA202611-0042', 'FA2026-0043 FA{year}-{counter:4} month_left_out'],
  ['FA2611-0042', 'FA2026-0043 FA{year}-{counter:4} year_in_full month_left_out'],
  ['FA26-0042', 'FA2026-0043 FA{year}-{counter:4} year_in_full'],
  ['F42', 'F-2026-43 {series}-{year}-{counter:2} year_added'],
  ['0042', '2026-0043 {year}-{counter:4} year_added'],
  ['FA-2025-0117', 'FA-2026-0001 FA-{year}-{counter:4} new_year'],
  ['FA n° 2026.0041', 'FAn20260042 FAn{year}{counter:4} characters_left_out'],
  ['FACTURE-CLIENT-2026-00041', 'F-2026-0042 {series}-{year}-{counter:4} usual_format'],
] as const)('after %s comes %s', ([last, expected]) => {
  assert.equal(next(last), expected);
});

test('a number without digits, or with a counter of a billion, is refused', () => {
  for (const last of ['', 'FACTURE', '№', 'F-2026-1000000000']) assert.equal(next(last), 'last_number_unreadable');
});

test('random numbers of our own formats are continued by the next one, in the same form', () => {
  const random = seeded(seedOf('CONTINUE_SEED'));
  for (let n = 0; n < 2_000; n++) {
    const mark = random.pick(['{series}-', 'FA', 'X-', 'FACT/', '']);
    const text = `${mark}{year}${random.pick(['-', '/', '_'])}{counter:${random.int(1, 5)}}`;
    const format = parseFormat(text) as NumberFormat;
    const counter = random.int(1, 99_998);
    const last = numberOf(format, { ...at, counter });
    const found = continuedSeries(last, at);
    assert.ok(!('refused' in found), last);
    assert.equal(found.number, numberOf(format, { ...at, counter: counter + 1 }), `${last} of ${text}`);
  }
});
