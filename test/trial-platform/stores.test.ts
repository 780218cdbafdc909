import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { NO_ACCOUNT } from '../../src/db/row-security.ts';
import { sql } from '../../src/db/sql.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { storedTrialStore } from '../../src/services/einvoicing/trial-platform/stored-trial-state.ts';
import { memoryTrialStore } from '../../src/trial-platform/memory-store.ts';
import type { TrialStore } from '../../src/trial-platform/store.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { trialHere } from './trial-client.ts';
import { BUYER, SELLER, trialInvoice } from './trial-invoice.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

/** Another account in the same database for each story. */
const inPostgres = async (): Promise<TrialStore> =>
  storedTrialStore(service.services.pool, (await service.newAccount('Other')).accountId);

const stores: readonly (readonly [string, () => Promise<TrialStore>])[] = [
  ['memory', async () => memoryTrialStore()],
  ['PostgreSQL', inPostgres],
];

describe.each(stores)('a trial platform that keeps its state in %s', (_name, open) => {
  test('an invoice passes 200, 201, 202 and 203, reaches its buyer, is refused by it, and a paid one follows', async () => {
    const here = trialHere({ store: await open() });
    await here.trial('PUT', `companies/${BUYER}`, { behaviour: { action: 'wait' } });
    const flowId = await here.invoice({ number: 'F1' }, { trackingId: 'ours-1' });
    here.pass(60);
    assert.equal((await here.metadata(flowId)).acknowledgement.status, 'Ok');
    const { results } = await here.search({ flowType: ['SupplierInvoice'] }, { as: BUYER });
    assert.equal(results.length, 1);
    const { json } = await here.trial('POST', `invoices/${flowId}/act`, { action: 'refuse', reason: 'TX_TVA_ERR' });
    assert.deepEqual(
      json.statuses.map(({ status }: any) => status),
      ['200', '201', '202', '203', '210'],
    );
    const next = await here.invoice({ number: 'F2' });
    here.pass(60);
    await here.trial('POST', `invoices/${next}/act`, { action: 'pay' });
    assert.deepEqual(await here.codes(), ['200', '201', '202', '203', '210', '200', '201', '202', '203', '211']);
  });

  test('a tracking id and an invoice number are taken once, and found again after a lost answer', async () => {
    const here = trialHere({ store: await open() });
    const first = await here.invoice({ number: 'F1' }, { trackingId: 'ours-1' });
    const again = await here.invoice({ number: 'F1' }, { trackingId: 'ours-1' });
    here.pass(5);
    const { acknowledgement } = await here.metadata(again);
    assert.deepEqual(
      [acknowledgement.status, ...acknowledgement.details.map(({ item }: any) => item)],
      ['Error', 'trackingId', 'BT-1'],
    );
    const { results } = await here.search({ trackingId: 'ours-1' });
    assert.deepEqual(
      results.map(({ flowId, acknowledgement: { status } }: any) => [flowId, status]),
      [
        [first, 'Ok'],
        [again, 'Error'],
      ],
    );
  });

  test('forty flows read three at a time by the cursor come once each, in the order of their changes', async () => {
    const here = trialHere({ store: await open() });
    for (let n = 1; n <= 8; n += 1) await here.invoice({ number: `F${n}` });
    here.pass(60);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await here.search(
        { updatedAfter: '2020-01-01T00:00:00Z' },
        { limit: 3, ...(cursor !== undefined && { cursor }) },
      );
      seen.push(...page.results.map(({ flowId }: any) => flowId));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    // Eight invoices with five statuses each: 200 to 203, and 205.
    assert.equal(seen.length, 48);
    assert.equal(new Set(seen).size, 48);
  });

  test('twenty deposits at once are twenty flows with twenty times, and the file of each is its own', async () => {
    const here = trialHere({ store: await open() });
    await here.token(SELLER);
    const numbers = Array.from({ length: 20 }, (_, n) => `F${n + 1}`);
    const flows = await Promise.all(numbers.map((number) => here.invoice({ number })));
    const all = await Promise.all(flows.map((flowId) => here.metadata(flowId)));
    assert.equal(new Set(all.map(({ updatedAt }) => updatedAt)).size, 20);
    const { bytes } = await here.flows(`flows/${flows[6]}?docType=Original`);
    assert.equal(Buffer.from(bytes).toString(), ciiOf(trialInvoice({ number: 'F7' })));
  });

  test('faults, companies, webhooks and the numbers of sample invoices are kept', async () => {
    const store = await open();
    const before = trialHere({ store });
    await before.trial('PUT', 'faults', { unavailable: { times: 1 } });
    await before.trial('PUT', 'companies/400000006', { name: 'Café du Port' });
    await before.trial('POST', 'supplier-invoices', { to: SELLER });
    const here = trialHere({ store });
    assert.equal((await here.flows('webhooks')).status, 503);
    assert.equal((await here.directory('siren/code-insee:400000006')).json.businessName, 'Café du Port');
    const { json } = await here.trial('POST', 'supplier-invoices', { to: SELLER });
    assert.equal(json.number, 'ESSAI-2027-0002');
    const body = { callbackUrl: 'https://receiver.example/hook' };
    const { webhookId } = (await here.flows('webhooks', { method: 'POST', body })).json;
    assert.equal((await here.flows('webhooks')).json.count, 1);
    await here.flows(`webhooks/${webhookId}`, { method: 'DELETE' });
    assert.equal((await here.flows('webhooks')).json.count, 0);
  });

  test('a full platform answers 503 to a third flow and to a buyer who acts, and takes more once emptied', async () => {
    const here = trialHere({ store: await open(), limits: { flows: 2, bytes: 1_000_000 } });
    const flowId = await here.invoice({ number: 'F1' });
    await here.invoice({ number: 'F2' });
    const deposit = () => here.deposit({ file: ciiOf(trialInvoice({ number: 'F3' })) });
    assert.equal((await deposit()).status, 503);
    here.pass(2);
    assert.equal((await here.trial('POST', `invoices/${flowId}/act`, { action: 'approve' })).status, 503);
    await here.trial('DELETE', 'state');
    assert.equal((await deposit()).status, 202);
    assert.deepEqual((await here.search({ flowType: ['CustomerInvoice'] })).results.length, 1);
  });

  test('a file that is larger than the bytes left answers 503', async () => {
    const here = trialHere({ store: await open(), limits: { flows: 10, bytes: 2_000 } });
    assert.equal((await here.deposit({ file: ciiOf(trialInvoice()) })).status, 503);
    assert.equal((await here.deposit({ file: '<a/>' })).status, 202);
  });
});

describe('the trial platform in PostgreSQL', () => {
  test('a change that fails leaves nothing behind', async () => {
    const { accountId } = await service.newAccount('Failing');
    const store = storedTrialStore(service.services.pool, accountId);
    const here = trialHere({ store });
    const flowId = await here.invoice();
    const failing = store.change(async (state) => {
      const flow = await state.flow(flowId);
      if (flow) await state.saveFlow({ ...flow, name: 'changed', position: flow.position + 1 });
      await state.saveSettings({ behaviours: {}, companies: [], samples: 7 });
      throw new Error('interrupted');
    });
    await assert.rejects(failing, /interrupted/);
    const kept = await store.change(async (state) => ({ flow: await state.flow(flowId), of: await state.settings() }));
    assert.deepEqual([kept.flow?.name, kept.of.samples], ['file.xml', 0]);
  });

  test('each account has its own platform: what one sent is unknown to the other', async () => {
    const [one, other] = [trialHere({ store: await inPostgres() }), trialHere({ store: await inPostgres() })];
    const flowId = await one.invoice({ number: 'F1' }, { trackingId: 'ours' });
    assert.equal((await other.flows(`flows/${flowId}`)).status, 404);
    assert.equal((await other.search({ trackingId: 'ours' })).results.length, 0);
    await other.invoice({ number: 'F1' }, { trackingId: 'ours' });
    other.pass(5);
    const { results } = await other.search({ trackingId: 'ours' });
    assert.equal(results[0].acknowledgement.status, 'Ok');
  });

  test('PostgreSQL refuses anything live, an invoice twice, and a position that goes back', async () => {
    const { accountId } = await service.newAccount('Guarded');
    await trialHere({ store: storedTrialStore(service.services.pool, accountId) }).invoice();
    const refused = (statement: ReturnType<typeof sql>, why: RegExp) =>
      assert.rejects(
        inTransaction(service.services.pool, { accountId, test: true }, async (tx) => {
          await tx.read(statement, [accountId]);
          return { commit: true, answer: undefined };
        }),
        why,
      );
    await refused(
      sql`insert into billing.trial_flow (account_id, id, test, owner, position, content)
        values ($1, 'live', false, '100000009', 1, '{}')`,
      /row-level security|trial_flow_is_test/,
    );
    await refused(
      sql`insert into billing.trial_flow (account_id, id, owner, position, invoice_key, content)
        select account_id, 'again', owner, position + 1, invoice_key, content from billing.trial_flow where account_id = $1`,
      /trial_flow_of_invoice/,
    );
    await refused(
      sql`update billing.trial_platform set last_position = last_position - 1 where account_id = $1`,
      /only grow/,
    );
    const owned = inTransaction(service.services.pool, { accountId: NO_ACCOUNT, test: true }, async (tx) => ({
      commit: false,
      answer: await tx.read(sql`select 1 from billing.trial_flow where account_id = $1`, [accountId]),
    }));
    assert.deepEqual(await owned, []);
  });
});
