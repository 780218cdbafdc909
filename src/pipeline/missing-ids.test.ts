import assert from 'node:assert/strict';
import { v7 } from 'uuid';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../test/support/service/in-process-service.ts';
import { operations } from '../api/index.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Operation } from './operation.ts';
import { runOperation } from './run-operation.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Path parameters that name a part of the object, or one of a few kinds, not the object. */
const within = { emailType: 'invoice_simple', fileId: v7(), paymentId: v7(), kind: 'transactions' };
const mainIds = ({ path }: Operation) => Object.keys(path.shape).filter((name) => !(name in within));
const ofOneThing = operations.filter((operation) => mainIds(operation).length > 0);

/** Runs an operation on services whose database pool throws on every connection. */
function askedWithoutDatabase(operation: Operation, said: string) {
  const pool = {
    connect: () => Promise.reject(new Error('a connection was asked for')),
  } as unknown as AppServices['pool'];
  const ids = Object.fromEntries(mainIds(operation).map((name) => [name, said]));
  const inside = Object.fromEntries(Object.entries(within).filter(([name]) => name in operation.path.shape));
  const parts = { path: { ...ids, ...inside }, query: {}, body: operation.example ?? {} };
  return runOperation({ ...service.services, pool }, operation, service.live, { parts, language: 'fr' });
}

test('every operation on one object refuses an impossible id without a query, with a declared refusal', async () => {
  assert.ok(ofOneThing.length > 90, `${ofOneThing.length} operations on one thing`);
  for (const operation of ofOneThing) {
    const [name, ...others] = mainIds(operation);
    assert.deepEqual(others, [], operation.name);
    const missing = (operation.path.shape[name as string] as unknown as { missing?: string }).missing;
    assert.ok(
      operation.refusals.some((code) => code === missing),
      `${operation.name}: ${missing}`,
    );
    for (const said of ['not-a-uuid', '01890a5d-ac96-774b-bcce-b302099a805'])
      assert.deepEqual(await askedWithoutDatabase(operation, said), { refused: missing }, `${operation.name} ${said}`);
  }
});

test('control: a possible id queries the database, which fails in this setup', async () => {
  for (const operation of ofOneThing)
    await assert.rejects(askedWithoutDatabase(operation, v7()), /a connection was asked for/, operation.name);
});

test('an impossible id in a body or query is answered like an unknown id', async () => {
  const { call } = service;
  const { json: zoe } = await call('create-contact', { body: { firstname: 'Zoé', lastname: 'Martin' } });
  const [column] = (await call('get-project-categories')).json;
  const project = { name: 'Site', amount: 100_000, customerId: zoe.id, categoryId: column.id };
  const { json: site } = await call('create-project', { body: project });
  const { json: draft } = await call('create-invoice', { path: { id: zoe.id } });
  const { json: hook } = await call('create-webhook', { body: { url: 'https://zoe.example/', events: ['*'] } });
  const path = { id: draft.id };
  const task = { name: 'Appeler', description: '', priority: 'normal' };
  for (const nobody of ['zoe', v7()]) {
    const refusals = {
      customer_not_found: [
        call('create-project', { body: { ...project, customerId: nobody } }),
        call('create-task', { body: { ...task, customerId: nobody } }),
        call('create-free-asset', { body: { billingCustomerId: nobody } }),
        call('update-billing-customer', { path, body: { customerId: nobody } }),
        call('update-project', { path: { id: site.id }, body: { customerId: nobody } }),
      ],
      category_not_found: [
        call('create-project', { body: { ...project, categoryId: nobody } }),
        call('update-project', { path: { id: site.id }, body: { categoryId: nobody } }),
      ],
      project_not_found: [
        call('create-task', { body: { ...task, opportunityId: nobody } }),
        call('create-invoice', { path: { id: zoe.id }, body: { opportunityId: nobody } }),
        call('update-billing-opportunity', { path, body: { opportunityId: nobody } }),
      ],
      theme_not_found: [call('update-billing-theme', { path, body: { themeId: nobody } })],
      event_not_found: [
        call('list-events', { query: { after: nobody } }),
        call('replay-webhook', { path: { id: hook.id }, body: { eventId: nobody } }),
      ],
    };
    for (const [refused, answers] of Object.entries(refusals))
      for (const answer of answers) assert.deepEqual(await answer, { refused }, nobody);
    for (const [list, query] of [
      ['get-projects', 'customerId'],
      ['get-projects', 'categoryId'],
      ['get-tasks', 'opportunityId'],
      ['get-billings', 'customerId'],
      ['get-billings', 'organizationId'],
      ['get-billings', 'opportunityId'],
    ] as const)
      assert.equal((await call(list, { query: { [query]: nobody } })).json.totalDocs, 0, `${list} ${query}`);
  }
  assert.equal((await call('get-billings', { query: { customerId: zoe.id } })).json.totalDocs, 1);
  const themed = await call('update-billing-theme', { path, body: { themeId: 'plume' } });
  assert.equal(themed.json.id, draft.id);
});
