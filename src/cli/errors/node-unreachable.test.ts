import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isNodeUnreachable } from './node-unreachable.ts';

test('an unreachable node is distinguished from the database and other errors: the command names the machine', () => {
  const failed = (of: { code?: string; severity?: string }, words: string) => Object.assign(new Error(words), of);
  const words = 'connection to the remote node facturier_across@db2:5432 failed with the following error: refused';
  assert.ok(isNodeUnreachable(failed({ code: '08006', severity: 'ERROR' }, words)));
  assert.ok(!isNodeUnreachable(failed({ code: '08006' }, words)));
  assert.ok(!isNodeUnreachable(failed({ code: '08P01', severity: 'FATAL' }, 'invalid message')));
  assert.ok(!isNodeUnreachable(failed({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED node:5432')));
  assert.ok(!isNodeUnreachable(failed({ code: '42P01', severity: 'ERROR' }, 'relation "node" does not exist')));
});
