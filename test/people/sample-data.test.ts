import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { inTransaction } from '../../src/db/transaction.ts';
import { SAMPLES_MAX, sampleRefusal } from '../../src/domain/people/sample-account.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { inAccountOf, newPerson } from './people-fixtures.ts';

// Sample data: its contents, who can access it, and that it leaves the own account unchanged.

let service: ServiceOverHttps;
let zoe: Awaited<ReturnType<typeof newPerson>>;
let sampleId: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  zoe = await newPerson(service, { email: 'zoe@exemple.fr', first: true });
});
afterAll(() => service.close());

const sample = (method: 'POST' | 'DELETE') =>
  zoe.ask('/v2/person/sample-data', { method, ...(method === 'POST' && { body: {} }) });
const inSample = (path: string, mode = 'test') =>
  zoe.ask(path, { headers: { 'facturier-account': sampleId, 'facturier-mode': mode } });

test('sample data covers twelve months of every kind and state in a separate account, with a threshold near 90 %', async () => {
  const made = await sample('POST');
  assert.equal(made.status, 201, made.text);
  const [own, given] = made.json.accounts;
  assert.deepEqual([own.isSample, given.isSample, given.role], [false, true, 'owner']);
  sampleId = given.id;
  const { docs } = (await inSample('/v2/billings?limit=100')).json;
  const seen = new Set(docs.map(({ type, state }: { type: string; state: string }) => `${type} ${state}`));
  for (const kind of ['estimate draft', 'estimate finalized', 'estimate signed', 'advance paid', 'advance finalized'])
    assert.ok(seen.has(kind), kind);
  for (const kind of ['invoice draft', 'invoice finalized', 'invoice paid', 'asset finalized'])
    assert.ok(seen.has(kind), kind);
  assert.ok(docs.every(({ number }: { number?: string }) => !number || number.startsWith('TEST-')));
  const told = (await inSample('/v2/dashboard')).json;
  assert.ok(told.late.count >= 3 && told.toBill.count >= 1, JSON.stringify([told.late, told.toBill]));
  const board = (await inSample('/v2/projects')).json;
  assert.deepEqual(board.docs.map(({ name }: { name: string }) => name).sort(), [
    'Application mobile',
    'Boutique en ligne',
    'Programme de saison',
    'Vente en ligne',
  ]);
  const services = told.thresholds.find(({ name }: { name: string }) => name === 'micro_services');
  assert.ok(services.percent >= 88 && services.percent <= 92, String(services.percent));
});

test('sample data is visible only in test mode and only to the person who requested it', async () => {
  assert.equal((await inSample('/v2/billings', 'live')).json.code, 'auth.sample_is_test');
  const other = await newPerson(service, { email: 'paul@exemple.fr', role: 'member' });
  const asked = await other.ask('/v2/billings', {
    headers: { 'facturier-account': sampleId, 'facturier-mode': 'test' },
  });
  assert.equal(asked.json.code, 'auth.account_not_yours');
});

test('one sample account exists at a time; once removed it is unreachable, and the own account is unchanged', async () => {
  assert.equal((await sample('POST')).json.code, 'sample_data.stands');
  assert.equal((await sample('DELETE')).status, 204);
  assert.equal((await inSample('/v2/billings')).json.code, 'auth.account_not_yours');
  const { accounts } = (await zoe.ask('/v2/person')).json;
  assert.deepEqual(
    accounts.map(({ id }: { id: string }) => id),
    [service.accountId],
  );
  const ofOwn = `where account_id = '${service.accountId}'`;
  const rows = await inAccountOf(service, `select count(*)::int as documents from billing.document ${ofOwn}`);
  assert.deepEqual(rows, [{ documents: 0 }]);
  assert.equal((await sample('DELETE')).json.code, 'sample_data.not_found');
});

test('if a step of the sample year fails, the person leaves the account and nothing remains', async () => {
  const { environment } = service.services;
  const { quotas } = environment;
  environment.quotas = { ...quotas, documentsPerDay: 1 };
  const refused = await sample('POST');
  environment.quotas = quotas;
  assert.equal(refused.json.code, 'sample_data.unfinished', refused.text);
  assert.equal((await zoe.ask('/v2/person')).json.accounts.length, 1);
});

test('the database refuses a sample account that could pass for a business, and no other account loses its owner', async () => {
  const { pool, newId } = service.services;
  const made = (settings: object) => {
    const accountId = newId();
    return inTransaction(pool, { accountId, test: false }, async (tx) => {
      const insert = { text: 'insert into billing.account (account_id, settings, created_at) values ($1, $2, 0)' };
      tx.write(insert, [accountId, JSON.stringify(settings)]);
      return { commit: true, answer: undefined };
    });
  };
  await assert.rejects(made({ name: 'Atelier' }), { code: '42501' });
  await assert.rejects(made({ name: 'Atelier', demo: null }), { code: '42501' });
  await made({ name: 'Atelier', demo: true });
  const leave = `update billing.membership set left_at = 0 where role = 'owner'`;
  await assert.rejects(inAccountOf(service, leave), { code: 'FA004' });
});

test('sample data is limited to 10 times in 30 days; the 11th works once the first is 30 days old', () => {
  const DAY = 86_400;
  const given = Array.from({ length: SAMPLES_MAX }, (_, n) => ({
    accountId: `${n}`,
    openedAt: n * DAY,
    stands: false,
  }));
  assert.deepEqual(sampleRefusal(given, 12 * DAY), {
    refused: 'samples_exhausted',
    ...{ limit: 10, retryAfter: 18 * DAY },
  });
  assert.equal(sampleRefusal(given, 30 * DAY), undefined);
});
