import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isLockTimeout } from './lock-timeout.ts';

test('a lock timeout or an account moved meanwhile asks for a retry; a bug does not', () => {
  const failed = (code: string, words: string, of = { severity: 'ERROR' }) =>
    Object.assign(new Error(words), { code, ...of });
  assert.ok(isLockTimeout(failed('57014', 'canceling statement due to statement timeout')));
  assert.ok(isLockTimeout(failed('42P01', 'relation "billing.document_102013" does not exist')));
  assert.ok(!isLockTimeout(failed('42P01', 'relation "billing.dokument" does not exist')));
  assert.ok(!isLockTimeout(Object.assign(new Error('canceling'), { code: '57014' })), 'said by nobody of PostgreSQL');
});
