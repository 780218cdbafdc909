import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replicaFault, replicaLag } from './replica-lag.ts';

const stood = [
  { at: 1_000, position: 500 },
  { at: 2_000, position: 800 },
  { at: 3_000, position: 800 },
  { at: 4_000, position: 950 },
];

test('a replica that has replayed all that was seen lags no longer than the last look is ago', () => {
  assert.equal(replicaLag(stood, 950, 4_010), 10);
  assert.equal(replicaLag(stood, 2_000, 4_010), 10);
});

test('a replica that stopped at 850 shows what was written before the third second, and nothing proves more', () => {
  assert.equal(replicaLag(stood, 850, 4_010), 1_010);
  assert.equal(replicaLag(stood, 799, 4_010), 3_010);
});

test('a quiet database makes no replica old, and one that has replayed nothing that was seen has no age', () => {
  const quiet = [1, 2, 3, 900].map((second) => ({ at: second * 1_000, position: 500 }));
  assert.equal(replicaLag(quiet, 500, 900_200), 200);
  assert.equal(replicaLag(stood, 499, 4_010), undefined);
  assert.equal(replicaLag([], 950, 4_010), undefined);
});

const expected = { system: '7', database: '16384', role: 'facturier_app' };
const replica = { ...expected, isStandby: true, isFree: false };

test('a standby of this very database, in the role that serves, may be read from', () => {
  assert.equal(replicaFault(replica, expected), undefined);
});

test('another cluster, another database of the same one, one that takes writes, and another role may not', () => {
  assert.equal(replicaFault({ ...replica, system: '8' }, expected), 'another_database');
  assert.equal(replicaFault({ ...replica, database: '16385' }, expected), 'another_database');
  assert.equal(replicaFault({ ...replica, isStandby: false }, expected), 'takes_writes');
  assert.equal(replicaFault({ ...replica, role: 'postgres' }, expected), 'role_not_taken');
  assert.equal(replicaFault({ ...replica, isFree: true }, expected), 'role_not_bound');
});
