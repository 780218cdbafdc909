import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod';
import { named } from '../fields/enum-schema.ts';
import { read } from '../validation/faults.ts';
import { cursor, writeCursor } from './cursor.ts';
import { listing, many, yesOrNo } from './list-query.ts';

const query = z.object({
  ...listing,
  archived: yesOrNo.optional(),
  state: many(named(['draft', 'finalized', 'paid'])).optional(),
  cursor: cursor(z.tuple([z.int(), z.uuid()])).optional(),
});
const value = (raw: unknown): any => {
  const result = read(query, 'query', raw, 'en');
  return 'value' in result ? result.value : result.faults.map((fault) => [fault.property, fault.code]);
};

test('a list without parameters returns its first 20 entries', () => {
  assert.deepEqual(value({}), { page: 1, limit: 20 });
});

test('a filter can be given once, repeatedly, or with brackets', () => {
  assert.deepEqual(value({ state: 'PAID' }), { page: 1, limit: 20, state: ['paid'] });
  assert.deepEqual(value({ state: ['paid', '1'] }), { page: 1, limit: 20, state: ['paid', 'draft'] });
  assert.deepEqual(value({ 'state[]': '2' }), { page: 1, limit: 20, state: ['finalized'] });
  assert.deepEqual(value({ state: 'paid', 'state[]': ['2', '1'] }).state, ['paid', 'finalized', 'draft']);
});

test('boolean parameters are true, false, 1 and 0', () => {
  assert.equal(value({ archived: 'true' }).archived, true);
  assert.equal(value({ archived: '0' }).archived, false);
  assert.deepEqual(value({ archived: 'peut-être' }), [['archived', 'invalid_type']]);
});

test('page numbers below 1, limits above 100 and non-numeric values are refused', () => {
  for (const said of [
    { page: '0' },
    { page: 'x' },
    { page: '' },
    { limit: '101' },
    { limit: '1.5' },
    { page: ['1', '2'] },
  ])
    assert.ok(Array.isArray(value(said)), JSON.stringify(said));
});

test('a cursor is decoded as it was encoded, and an invalid one is refused', () => {
  const place: [number, string] = [1_767_225_600, '01890a5d-ac96-774b-bcce-b302099a8057'];
  assert.deepEqual(value({ cursor: writeCursor(place) }).cursor, place);
  for (const said of ['', 'AAAA', writeCursor(['x', 'y']), writeCursor(null)])
    assert.deepEqual(value({ cursor: said }), [['cursor', 'cursor_unreadable']]);
});
