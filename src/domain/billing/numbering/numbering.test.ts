import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isRefusal } from '../../refusal.ts';
import { defaultFormat, formatText, parseFormat } from './number-format.ts';
import { firstCounter, formatOf, type Numbering, renumbered } from './numbering.ts';

const format = (text: string) => parseFormat(text) ?? assert.fail(text);
const changed = (change: Parameters<typeof renumbered>[1], before: Numbering = {}, inUse: string[] = []): Numbering => {
  const after = renumbered(before, change, { year: 2026, inUse });
  return isRefusal(after) ? assert.fail(after.refused) : (after as Numbering);
};

test('by default an account numbers F-2026-0001 from 1', () => {
  assert.equal(formatText(formatOf({}, 'F')), '{series}-{year}-{counter:4}');
  assert.equal(firstCounter({}, 'F', { year: 2026, test: false }), 1);
});

test('a first counter chosen for 2026 applies to live documents of 2026 only', () => {
  const numbering = changed({ F: { startsAt: 124 } });
  assert.equal(firstCounter(numbering, 'F', { year: 2026, test: false }), 124);
  assert.equal(firstCounter(numbering, 'F', { year: 2027, test: false }), 1);
  assert.equal(firstCounter(numbering, 'F', { year: 2026, test: true }), 1);
  assert.equal(firstCounter(numbering, 'AV', { year: 2026, test: false }), 1);
});

test('a format can be chosen, is kept when only the start changes, and can be reset', () => {
  const chosen = changed({ F: { format: format('FA{year}-{counter:3}') } });
  const started = changed({ F: { startsAt: 5 } }, chosen);
  assert.equal(formatText(formatOf(started, 'F')), 'FA{year}-{counter:3}');
  assert.deepEqual(formatOf(changed({ F: null }, started), 'F'), defaultFormat);
});

test('number_format_in_use: a series with numbers keeps its format and start, and accepts the same values again', () => {
  const before = changed({ F: { startsAt: 5 } });
  const change = (said: object) => renumbered(before, { F: said }, { year: 2026, inUse: ['F'] });
  assert.deepEqual(change({ startsAt: 6 }), { refused: 'number_format_in_use', series: 'F' });
  assert.deepEqual(change({ format: format('A{year}-{counter}') }), { refused: 'number_format_in_use', series: 'F' });
  assert.deepEqual(change({ startsAt: 5, format: defaultFormat }), before);
  assert.equal(isRefusal(renumbered(before, { D: { startsAt: 9 } }, { year: 2026, inUse: ['F'] })), false);
});

test('number_format_unusable: the formats of all series are checked together', () => {
  const text = 'X{year}-{counter}';
  assert.deepEqual(
    renumbered({}, { F: { format: format(text) }, D: { format: format(text) } }, { year: 2026, inUse: [] }),
    {
      refused: 'number_format_unusable',
      series: 'D',
      reason: 'same_as_another_series',
    },
  );
});
