import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { testCluster } from '../../support/database/test-database.ts';
import { MAIN } from '../../support/service/main-program.ts';
import { firstCustomer, ONE_LINE, patientClient } from '../../support/service/retrying-client.ts';
import { type Ground, ground, settingsOf, startProcess } from '../../support/service/server-process.ts';

// `facturier verify` after changes the triggers forbid. All known changes are in tampering.test.ts.

const TABLES = ['account', 'document', 'payment', 'chain_link', 'chain_head'];

let on: Ground;
let thief: pg.Client;
beforeAll(async () => {
  on = await ground();
  const server = await startProcess(on);
  const key = server.welcome.keys?.live as string;
  const customerId = await firstCustomer(on, server, key);
  const today = Math.floor(Date.now() / 1000);
  const client = await patientClient(on, { key, ports: [server.port] });
  for (let invoice = 0; invoice < 5; invoice++) {
    const made = await client.once(`/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } });
    await client.once(`/v2/billing/${made?.json.id}/finalize`, { method: 'PATCH' });
    const payments = [{ amount: 1_000 + invoice, receivedAt: today, method: 'transfer' }];
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
afterAll(async () => {
  await thief.end();
  await on.discard();
});

/** Output and exit code of the command. */
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
const paid = (place: number): string => `(select id from kept_payment order by id offset ${place} limit 1)`;
const LAST_LINK = '(select max(seq) from kept_chain_link where not test)';

const tampering: Readonly<Record<string, { sql: string; finds: string }>> = {
  'a document changed': {
    sql: `update billing.document set content = replace(content, 'Conseil', 'Cadeau') where id = ${numbered(1)}`,
    finds: 'document_changed',
  },
  'a payment deleted': { sql: `delete from billing.payment where id = ${paid(0)}`, finds: 'payment_missing' },
  'another IBAN in the settings': {
    sql: `update billing.account set settings = (settings::jsonb || '{"bank":{"iban":"FR7610107001011234567890129"}}')::text`,
    finds: 'settings_differ',
  },
  'the chain truncated, its head with it': {
    sql: `delete from billing.chain_link where not test and seq = ${LAST_LINK};
      update billing.chain_head h set (seq, hash) = (select seq, hash from billing.chain_link l
        where l.account_id = h.account_id and not l.test order by seq desc limit 1) where not test`,
    finds: 'chain_truncated',
  },
};

test('facturier verify finds nothing in untouched books and exits with 0', async () => {
  const { code, said } = await verify();
  assert.deepEqual([code, said.intact, said.findings], [0, true, []]);
});

for (const [what, { sql, finds }] of Object.entries(tampering)) {
  test(`facturier verify finds ${what} and exits with 1`, async () => {
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
