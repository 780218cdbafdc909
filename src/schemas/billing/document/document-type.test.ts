import assert from 'node:assert/strict';
import { test } from 'vitest';
import { kinds } from '../../../domain/billing/document/kind.ts';
import { apiTypeByKind, billingTypes, kindOfType } from './document-type.ts';

test('each document kind has its own API type, and each type belongs to one kind', () => {
  assert.deepEqual(kinds.map((kind) => apiTypeByKind[kind]).toSorted(), billingTypes.toSorted());
  for (const kind of kinds) assert.equal(kindOfType[apiTypeByKind[kind]], kind);
});
