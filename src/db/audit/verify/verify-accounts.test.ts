import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../../../test/support/database/test-database.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { updateLines } from '../../../api/billing/documents/edit/lines.ts';
import { finalizeBilling } from '../../../api/billing/documents/finalize.ts';
import { createInvoice } from '../../../api/billing/invoices.ts';
import { createContact } from '../../../api/customers/customers.ts';
import { markInvoicePaid } from '../../../api/payments/mark-paid.ts';
import { type OpenChainSigner, openChainSigner } from '../../../audit/chain/open-chain-signer.ts';
import type { KeptHead } from '../../../audit/heads/exported-heads.ts';
import { type LocalHeads, readKnownHeads } from '../../../audit/heads/known-heads.ts';
import { chainName } from '../../../audit/heads/recorded-heads.ts';
import type { Operation } from '../../../pipeline/operation.ts';
import { withFileLock } from '../../../runtime/file-lock.ts';
import type { Finding } from './finding.ts';
import { findMissingAccounts, type Verified, verifyAccounts } from './verify-accounts.ts';

let service: TestService;
let folder: string;
let seal: OpenChainSigner;
let superuser: pg.Client;
let invoices: { id: string; number: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier verify '));
  seal = await openChainSigner(folder, { lock: withFileLock });
  service = await testService({ seal });
  invoices = [];
  for (const cents of [12_345, 999, 50_000, 7, 80_000]) invoices.push(await finalizedInvoice(cents));
  await asked(
    markInvoicePaid,
    { id: invoices[0]?.id },
    { payments: [{ amount: 1_000, receivedAt: service.clock.now, method: 'transfer' }] },
  );
  await seal.close();
  superuser = new pg.Client({ ...(await testCluster()).superuser, database: databaseName() } as pg.ClientConfig);
  await superuser.connect();
  // An attacker with write access to the database can disable triggers.
  await superuser.query("set session_replication_role = 'replica'");
  // The database owner can also drop check constraints.
  await superuser.query('alter table billing.document drop constraint states_of_kind');
});

afterAll(async () => {
  await superuser?.end();
  await service.close();
  await rm(folder, { recursive: true });
});

const databaseName = () => (service.database.serving as { database: string }).database;

async function asked(operation: unknown, path: object, body: object = {}): Promise<{ id: string; number: string }> {
  const said = { path: path as never, body, caller: service.test };
  const answer = await service.call(operation as Operation, said);
  assert.equal(answer.refused, undefined, JSON.stringify(answer));
  return answer.json;
}

async function finalizedInvoice(unitPrice: number): Promise<{ id: string; number: string }> {
  const address = { address: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' };
  const contact = await asked(createContact, {}, { firstname: 'Ada', lastname: 'Lovelace', billingAddress: address });
  const draft = await asked(createInvoice, { id: contact.id });
  const line = {
    unitPrice,
    quantity: 1,
    quantityUnit: 'unit',
    designation: 'Conseil',
    type: 'service_delivery',
    vatCode: 'FR_2000',
  };
  await asked(updateLines, { id: draft.id }, { lines: [line] });
  const { id, number } = await asked(finalizeBilling, { id: draft.id });
  return { id, number };
}

async function verified(): Promise<Verified> {
  const { keys, noted } = await readKnownHeads(folder);
  return verifyAccounts(service.database.serving, [service.accountId], { keys, noted });
}

/**
 * Tampers with the database, returns the findings, and rolls back, so that each test starts from
 * the same state.
 */
async function found(tampering: string, values: unknown[] = []): Promise<string[]> {
  const tables = ['document', 'payment', 'chain_link', 'chain_head', 'series', 'event', 'tally'];
  for (const table of tables) await superuser.query(`create table kept_${table} as table billing.${table}`);
  try {
    const { rowCount } = await superuser.query(tampering, values);
    assert.ok(rowCount, 'the tampering touched nothing');
    return (await verified()).findings.map(({ fault }) => fault);
  } finally {
    for (const table of tables) {
      await superuser.query(`delete from billing.${table}`);
      await superuser.query(`insert into billing.${table} select * from kept_${table}`);
      await superuser.query(`drop table kept_${table}`);
    }
  }
}

test('an untouched database has no finding, and all of it was checked', async () => {
  const { findings, links, documents, payments } = await verified();
  assert.deepEqual(findings, []);
  assert.deepEqual([documents, payments], [5, 1]);
  assert.ok(links >= 6);
});

test('a changed text, digest, number, total, kind or day of a finalized document is found', async () => {
  const at = [invoices[1]?.id];
  const change = (what: string) => found(`update billing.document set ${what} where id = $1`, at);
  assert.deepEqual(await change(`content = replace(content, 'Conseil', 'Cadeau')`), [
    'document_changed',
    'document_differs_from_link',
  ]);
  assert.ok(
    (
      await change(
        `content = replace(content, 'Conseil', 'Cadeau'), sealed_sha256 = sha256(convert_to(replace(content, 'Conseil', 'Cadeau'), 'UTF8'))`,
      )
    ).includes('document_differs_from_link'),
  );
  assert.ok((await change(`sealed_sha256 = '\\x00'`)).includes('document_changed'));
  assert.ok((await change(`number = 'F-2026-9999'`)).includes('document_columns_differ'));
  assert.ok(
    (await change(`net_cents = net_cents + 1, total_cents = total_cents + 1`)).includes('document_columns_differ'),
  );
  assert.ok((await change(`kind = 'advance'`)).includes('document_columns_differ'));
  assert.ok((await change(`emitted_on = emitted_on - 2`)).includes('document_columns_differ'));
  assert.ok((await change(`counter = 77`)).includes('number_missing'));
});

test('a deleted and an inserted document are found', async () => {
  const deleted = await found('delete from billing.document where id = $1', [invoices[2]?.id]);
  assert.ok(deleted.includes('document_missing') && deleted.includes('number_missing'));
  const inserted = await found(
    `insert into billing.document select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'number', 'TEST-F-2026-0006', 'counter', 6))).*
     from billing.document d where id = $1`,
    [invoices[2]?.id],
  );
  assert.ok(inserted.includes('document_without_link') && inserted.includes('counter_differs'));
});

test('a changed, deleted, inserted, reordered or truncated link is found', async () => {
  const changed = await found(
    `update billing.chain_link set link = replace(link, 'EUR', 'USD') where seq = 2 and test`,
  );
  assert.ok(changed.includes('link_changed'));
  assert.ok((await found('delete from billing.chain_link where seq = 2 and test')).includes('link_missing'));
  const inserted = await found(
    `insert into billing.chain_link select account_id, test, seq + 5, link, hash, key_id, signature from billing.chain_link where seq = 2 and test`,
  );
  assert.ok(inserted.includes('link_not_joined') && inserted.includes('document_linked_twice'));
  const reordered = await found(
    `update billing.chain_link a set link = b.link, hash = b.hash, signature = b.signature from billing.chain_link b
     where a.account_id = b.account_id and a.test and b.test and (a.seq, b.seq) in ((2, 3), (3, 2))`,
  );
  assert.ok(reordered.includes('link_not_joined'));
  const cut = await found('delete from billing.chain_link where seq > 3 and test');
  assert.ok(cut.includes('head_differs') && cut.includes('chain_truncated') && cut.includes('document_without_link'));
});

test('a truncation that includes documents, counters and head is found by the external anchor', async () => {
  const findings = await found(
    `with links as (delete from billing.chain_link where test and seq > 4 returning 1),
       payments as (delete from billing.payment returning 1),
       documents as (delete from billing.document where id = $1 returning 1),
       unpaid as (update billing.document set paid_cents = 0, life = replace(life, '"paid":1000', '"paid":0') where id <> $1 returning 1),
       events as (delete from billing.event where subject_id = $1 and type = 'invoice.finalized' returning 1),
       tallied as (insert into billing.tally (account_id, test, kind, state, archived, slot, documents)
         select account_id, true, 'invoice', 'finalized', false, 99, -1 from billing.account returning 1),
       counted as (update billing.series set last = 4 where test and prefix = 'TEST-F' returning 1)
     update billing.chain_head h set seq = 4, hash = l.hash from billing.chain_link l
     where l.account_id = h.account_id and l.test and h.test and l.seq = 4`,
    [invoices[4]?.id],
  );
  assert.deepEqual(findings, ['chain_truncated']);
});

test('a forged payment, a missing one and an amount that does not add up are found', async () => {
  assert.ok((await found(`update billing.payment set amount_cents = 2000`)).includes('payment_columns_differ'));
  assert.ok(
    (await found(`update billing.payment set content = replace(content, '1000', '2000')`)).includes(
      'payment_without_link',
    ),
  );
  assert.ok((await found('delete from billing.payment')).includes('payment_missing'));
  assert.ok(
    (await found(`update billing.document set paid_cents = 5 where id = $1`, [invoices[3]?.id])).includes(
      'paid_amount_differs',
    ),
  );
});

test('a state, mark or amount that changed without an event is found', async () => {
  const at = [invoices[3]?.id];
  for (const moved of [
    "state = 'paid', paid_at = 1",
    "state = 'signed', signed_at = 1",
    'canceled_at = 1',
    'credited_cents = 5',
    'billed_cents = 5',
    `life = replace(life, '"paid":0', '"paid":5')`,
    `life = replace(life, '"credited":{}', '"credited":{"FR_2000":{"net":4,"vat":1}}')`,
  ])
    assert.ok(
      (await found(`update billing.document set ${moved} where id = $1`, at)).includes('document_marks_differ'),
      moved,
    );
});

test('an account deleted entirely is found by the records outside the database', async () => {
  const { keys, noted } = await readKnownHeads(folder);
  assert.deepEqual(await findMissingAccounts(async (ids) => new Set(ids), { keys, noted }), []);
  assert.deepEqual(
    (await findMissingAccounts(async () => new Set(), { keys, noted }))
      .map(({ fault, mode }) => `${fault} ${mode}`)
      .toSorted(),
    ['account_missing live', 'account_missing test'],
  );
});

test('a missing account is reported once per chain, although both places name it, also across batches', async () => {
  const ids = Array.from({ length: 1_200 }, (_, n) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`);
  const gone = ids[700] as string;
  const there = async (some: readonly string[]) => new Set(some.filter((id) => id !== gone));
  const head = { seq: 7, hash: '', keyId: '', signature: '' };
  const noted: LocalHeads = {
    of: async (account) => {
      const headOf = (test: boolean) => [{ account, test, ...head }];
      return {
        heads: new Map([false, true].map((test) => [chainName(account, test), headOf(test)])),
        restarts: new Map(),
        unreadable: [],
      };
    },
    // Accounts recorded recently, and those with a file.
    async *accounts() {
      yield* ids;
      yield* ids;
    },
  };
  const said = (findings: readonly Finding[]) => findings.map(({ account, mode, seq }) => `${account} ${mode} ${seq}`);
  const expected = [`${gone} live 7`, `${gone} test 7`];
  assert.deepEqual(said(await findMissingAccounts(there, { keys: new Map(), noted })), expected);
  // Last entries stored outside the installation may come in any order.
  const headsKept = (['live', 'test'] as const).flatMap((mode) =>
    ids.map((account): [string, KeptHead[]] => [
      chainName(account, mode === 'test'),
      [{ account, mode, seq: 7, hash: '', key: '', signature: '', at: 0 }],
    ]),
  );
  assert.deepEqual(said(await findMissingAccounts(there, { keys: new Map(), kept: new Map(headsKept) })), expected);
});
