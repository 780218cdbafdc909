import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isShardMoved } from './shard-moved-error.ts';

test('errors caused by an account move are distinguished from others: only those are retried automatically', () => {
  const told = (code: string, message: string) => isShardMoved(Object.assign(new Error(message), { code }));
  assert.ok(told('42P01', 'relation "billing.document_102042" does not exist'));
  assert.ok(told('XX000', 'could not find any shard placements for shard 102042'));
  for (const [code, message] of [
    ['42P01', 'relation "billing.document" does not exist'],
    ['42P01', 'relation "billing.year_2026" does not exist'],
    ['XX000', 'unexpected chunk number'],
    ['23505', 'duplicate key value violates unique constraint "document_102042_pkey" of a shard'],
  ] as const)
    assert.ok(!told(code, message), message);
  assert.ok(!isShardMoved(new Error('shard')));
});
