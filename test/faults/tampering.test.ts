import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { firstCustomer, ONE_LINE, patientClient } from '../support/clients-of-processes.ts';
import { type Ground, ground, MAIN, settingsOf, startProcess } from '../support/server-process.ts';
import { testCluster } from '../support/test-database.ts';

// `facturier verify` as an operator runs it, after somebody who holds the database did what the triggers forbid.

const TABLES = ['document', 'payment', 'chain_link', 'chain_head', 'series'];

let on: Ground;
let thief: pg.Client;
before(async () => {
  on = await ground();
  const server = await startProcess(on);
  const key = server.welcome.keys?.live as string;
  const customerId = await firstCustomer(on, server, key);
  const client = await patientClient(on, { key, ports: [server.port] });
  for (let invoice = 0; invoice < 5; invoice++) {
    const made = await client.once(`/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } });
    await client.once(`/v2/billing/${made?.json.id}/finalize`, { method: 'PATCH' });
    const payments = [{ amount: 1_000 + invoice, receivedAt: 1_772_442_000 + invoice * 86_400, method: 'transfer' }];
    const paid = await client.once(`/v2/accounting-billing/invoice/${made?.json.id}/reconciliate`, {
      body: { payments },
    });
    assert.equal(paid?.status, 200, paid?.text);
  }
  client.close();
  assert.equal(await server.stop(), 0);
  const { database } = on.database.ownerUrl as { database: string };
  thief = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await thief.connect();
  await thief.query("set session_replication_role = 'replica'");
  for (const table of TABLES) await thief.query(`create table kept_${table} as table billing.${table}`);
});
after(async () => {
  await thief.end();
  await on.discard();
});

/** What the command says and how it ends. */
async function verify(): Promise<{ code: number; said: { intact: boolean; findings: { fault: string }[] } }> {
  const args = ['--disable-warning=ExperimentalWarning', MAIN, 'verify', '--json'];
  const env = { ...process.env, ...settingsOf(on) };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return { code: 0, said: JSON.parse(stdout) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    assert.ok(stdout, stderr);
    return { code, said: JSON.parse(stdout) };
  }
}

const numbered = (place: number): string => `(select id from kept_document order by counter offset ${place} limit 1)`;
const linked = (place: number): string =>
  `(select seq from kept_chain_link where not test order by seq offset ${place} limit 1)`;
const paid = (place: number): string => `(select id from kept_payment order by id offset ${place} limit 1)`;
const LAST_LINK = '(select max(seq) from kept_chain_link where not test)';

/** Swaps one member of two rows. */
const swapped = (table: string, key: string, [one, other]: [string, string], members: string): string => `
  update billing.${table} t set (${members}) = (select ${members} from kept_${table} k
    where k.${key} = case when t.${key} = ${one} then ${other} else ${one} end ${table === 'chain_link' ? 'and not k.test' : ''})
  where t.${key} in (${one}, ${other}) ${table === 'chain_link' ? 'and not t.test' : ''}`;

const tampering: Readonly<Record<string, { sql: string; finds: string }>> = {
  'a document changed': {
    sql: `update billing.document set content = replace(content, 'Conseil', 'Cadeau') where id = ${numbered(1)}`,
    finds: 'document_changed',
  },
  'a document deleted': { sql: `delete from billing.document where id = ${numbered(2)}`, finds: 'document_missing' },
  'a document inserted': {
    sql: `insert into billing.document select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
      'number', 'F-2026-9999', 'counter', 6))).* from billing.document d where id = ${numbered(4)}`,
    finds: 'document_without_link',
  },
  'two documents reordered': {
    sql: swapped('document', 'id', [numbered(1), numbered(3)], 'emitted_at, finalized_at, content, sealed_sha256'),
    finds: 'document_differs_from_link',
  },
  'the documents truncated': {
    sql: `delete from billing.document where counter >= 4; update billing.series set last = 3 where prefix = 'F'`,
    finds: 'document_missing',
  },
  'a link changed': {
    sql: `update billing.chain_link set link = replace(link, '"total":54000', '"total":5400') where seq = ${linked(6)} and not test`,
    finds: 'link_changed',
  },
  'a link deleted': {
    sql: `delete from billing.chain_link where not test and seq = ${linked(4)}`,
    finds: 'link_missing',
  },
  'a link inserted': {
    sql: `insert into billing.chain_link select account_id, test, seq + 1, link, hash, key_id, signature from billing.chain_link
      where not test and seq = ${LAST_LINK}; update billing.chain_head set seq = seq + 1 where not test`,
    finds: 'link_out_of_place',
  },
  'two links reordered': {
    sql: swapped('chain_link', 'seq', [linked(3), linked(4)], 'link, hash, key_id, signature'),
    finds: 'link_not_joined',
  },
  'the chain truncated, its head with it': {
    sql: `delete from billing.chain_link where not test and seq = ${LAST_LINK};
      update billing.chain_head h set (seq, hash) = (select seq, hash from billing.chain_link l
        where l.account_id = h.account_id and not l.test order by seq desc limit 1) where not test`,
    finds: 'chain_truncated',
  },
  'a payment changed': {
    sql: `update billing.payment set content = replace(content, '"amount":1001', '"amount":9001') where id = ${paid(1)}`,
    finds: 'payment_without_link',
  },
  'a payment deleted': { sql: `delete from billing.payment where id = ${paid(0)}`, finds: 'payment_missing' },
  'a payment inserted': {
    sql: `insert into billing.payment select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
      'content', replace(content, '"amount"', '"amount": ')))).* from billing.payment p where id = ${paid(2)}`,
    finds: 'payment_without_link',
  },
  'two payments reordered': {
    sql: swapped('payment', 'id', [paid(1), paid(3)], 'amount_cents, received_on'),
    finds: 'payment_columns_differ',
  },
  'the payments truncated': {
    sql: `delete from billing.payment where id in (${paid(3)}, ${paid(4)})`,
    finds: 'payment_missing',
  },
};

test('facturier verify finds nothing wrong in books nobody touched, and ends with 0', async () => {
  const { code, said } = await verify();
  assert.deepEqual([code, said.intact, said.findings], [0, true, []]);
});

for (const [what, { sql, finds }] of Object.entries(tampering)) {
  test(`facturier verify finds ${what}, and ends with 1`, async () => {
    const touched = [await thief.query(sql)].flat();
    assert.ok(
      touched.every(({ rowCount }) => (rowCount ?? 0) > 0),
      'the tampering touched nothing',
    );
    const { code, said } = await verify();
    const faults = said.findings.map(({ fault }) => fault);
    assert.deepEqual([code, said.intact], [1, false]);
    assert.ok(faults.includes(finds), `${finds} is not among ${faults.join()}`);
    await restored();
  });
}

async function restored(): Promise<void> {
  for (const table of TABLES) {
    await thief.query(`delete from billing.${table}`);
    await thief.query(`insert into billing.${table} select * from kept_${table}`);
  }
}
