import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { killedAt, type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';

// Documents at an approved platform: the trial platform answers behind the HTTP client.

const MINUTE = 60;
/** A company in the directory of the trial platform. */
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };

let service: TestService;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  life = lived(service, [sendToPlatform, readPlatform]);
});
beforeEach(async () => {
  platform = approvedPlatform(service);
  await books.done('connect-platform', undefined, PLATFORM);
});
afterAll(() => service.close());

const invoiceTo = async (customer: object = LUMEN) =>
  books.finalized(books.invoice(await books.organization(customer)));
const transmission = (id: string) => books.done('get-transmission', id);
const later = (seconds: number) => life.until(service.clock.now + seconds);
/** The numbers of the invoices that were handed to the platform, refused ones too. */
const numbers = async (): Promise<string[]> => {
  const answer = await platform.calm({
    method: 'GET',
    url: 'https://platform.example.org/trial/invoices',
    headers: {},
  });
  const { invoices } = JSON.parse(Buffer.from(answer.body).toString());
  return invoices.map(({ invoice }: { invoice: { number: string } }) => invoice.number);
};

test('get-transmission, send-to-platform: an invoice is handed over once, deposited, received and approved', async () => {
  const { id, number } = await invoiceTo();
  assert.equal((await transmission(id)).stage, 'not_sent');
  assert.equal((await books.done('send-to-platform', id)).stage, 'waiting');
  await later(3 * MINUTE);
  const { stage, statuses, syntax, attempt } = await transmission(id);
  assert.deepEqual({ stage, syntax, attempt }, { stage: 'approved', syntax: 'Factur-X', attempt: 1 });
  assert.deepEqual(
    statuses.map(({ code }: { code: number }) => code),
    [200, 201, 202, 203, 205],
  );
  assert.deepEqual(await numbers(), [number]);
  assert.equal(await books.refusal('send-to-platform', id), 'already_at_platform');
});

test('an invoice that its buyer refuses is shown as refused with the reason', async () => {
  await platform.order('companies/100000009', {
    behaviour: { action: 'refuse', reason: 'CMD_ERR', message: 'Mauvaise commande' },
  });
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(3 * MINUTE);
  const { stage, statuses } = await transmission(id);
  assert.equal(stage, 'refused');
  assert.deepEqual(statuses.at(-1).reasons, [{ code: 'CMD_ERR', text: 'Mauvaise commande' }]);
  const query = { type: 'invoice.platform_status_changed', orderDirection: 'DESC', limit: 1 };
  const { docs } = (await books.ask('list-events', { query })).json;
  const [last] = docs;
  assert.equal(last.platform.stage, 'refused');
  const tasks = async () => (await books.done('get-dashboard')).todo.filter(({ act }: any) => act === 'correct');
  assert.ok((await tasks()).some(({ billingId }: any) => billingId === id));
  await books.finalized(books.done('create-asset', id));
  assert.ok(!(await tasks()).some(({ billingId }: any) => billingId === id));
});

test('the credit note of a refused invoice stays in the books, that of an approved one is sent', async () => {
  await platform.order('companies/100000009', { behaviour: { action: 'refuse', reason: 'CMD_ERR' } });
  const refused = await invoiceTo();
  await books.done('send-to-platform', refused.id);
  await later(3 * MINUTE);
  const internal = await books.finalized(books.done('create-asset', refused.id));
  assert.equal(await books.refusal('send-to-platform', internal.id), 'document_not_for_platform');
  assert.equal((await transmission(internal.id)).notSentReason, 'corrects_failed_invoice');
  await platform.order('companies/100000009', { behaviour: { action: 'approve' } });
  const approved = await invoiceTo();
  await books.done('send-to-platform', approved.id);
  await later(3 * MINUTE);
  const { id } = await books.finalized(books.done('create-asset', approved.id));
  await books.done('send-to-platform', id);
  await later(3 * MINUTE);
  assert.equal((await transmission(id)).stage, 'approved');
});

test('a file the platform does not accept is never shown as sent, and may be sent again', async () => {
  await platform.order('faults', { virus: { times: 1 } });
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(3 * MINUTE);
  const refused = await transmission(id);
  assert.equal(refused.stage, 'not_accepted');
  assert.equal(refused.reasons[0].code, 'VirusFound');
  await books.done('send-to-platform', id);
  await later(3 * MINUTE);
  const { stage, attempt } = await transmission(id);
  assert.deepEqual({ stage, attempt }, { stage: 'approved', attempt: 2 });
});

test('with connect-platform, update-platform-connection: documents leave as soon as they are finalized', async () => {
  const { connections } = await books.done('list-platform-connections');
  const live = connections.find((each: any) => !each.test);
  assert.equal((await books.done('update-platform-connection', live.id, { isAutomatic: true })).isAutomatic, true);
  const { id } = await invoiceTo();
  await later(3 * MINUTE);
  assert.equal((await transmission(id)).stage, 'approved');
});

test('a connection that is cut after the platform took an invoice leads to one invoice there', async () => {
  await platform.order('faults', { cut_after_acceptance: { times: 1 } });
  const { id, number } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(30 * MINUTE);
  assert.equal((await transmission(id)).stage, 'approved');
  assert.deepEqual(await numbers(), [number]);
  assert.equal(platform.asked.filter((each) => each === 'POST flow-service/v1/flows').length, 1);
});

test('a worker killed at any statement sends an invoice once and loses no status', async () => {
  for (let statement = 1; ; statement += 5) {
    platform = approvedPlatform(service);
    await books.done('connect-platform', undefined, PLATFORM);
    const { id, number } = await invoiceTo();
    await books.done('send-to-platform', id);
    const killed = killedAt(service.services.pool, statement);
    await life.worked((job) => (job === sendToPlatform && !killed.isDead() ? killed.pool : undefined));
    await later(8 * MINUTE);
    assert.equal((await transmission(id)).stage, 'approved', `killed at ${statement}`);
    assert.deepEqual(await numbers(), [number], `killed at ${statement}`);
    if (!killed.isDead()) break;
  }
}, 240_000);

test('a file handed over twice would be seen: the platform shows both', async () => {
  const { id, number } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(MINUTE);
  const [form] = platform.deposits;
  assert.ok(form);
  await platform.calm(form);
  assert.deepEqual(await numbers(), [number, number]);
});

test('statuses that arrive twice and out of order are stored once', async () => {
  await platform.order('faults', { duplicate_statuses: {}, out_of_order_statuses: {}, unknown_codes: {} });
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(20 * MINUTE);
  const { stage, statuses } = await transmission(id);
  assert.equal(stage, 'approved');
  const known = statuses.filter(({ status }: { status: string | null }) => status !== null);
  assert.equal(new Set(known.map(({ code }: { code: number }) => code)).size, known.length);
});

test('a platform of version 1.1 without a cursor, and one that rejects processing rules', async () => {
  await platform.order('faults', { version_1_1: {}, reject_processing_rule: {} });
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(3 * MINUTE);
  assert.equal((await transmission(id)).stage, 'approved');
});

test('150 changes, 60 in each second, are all read from a platform without a cursor, 100 a page', async () => {
  const flows = Array.from({ length: 150 }, (_, at) => ({
    ...{ flowId: `status-${at}`, flowType: 'CustomerInvoiceLC', flowDirection: 'In' },
    updatedAt: new Date((service.clock.now + MINUTE + Math.floor(at / 60)) * 1_000).toISOString(),
  }));
  const fetched = new Set<string>();
  platform.answers = async (question) => {
    const flowId = /\/flows\/(status-\d+)/.exec(question.url)?.[1];
    if (flowId) fetched.add(flowId);
    if (flowId) return { status: 200, headers: {}, body: Buffer.from('<unknown/>') };
    if (!question.url.endsWith('/flows/search')) return platform.calm(question);
    const { limit, where } = JSON.parse(Buffer.from(question.body ?? []).toString());
    const results = flows.filter(({ updatedAt }) => updatedAt > where.updatedAfter).slice(0, limit);
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ results })) };
  };
  await later(10 * MINUTE);
  assert.equal(fetched.size, 150);
});

test('a platform that answers 404 or 501 to a file is asked again: the document was not refused', async () => {
  for (const status of [404, 501]) {
    let isFirst = true;
    platform.answers = async (question) => {
      if (!question.url.endsWith('/v1/flows') || !isFirst) return platform.calm(question);
      isFirst = status === 501 && platform.deposits.length < 2;
      return { status, headers: {}, body: Buffer.from('{}') };
    };
    const { id } = await invoiceTo();
    await books.done('send-to-platform', id);
    await life.worked();
    assert.equal((await transmission(id)).stage, 'waiting');
    await later(30 * MINUTE);
    assert.equal((await transmission(id)).stage, 'approved', String(status));
    platform.deposits.length = 0;
  }
});

test('a platform that is busy or away is asked again, and the screen says why', async () => {
  await platform.order('faults', { unavailable: { times: 3 } });
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await life.worked();
  const { connections } = await books.done('list-platform-connections');
  assert.equal(connections[0].failure.reason, 'unreachable');
  await later(30 * MINUTE);
  assert.equal((await transmission(id)).stage, 'approved');
});

test('an invoice that waited two hours for its platform is followed as closely as one sent at once', async () => {
  platform.answers = async (question) =>
    question.url.endsWith('/v1/flows') && question.method === 'POST'
      ? { status: 503, headers: {}, body: Buffer.from('{}') }
      : platform.calm(question);
  const { id } = await invoiceTo();
  await books.done('send-to-platform', id);
  await later(120 * MINUTE);
  platform.answers = platform.calm;
  while ((await transmission(id)).stage === 'waiting') await later(MINUTE);
  await later(3 * MINUTE);
  assert.equal((await transmission(id)).stage, 'approved');
});

test('an invoice of a supplier arrives once in the inbox, and its original is what the platform has', async () => {
  await platform.order('supplier-invoices', { to: '732829320', netCents: 100_000 }, 'POST');
  await later(30 * MINUTE);
  const { docs } = await books.done('list-supplier-invoices');
  assert.deepEqual(
    docs.map(({ source, fault, state }: any) => ({ source, fault, state })),
    [{ source: 'platform', fault: undefined, state: 'to_do' }],
  );
});

test('document_not_for_platform: estimates, drafts, consumers and customers abroad', async () => {
  const consumer = await books.finalized(books.invoice(await books.contact()));
  assert.equal(await books.refusal('send-to-platform', consumer.id), 'document_not_for_platform');
  assert.equal((await transmission(consumer.id)).notSentReason, 'consumer');
  const draft = await books.invoice(await books.organization(LUMEN));
  assert.equal(await books.refusal('send-to-platform', draft.id), 'document_not_for_platform');
  const estimate = await books.finalized(books.estimate(await books.organization(LUMEN)));
  assert.equal((await transmission(estimate.id)).notSentReason, 'estimate');
});

test('disconnect-platform: a document waits for the next connection', async () => {
  const { connections } = await books.done('list-platform-connections');
  const { id } = await invoiceTo();
  await books.done('disconnect-platform', connections[0].id);
  assert.equal(await books.refusal('send-to-platform', id), 'platform_not_connected');
});
