import assert from 'node:assert/strict';
import { test } from 'vitest';
import { registrationOf } from '../../../domain/payments/agency/agency-registration-data.ts';
import { birthDayFault } from '../../../domain/payments/agency/registration-faults.ts';
import { AgencyRegistrationForm } from './registration.ts';

const JEANNE = {
  civility: 'mrs',
  birthName: 'D’Aubigné-Le Gall',
  firstNames: 'Éric-Antoine Jean',
  bornOn: '1980-03-29',
  birthPlace: { country: '99100', townCode: '37261', town: 'Tours' },
  mobilePhone: '06 05.04-03 02',
  email: 'jeanne.durand@example.org',
  address: {
    number: '12',
    letter: 'b',
    streetType: 'r',
    street: 'de la Paix',
    town: 'Tours',
    townCode: '37261',
    postalCode: '37 000',
    country: '99100',
  },
  bank: { iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'agrifrpp', holder: 'Mme Jeanne Durand' },
};
const with_ = (part: object) => ({ ...JEANNE, ...part });
/** The form as sent to Urssaf. */
const registered = (said: object) => registrationOf(AgencyRegistrationForm.parse(said));
const faultsOf = (said: object): string[] =>
  (AgencyRegistrationForm.safeParse(said).error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')} ${issue.code === 'custom' ? issue.params?.code : issue.code}`,
  );
const addressed = (part: object) => faultsOf(with_({ address: { ...JEANNE.address, ...part } }));

test('a registration is written in Urssaf format: apostrophes, phone, codes, and the town of birth in two parts', () => {
  const { birthName, mobilePhone, birthPlace, address, bank } = registered(JEANNE);
  assert.equal(birthName, "D'Aubigné-Le Gall");
  assert.equal(mobilePhone, '0605040302');
  assert.deepEqual(birthPlace, { country: '99100', department: '037', town: { code: '261', name: 'Tours' } });
  assert.deepEqual([address.letter, address.streetType, address.postalCode], ['B', 'R', '37000']);
  assert.deepEqual(bank, { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Mme Jeanne Durand' });
});

test('a town of birth has three characters each of department and town: Corsica, Fort-de-France, Nouméa, Ajaccio before 1976', () => {
  const split = (townCode: string) => {
    const { department, town } = registered(
      with_({ birthPlace: { country: '99100', townCode, town: 'X' } }),
    ).birthPlace;
    return [department, town?.code];
  };
  assert.deepEqual(['2A004', '2b033', '97209', '98818', '20004', '01004'].map(split), [
    ['02A', '004'],
    ['02B', '033'],
    ['972', '009'],
    ['988', '018'],
    ['020', '004'],
    ['001', '004'],
  ]);
  const abroad = registered(with_({ birthPlace: { country: '99109', townCode: '', town: '' } }));
  assert.deepEqual(abroad.birthPlace, { country: '99109' });
});

test('a town of birth is required for France and refused abroad; unknown departments are refused', () => {
  const born = (birthPlace: object) => faultsOf(with_({ birthPlace }));
  assert.deepEqual(born({ country: '99100' }), [
    'birthPlace.townCode agency_birth_town_missing',
    'birthPlace.town agency_missing',
  ]);
  assert.deepEqual(born({ country: '99109', townCode: '37261' }), ['birthPlace.townCode agency_birth_town_abroad']);
  for (const townCode of ['96001', '00001', '2C004', '3726', '372611'])
    assert.deepEqual(
      born({ country: '99100', townCode, town: 'X' }),
      ['birthPlace.townCode agency_town_code'],
      townCode,
    );
  for (const country of ['100', 'FR', '75056', ''])
    assert.deepEqual(born({ country }), ['birthPlace.country agency_country_code'], country);
});

test('names have letters, apostrophes, hyphens and spaces, start and end with a letter, and have at most 80 characters', () => {
  const named = (birthName: string) => faultsOf(with_({ birthName }));
  for (const fine of ['O', 'Müller', "Derc'hen", 'Le Gall', 'Şahin-Çelik', 'a'.repeat(80)])
    assert.deepEqual(named(fine), [], fine);
  for (const wrong of ['-Durand', 'Durand-', 'Durand 2', 'Durand.', "'t"])
    assert.deepEqual(named(wrong), ['birthName agency_name_letters'], wrong);
  assert.deepEqual(named('a'.repeat(81)), ['birthName agency_too_long']);
  assert.deepEqual(named(' '), ['birthName agency_missing']);
  assert.deepEqual(faultsOf(with_({ usageName: '', firstNames: '3' })), ['firstNames agency_name_letters']);
});

test('a phone number is a French mobile number, in any notation', () => {
  const called = (mobilePhone: string) => faultsOf(with_({ mobilePhone }));
  for (const fine of ['07 12 34 56 78', '+33 6 12 34 56 78', '+33 (0)6 12 34 56 78', '0033612345678'])
    assert.deepEqual(called(fine), [], fine);
  for (const wrong of ['01 23 45 67 89', '+32 470 12 34 56', '061234567', '06123456789', ''])
    assert.deepEqual(called(wrong), ['mobilePhone agency_mobile_phone'], wrong);
});

test('an email address with a plus sign or accents is refused, as by Urssaf', () => {
  for (const email of ['a+b@example.org', 'hélène@example.org', 'a@example', 'a.@example.org'])
    assert.deepEqual(faultsOf(with_({ email })), ['email agency_email_letters'], email);
});

test('each part of a postal address has its own fault; street, complement or locality is required', () => {
  assert.deepEqual(addressed({ number: '12bis' }), ['address.number agency_street_number']);
  assert.deepEqual(addressed({ number: '0' }), ['address.number agency_street_number']);
  assert.deepEqual(addressed({ letter: 'D' }), ['address.letter agency_street_letter']);
  assert.deepEqual(addressed({ streetType: 'avenue' }), ['address.streetType agency_street_type']);
  assert.deepEqual(addressed({ street: 'x'.repeat(29), complement: 'x'.repeat(39), locality: 'x'.repeat(39) }), [
    'address.street agency_too_long',
    'address.complement agency_too_long',
    'address.locality agency_too_long',
  ]);
  assert.deepEqual(addressed({ street: null }), ['address.street agency_no_place']);
  assert.deepEqual(addressed({ street: '', locality: 'Le Beyssat' }), []);
  assert.deepEqual(addressed({ townCode: '372', postalCode: '3700', town: '', country: 'FR' }), [
    'address.town agency_missing',
    'address.townCode agency_town_code',
    'address.postalCode agency_postal_code',
    'address.country agency_country_code',
  ]);
});

test('an IBAN Urssaf does not support is refused, and so is an invalid one', () => {
  const paid = (part: object) => faultsOf(with_({ bank: { ...JEANNE.bank, ...part } }));
  // A Belgian IBAN has 16 characters, and Urssaf requires 18.
  assert.deepEqual(paid({ iban: 'BE68539007547034' }), ['bank.iban agency_iban_form']);
  assert.deepEqual(paid({ iban: 'FR7630006000011234567890188' }), ['bank.iban iban_invalid']);
  assert.deepEqual(paid({ holder: ' ' }), ['bank.holder agency_missing']);
});

test('a date of birth is from 1900 to today', () => {
  for (const bornOn of ['1899-12-31', '1980-02-30', '29/03/1980', ''])
    assert.deepEqual(faultsOf(with_({ bornOn })), ['bornOn agency_birth_day'], bornOn);
  assert.equal(birthDayFault({ bornOn: '2026-03-03' }, '2026-03-02')?.refused, 'agency_birth_day_to_come');
  assert.equal(birthDayFault({ bornOn: '2026-03-02' }, '2026-03-02'), undefined);
});

test('all faults are reported at once', () => {
  assert.deepEqual(faultsOf(with_({ birthName: '1', bornOn: 'x', mobilePhone: '1' })).length, 3);
});
