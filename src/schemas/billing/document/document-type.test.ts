import assert from 'node:assert/strict';
import test from 'node:test';
import { kinds } from '../../../domain/billing/document/kind.ts';
import { apiTypeByKind, billingTypes, kindOfType } from './document-type.ts';

test('each kind has a type of its own on the wire, and each type is that of one kind', () => {
  assert.deepEqual(kinds.map((kind) => apiTypeByKind[kind]).toSorted(), billingTypes.toSorted());
  for (const kind of kinds) assert.equal(kindOfType[apiTypeByKind[kind]], kind);
});
