import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import { findSession } from '../../src/db/payments/payment-sessions.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { cents } from '../../src/domain/money/cents.ts';
import type { PaymentSession, ProviderRead } from '../../src/domain/payments/payment-session.ts';
import { fetchPayouts } from '../../src/jobs/payments/fetch-payouts.ts';
import { bookSession } from '../../src/services/payments/online/book-session.ts';
import { contextOf } from '../../src/services/payments/online/open-session.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { concurrentPayments } from './concurrent-payments.ts';
import { molliePayments } from './mollie-payments.ts';
import { STRIPE_KEY as KEY, type Paying, paymentFixtures } from './payment-fixtures.ts';
import { unappliedMoney } from './unapplied-payments.ts';

// Online payments over real HTTPS, with simulators of Stripe’s and Mollie’s APIs and the test
// provider.

let paying: Paying;
let service: Paying['service'];
let books: Paying['books'];
let above: Paying['above'];
let providers: Paying['stripe'];
beforeAll(async () => {
  paying = await paymentFixtures();
  ({ service, books, above, stripe: providers } = paying);
});
afterAll(() => paying.close());
const opened: Paying['opened'] = (path, form) => paying.opened(path, form);
const payable: Paying['payable'] = (asked) => paying.payable(asked);
const paymentsOf: Paying['paymentsOf'] = (id, asked) => paying.paymentsOf(id, asked);
const amounts: Paying['amounts'] = (id, asked) => paying.amounts(id, asked);
const sessions: Paying['sessions'] = (asked) => paying.sessions(asked);
const worked: Paying['worked'] = (job) => paying.worked(job);

test('a test invoice goes through the payment simulator: redirect, pending, then paid once with its fee', async () => {
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
  service.clock.now += 60;
  await worked(fetchPayouts);
  const { payouts, totals } = await tests.done('list-payouts');
  assert.deepEqual(
    payouts.map(({ amount, fee, lines }: any) => [amount, fee, lines.map(({ billingId }: any) => billingId)]),
    [[118_175, 1825, [id]]],
  );
  assert.deepEqual(totals, [{ currency: 'EUR', count: 1, amount: 118_175, gross: 120_000, fee: 1825 }]);
  assert.doesNotMatch((await opened(`${path}?paid`)).text, /\/pay"|Paiement en cours/);
});

test('live invoices need a connected provider; its key is verified and never returned', async () => {
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

test('the page reports an unavailable provider; nothing is lost, and the same checkout returns afterwards', async () => {
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

test('payments of paid or overpaid invoices are kept as unapplied, with a notice; unneeded checkouts are closed', async () => {
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

test('a refund reverses the whole payment and books the remainder; the invoice is due again; each once', async () => {
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

/** Mails to the owner about a document: subjects and texts, oldest first. */
const told = async (id: string): Promise<{ subject: string; text: string }[]> =>
  (
    await above.query(`select content from billing.mail where document_id = $1 and purpose = 'notice' order by id`, [
      id,
    ])
  ).map(({ content }) => JSON.parse(content));

test('the owner gets one mail per unapplied payment (paid twice, too much, after cancellation) and per dispute', async () => {
  await books.company({ email: 'zoe@example.org' });
  const sent = async () => {
    const bill = await payable();
    await opened(`${bill.path}/pay`, '');
    return { ...bill, providerId: providers.last().id };
  };
  const [twice, more, canceled, disputed, usual] = [
    await sent(),
    await sent(),
    await sent(),
    await sent(),
    await sent(),
  ];
  await books.pay('invoice', twice.id, 120_000);
  await books.pay('invoice', more.id, 100_000);
  await books.done('cancel-invoice', canceled.id, { wantArchiveAfterCancellation: false });
  for (const { providerId } of [twice, more, canceled, disputed, usual]) providers.pay(providerId);
  service.clock.now += 60;
  await worked();
  providers.dispute(disputed.providerId);
  providers.refund(usual.providerId, 120_000);
  for (const _ of ['once', 'and no more']) {
    service.clock.now += 86_400;
    await worked();
  }
  const mails = [];
  for (const { id } of [twice, more, canceled, disputed, usual]) mails.push(await told(id));
  assert.deepEqual(
    mails.map((of) => of.map(({ subject }) => subject.split('\u00a0:')[0])),
    [['Payé deux fois'], ['Trop payé'], ['Payé après annulation'], ['Paiement contesté'], []],
  );
  assert.match((await told(more.id))[0]?.text ?? '', /1\s000,00\s€ de plus/);
  const listed = await service.call('list-online-payments', { query: { unapplied: true } });
  const apart = listed.json.onlinePayments.map(({ number, unappliedAmount }: any) => [number, unappliedAmount]);
  for (const [{ number }, amount] of [
    [twice, 120_000],
    [more, 100_000],
    [canceled, 120_000],
  ] as const)
    assert.ok(
      apart.some(([of, sum]: [string, number]) => of === number && sum === amount),
      number,
    );
  assert.ok(listed.json.totals[0].unappliedAmount >= 340_000);
});

test('Stripe payouts are stored once with their payments and fees, and exported as CSV for the accountant', async () => {
  const bills = [];
  for (const _ of [1, 2, 3]) {
    const bill = await payable();
    await opened(`${bill.path}/pay`, '');
    bills.push({ ...bill, providerId: providers.last().id });
  }
  for (const { providerId } of bills) providers.pay(providerId);
  service.clock.now += 60;
  await worked();
  const ids = bills.map(({ providerId }) => providerId);
  const [first, byHand] = [providers.payOut(ids, { fee: 200 }), providers.payOut([], { isByHand: true })];
  for (const _ of ['once', 'twice']) {
    service.clock.now += 6 * 3_600;
    await worked(fetchPayouts);
  }
  const { payouts, totals } = await books.done('list-payouts');
  assert.deepEqual(payouts.map(({ providerId }: any) => providerId).sort(), [first, byHand]);
  const payout = payouts.find(({ providerId }: any) => providerId === first);
  // 3 × (1,200.00 − 18.25) − 2.00.
  assert.deepEqual([payout.amount, payout.fee], [354_325, 5_675]);
  assert.deepEqual(
    payout.lines.map(({ kind, amount, fee, number }: any) => [kind, amount, fee, number]),
    [...bills.map(({ number }) => ['payment', 120_000, 1_825, number]), ['fee', 0, 200, undefined]],
  );
  assert.deepEqual(totals, [{ currency: 'EUR', count: 2, amount: 354_325, gross: 360_000, fee: 5_675 }]);
  const { json } = await service.call('export-payouts', { query: { format: 'plain' } });
  const [heads, row, ...rest] = json.csv.trimEnd().split('\r\n');
  assert.match(heads, /^Versé le,Versement,Prestataire,Nature,Document,Client,/);
  assert.match(
    row,
    new RegExp(`,${first},stripe,Paiement,${bills[0]?.number},Léa Moreau,pi_[^,]+,1200(.00)?,18.25,1181.75,EUR,`),
  );
  assert.equal(rest.length, 3);
  const none = await service.call('list-payouts', { query: { from: '2030-01-01' } });
  assert.deepEqual([none.json.payouts, none.json.totals], [[], []]);
});

test('disabling online payment of a finalized invoice closes it, and the list filter follows', async () => {
  const { id, path } = await payable();
  const found = async (): Promise<boolean> => {
    const { json } = await service.call('get-billings', { query: { onlyOnlinePayment: true, limit: 100 } });
    return json.docs.some((each: { id: string }) => each.id === id);
  };
  assert.ok(await found());
  assert.equal((await books.done('deactivate-invoice-online-payment', id)).isOnlinePaymentActivated, false);
  assert.ok(!(await found()));
  assert.doesNotMatch((await opened(path)).text, /\/pay"/);
  await books.done('activate-invoice-online-payment', id);
  await books.company({ defaults: { isOnlinePaymentActivated: true } });
  const customer = await books.contact();
  const draft = await books.invoice(customer);
  const advance = await books.done('create-advance', (await books.signedEstimate(customer)).id);
  assert.deepEqual([draft.isOnlinePaymentActivated, advance.isOnlinePaymentActivated], [true, true]);
  const off = await books.done('deactivate-advance-online-payment', advance.id);
  assert.equal(off.isOnlinePaymentActivated, false);
  await books.company({ defaults: { isOnlinePaymentActivated: false } });
});

test('forged, late and unknown webhook messages are refused or ignored; a signed one triggers a lookup', async () => {
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
  const unknown = pathname.replace(/.$/, (last) => (last === '_' ? 'A' : '_'));
  assert.equal((await tell(now, KEY.webhookSecret, unknown)).status, 404);
  assert.equal(await due(), planned, 'nobody was woken');
  assert.equal((await tell(now - 300)).status, 204);
  assert.equal(await due(), now);
  await worked();
  assert.deepEqual(await amounts(id), [], 'a message is believed in nothing');
});

const PAID: ProviderRead = { state: 'paid', received: cents(120_000), refunded: cents(0) };
/** A session opened at the provider, and how its result is booked. */
async function bookable() {
  const { id, path } = await payable();
  await opened(`${path}/pay`, '');
  const [{ id: sessionId }] = await sessions();
  const { accountId } = service;
  const book = (read: ProviderRead = PAID) =>
    inTransaction(service.services.pool, { accountId, test: false }, async (tx) => {
      const session = (await findSession(tx, sessionId)) as PaymentSession;
      return { commit: true, answer: await bookSession(await contextOf(service.services, tx, false), session, read) };
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

test('many concurrent identical results book one payment; the unique key enforces it without the rule too', async () => {
  const { id, sessionId, book } = await bookable();
  await Promise.all([book(), book(), book(), book()]);
  assert.deepEqual([await amounts(id), await standing(id, sessionId)], [[120_000], 120_000]);
  await forget(sessionId);
  await book();
  assert.deepEqual(await amounts(id), [120_000]);
});

test('concurrent payment and cancellation: either canceled with an unapplied payment, or paid and not cancelable', async () => {
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

unappliedMoney(() => paying);
molliePayments(() => paying);

const SESSIONS = Number(process.env.PAYMENT_SESSIONS ?? 12);
const SEED = Number(process.env.PAYMENT_SEED ?? 5);

test(`${SESSIONS} customers (PAYMENT_SEED=${SEED}) with repeated, reordered, late and forged messages, lost responses and dead workers: each cent once`, async () => {
  const report = await concurrentPayments(paying, { sessions: SESSIONS, seed: SEED });
  console.log(JSON.stringify(report));
  const { doubled, lost, believed, forged, again, unanswered, killed } = report;
  assert.deepEqual([doubled, lost, believed], [0, 0, 0], `PAYMENT_SEED=${SEED} ${JSON.stringify(report)}`);
  for (const count of [forged, again, unanswered, killed]) assert.ok(count > 0, JSON.stringify(report));
});

test('without the duplicate check in code the unique key of receipts holds; control: without the key, money is booked twice', async () => {
  const forgetful = { sessions: 4, seed: SEED, isForgetful: true };
  const held = await concurrentPayments(paying, forgetful);
  assert.deepEqual([held.doubled, held.lost], [0, 0], JSON.stringify(held));
  await service.owner.query('alter table billing.payment_receipt drop constraint payment_receipt_pkey');
  const report = await concurrentPayments(paying, forgetful);
  console.log(JSON.stringify(report));
  assert.equal(report.doubled, 4);
});
