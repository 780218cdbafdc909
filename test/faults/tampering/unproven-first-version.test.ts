import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { genesis, nextLink } from '../../../src/audit/chain/chain-link.ts';
import type { ChainHead } from '../../../src/audit/chain/chain-signer.ts';
import { type OpenChainSigner, openChainSigner } from '../../../src/audit/chain/open-chain-signer.ts';
import { readKnownHeads } from '../../../src/audit/heads/known-heads.ts';
import { verifyAccounts } from '../../../src/db/audit/verify/verify-accounts.ts';
import { recordExistingState } from '../../../src/jobs/audit/record-existing-state.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';
import { testCluster } from '../../support/database/test-database.ts';
import { booksOf } from '../../support/documents/example-books.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';
import { fullBooks, type Lived } from './full-books.ts';

// Books of the first version, whose links record events but not state: they verify clean and gain
// their baseline.

let service: TestService;
let seal: OpenChainSigner;
let folder: string;
let thief: pg.Client;
let lived: Lived;
beforeAll(async () => {
  folder = await mkdtemp(join(quickFolder(), 'facturier first version '));
  seal = await openChainSigner(folder, { lock: withFileLock });
  service = await testService({ seal });
  service.clock.now = Math.floor(Date.now() / 1000) - 86_400;
  lived = await fullBooks(service);
  const { database } = service.database.serving as { database: string };
  thief = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await thief.connect();
  await thief.query("set session_replication_role = 'replica'");
  for (const test of [false, true]) await becomeFormer(test);
});
afterAll(async () => {
  await thief?.end();
  await seal?.close();
  await service?.close();
  await rm(folder, { recursive: true });
});

/**
 * Rebuilds the account's chain as the first version wrote it: without state and without a start.
 */
async function becomeFormer(test: boolean): Promise<void> {
  const whose = [service.accountId, test];
  const { rows } = await thief.query(
    'delete from billing.chain_link where account_id = $1 and test = $2 returning seq, link',
    whose,
  );
  let head: ChainHead = { seq: 0, hash: genesis(service.accountId, test) };
  for (const { link } of rows.toSorted((a, b) => a.seq - b.seq)) {
    const { seq: _, previous: __, stands: ___, ...said } = JSON.parse(link);
    if (said.type === 'account_opened' || said.type === 'moved') continue;
    const { seq, link: text, hash, keyId, signature } = nextLink(head, said, seal);
    await thief.query('insert into billing.chain_link values ($1, $2, $3, $4, $5, $6, $7)', [
      ...[...whose, seq, text, hash, keyId, signature],
    ]);
    head = { seq, hash };
  }
  await thief.query('update billing.chain_head set seq = $3, hash = $4 where account_id = $1 and test = $2', [
    ...[...whose, head.seq, head.hash],
  ]);
}

async function verified() {
  const { keys } = await readKnownHeads(folder);
  return verifyAccounts(service.database.serving, [service.accountId], { keys });
}
const tampered = async (sql: string, undone: string): Promise<string[]> => {
  assert.equal((await thief.query(sql)).rowCount, 1);
  const faults = (await verified()).findings.map(({ fault }) => fault);
  await thief.query(undone);
  return faults;
};
const archived = (by: string) =>
  `update billing.document set archived_at = archived_at ${by} where id = '${lived.refused}'`;
const secret = (sql: string) => `update billing.api_key set secret_sha256 = ${sql} where id = '${lived.keys.shop}'`;

test('books of the first version verify clean and report how many documents are not covered', async () => {
  const { findings, uncovered, documents } = await verified();
  assert.deepEqual([findings, uncovered, documents], [[], 12, 12]);
  assert.deepEqual(await tampered(archived('- 1'), archived('+ 1')), [], 'control: this is what is not proven yet');
});

test('what its links say of keys, settings and payments is still checked', async () => {
  const key = (scopes: string) => `update billing.api_key set scopes = '${scopes}' where id = '${lived.keys.shop}'`;
  assert.deepEqual(await tampered(key('{account:admin}'), key('{billing:read}')), ['key_differs']);
  const zone = (one: string, other: string) =>
    `update billing.account set settings = replace(settings, '${one}', '${other}') where account_id = '${service.accountId}'`;
  assert.deepEqual(await tampered(zone('AGRIFRPP', 'BNPAFRPP'), zone('BNPAFRPP', 'AGRIFRPP')), ['settings_differ']);
});

test('the worker records a baseline once; from then on every document, key and payment is covered', async () => {
  await thief.query(
    `create table kept_key as select secret_sha256 from billing.api_key where id = '${lived.keys.shop}'`,
  );
  const told: string[] = [];
  const log = {
    error: (said: unknown) => assert.fail(JSON.stringify(said)),
    info: (said: object) => void told.push(JSON.stringify(said)),
  };
  await recordExistingState(service.services, log);
  assert.ok(told.length > 0);
  const after = await verified();
  assert.deepEqual([after.findings, after.uncovered], [[], 0]);
  assert.deepEqual(await tampered(archived('- 1'), archived('+ 1')), ['document_marks_differ']);
  assert.deepEqual(await tampered(secret(`sha256('x')`), secret('(select secret_sha256 from kept_key)')), [
    'key_differs',
  ]);
  const day = (by: string) =>
    `update billing.payment set received_on = received_on ${by} where document_id = '${lived.paid}'`;
  assert.deepEqual(await tampered(day('- 1'), day('+ 1')), ['payment_columns_differ']);

  await recordExistingState(service.services, log);
  assert.equal((await verified()).links, after.links, 'nothing is left to note');
  await booksOf(service).pay('invoice', lived.plain, 100);
  const later = await verified();
  assert.deepEqual([later.findings, later.uncovered], [[], 0], 'and life goes on');
});
