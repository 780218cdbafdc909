import assert from 'node:assert/strict';
import { test } from 'vitest';
import { addressParts } from './address-parts.ts';

const parts = (address: string) => {
  const { town, postalCode, country, ...rest } = addressParts({
    address,
    city: 'Tours',
    zipCode: '37000',
    country: 'FR',
  });
  assert.deepEqual([town, postalCode, country], ['Tours', '37000', '99100']);
  return rest;
};

test('a first line is split into number, bis, type and name of the street', () => {
  assert.deepEqual(parts('12 bis rue de la Paix'), {
    number: '12',
    letter: 'B',
    streetType: 'R',
    street: 'de la Paix',
  });
  assert.deepEqual(parts('12B, av. Foch'), { number: '12', letter: 'B', streetType: 'AV', street: 'Foch' });
  assert.deepEqual(parts('5  Allée  des Tilleuls'), { number: '5', streetType: 'ALL', street: 'des Tilleuls' });
  assert.deepEqual(parts('8 Grande Rue'), { number: '8', street: 'Grande Rue' });
  assert.deepEqual(parts('3 ter, boulevard Béranger'), {
    number: '3',
    letter: 'T',
    streetType: 'BD',
    street: 'Béranger',
  });
});

test('unrecognized parts stay whole: a place without street, a street of one word, a letter that is a word', () => {
  assert.deepEqual(parts('Le Beyssat'), { locality: 'Le Beyssat' });
  assert.deepEqual(parts('Résidence'), { locality: 'Résidence' });
  assert.deepEqual(parts('4 Boulevard'), { number: '4', street: 'Boulevard' });
  assert.deepEqual(parts('7 Terre-Neuve'), { number: '7', street: 'Terre-Neuve' });
  assert.deepEqual(parts('9 Béranger'), { number: '9', street: 'Béranger' });
});

test('a complement stays one, and an empty address gives nothing', () => {
  const entered = { address: ' ', complement: 'Bât. A', city: null, zipCode: '', country: 'BE' } as const;
  assert.deepEqual(addressParts(entered), { complement: 'Bât. A' });
  assert.deepEqual(addressParts(undefined), {});
});

test('districts of Paris, Lyon and Marseille have INSEE codes by their postcodes; no other town does', () => {
  const codeOf = (zipCode: string) => addressParts({ address: null, city: null, zipCode, country: 'FR' }).townCode;
  assert.deepEqual(['75001', '75020', '69003', '13008', '13016'].map(codeOf), [
    '75101',
    '75120',
    '69383',
    '13208',
    '13216',
  ]);
  assert.deepEqual(
    ['75021', '75000', '75116', '13017', '6900', '69100', '37000'].map(codeOf),
    Array(7).fill(undefined),
  );
});
