import assert from 'node:assert/strict';
import { test } from 'vitest';
import { replicaFault, replicaLag } from './replica-lag.ts';

const stood = [
  { at: 1_000, position: 500 },
  { at: 2_000, position: 800 },
  { at: 3_000, position: 800 },
  { at: 4_000, position: 950 },
];

test('a replica that has replayed every known position lags at most the time since the last check', () => {
  assert.equal(replicaLag(stood, 950, 4_010), 10);
  assert.equal(replicaLag(stood, 2_000, 4_010), 10);
});

test('a replica that stopped at position 850 contains all writes before the third second; nothing later is proven', () => {
  assert.equal(replicaLag(stood, 850, 4_010), 1_010);
  assert.equal(replicaLag(stood, 799, 4_010), 3_010);
});

test('an idle database does not age its replica, and a replica that has replayed no known position has no lag', () => {
  const quiet = [1, 2, 3, 900].map((second) => ({ at: second * 1_000, position: 500 }));
  assert.equal(replicaLag(quiet, 500, 900_200), 200);
  assert.equal(replicaLag(stood, 499, 4_010), undefined);
  assert.equal(replicaLag([], 950, 4_010), undefined);
});

const expected = { system: '7', database: '16384', role: 'facturier_app' };
const replica = { ...expected, isStandby: true, isFree: false };

test('a standby of this database, connected with the serving role, is readable', () => {
  assert.equal(replicaFault(replica, expected), undefined);
});

test('another cluster, another database, a writable server and another role are not', () => {
  assert.equal(replicaFault({ ...replica, system: '8' }, expected), 'another_database');
  assert.equal(replicaFault({ ...replica, database: '16385' }, expected), 'another_database');
  assert.equal(replicaFault({ ...replica, isStandby: false }, expected), 'takes_writes');
  assert.equal(replicaFault({ ...replica, role: 'postgres' }, expected), 'role_not_taken');
  assert.equal(replicaFault({ ...replica, isFree: true }, expected), 'role_not_bound');
});
