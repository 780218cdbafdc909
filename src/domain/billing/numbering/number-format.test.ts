import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { defaultFormat, type Formats, formatProblem, formatText, numberOf, parseFormat } from './number-format.ts';
import { type NumberFormat, seriesPrefixes } from './series.ts';

const format = (text: string): NumberFormat => parseFormat(text) ?? assert.fail(`${text} is no format`);
const problem = (formats: Record<string, string>) =>
  formatProblem(Object.fromEntries(Object.entries(formats).map(([series, text]) => [series, format(text)])));

test('the default format gives F-2026-0001', () => {
  assert.equal(numberOf(defaultFormat, { series: 'F', year: 2026, counter: 1 }), 'F-2026-0001');
  assert.equal(formatText(defaultFormat), '{series}-{year}-{counter:4}');
});

test('a counter longer than its padding is not cut', () => {
  assert.equal(numberOf(defaultFormat, { series: 'F', year: 2026, counter: 10_000 }), 'F-2026-10000');
});

test('a format without the series writes TEST before test numbers', () => {
  const plain = format('FAC{year}/{counter:3}');
  assert.equal(numberOf(plain, { series: 'F', year: 2026, counter: 7 }), 'FAC2026/007');
  assert.equal(numberOf(plain, { series: 'TEST-F', year: 2026, counter: 7 }), 'TEST-FAC2026/007');
  assert.equal(numberOf(defaultFormat, { series: 'TEST-F', year: 2026, counter: 7 }), 'TEST-F-2026-0007');
});

test('invalid format texts are rejected', () => {
  for (const text of ['{serie}-{counter}', '{year:4}', '{counter', 'counter}', '{}', '{counter:123}'])
    assert.equal(parseFormat(text), undefined, text);
});

test('an account without custom formats has no problem', () => {
  assert.equal(formatProblem({}), undefined);
});

test('each format needs the year, one counter, known characters and enough room', () => {
  for (const text of [
    '',
    '{series}-{year}',
    '{series}-{counter}',
    '{series}-{year}-{counter}-{counter}',
    '{series}-{year}-{counter:0}',
    '{series}-{year}-{counter:11}',
    '{series} {year} {counter}',
    '{series}é{year}-{counter}',
    'FACTURE-{series}-{year}-{counter}',
  ])
    assert.equal(problem({ F: text })?.series, 'F', text);
});

test('two series that could produce the same number are refused, even if digits differ', () => {
  assert.match(problem({ F: '{year}-{counter}', D: '{year}-{counter}' })?.reason ?? '', /same_as_another_series/);
  assert.match(problem({ F: '{year}1{counter:4}', D: '{year}{counter:4}' })?.reason ?? '', /same_as_another_series/);
  assert.match(problem({ F: 'D-{year}-{counter}' })?.reason ?? '', /same_as_another_series/);
  assert.equal(problem({ F: 'FA{year}{counter:4}', D: 'DE{year}{counter:4}' }), undefined);
});

test('a live number that looks like a test number is refused', () => {
  assert.match(problem({ D: 'TEST-F-{year}-{counter:1}' })?.reason ?? '', /too_long|same_as/);
  assert.match(
    problem({ F: '{series}{year}{counter}', D: 'TEST-F{year}{counter}' })?.reason ?? '',
    /same_as_another_series/,
  );
});

test('formats without a problem never produce the same number twice', () => {
  const block = ['{series}', '-', 'A', 'F', '1', 'TEST-', '2026'];
  const text = fc
    .tuple(fc.subarray(block), fc.constantFrom('{counter:1}', '{counter:4}'))
    .chain(([some, counter]) => fc.shuffledSubarray([...some, '{year}', counter], { minLength: some.length + 2 }))
    .map((blocks) => blocks.join(''));
  const document = fc.record({
    series: fc.constantFrom(...seriesPrefixes),
    test: fc.boolean(),
    year: fc.constantFrom(2026, 2027, 2100),
    counter: fc.constantFrom(1, 2, 11, 1001, 10_001, 12_026),
  });
  fc.assert(
    fc.property(fc.record({ F: text, D: text, AV: text }), document, document, (texts, one, other) => {
      const formats: Formats = { F: format(texts.F), D: format(texts.D), AV: format(texts.AV) };
      fc.pre(formatProblem(formats) === undefined);
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      const number = ({ series, test, year, counter }: typeof one) =>
        numberOf(formats[series] ?? defaultFormat, { series: test ? `TEST-${series}` : series, year, counter });
      assert.notEqual(number(one), number(other));
    }),
    { numRuns: 2_000 },
  );
});
