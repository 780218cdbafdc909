import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cents } from '../money/cents.ts';
import { capitalText, denominationOf, insuranceText, registersOf, vatNumberOfSiren } from './legal-identity.ts';

describe('the denomination', () => {
  test('of a company is its name, followed by the trading name and the representative', () => {
    const emitter = {
      name: 'Atelier Martin',
      commercialName: 'Les Bois de Zoé',
      fullName: 'Zoé Martin',
      legalStatus: 'sas',
    };
    assert.deepEqual(denominationOf(emitter as never), {
      name: 'Atelier Martin',
      tradingNames: ['Les Bois de Zoé'],
      person: 'Zoé Martin',
    });
  });

  test('of a sole trader is the person with "EI", once, followed by the trading name', () => {
    const named = (said: object) => denominationOf({ legalStatus: 'micro_enterprise', ...said });
    assert.deepEqual(named({ name: 'Jardins & Cie', fullName: 'Paul Bêche' }), {
      name: 'Paul Bêche – EI',
      tradingNames: ['Jardins & Cie'],
    });
    assert.deepEqual(named({ name: 'Zoé Martin EI', fullName: 'Zoé Martin EI' }), {
      name: 'Zoé Martin EI',
      tradingNames: [],
    });
    assert.equal(named({ name: 'Beignets Eiffel' }).name, 'Beignets Eiffel – EI');
    assert.equal(named({ name: 'Zoé Martin, entrepreneur individuel' }).name, 'Zoé Martin, entrepreneur individuel');
  });

  test('falls back on any name there is, and is empty if there is none', () => {
    assert.equal(denominationOf({ commercialName: 'Le Pain' }).name, 'Le Pain');
    assert.deepEqual(denominationOf({ legalStatus: 'ei' }), { name: '', tradingNames: [] });
  });
});

test('a capital is printed in whole units, with its cents if it has some: 10 000 €, variable 1 234 567,05 CHF', () => {
  const capital = (amount: number, more: object = {}) =>
    capitalText({ shareCapital: { amount: cents(amount), currency: 'EUR', ...more } })?.replaceAll('\u00a0', ' ');
  assert.equal(capital(1_000_000), 'au capital de 10 000 €');
  assert.equal(capital(100), 'au capital de 1 €');
  assert.equal(capital(123_456_705, { currency: 'CHF', isVariable: true }), 'au capital variable de 1 234 567,05 CHF');
  assert.equal(capitalText({}), undefined);
});

test('a register is named once, its town comes from the field that has it, and its number from the SIREN', () => {
  const siret = '73282932000074';
  assert.deepEqual(registersOf({ rcsNumber: 'Lyon 732 829 320' }), ['RCS Lyon 732 829 320']);
  assert.deepEqual(registersOf({ rcsNumber: 'RCS Lyon 732 829 320', rcsCity: 'Lyon' }), ['RCS Lyon 732 829 320']);
  assert.deepEqual(registersOf({ rcsNumber: 'RCS 732 829 320', rcsCity: 'Lyon' }), ['RCS Lyon 732 829 320']);
  assert.deepEqual(registersOf({ rcsCity: 'Lyon', siret }), ['RCS Lyon 732 829 320']);
  assert.deepEqual(registersOf({ rneNumber: 'RM 69 732 829 320', rsacNumber: 'Lyon 7' }), [
    'RM 69 732 829 320',
    'RSAC Lyon 7',
  ]);
  assert.deepEqual(registersOf({ siret }), []);
});

test('an insurance is printed on one line, even if it was entered on several', () => {
  const insurance = { insurer: 'MAAF', contact: '79180 Chauray\n05 49 00 00 00', area: 'France' };
  assert.equal(
    insuranceText(insurance),
    'Assurance professionnelle : MAAF, 79180 Chauray, 05 49 00 00 00. Couverture géographique : France.',
  );
});

test('SIREN 732 829 320 gives the VAT number FR44732829320, 404 833 048 FR83404833048; eight digits give none', () => {
  assert.equal(vatNumberOfSiren('73282932000074'), 'FR44732829320');
  assert.equal(vatNumberOfSiren('404833048'), 'FR83404833048');
  assert.equal(vatNumberOfSiren('73282932'), undefined);
});
