import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { openChainSigner } from '../../../src/audit/chain/open-chain-signer.ts';
import { readKnownHeads } from '../../../src/audit/heads/known-heads.ts';
import { allAccountIds, existingAccounts } from '../../../src/db/account/all-accounts.ts';
import type { Finding } from '../../../src/db/audit/verify/finding.ts';
import { findingsOutsideDatabase } from '../../../src/db/audit/verify/verify-accounts.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';
import { verifyRepeatedly } from '../../support/audit/verify-repeatedly.ts';
import { testCluster } from '../../support/database/test-database.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';
import { fullBooks, type Lived } from './full-books.ts';
import { notProven, waysToTamper } from './ways-to-tamper.ts';
import type { Way } from './ways-to-tamper-documents.ts';

// The owner of the database can bypass triggers and foreign keys. Each change is made as superuser
// with both disabled, and `verify` must find it.

/** As many as an auditor tried manually. */
const WAYS_LEAST = 39;
const DAY_SECONDS = 86_400;

const TABLES = [
  ...['account', 'api_key', 'document', 'payment', 'series', 'tally', 'chain_link', 'chain_head', 'event'],
  ...['file', 'attachment', 'rendering'],
];

let service: TestService;
let folder: string;
let thief: pg.Client;
let auditor: ReturnType<typeof verifyRepeatedly>;
let lived: Lived;
let ways: Way[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier tampering '));
  const seal = await openChainSigner(folder, { lock: withFileLock });
  service = await testService({ seal });
  auditor = verifyRepeatedly(service.database.serving);
  // Uses the real clock, so recent records are still stored.
  service.clock.now = Math.floor(Date.now() / 1000) - DAY_SECONDS;
  lived = await fullBooks(service);
  await seal.close();
  const { database } = service.database.serving as { database: string };
  thief = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await thief.connect();
  await thief.query("set session_replication_role = 'replica'");
  // The owner of the database can drop constraints too.
  await thief.query('alter table billing.document drop constraint series_of_kind, drop constraint states_of_kind');
  for (const table of TABLES) await thief.query(`create table kept_${table} as table billing.${table}`);
  ways = waysToTamper(lived);
});
afterAll(async () => {
  await thief?.end();
  await auditor?.close();
  await service?.close();
  await rm(folder, { recursive: true });
});

/** Restores the tables a change names. */
async function restore(sql: string): Promise<void> {
  const touched = TABLES.filter((table) => new RegExp(`billing\\.${table}\\b`).test(sql));
  const again = touched.map(
    (table) => `delete from billing.${table}; insert into billing.${table} select * from kept_${table}`,
  );
  await thief.query(again.join(';'));
}

async function verified(accounts: Iterable<string> | AsyncIterable<string> = allAccountIds(service.owner)) {
  const known = await readKnownHeads(folder);
  const { owner } = service;
  const all = await auditor.verified(accounts, known);
  const outside = await findingsOutsideDatabase((ids) => existingAccounts(owner, ids), known, all);
  return { ...all, findings: [...all.findings, ...outside] };
}

/**
 * Accounts are read in order, so findings of the first ones are complete. Most changes affect the
 * first.
 */
async function missedOf(way: Way): Promise<string | undefined> {
  const { findings } = await verified([service.accountId]);
  return missed(way, findings) && missed(way, (await verified()).findings);
}

/** The mismatch with the expected finding and place, or nothing. */
function missed({ finds, of }: Way, findings: readonly Finding[]): string | undefined {
  const found = findings.filter(({ fault }) => fault === finds);
  if (found.length === 0) return `${finds} is not among ${findings.map(({ fault }) => fault).join() || 'nothing'}`;
  return of === undefined || found.some(({ at }) => at === of)
    ? undefined
    : `${finds} is said of something else than ${of}`;
}

test('books with every kind of event and no tampering have no finding, and the check covers all of them', async () => {
  const { findings, uncovered, documents, payments, files, links } = await verified();
  assert.deepEqual([findings, uncovered], [[], 0]);
  assert.deepEqual([documents, payments, files], [13, 8, 2]);
  assert.ok(links > 40);
  assert.deepEqual((await verified([service.accountId])).findings, [], 'nor has the first account by itself');
});

test(`each of at least ${WAYS_LEAST} kinds of tampering is found at its place, and undoing it leaves no finding`, async () => {
  assert.ok(ways.length >= WAYS_LEAST && new Set(ways.map(({ what }) => what)).size === ways.length);
  for (const way of ways) {
    try {
      const touched = [await thief.query(way.sql)].flat();
      assert.ok(
        touched.every(({ rowCount }) => (rowCount ?? 0) > 0),
        `${way.what}: the tampering touched nothing`,
      );
      assert.equal(await missedOf(way), undefined, way.what);
    } finally {
      await restore(way.sql);
    }
  }
  assert.deepEqual((await verified()).findings, [], 'control: what was put back is whole');
});

test('what the chain cannot prove is no finding, and the rules say so', async () => {
  for (const { what, sql } of notProven(lived)) {
    const { rowCount } = await thief.query(sql);
    assert.equal(rowCount, 1, what);
    assert.deepEqual((await verified()).findings, [], what);
    await restore(sql);
  }
});
