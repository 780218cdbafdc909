import assert from 'node:assert/strict';
import test from 'node:test';
import * as z from 'zod';
import { siret } from '../contract/legal-number.ts';
import { read } from './faults.ts';

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

test('a body that is no object is one fault at the root', () => {
  assert.deepEqual(
    faults('no', 'en').map((fault) => [fault.property, fault.pointer]),
    [['', '']],
  );
});
