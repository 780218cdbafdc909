import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bookSession } from '../../src/deeds/payments/book-session.ts';
import { contextOf } from '../../src/deeds/payments/open-session.ts';
import { cents } from '../../src/domain/money/cents.ts';
import type { PaymentSession, ProviderRead } from '../../src/domain/payments/payment-session.ts';
import { followPayment } from '../../src/jobs/follow-payment.ts';
import type { Turn } from '../../src/jobs/job.ts';
import { claimJobs, settleJob } from '../../src/store/jobs.ts';
import { findSession } from '../../src/store/payments/payment-sessions.ts';
import { inTransaction } from '../../src/store/transaction.ts';
import { type Books, booksOf } from '../support/books.ts';
import { cardProviders } from '../support/card-providers.ts';
import { seeded } from '../support/seeded.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service-over-https.ts';
import { acrossAccounts } from '../webhooks/across-accounts.ts';

// Customers pay bills online: over real HTTPS, at a stand-in of Stripe's and Mollie's routes, and of the tests themselves.

let service: ServiceOverHttps;
let books: Books;
let above: Awaited<ReturnType<typeof acrossAccounts>>;
let providers: ReturnType<typeof cardProviders>;
before(async () => {
  service = await serviceOverHttps();
  books = booksOf(service);
  above = await acrossAccounts(service.database);
  providers = cardProviders(service.clock);
  service.world.surroundings.askProvider = providers.ask;
});
after(async () => {
  await above.close();
  await service.close();
});

const KEY = { provider: 'stripe_connect', apiKey: 'sk_live_right', webhookSecret: 'whsec_of_stripe' };
const opened = (path: string, form?: string) =>
  service.ask(path, {
    key: undefined,
    ...(form !== undefined && {
      method: 'POST',
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });

/** A finalized invoice of 1,200.00 that is paid online, and the path of its customer. */
async function payable(asked: Books = books) {
  const invoice = await asked.finalized(asked.invoice(await asked.contact()));
  await asked.done('activate-invoice-online-payment', invoice.id);
  const { url } = await asked.done('link-billing', invoice.id);
  return { id: invoice.id as string, path: new URL(url).pathname };
}
const paymentsOf = async (id: string, asked: Books = books): Promise<any[]> => asked.done('get-billing-payments', id);
const amounts = async (id: string, asked: Books = books): Promise<number[]> =>
  (await paymentsOf(id, asked)).map(({ amount }) => amount);
const sessions = async (asked: Books = books): Promise<any[]> =>
  (await asked.done('list-online-payments')).onlinePayments;

/** Does what is due, as the process that works does, and has what became of it written. */
async function worked(): Promise<void> {
  const { world } = service;
  const nobody = { accountId: '', test: false };
  const claim = { lane: 'online_payment', troubled: false, now: service.clock.now, leaseSeconds: 60, room: 500 };
  const more = { perAccount: 500, perShare: 500, busyAccounts: new Map(), busyShares: new Map(), past: undefined };
  await world.pool.query('select billing.wake_jobs($1)', [service.clock.now]);
  const held = await inTransaction(world.pool, nobody, async (tx) => ({
    commit: true,
    answer: await claimJobs(tx, { ...claim, ...more }),
  }));
  const turn = { world, chance: () => 0.5, log: { warn: () => {} } } as unknown as Turn;
  for (const job of held) {
    const became = await followPayment.run(job, turn);
    if (became)
      await inTransaction(world.pool, job, async (tx) => ({ commit: true, answer: await settleJob(tx, job, became) }));
  }
}

test('a test invoice is paid at the stand-in: sent there, paid, under way, then paid with its fee, once', async () => {
  const tests = booksOf(service, service.test);
  const { id, path } = await payable(tests);
  assert.match((await opened(path)).text, /action="[^"]+\/pay"/);
  const sent = await opened(`${path}/pay`, '');
  assert.equal(sent.status, 303);
  const page = new URL(String(sent.headers.location), 'https://localhost');
  assert.equal(
    String((await opened(`${path}/pay`, '')).headers.location),
    String(sent.headers.location),
    'two tabs, one page',
  );
  assert.match((await opened(page.pathname + page.search)).text, /1\s200,00/);
  const said = `session=${page.searchParams.get('session')}&outcome=paid`;
  assert.equal((await opened(`${path}/try`, said)).headers.location, `${path}?paid`);
  assert.match((await opened(`${path}?paid`)).text, /Paiement en cours/);
  assert.deepEqual(await amounts(id, tests), [], 'what the page was told is no money yet');
  await worked();
  await opened(`${path}/try`, said);
  await worked();
  const [payment, ...others] = await paymentsOf(id, tests);
  assert.deepEqual([payment.amount, payment.regulations, others], [120_000, { commission: 1825 }, []]);
  assert.doesNotMatch((await opened(`${path}?paid`)).text, /\/pay"|Paiement en cours/);
});

test('live invoices are not paid online until a provider is connected; its key is asked for whose it is, and never answered', async () => {
  const invoice = await books.finalized(books.invoice(await books.contact()));
  assert.equal(await books.refusal('activate-invoice-online-payment', invoice.id), 'online_payment_without_account');
  const connect = (said: object) => books.refusal('connect-payment-account', undefined, { ...KEY, ...said });
  assert.equal(await connect({ apiKey: 'sk_test_right' }), 'payment_key_unusable');
  assert.equal(await connect({ apiKey: 'sk_live_wrong' }), 'payment_key_unusable');
  providers.isAway = true;
  assert.equal(await connect({}), 'payment_provider_unreachable');
  providers.isAway = false;
  assert.equal(
    await booksOf(service, service.test).refusal('connect-payment-account', undefined, KEY),
    'live_key_needed',
  );
  assert.equal(await books.refusal('disconnect-payment-account'), 'payment_account_not_found');
  const account = await books.done('connect-payment-account', undefined, KEY);
  assert.deepEqual(
    [account.provider, account.externalId, account.status],
    ['stripe_connect', 'acct_of_zoe', 'enabled'],
  );
  assert.doesNotMatch(JSON.stringify(account), /sk_live|whsec/);
  const rows = await above.query('select locked_key, locked_webhook_secret from billing.payment_account', []);
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify(rows), /sk_live|whsec/);
  assert.equal((await books.done('activate-invoice-online-payment', invoice.id)).isOnlinePaymentActivated, true);
  const page = await opened(new URL((await books.done('link-billing', invoice.id)).url).pathname);
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/checkout\.stripe\.com/);
});

test('a provider that is away says so on the page; nothing is lost, and the same page is given once it answers', async () => {
  const { id, path } = await payable();
  providers.isAway = true;
  const away = await opened(`${path}/pay`, '');
  providers.isAway = false;
  assert.equal(away.status, 503);
  assert.match(away.text, /role="alert"/);
  const { location } = (await opened(`${path}/pay`, '')).headers;
  assert.match(String(location), /^https:\/\/checkout\.stripe\.com\//);
  providers.pay(providers.last().id);
  providers.isAway = true;
  service.clock.now += 60;
  await worked();
  providers.isAway = false;
  assert.deepEqual(await amounts(id), []);
  service.clock.now += 3_600;
  await worked();
  assert.deepEqual(await amounts(id), [120_000]);
});

test('what comes once the invoice was paid otherwise, or is more than is due, is kept apart and told; a page nobody owes is closed', async () => {
  const { id, path } = await payable();
  await opened(`${path}/pay`, '');
  const { id: providerId } = providers.last();
  providers.pay(providerId);
  await books.pay('invoice', id, 100_000);
  service.clock.now += 60;
  await worked();
  assert.deepEqual(await amounts(id), [100_000, 20_000]);
  const told = (await sessions()).find(({ billingId }) => billingId === id);
  assert.deepEqual([told.state, told.receivedAmount, told.unappliedAmount, told.fee], ['paid', 120_000, 100_000, 1825]);

  const other = await payable();
  await opened(`${other.path}/pay`, '');
  await books.pay('invoice', other.id, 120_000);
  service.clock.now += 60;
  await worked();
  assert.equal(providers.last().status, 'expired');
});

test('a refund is a counter-entry of the whole and a payment of what stays; the invoice is owed again; once each', async () => {
  const { id, path } = await payable();
  await opened(`${path}/pay`, '');
  const { id: providerId } = providers.last();
  providers.pay(providerId);
  service.clock.now += 60;
  await worked();
  providers.refund(providerId, 50_000);
  for (const _ of [1, 2]) {
    service.clock.now += 86_400;
    await worked();
  }
  assert.deepEqual(
    (await amounts(id)).sort((a, b) => a - b),
    [-120_000, 70_000, 120_000],
  );
  assert.equal((await books.done('get-invoice', id)).state, 'finalized');
  providers.refund(providerId, 120_000);
  service.clock.now += 86_400;
  await worked();
  assert.equal(
    (await amounts(id)).reduce((a, b) => a + b),
    0,
  );
});

test('messages: forged, late and unknown ones are refused or ignored; a signed one has the payment looked at', async () => {
  const { id, path } = await payable();
  const { webhookUrl } = await books.done('get-payment-account');
  const { pathname } = new URL(webhookUrl);
  await opened(`${path}/pay`, '');
  const { id: providerId } = providers.last();
  const body = JSON.stringify({ id: 'evt_1', data: { object: { id: providerId } } });
  const tell = (at: number, secret = KEY.webhookSecret, to = pathname) =>
    service.ask(to, {
      method: 'POST',
      key: undefined,
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
      },
    });
  const { now } = service.clock;
  const due = async (): Promise<number> => {
    const [row] = await above.query(
      `select min(due_at) as due from billing.job j join billing.payment_session s on s.id = j.subject_id
       where s.provider_id = $1`,
      [providerId],
    );
    return Number(row.due);
  };
  const planned = await due();
  assert.ok(planned > now);
  assert.equal((await tell(now, 'whsec_of_another')).status, 404);
  assert.equal((await tell(now - 301)).status, 404);
  assert.equal((await tell(now, KEY.webhookSecret, pathname.replace(/.$/, '_'))).status, 404);
  assert.equal(await due(), planned, 'nobody was woken');
  assert.equal((await tell(now - 300)).status, 204);
  assert.equal(await due(), now);
  await worked();
  assert.deepEqual(await amounts(id), [], 'a message is believed in nothing');
});

const PAID: ProviderRead = { state: 'paid', received: cents(120_000), refunded: cents(0) };
/** A session that was opened at the provider, and how what it answers is booked. */
async function bookable() {
  const { id, path } = await payable();
  await opened(`${path}/pay`, '');
  const [{ id: sessionId }] = await sessions();
  const { accountId } = service;
  const book = (read: ProviderRead = PAID) =>
    inTransaction(service.world.pool, { accountId, test: false }, async (tx) => {
      const session = (await findSession(tx, sessionId)) as PaymentSession;
      return { commit: true, answer: await bookSession(contextOf(service.world, tx, false), session, read) };
    });
  return { id, sessionId, book };
}
const forget = (sessionId: string) =>
  above.query(
    `update billing.payment_session set state = 'open', received_cents = 0, unapplied_cents = 0, payment_id = null where id = $1`,
    [sessionId],
  );
const standing = async (id: string, sessionId: string): Promise<number> => {
  const told = (await sessions()).find((each) => each.id === sessionId);
  return (await amounts(id)).reduce((a, b) => a + b, 0) + told.unappliedAmount;
};

test('the same answer many times at once is booked once; so it is where the rule forgets, by the key of the table', async () => {
  const { id, sessionId, book } = await bookable();
  await Promise.all([book(), book(), book(), book()]);
  assert.deepEqual([await amounts(id), await standing(id, sessionId)], [[120_000], 120_000]);
  await forget(sessionId);
  await book();
  assert.deepEqual(await amounts(id), [120_000]);
});

test('paid and canceled at once: canceled with the money kept apart, or paid and no longer to cancel', async () => {
  for (const _ of [1, 2, 3]) {
    const { id, sessionId, book } = await bookable();
    const [, canceled] = await Promise.all([
      book(),
      books.ask('cancel-invoice', { path: { id }, body: { wantArchiveAfterCancellation: false } }),
    ]);
    const invoice = await books.done('get-invoice', id);
    const told = (await sessions()).find((each) => each.id === sessionId);
    const [applied, apart] = [(await amounts(id)).reduce((a, b) => a + b, 0), told.unappliedAmount];
    assert.equal(applied + apart, 120_000, 'every cent once');
    if (canceled.refused === undefined && invoice.canceledAt !== undefined && applied === 0)
      assert.equal(apart, 120_000);
    else assert.equal(applied, 120_000);
  }
});

const SESSIONS = Number(process.env.PAYMENT_SESSIONS ?? 12);
const SEED = Number(process.env.PAYMENT_SEED ?? 5);

test(`${SESSIONS} customers (seed ${SEED}), with messages twice, late or lost and a provider away now and then: every cent once`, async () => {
  const chance = seeded(SEED);
  const customer = await books.contact();
  const bills = [];
  for (let n = 0; n < SESSIONS; n++) {
    const invoice = await books.finalized(books.invoice(customer));
    await books.done('activate-invoice-online-payment', invoice.id);
    const path = new URL((await books.done('link-billing', invoice.id)).url).pathname;
    await opened(`${path}/pay`, '');
    bills.push({ id: invoice.id, providerId: providers.last().id, paid: chance.chance(70) });
  }
  for (const { providerId, paid } of bills) if (paid) providers.pay(providerId);
  for (let round = 0; round < 6; round++) {
    providers.isAway = round < 5 && chance.chance(40);
    service.clock.now += round === 5 ? 3_500 : chance.int(20, 90);
    // Two at once, as after a message that came twice.
    await Promise.all([worked(), worked()]);
  }
  providers.isAway = false;
  for (const { id, paid } of bills) assert.deepEqual(await amounts(id), paid ? [120_000] : [], `seed ${SEED}`);
});

test('control: without the key of the table, and the rule forgetting, the same money is booked twice', async () => {
  const { id, sessionId, book } = await bookable();
  await book();
  await service.owner.query('alter table billing.payment_receipt drop constraint payment_receipt_pkey');
  await forget(sessionId);
  await book();
  assert.equal(await standing(id, sessionId), 240_000);
});
