import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod';
import { siret } from '../account/legal-number.ts';
import { PurchaseForm } from '../books/purchase.ts';
import { monthOfResult } from '../books/result.ts';
import { country } from '../fields/enumerations.ts';
import { filledText } from '../fields/text.ts';
import { timestamp, timestampInQuery } from '../fields/timestamp.ts';
import { newPassword, password, secondFactorCode } from '../people/credentials.ts';
import { inputInvalid, read } from './faults.ts';

const body = z.object({ name: z.string().max(3), 'a/b': z.object({ siret }).optional() });
const faults = (raw: unknown, language: 'fr' | 'en') => {
  const result = read(body, 'body', raw, language);
  return 'faults' in result ? result.faults : [];
};

test('a fault names the member by path and pointer', () => {
  const [fault] = faults({ name: 'Zoé', 'a/b': { siret: '1' } }, 'en');
  assert.equal(fault?.property, 'a/b.siret');
  assert.equal(fault?.pointer, '/a~1b/siret');
});

test('our own checks use the language of the caller', () => {
  const given = { name: 'Zoé', 'a/b': { siret: '1' } };
  assert.equal(faults(given, 'fr')[0]?.message, 'Ce numéro SIRET n’est pas valide');
  assert.equal(faults(given, 'en')[0]?.message, 'This SIRET number is not valid');
  assert.equal(faults(given, 'en')[0]?.code, 'siret_invalid');
});

test('the checks of zod use the language of the caller too', () => {
  assert.match(faults({ name: 'Zoéé' }, 'fr')[0]?.message ?? '', /caractères/);
  assert.match(faults({ name: 'Zoéé' }, 'en')[0]?.message ?? '', /characters/);
});

test('an empty field asks to be filled in, or for the password, instead of stating a minimum length', () => {
  const form = z.object({
    name: filledText(9),
    email: z.email(),
    search: z.string().trim().min(1),
    secret: z.string().min(4),
    rows: z.array(z.string()).min(1),
    ...{ password, newPassword, code: secondFactorCode.optional() },
  });
  const empty = { name: ' ', email: '', search: ' ', secret: '', rows: [], password: '', newPassword: '', code: '' };
  const said = (language: 'fr' | 'en') => {
    const result = read(form, 'body', empty, language);
    return 'faults' in result ? result.faults.map(({ message }) => message) : [];
  };
  assert.deepEqual(said('en'), [
    ...['Fill in this field', 'Fill in this field', 'Fill in this field', 'Fill in this field', 'Add at least one'],
    ...['Enter your password', 'Choose a password', 'Enter the code'],
  ]);
  assert.deepEqual(said('fr'), [
    ...['Remplissez ce champ', 'Remplissez ce champ', 'Remplissez ce champ', 'Remplissez ce champ'],
    ...['Il en faut au moins un', 'Saisissez votre mot de passe', 'Choisissez un mot de passe', 'Saisissez le code'],
  ]);
  const tooShort = read(z.object({ secret: z.string().min(4) }), 'body', { secret: 'abc' }, 'en');
  assert.equal('faults' in tooShort && tooShort.faults[0]?.message, 'At least 4 characters');
});

test('of 4,000 unknown members, a hundred are reported one by one, and the rest as a count', () => {
  const strict = z.strictObject({ name: z.string() });
  const said = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`member${n}`, n]));
  const result = read(strict, 'body', { name: 'Zoé', ...said }, 'en');
  assert.ok('faults' in result);
  const refusal = inputInvalid([result], 'en');
  assert.ok(refusal.refused === 'input_invalid');
  assert.equal(refusal.faults.length, 101);
  assert.deepEqual(refusal.faults[99], {
    ...{ part: 'body', property: 'member99', pointer: '/member99', code: 'unrecognized_keys' },
    message: '"member99" is not a known field',
  });
  assert.deepEqual(refusal.faults[100], {
    ...{ part: 'body', property: '', pointer: '', code: 'more_faults', message: 'and 3900 more' },
  });
  assert.ok(JSON.stringify(refusal).length < 20_000, `${JSON.stringify(refusal).length} characters`);
});

test('input is repeated up to a hundred characters, without splitting a character', () => {
  const [fault] = faults({ name: 'Zoé', 'a/b': { siret: '1' } }, 'en');
  assert.equal(fault?.property.length, 9);
  const strict = z.strictObject({});
  const name = `${'x'.repeat(98)}😀${'y'.repeat(500_000)}`;
  const result = read(strict, 'body', { [name]: 1 }, 'fr');
  assert.ok('faults' in result);
  assert.equal(result.faults[0]?.property, `${'x'.repeat(98)}…`);
  assert.ok((result.faults[0]?.message.length ?? 0) < 200);
});

test('a body that is not an object is one fault at the root', () => {
  assert.deepEqual(
    faults('no', 'en').map((fault) => [fault.property, fault.pointer]),
    [['', '']],
  );
});

/** The fault reported for a value if `schema` is the member `at`, in both languages. */
function faultOf(schema: z.ZodType, given: unknown, part: 'query' | 'body' = 'body') {
  const said = given === undefined ? {} : { at: given };
  const [fr, en] = (['fr', 'en'] as const).map((language) => {
    const result = read(z.object({ at: schema }), part, said, language);
    return 'faults' in result ? result.faults[0] : undefined;
  });
  return { code: fr?.code, fr: fr?.message, en: en?.message };
}

test('required: a missing member is reported as required, whatever its type', () => {
  const missing = { code: 'required', fr: 'Ce champ est obligatoire', en: 'This field is required' };
  for (const schema of [z.string(), z.int(), z.boolean(), z.array(z.string()), z.object({}), country, timestamp])
    assert.deepEqual(faultOf(schema, undefined), missing);
  assert.deepEqual(faultOf(timestampInQuery, undefined, 'query').code, 'required');
  // A value of another type is present, so not missing.
  assert.deepEqual(faultOf(z.string(), 5), {
    code: 'invalid_type',
    fr: 'Il faut un texte, pas un nombre',
    en: 'Must be text, not a number',
  });
  assert.equal(faultOf(z.string(), null).en, 'Must be text, not null');
  assert.equal(faultOf(z.int(), 1.5).en, 'Must be a whole number');
});

test('milliseconds, ISO 8601 dates and timestamps are answered with the intended Unix seconds', () => {
  assert.deepEqual(faultOf(timestamp, 1_772_406_000_000), {
    code: 'too_big',
    fr: 'Il faut des secondes Unix, pas des millisecondes\u00a0: le 2 mars 2026 s’écrit 1772406000',
    en: 'Must be Unix seconds, not milliseconds: 2 March 2026 is 1772406000',
  });
  const meant = (given: unknown): string | undefined => /\d+$/.exec(faultOf(timestamp, given).en ?? '')?.[0];
  assert.equal(faultOf(timestamp, '2026-03-02').code, 'invalid_type');
  // Midnight in Paris is 23:00 UTC of the previous day, 22:00 in summer.
  assert.equal(meant('2026-03-02'), '1772406000');
  assert.equal(meant('2026-07-01'), '1782856800');
  assert.equal(meant('2026-03-02T09:00:00+01:00'), '1772438400');
  assert.equal(meant('2026-03-02T09:00:00'), '1772438400');
  assert.equal(meant('2026-03-02T08:00:00.123Z'), '1772438400');
  assert.equal(meant('1772438400'), '1772438400');
  assert.equal(meant(1_772_438_400.5), '1772438400');
  assert.equal(faultOf(timestampInQuery, '1772406000000', 'query').en, faultOf(timestamp, 1_772_406_000_000).en);
});

test('an unreadable date is answered with an example', () => {
  const example = 'Must be Unix seconds, from 0 to 32503679999: 2 March 2026 is 1772406000';
  for (const given of [-1, '2026-02-30', '02/03/2026', 'tomorrow', true, null, 1e30, '2026-03-02T99:99'])
    assert.equal(faultOf(timestamp, given).en, example, String(given));
});

test('the values of a long enum are listed once, however many members are invalid', () => {
  const two = z.object({ one: country, other: country, short: z.enum(['red', 'green']) });
  const result = read(two, 'body', { one: 'France', other: 'XX', short: 'blue' }, 'en');
  assert.ok('faults' in result);
  const words = 'Write the country in two letters (ISO 3166-1), such as FR';
  assert.deepEqual(
    result.faults.map(({ message }) => message),
    [words, words, 'Must be red or green'],
  );
  const refusal = inputInvalid([result], 'en');
  assert.ok(refusal.refused === 'input_invalid');
  assert.deepEqual(Object.keys(refusal.allowed ?? {}), ['Country']);
  assert.ok(refusal.allowed?.Country?.includes('FR'));
});

test('an unknown member gets a suggestion of the nearest known one, if any is close', () => {
  const schema = z.strictObject({ firstname: z.string().optional(), lines: z.array(z.string()).optional() });
  const message = (name: string) => {
    const result = read(schema, 'body', { [name]: 1 }, 'en');
    return 'faults' in result ? result.faults[0]?.message : undefined;
  };
  assert.equal(message('linees'), '"linees" is not a known field; did you mean "lines"?');
  assert.equal(message('first_name'), '"first_name" is not a known field; did you mean "firstname"?');
  assert.equal(message('fristName'), '"fristName" is not a known field; did you mean "firstname"?');
  assert.equal(message('colour'), '"colour" is not a known field');
});

test('a purchase of 0.00 and the month 2026-13 are refused with the rule, not only as not valid', () => {
  const messages = (schema: z.ZodObject, given: object, language: 'fr' | 'en') => {
    const result = read(schema, 'body', given, language);
    return 'faults' in result ? result.faults.map(({ code, message }) => `${code}: ${message}`) : [];
  };
  const nothing = { paidOn: '2026-03-01', supplierName: 'Papeterie', nature: 'supplies', amount: 0, method: 'cash' };
  assert.deepEqual(messages(PurchaseForm, nothing, 'fr'), ['amount_zero: Le montant ne peut pas être 0']);
  assert.deepEqual(messages(PurchaseForm, nothing, 'en'), ['amount_zero: The amount cannot be 0']);
  const query = z.object({ month: monthOfResult });
  assert.deepEqual(messages(query, { month: '2026-13' }, 'fr'), [
    'month_invalid: Écrivez un mois de 1970 à 2999 sous la forme 2026-03',
  ]);
  assert.deepEqual(messages(query, { month: '2026-13' }, 'en'), [
    'month_invalid: Write a month from 1970 to 2999 in the form 2026-03',
  ]);
});
