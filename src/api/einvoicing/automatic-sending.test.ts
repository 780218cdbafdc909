import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';

// What a finalization sends: as the account is set, unless the customer is set otherwise.

const MINUTE = 60;
const DAY = 86_400;
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
  await books.done('connect-platform', undefined, { ...PLATFORM, isAutomatic: true });
});
afterAll(() => service.close());

const connectedByHand = () => books.done('connect-platform', undefined, PLATFORM);
const disconnected = async () => {
  const { connections } = await books.done('list-platform-connections');
  for (const { id } of connections) await books.done('disconnect-platform', id);
};
const invoiceTo = async (customer: object = {}) =>
  books.finalized(books.invoice(await books.organization({ ...LUMEN, ...customer })));
const transmission = (id: string) => books.done('get-transmission', id);
const stageOf = async (id: string): Promise<string> => (await transmission(id)).stage;
const later = (seconds: number) => life.until(service.clock.now + seconds);
/** The documents that home asks the user to send. */
const toSend = async (): Promise<string[]> => {
  const { todo } = await books.done('get-dashboard');
  return todo.filter(({ act }: any) => act === 'send').map(({ billingId }: any) => billingId);
};

test('a customer set to by_hand keeps its invoices from leaving when they are finalized', async () => {
  const { id } = await invoiceTo({ platformSending: 'by_hand' });
  await later(3 * MINUTE);
  const { stage, way, unsentReason } = await transmission(id);
  assert.deepEqual({ stage, way, unsentReason }, { stage: 'not_sent', way: 'by_hand', unsentReason: undefined });
  assert.ok(!(await toSend()).includes(id), 'it waits for its user, who wanted that');
  await books.done('send-to-platform', id);
  await later(3 * MINUTE);
  assert.equal(await stageOf(id), 'approved');
});

test('a customer set to on_finalization is sent to at once, in an account that sends by hand', async () => {
  await connectedByHand();
  const asked = await invoiceTo({ platformSending: 'on_finalization' });
  const other = await invoiceTo();
  assert.equal(await stageOf(asked.id), 'waiting');
  await later(3 * MINUTE);
  assert.deepEqual([await stageOf(asked.id), await stageOf(other.id)], ['approved', 'not_sent']);
});

test('a contact of an organization follows the setting of the organization', async () => {
  const organizationId = await books.organization({ ...LUMEN, platformSending: 'by_hand' });
  const person = { firstname: 'Ada', lastname: 'Roy' };
  const contact = await books.done('create-organization-contact', organizationId, person);
  const { id } = await books.finalized(books.invoice(contact.id));
  assert.equal(await stageOf(id), 'not_sent');
});

test('a press after the automatic sending says that it is under way, and the platform gets one invoice', async () => {
  const { id } = await invoiceTo();
  assert.equal((await books.done('send-to-platform', id)).stage, 'waiting');
  await later(3 * MINUTE);
  assert.equal(platform.deposits.length, 1);
  assert.equal(await books.refusal('send-to-platform', id), 'already_at_platform');
});

test('an advance, its final invoice and a credit note leave as soon as they are finalized', async () => {
  const customer = await books.organization(LUMEN);
  const offer = await books.signedEstimate(customer);
  const advance = await books.finalizedAdvance(offer.id, { percentage: 30 });
  const invoice = await books.finalized(books.done('create-final-invoice', offer.id));
  const credit = await books.finalized(books.done('create-asset', invoice.id));
  await later(5 * MINUTE);
  const stages = await Promise.all([advance, invoice, credit].map(({ id }) => stageOf(id)));
  assert.deepEqual(stages, ['approved', 'approved', 'approved']);
});

test('the invoice that replaces a refused one leaves when it is finalized, its internal credit note never', async () => {
  await platform.order('companies/100000009', { behaviour: { action: 'refuse', reason: 'CMD_ERR' } });
  const refused = await invoiceTo();
  await later(3 * MINUTE);
  assert.equal(await stageOf(refused.id), 'refused');
  await platform.order('companies/100000009', { behaviour: { action: 'approve' } });
  const draft = await books.done('replace-refused-document', refused.id);
  assert.equal((await transmission(draft.id)).way, 'on_finalization');
  const { id } = await books.finalized(draft);
  await later(3 * MINUTE);
  assert.equal(await stageOf(id), 'approved');
  assert.equal(platform.deposits.length, 2, 'the refused invoice and the one in its place');
  const { docs } = (await books.ask('get-billings', { query: { type: 'asset' } })).json;
  const credit = await transmission(docs[0].id);
  const { way, outsideReason, stage } = credit;
  assert.deepEqual([way, outsideReason, stage], ['outside', 'corrects_failed_invoice', 'not_sent']);
  assert.deepEqual(await toSend(), []);
});

test('a customer without a SIREN does not stop a finalization: home shows it until it was mailed', async () => {
  const { id } = await invoiceTo({ siret: null });
  const { stage, way, outsideReason, unsentReason } = await transmission(id);
  assert.deepEqual([stage, way], ['not_sent', 'outside']);
  assert.deepEqual([outsideReason, unsentReason], ['customer_without_siren', 'customer_without_siren']);
  assert.ok((await toSend()).includes(id));
  assert.equal((await books.done('get-dashboard')).todoTotal.unsent, 1);
  const mail = { emails: ['compta@lumen.example'], subject: 'Facture', content: 'Bonjour' };
  await books.done('send-billing-by-email', id, mail);
  assert.deepEqual(await toSend(), []);
});

test('with no platform, only a customer set to on_finalization makes a task, gone when the invoice is sent', async () => {
  await disconnected();
  const asked = await invoiceTo({ platformSending: 'on_finalization' });
  const other = await invoiceTo();
  assert.equal((await transmission(asked.id)).unsentReason, 'platform_not_connected');
  assert.equal((await transmission(other.id)).unsentReason, undefined);
  assert.deepEqual(await toSend(), [asked.id]);
  await connectedByHand();
  await later(3 * MINUTE);
  assert.equal(await stageOf(asked.id), 'not_sent', 'invoices finalized before a connection are sent when asked');
  await books.done('send-to-platform', asked.id);
  assert.deepEqual(await toSend(), []);
  await later(3 * MINUTE);
  assert.equal(await stageOf(asked.id), 'approved');
});

test('consumers and customers abroad are no task: their invoices go outside of the platforms', async () => {
  const abroad = {
    siret: null,
    billingAddress: { address: 'Hauptstr. 1', zipCode: '10115', city: 'Berlin', country: 'DE' },
  };
  const foreign = await invoiceTo({ ...abroad, platformSending: 'on_finalization' });
  const consumer = await books.finalized(books.invoice(await books.contact()));
  const said = async (id: string) => (await transmission(id)).outsideReason;
  assert.deepEqual([await said(foreign.id), await said(consumer.id)], ['foreign', 'consumer']);
  assert.deepEqual(await toSend(), []);
});

test('an estimate and a draft of a consumer say by which way they will go', async () => {
  const customer = await books.organization(LUMEN);
  const estimate = await transmission((await books.estimate(customer)).id);
  assert.deepEqual([estimate.way, estimate.outsideReason], ['outside', 'estimate']);
  const draft = await transmission((await books.invoice(customer)).id);
  assert.deepEqual([draft.way, draft.notSentReason, draft.outsideReason], ['on_finalization', 'draft', undefined]);
});

test('a live platform gets no test document, whatever the customer asks', async () => {
  const trials = booksOf(service, service.test);
  const customer = await trials.organization({ ...LUMEN, platformSending: 'on_finalization' });
  const { id } = await trials.finalized(trials.invoice(customer));
  await later(3 * MINUTE);
  assert.equal((await trials.done('get-transmission', id)).unsentReason, 'platform_not_connected');
  assert.equal(platform.deposits.length, 0);
  assert.ok(!(await toSend()).includes(id), 'live mode does not show it');
});

test('a recurring invoice leaves on each of its dates', async () => {
  const source = await invoiceTo({ platformSending: 'by_hand' });
  const { customer } = await books.done('get-billing-by-id', source.id);
  await books.done('update-organization', customer.id, { platformSending: null });
  const monthly = { from: '2026-03-02', to: '2027-03-31', frequency: 1, interval: 'month' };
  await books.done('create-invoice-frequency', source.id, {
    ...monthly,
    finalizeInvoice: true,
    sendByMail: false,
    inCopy: false,
  });
  // From date to date: between them, the platform would only be read, some thousand times.
  for (const _ of ['2 April', '3 May']) {
    service.clock.now += 31 * DAY;
    await later(10 * MINUTE);
  }
  const { docs } = (await books.ask('get-billings', { query: { type: 'invoice', organizationId: customer.id } })).json;
  const stages = await Promise.all(docs.map(async ({ id }: any) => (id === source.id ? 'source' : stageOf(id))));
  assert.deepEqual(stages.toSorted(), ['approved', 'approved', 'source']);
});

test('a finalization that is refused queues nothing', async () => {
  const customer = await books.organization(LUMEN);
  const draft = await books.invoice(customer, { lines: [] });
  assert.equal(await books.refusal('finalize-billing', draft.id), 'not_finalizable');
  await later(3 * MINUTE);
  assert.equal(platform.deposits.length, 0);
});
