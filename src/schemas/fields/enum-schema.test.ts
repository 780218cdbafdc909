import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod';
import { named, worded } from './enum-schema.ts';

const state = named(['draft', 'finalized', 'paid'], { DONE: 'paid' });

test('a state is given by name in any case, by number, or by alias', () => {
  for (const said of ['paid', 'PAID', 3, '3', 'done']) assert.equal(state.parse(said), 'paid');
});

test('an unknown state is refused', () => {
  for (const said of ['signed', 0, 4, 1.5, '', null, undefined, {}, ['paid']])
    assert.equal(state.safeParse(said).success, false);
});

test('a currency has no number', () => {
  assert.equal(worded(['EUR', 'USD']).parse('usd'), 'USD');
  assert.equal(worded(['EUR', 'USD']).safeParse(1).success, false);
});

test('the description lists names and numbers', () => {
  const schema = z.toJSONSchema(z.object({ state }), { io: 'input' });
  assert.deepEqual(schema.properties?.state, {
    type: 'string',
    enum: ['draft', 'finalized', 'paid'],
    description: 'The name in any case, or the number: 1 draft, 2 finalized, 3 paid.',
  });
});
