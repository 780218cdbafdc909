import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  aboveZero,
  centsOf,
  isAmbiguous,
  parseAmount,
  parseNumber,
  parsePercentage,
  parsePrice,
  parseShare,
  shifted,
} from './parse-number.ts';

const valueOf = (read: ReturnType<typeof parseNumber>) => (read.is === 'number' ? read.value : read.is);

test('a quantity is read as French and English people type it', () => {
  const said: [string, number][] = [
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1 234,50', 1234.5],
    ['1\u202f234,50', 1234.5],
    ['1\u00a0234.5', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1.234.567', 1_234_567],
    ["1'234.5", 1234.5],
    ['1,500', 1.5],
    ['−3', -3],
    ['-3,25', -3.25],
    [',5', 0.5],
    ['5,', 5],
    ['0', 0],
    ['-0', 0],
    ['2,50000', 2.5],
  ];
  for (const [typed, value] of said) assert.equal(valueOf(parseNumber(typed, 'fr')), value, typed);
});

test('an invalid number is distinguished from an empty one, and is never rounded or guessed', () => {
  for (const typed of ['', '  ', '\u00a0', '€']) assert.equal(valueOf(parseNumber(typed, 'fr')), 'nothing', typed);
  // The letter O, a unit, a product, a blank or a sign before the decimals: never guess.
  for (const typed of [
    '1O00',
    '1,5h',
    '12*3',
    '12 50',
    '1 2',
    '12€50',
    "12'50",
    '1234 567',
    '1 234 56',
    '0 500',
    '0.500.000',
    '0,500.25',
  ])
    assert.equal(valueOf(parseNumber(typed, 'fr')), 'unreadable', typed);
  for (const typed of ['abc', '1,2,3', '1.23.4', '1,2.3,4', '12h', '1,23456', ',', '-', '1e5', '1234567890123'])
    assert.equal(valueOf(parseNumber(typed, 'fr')), 'unreadable', typed);
});

test('a price is in cents with the fractions of a cent that were typed, to the last digit', () => {
  const said: [string, number | string][] = [
    ['1 234,50 €', 123_450],
    ['1,15', 115],
    ['4,35', 435],
    ['8,2', 820],
    ['0,0812', 8.12],
    ['12,345678', 1234.5678],
    ['12,3456789', 'unreadable'],
    ['-1', 'unreadable'],
  ];
  for (const [typed, value] of said) assert.equal(valueOf(parsePrice(typed, 'fr')), value, typed);
  // Negative control: a multiplication loses the precision that moving the point keeps.
  assert.notEqual(1.15 * 100, 115);
  assert.equal(shifted(1.15, 2), 115);
  assert.equal(shifted(0.0000001, 2), 0.00001);
});

test('a percentage is between 0 and 100 in hundredths, an amount in whole cents', () => {
  assert.deepEqual(
    ['10', '5,5 %', '100%', '101', '3,333'].map((typed) => valueOf(parsePercentage(typed, 'fr'))),
    [1000, 550, 10_000, 'unreadable', 'unreadable'],
  );
  assert.deepEqual(
    ['50', '0,99', '1 000,00', '1,005', '-2'].map((typed) => valueOf(parseAmount(typed, 'fr'))),
    [5000, 99, 100_000, 'unreadable', 'unreadable'],
  );
});

test('a share is a percentage with decimals, and a positive number is neither empty nor zero', () => {
  assert.deepEqual(
    ['30', '33,3333 %', '0', '101', '-1', '30O'].map((typed) => valueOf(parseShare(typed, 'fr'))),
    [30, 33.3333, 0, 'unreadable', 'unreadable', 'unreadable'],
  );
  const asked = aboveZero(parseShare);
  assert.deepEqual(
    ['', '0', '0,5', '30 %'].map((typed) => valueOf(asked(typed, 'fr'))),
    ['unreadable', 'unreadable', 0.5, 30],
  );
});

test('a pasted amount is read in the format of each country; three digits after a single separator are ambiguous', () => {
  const said: [string, number | undefined][] = [
    ['1 234,56 €', 123_456],
    ['1\u202f234,56\u00a0€', 123_456],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ["1'234.56", 123_456],
    ['EUR 12', 1_200],
    ['−40 €', -4_000],
    ['1,500', undefined],
    ['1.500', undefined],
    ['12,345', undefined],
    ['douze', undefined],
    ['', undefined],
  ];
  for (const [typed, cents] of said) assert.equal(centsOf(typed, 'fr'), cents, typed);
});

test('a comma before three digits separates thousands in English and decimals in French, and the result is shown', () => {
  const said: [string, number, number][] = [
    ['1,500', 1_500, 1.5],
    ['12,500 €', 12_500, 12.5],
    ['-1,500', -1_500, -1.5],
    ['0,125', 0.125, 0.125],
    ['12,5', 12.5, 12.5],
    ['1.500', 1.5, 1.5],
    ['1,234,567', 1_234_567, 1_234_567],
  ];
  for (const [typed, english, french] of said)
    assert.deepEqual([valueOf(parseNumber(typed, 'en')), valueOf(parseNumber(typed, 'fr'))], [english, french], typed);
  assert.equal(valueOf(parsePrice('1,500', 'en')), 150_000);
  assert.equal(valueOf(parsePrice('1,500', 'fr')), 150);
  assert.deepEqual(
    [centsOf('1,500', 'en'), centsOf('1.500', 'en'), centsOf('1,500', 'fr')],
    [150_000, undefined, undefined],
  );
  assert.deepEqual(['1,500', '1.500 €', '12,500', '0,125', '1,50', '1500', '1,2345', ''].map(isAmbiguous), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
