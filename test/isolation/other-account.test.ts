import assert from 'node:assert/strict';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { openPool } from '../../src/db/connections/pool.ts';
import type { Operation } from '../../src/pipeline/operation.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import { databaseDigest } from '../support/database/database-digest.ts';
import { testCluster } from '../support/database/test-database.ts';
import { operationNamed } from '../support/documents/example-books.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import { type Probe, probes, twoAccounts, wrongInAnswer } from './two-accounts.ts';
import { withoutConditions } from './without-account-filter.ts';

let accounts: Awaited<ReturnType<typeof twoAccounts>>;
let all: Probe[];
beforeAll(async () => {
  accounts = await twoAccounts();
  all = probes(accounts.own, accounts.foreign);
});
afterAll(() => accounts.service.close());

/** The fault in the response to a probe through a pool; undefined if it reveals nothing. */
async function wrongIn(services: AppServices, probe: Probe): Promise<string | undefined> {
  const { own, foreign } = accounts;
  return wrongInAnswer(
    probe,
    await runOperation(services, probe.operation, own.caller, { parts: probe.said, language: 'en' }),
    foreign,
  );
}

/** All faults over all probes; effects on our own IDs are rolled back. */
async function wrongsThrough(services: AppServices): Promise<string[]> {
  const wrong: string[] = [];
  for (const probe of all) {
    const fault = await wrongIn(probe.place === 'none' ? rolledBackServices(services) : services, probe);
    if (fault) wrong.push(fault);
  }
  return wrong;
}

test('every operation that takes an ID is tried with every ID of the other account', () => {
  assert.deepEqual([...new Set(all.map(({ operation }) => operation))], operations);
  assert.ok(all.length > 600, `${all.length} probes`);
  const places = new Set(all.map(({ place, member }) => `${place} ${member}`));
  for (const place of ['path id', 'body customerId', 'body billingCustomerId', 'body defaultContactId'])
    assert.ok(places.has(place), place);
  for (const place of ['query customerId', 'query organizationId']) assert.ok(places.has(place), place);
});

test('an ID of another account gives the 404 of its kind, reveals nothing and changes nothing', async () => {
  const { digest, close } = await databaseDigest(accounts.service.database);
  try {
    const seen = await digest();
    assert.deepEqual(await wrongsThrough(accounts.service.services), []);
    assert.equal(await digest(), seen);
  } finally {
    await close();
  }
});

test('without the account filter in the SQL, row-level security alone has the same result', async () => {
  const fresh = openPool(accounts.service.database.serving, { size: 2 });
  const { pool, untouched, rewritten } = withoutConditions(fresh);
  const { digest, close } = await databaseDigest(accounts.service.database);
  try {
    const seen = await digest();
    assert.deepEqual(await wrongsThrough({ ...accounts.service.services, pool }), []);
    assert.equal(await digest(), seen);
    assert.deepEqual([...untouched], []);
    assert.ok(rewritten.size > 30, `${rewritten.size} statements`);
    assert.equal([...rewritten].filter((text) => /account_id = (\$1|\w+\.)/.test(text)).length, 0);
  } finally {
    await close();
    await fresh.end();
  }
});

test('control: without filter and row-level security the other account becomes visible', async () => {
  const { superuser } = await testCluster();
  const { database } = accounts.service.database.serving as { database: string };
  const above = openPool({ ...superuser, database } as pg.PoolConfig, { size: 2 });
  const { pool } = withoutConditions(above);
  try {
    const services = rolledBackServices({ ...accounts.service.services, pool });
    const reading = ['get-billing-by-id', 'get-invoice', 'get-contact', 'get-organization', 'get-billing-payments'];
    for (const name of reading) {
      const probe = all.find(
        ({ operation, place, named, refusals }) =>
          operation === operationNamed(name) && place === 'path' && named === accounts.foreign.ids[refusals[0] ?? ''],
      );
      assert.ok(probe);
      assert.match((await wrongIn(services, probe)) ?? '', /tells|is done/, name);
    }
  } finally {
    await above.end();
  }
});

test('a test key reaches no live document of its own account in any operation', async () => {
  const { service, foreign, foreignTest } = accounts;
  // A test key changes nothing of the account: keys, board, themes. The mailbox has test mails
  // only, and test documents share the themes.
  const ofAccount = ({ chapter, refusals }: Operation): boolean =>
    ['Account', 'Mailbox', 'Themes'].includes(chapter) || refusals.includes('live_key_needed');
  const ofDocuments = operations.filter((operation) => 'id' in operation.path.shape && !ofAccount(operation));
  for (const operation of ofDocuments) {
    const [missing = ''] = operation.refusals.filter((code) => code.endsWith('_not_found'));
    const inside = { fileId: foreign.ids.attachment_not_found, paymentId: foreign.ids.payment };
    const path = { id: foreign.ids[missing], ...inside, emailType: 'invoice_simple' };
    const said = { path, body: { ...operation.example } };
    const answer = await service.call(operation, { caller: foreignTest, ...said });
    assert.equal(answer.refused, missing, operation.name);
  }
});
