import assert from 'node:assert/strict';
import { test } from 'vitest';
import { siren, siret, vatNumber } from './legal-number.ts';

test('a SIRET is accepted with spaces and returned without', () => {
  assert.equal(siret.parse('732 829 320 00074'), '73282932000074');
});

test('a SIRET with a wrong check digit, letters or 13 digits is refused', () => {
  for (const said of ['73282932000075', '7328293200007', 'ABCDEFGHIJKLMN', '', '732829320000741'])
    assert.equal(siret.safeParse(said).success, false, said);
});

test('establishments of La Poste have their own check rule', () => {
  assert.equal(siret.parse('35600000009075'), '35600000009075');
});

test('the check digit of a SIREN is verified', () => {
  assert.equal(siren.parse('732 829 320'), '732829320');
  assert.equal(siren.safeParse('732829321').success, false);
});

test('EU VAT numbers are checked by the rule of their country', () => {
  const valid = [
    'FR44732829320',
    'fr 44 732829320',
    'DE136695976',
    'ESB58378431',
    'IT00743110157',
    'NL004495445B01',
    'BE0403019261',
    'EL094259216',
    'ATU13585627',
    'LU15027442',
    'IE6433435F',
    'PT501964843',
    'PL8567346215',
    'SE123456789701',
    'DK13585628',
    'FI20774740',
  ];
  for (const said of valid) assert.ok(vatNumber.safeParse(said).success, said);
  for (const said of ['FR45732829320', 'DE136695978', '732829320', 'FR', '', 'BE0403019262'])
    assert.equal(vatNumber.safeParse(said).success, false, said);
});

test('other VAT numbers are checked by format', () => {
  assert.equal(vatNumber.parse('us 12-3456789'), 'US123456789');
});
