import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod';
import { siret } from './account/legal-number.ts';
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

test('a check of our own speaks the language of the caller', () => {
  const given = { name: 'Zoé', 'a/b': { siret: '1' } };
  assert.equal(faults(given, 'fr')[0]?.message, 'Ce numéro SIRET n’existe pas');
  assert.equal(faults(given, 'en')[0]?.message, 'This SIRET number cannot exist');
  assert.equal(faults(given, 'en')[0]?.code, 'siret_invalid');
});

test('a check of the library speaks it too', () => {
  assert.match(faults({ name: 'Zoéé' }, 'fr')[0]?.message ?? '', /caractères/);
  assert.match(faults({ name: 'Zoéé' }, 'en')[0]?.message ?? '', /characters/);
});

test('of 4,000 members nobody knows a hundred are told, each of itself alone, and how many more there are', () => {
  const strict = z.strictObject({ name: z.string() });
  const said = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`member${n}`, n]));
  const result = read(strict, 'body', { name: 'Zoé', ...said }, 'en');
  assert.ok('faults' in result);
  const refusal = inputInvalid([result], 'en');
  assert.ok(refusal.refused === 'input_invalid');
  assert.equal(refusal.faults.length, 101);
  assert.deepEqual(refusal.faults[99], {
    ...{ part: 'body', property: 'member99', pointer: '/member99', code: 'unrecognized_keys' },
    message: 'Unrecognized key: "member99"',
  });
  assert.deepEqual(refusal.faults[100], {
    ...{ part: 'body', property: '', pointer: '', code: 'more_faults', message: 'and 3900 more' },
  });
  assert.ok(JSON.stringify(refusal).length < 20_000, `${JSON.stringify(refusal).length} characters`);
});

test('what a caller wrote comes back no longer than a hundred characters, and never with half of one', () => {
  const [fault] = faults({ name: 'Zoé', 'a/b': { siret: '1' } }, 'en');
  assert.equal(fault?.property.length, 9);
  const strict = z.strictObject({});
  const name = `${'x'.repeat(98)}😀${'y'.repeat(500_000)}`;
  const result = read(strict, 'body', { [name]: 1 }, 'fr');
  assert.ok('faults' in result);
  assert.equal(result.faults[0]?.property, `${'x'.repeat(98)}…`);
  assert.ok((result.faults[0]?.message.length ?? 0) < 200);
});

test('a body that is no object is one fault at the root', () => {
  assert.deepEqual(
    faults('no', 'en').map((fault) => [fault.property, fault.pointer]),
    [['', '']],
  );
});
