import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Scope, scopes } from '../account/scope.ts';
import type { KeyRecord } from '../account/stored-key.ts';
import { keysBeyondRole, scopeBeyondRole } from './role.ts';

const keyOf = (id: string, granted: readonly Scope[]): { key: KeyRecord } => ({
  key: { id, name: id, scopes: granted, test: false, createdAt: 0 },
});

test('a key can do no more than its creator: by role, and nothing once the creator has left', () => {
  const keys = [
    keyOf('all', scopes),
    keyOf('bills', ['billing:write']),
    keyOf('reads', ['billing:read', 'account:read']),
  ];
  const ending = (role: Parameters<typeof keysBeyondRole>[1]) => keysBeyondRole(keys, role).map(({ key }) => key.id);
  assert.deepEqual(ending('owner'), []);
  assert.deepEqual(ending('member'), ['all']);
  assert.deepEqual(ending('accountant'), ['all', 'bills']);
  assert.deepEqual(ending(undefined), ['all', 'bills', 'reads']);
});

test('the scope beyond the role is named', () => {
  assert.equal(scopeBeyondRole(['billing:read', 'billing:write'], 'accountant'), 'billing:write');
  assert.equal(scopeBeyondRole(['billing:read'], 'accountant'), undefined);
  assert.equal(scopeBeyondRole(['billing:read'], undefined), 'billing:read');
});
