import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { killedAt, type Lived, lived } from '../../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf } from '../../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../../test/support/service/in-process-service.ts';
import { AGENCY_ADDRESS, agencyInMemory } from '../../../../test/support/stand-ins/agency-in-memory.ts';
import { registrationOf } from '../../../../test/support/stand-ins/agency-registration.ts';
import { inTransaction, sql } from '../../../db/transaction.ts';
import { agencyStatuses, registrationErrors, requestErrors } from '../../../domain/payments/agency/request-status.ts';
import { pollAgencyCustomer } from '../../../jobs/payments/poll-agency-customer.ts';
import { pollPaymentRequest } from '../../../jobs/payments/poll-payment-request.ts';
import type { Trial } from '../../../services/payments/agency/simulator/agency-simulator.ts';
import type { CallProvider, ProviderQuestion } from '../../../services/payments/online/provider-client.ts';

// Payment requests to Urssaf: test requests use the built-in simulator, live ones the same
// simulator behind the HTTP client, with separate storage.

const DAY = 86_400;
const MINUTE = 60;
const KEYS = { clientId: 'client', clientSecret: 'secret-1', billingId: '1081234', natureCodesConfirmed: true };

let service: TestService;
let trials: Books;
let live: Books;
let life: Lived;
let services: ReturnType<typeof agencyWorld>;
beforeAll(async () => {
  service = await testService();
  trials = booksOf(service, service.test);
  live = booksOf(service);
  life = lived(service, [pollAgencyCustomer, pollPaymentRequest]);
  services = agencyWorld();
  service.services.environment.agencyUrl = AGENCY_ADDRESS;
  service.services.environment.callProvider = (question) => services.ask(question);
  await live.company({ ...COMPANY, sapAgreementNumber: 'SAP732829320', email: 'zoe@example.org' });
  await live.done('connect-agency-account', undefined, KEYS);
});
afterAll(() => service.close());

/** An in-memory Urssaf for live requests, which counts calls and can be made to fail. */
function agencyWorld() {
  const { kept, ask: standIn } = agencyInMemory({
    now: () => service.clock.now,
    daySeconds: DAY,
    billingId: KEYS.billingId,
  });
  const calm: CallProvider = standIn;
  const state = { asked: [] as string[], answers: calm as CallProvider };
  const ask: CallProvider = (question) => {
    state.asked.push(`${question.method} ${new URL(question.url).pathname.split('/').slice(4).join('/') || 'token'}`);
    return state.answers(question);
  };
  return Object.assign(state, { ask, standIn, kept, requests: () => [...kept.values()].filter(isRequest) });
}
const isRequest = ({ name }: Trial): boolean => name.startsWith('request ');
const isSending = ({ method, url }: ProviderQuestion): boolean => method === 'POST' && url.endsWith('/demandePaiement');

const GARDENING = { designation: 'Jardinage', quantity: 2, unitPrice: 5_000, vatCode: 'FR_2000', quantityUnit: 'hour' };
/**
 * Two hours of gardening in February, 120.00, of which 20.00 were paid in advance; finalized
 * today.
 */
async function requested(books: Books, customerId: string): Promise<string> {
  const { id } = await books.invoice(customerId, { lines: [{ ...GARDENING, personalServiceActivity: 'JARDINAGE' }] });
  const [first, last] = ['2026-02-02', '2026-02-27'].map((day) => Date.parse(day) / 1000);
  const paymentRequest = { advanceAlreadyPaid: 2_000, dateDebutEmploi: first, dateFinEmploi: last };
  await books.done('update-invoice-payment-request', id, { paymentRequest });
  await books.finalized({ id });
  return id;
}
async function registered(books: Books, birthName?: string): Promise<string> {
  const customerId = await books.contact();
  await books.done('register-agency-customer', customerId, registrationOf(birthName));
  return customerId;
}
/**
 * The number of mails about Urssaf money the invoice could not take, and whether all name 100.00.
 */
async function toldOwner(id: string): Promise<[number, boolean]> {
  const written = sql`select content::text as content from billing.mail where account_id = $1 and document_id = $2`;
  const rows = await inTransaction(service.services.pool, service.test, async (tx) => ({
    commit: false,
    answer: await tx.read<{ content: string }>(written, [tx.accountId, id]),
  }));
  const told = rows.filter(({ content }) => content.includes('versé par l’Urssaf'));
  return [told.length, told.every(({ content }) => content.includes('100,00'))];
}
/** Advances the clock in one step and runs the due jobs. */
async function passes(seconds: number): Promise<void> {
  service.clock.now += seconds;
  await life.worked();
}
const requestOf = async (books: Books, id: string) => (await books.done('get-invoice', id)).paymentRequest;
const statusOf = async (books: Books, id: string) => (await requestOf(books, id)).statut;
const next = async (books: Books, id: string) => (await books.done('get-payment-request', id)).next;

// Live tests run first: test requests left in the simulator are polled every half minute.
/** A live invoice whose customer accepted the registration, before the first poll. */
async function ready(): Promise<string> {
  const customerId = await registered(live, undefined);
  await passes(2 * DAY);
  return requested(live, customerId);
}
const sendings = (): number => services.asked.filter((path) => path === 'POST demandePaiement').length;

test('a request whose response is lost is looked up and adopted: sent once, stored once by Urssaf', async () => {
  const id = await ready();
  const before = { requests: services.requests().length, sent: sendings() };
  services.answers = async (question) => {
    const answer = await services.standIn(question);
    if (isSending(question)) throw new Error('the connection broke');
    return answer;
  };
  await life.worked();
  services.answers = services.standIn;
  assert.equal(await statusOf(live, id), 0);
  assert.equal(await next(live, id), 'looking_up');
  await passes(DAY);
  assert.ok(['10', '20'].includes(await statusOf(live, id)));
  assert.deepEqual([services.requests().length - before.requests, sendings() - before.sent], [1, 1]);
  // Control: without the lookup it would have been sent again and refused as a duplicate.
  const [{ content }] = services.requests().slice(-1) as [Trial];
  const { birthName: _, ...request } = JSON.parse(content);
  const again = await services.standIn(await asSent([request]));
  assert.equal(JSON.parse(again.text)[0].errors[0].code, 'ERR_FACTURE_DOUBLON');
});

/** A request as the client sends it, with a token of the simulator. */
async function asSent(body: unknown): Promise<ProviderQuestion> {
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', scope: 'homeplus.tiersprestations' },
    ...{ client_id: 'client', client_secret: 'secret-1' },
  });
  const url = `${AGENCY_ADDRESS}/api/oauth/v1/token`;
  const { text } = await services.standIn({ method: 'POST', url, headers: {}, body: form.toString() });
  const authorization = `Bearer ${JSON.parse(text).access_token}`;
  const address = `${AGENCY_ADDRESS}/atp/v1/tiersPrestations/demandePaiement`;
  return { method: 'POST', url: address, headers: { authorization }, body: JSON.stringify(body) };
}

test('a worker that crashes at any statement between sending and settling leaves one request and one payment', async () => {
  const id = await ready();
  const before = services.requests().length;
  const killed = async (statement: number): Promise<void> => {
    const { pool } = killedAt(service.services.pool, statement);
    for (const held of (await life.claimed(pollPaymentRequest)).filter(({ subjectId }) => subjectId === id))
      await life.run(pollPaymentRequest, held, pool).catch(() => {});
  };
  for (let statement = 2; statement < 40 && (await statusOf(live, id)) === 0; statement++) {
    await killed(statement);
    service.clock.now += 400;
  }
  assert.notEqual(await statusOf(live, id), 0);
  await passes(5 * DAY);
  service.clock.now += DAY;
  for (let statement = 2; statement < 60 && (await statusOf(live, id)) !== '70'; statement++) {
    await killed(statement);
    service.clock.now += DAY;
  }
  await passes(3 * DAY);
  await passes(DAY);
  assert.equal(await statusOf(live, id), '70');
  assert.equal(services.requests().length - before, 1);
  const amounts = (await live.done('get-billing-payments', id)).map(({ amount }: any) => amount);
  assert.deepEqual(amounts, [10_000]);
});

test('two workers with the same request send one; a rejected token is renewed once', async () => {
  const id = await ready();
  const held = (await life.claimed(pollPaymentRequest)).find(({ subjectId }) => subjectId === id);
  assert.ok(held);
  const before = { requests: services.requests().length, sent: sendings() };
  const isStale = { now: true };
  services.answers = async (question) => {
    if (isStale.now && question.headers['authorization']) {
      isStale.now = false;
      return { status: 401, text: '' };
    }
    return services.standIn(question);
  };
  await Promise.all([life.run(pollPaymentRequest, held), life.run(pollPaymentRequest, held)]);
  services.answers = services.standIn;
  service.clock.now += 400;
  await passes(DAY);
  assert.ok(['10', '20'].includes(await statusOf(live, id)));
  assert.equal(services.requests().length - before.requests, 1);
  // One of the two got a 401 first.
  assert.ok(sendings() - before.sent <= 2);
});

/** The registration state in a contact and in the list of contacts. */
async function registration(books: Books, id: string): Promise<[boolean, string | undefined]> {
  const { hasTiersPrestation } = await books.done('get-contact', id);
  const { docs } = (
    (await books.ask('list-contacts', { query: { limit: 100 } })) as {
      json: { docs: { id: string; tiersPrestation?: { state: string } }[] };
    }
  ).json;
  return [hasTiersPrestation, docs.find((listed) => listed.id === id)?.tiersPrestation?.state];
}

test('an invoice of 120.00 with 20.00 advance is sent when its customer accepts, and 100.00 are recorded as a payment', async () => {
  const customerId = await trials.contact();
  const id = await requested(trials, customerId);
  await life.worked();
  assert.deepEqual([await statusOf(trials, id), await next(trials, id)], [0, 'customer_registration']);
  assert.deepEqual(await registration(trials, customerId), [false, undefined]);
  const { state } = await trials.done('register-agency-customer', customerId, registrationOf());
  assert.equal(state, 'not_activated');
  assert.deepEqual(await registration(trials, customerId), [true, 'end_user_action_required']);
  await life.worked();
  assert.equal(await next(trials, id), 'customer_activation');
  await passes(2 * MINUTE);
  assert.equal((await trials.done('get-agency-customer', customerId)).state, 'active');
  assert.deepEqual(await registration(trials, customerId), [true, 'synced']);
  assert.equal(await next(trials, id), 'agency');
  const seen = new Set<string>();
  for (let step = 0; step < 40; step++) {
    seen.add(await statusOf(trials, id));
    await passes(10);
  }
  assert.deepEqual([...seen], ['10', '20', '30', '50', '70']);
  const { mntVirement, idDemandePaiement, dateVirement } = await requestOf(trials, id);
  assert.ok(idDemandePaiement);
  assert.equal(mntVirement, 10_000);
  const payments = await trials.done('get-billing-payments', id);
  assert.deepEqual(
    payments.map(({ amount, method, receivedAt }: any) => [amount, method, receivedAt]),
    [[10_000, 'transfer', dateVirement]],
  );
  assert.equal((await trials.done('get-invoice', id)).state, 'finalized');
});

test('simulator customers reach every API status by name; final statuses are no longer polled', async () => {
  const ends: Record<string, string> = {
    ...{ 'ESSAI-REFUSE': '40', 'ESSAI-IMPAYE': '60', 'ESSAI-RECOUVRE': '120', 'ESSAI-ANNULE': '110' },
    ...{ 'ESSAI-ANNULE-IMPAYE': '111', 'ESSAI-ANNULE-RECOUVRE': '112', 'ESSAI-ATTENTE': '20' },
    'ESSAI-CODE-INCONNU': 'ERREUR_INCONNUE',
  };
  const invoices = new Map<string, string>();
  for (const name of Object.keys(ends)) invoices.set(name, await requested(trials, await registered(trials, name)));
  await passes(2 * MINUTE);
  await passes(12 * MINUTE);
  for (const [name, id] of invoices) assert.equal(await statusOf(trials, id), ends[name], name);
  const refused = await trials.done('get-payment-request', invoices.get('ESSAI-REFUSE'));
  assert.deepEqual(refused.rejection, { code: 'REGUL_NB_QTE_FACT', comment: 'Il manque une heure.' });
  assert.equal(refused.next, 'nothing');
  const unknown = await trials.done('get-payment-request', invoices.get('ESSAI-CODE-INCONNU'));
  assert.deepEqual([unknown.unknownCode, unknown.next], ['270', 'agency']);
  const missed = agencyStatuses.filter(
    (status) => ![0, '10', '30', '50', '70', ...Object.values(ends)].includes(status),
  );
  assert.deepEqual(missed, []);
});

test('each registration error is reported with its code; a request with an error can be corrected and sent again', async () => {
  const customerId = await trials.contact();
  const asEssai = (code: string) => registrationOf(`ESSAI-${code.replace(/\d/g, '').replaceAll('_', '-')}`);
  for (const code of registrationErrors) {
    const heard: any = await trials.ask('register-agency-customer', { path: { id: customerId }, body: asEssai(code) });
    assert.deepEqual([heard.refused, heard.agencyCode], ['agency_refused_customer', code]);
  }
  const asked = new Map<string, string>();
  for (const code of requestErrors) {
    const named = await trials.contact();
    await trials.done('register-agency-customer', named, asEssai(code));
    asked.set(code, await requested(trials, named));
  }
  const id = await requested(trials, customerId);
  await trials.done('register-agency-customer', customerId, asEssai('ERR_MANDAT_ECHU'));
  await passes(2 * MINUTE);
  for (const [code, invoiceId] of asked) {
    const { paymentRequest, next: step } = await trials.done('get-payment-request', invoiceId);
    assert.deepEqual([paymentRequest.statut, step], [code, 'correction']);
  }
  assert.equal(await statusOf(trials, id), 'ERR_MANDAT_ECHU');
  await trials.done('register-agency-customer', customerId, registrationOf());
  await passes(1.5 * MINUTE);
  assert.equal((await trials.done('send-payment-request', id)).next, 'sending');
  await life.worked();
  assert.equal(await next(trials, id), 'agency');
  assert.equal(await trials.refusal('send-payment-request', id), 'payment_request_not_refused');
});

test('maintenance, a broken server, an empty 400, a timeout or a partial response are retried until Urssaf is back', async () => {
  for (const name of ['MAINTENANCE', 'PANNE', 'VIDE', 'LENT', 'ILLISIBLE', 'PERDU']) {
    const id = await requested(trials, await registered(trials, `ESSAI-${name}`));
    await passes(1.5 * MINUTE);
    assert.deepEqual([await statusOf(trials, id), await next(trials, id)], [0, 'looking_up'], name);
    await passes(8 * MINUTE);
    assert.notEqual(await statusOf(trials, id), 0, name);
    assert.ok((await requestOf(trials, id)).idDemandePaiement, name);
  }
});

test('while Urssaf collects, the customer is not asked to pay; if they pay anyway, the transfer stays unapplied', async () => {
  const id = await requested(trials, await registered(trials));
  await trials.done('activate-invoice-online-payment', id);
  await passes(MINUTE);
  await passes(MINUTE);
  assert.equal(await statusOf(trials, id), '20');
  await trials.pay('invoice', id, 12_000);
  await passes(8 * MINUTE);
  await passes(MINUTE);
  const { paymentRequest, unappliedAmount } = await trials.done('get-payment-request', id);
  assert.deepEqual([paymentRequest.statut, unappliedAmount], ['70', 10_000]);
  assert.equal((await trials.done('get-billing-payments', id)).length, 1);
  assert.deepEqual(await toldOwner(id), [1, true]);
  // Further polls send no second mail.
  await passes(2 * MINUTE);
  assert.deepEqual(await toldOwner(id), [1, true]);
});

test('an invoice paid, canceled or credited before sending is not sent; one without request has no status', async () => {
  const customerId = await trials.contact();
  const id = await requested(trials, customerId);
  await trials.pay('invoice', id, 12_000);
  await trials.done('register-agency-customer', customerId, registrationOf());
  await passes(3 * MINUTE);
  assert.deepEqual([await statusOf(trials, id), await next(trials, id)], [0, 'nothing']);
  const plain = await trials.finalized(trials.invoice(customerId));
  assert.equal(await trials.refusal('get-payment-request', plain.id), 'payment_request_not_found');
  assert.equal(await trials.refusal('send-payment-request', id), 'payment_request_not_refused');
});

test('keys are verified, encrypted, never returned and deletable; customers can be forgotten; missing ones are refused', async () => {
  const refusedKeys = { ...KEYS, clientId: 'refus-1' };
  assert.equal(await live.refusal('connect-agency-account', undefined, refusedKeys), 'agency_keys_refused');
  assert.equal(await trials.refusal('connect-agency-account', undefined, KEYS), 'live_key_needed');
  services.answers = async () => ({ status: 503, text: '' });
  const another = { ...KEYS, clientSecret: 'secret-2' };
  assert.equal(await live.refusal('connect-agency-account', undefined, another), 'agency_unreachable');
  services.answers = services.standIn;
  const account = await live.done('get-agency-account');
  assert.deepEqual([account.isConnected, account.billingId], [true, '1081234']);
  assert.ok(!JSON.stringify(account).includes('secret'));
  const { isStandIn, isConnected } = await trials.done('get-agency-account');
  assert.deepEqual([isStandIn, isConnected], [true, true]);

  const customerId = await registered(live);
  const path = { path: { id: customerId } };
  assert.equal((await live.ask('forget-agency-customer', path)).refused, undefined);
  assert.equal(await live.refusal('get-agency-customer', customerId), 'agency_customer_not_found');
  assert.equal(await live.refusal('forget-agency-customer', customerId), 'agency_customer_not_found');
  assert.equal((await live.ask('disconnect-agency-account')).refused, undefined);
  assert.equal(await live.refusal('disconnect-agency-account'), 'agency_account_not_found');
  const unknown = await live.refusal('register-agency-customer', customerId, registrationOf());
  assert.equal(unknown, 'agency_account_not_found');
});
