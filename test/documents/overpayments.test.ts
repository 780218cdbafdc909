import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { verifyAccounts } from '../../src/db/audit/verify/verify-accounts.ts';
import { OverpaidEventJson } from '../../src/schemas/billing/document/document-event.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

// A customer pays more than is due: the excess is kept, then applied to another document or
// refunded.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

/** An invoice of 1,200.00, finalized. */
const owed = async (customerId: string): Promise<string> => (await books.finalized(books.invoice(customerId))).id;
const paidWith = (...amounts: number[]) => ({
  payments: amounts.map((amount) => ({ amount, receivedAt: MONDAY, method: 'other', otherMethod: 'troc' })),
  keepExcess: true,
});
const amounts = async (id: string): Promise<number[]> =>
  (await books.done('get-billing-payments', id)).map(({ amount }: any) => amount);
const keptOf = async (customerId: string, asking = books) =>
  (await asking.ask('list-online-payments', { query: { unapplied: true, customerId } })).json.onlinePayments;
/** The excess of 2.00 from a transfer of 1,202.00. */
async function excess(amount = 120_200) {
  const customerId = await books.contact();
  const id = await owed(customerId);
  await books.done('mark-paid', id, paidWith(amount));
  const [kept] = await keptOf(customerId);
  return { customerId, id, keptId: kept.id as string };
}
const use = async (name: string, onlinePaymentId: string, body: object = {}) => {
  const heard = await books.ask(name, { path: { onlinePaymentId }, body });
  return heard.refused ?? heard.json;
};
const apply = (id: string, billingId: string, amount?: number) =>
  use('apply-online-payment', id, { billingId, ...(amount !== undefined && { amount }) });
const giveBack = (id: string, body: object = {}) => use('mark-online-payment-returned', id, body);
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);

test('1,202.00 for an invoice of 1,200.00 is refused; with keepExcess it is paid and 2.00 stay on the customer', async () => {
  const customerId = await books.contact();
  const id = await owed(customerId);
  const { keepExcess: _, ...plain } = paidWith(120_200);
  assert.equal(await books.refusal('mark-paid', id, plain), 'payment_exceeds_remaining');
  const paid = await books.done('mark-paid', id, paidWith(120_200));
  assert.deepEqual([paid.state, paid.total.remainingReconciliateAmount, await amounts(id)], ['paid', 0, [120_000]]);
  const [kept, ...more] = await keptOf(customerId);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [kept.source, kept.provider, kept.billingId, kept.number, kept.unappliedAmount, kept.currency, kept.paidAt],
    ['recorded', undefined, id, paid.number, 200, 'EUR', MONDAY],
  );
  const { todo } = (await books.ask('get-dashboard')).json;
  assert.ok(todo.some((each: any) => each.act === 'account_for' && each.billingId === id && each.amount === 200));
  const { docs } = await books.done('get-billing-activity', id);
  const told = docs.filter(({ type }: any) => type === 'excess_kept').map(({ amount }: any) => amount);
  assert.deepEqual(told, [200]);
  const online = (await books.ask('list-online-payments', { query: { customerId } })).json;
  assert.deepEqual([online.onlinePayments, online.totals], [[], []], 'it was not paid online');
});

test('a kept excess creates one event with document and amount; an exact payment creates none', async () => {
  const customerId = await books.contact();
  const id = await owed(customerId);
  const { id: advanceId } = await books.finalizedAdvance((await books.signedEstimate(customerId)).id);
  await books.done('mark-paid', id, paidWith(120_200));
  await books.done('mark-advance-paid', advanceId, paidWith(36_000));
  const { docs } = (await books.ask('list-events', { query: { limit: 100 } })).json;
  const told = docs.filter(
    ({ event, billing }: any) => /overpaid/.test(event.type) && [id, advanceId].includes(billing.id),
  );
  const [kept] = await keptOf(customerId);
  assert.deepEqual(
    told.map(({ event, billing, excess }: any) => [event.type, billing.id, billing.state, excess]),
    [['invoice.overpaid', id, 'paid', { onlinePaymentId: kept.id, amount: 200 }]],
  );
  for (const each of told) assert.deepEqual(OverpaidEventJson.safeParse(each).error, undefined);
});

test('700.00, 600.00 and 50.00 pay 1,200.00: 100.00 and 50.00 are kept; a repeated payment is kept in full', async () => {
  const customerId = await books.contact();
  const id = await owed(customerId);
  await books.done('mark-paid', id, paidWith(70_000, 60_000, 5_000));
  assert.deepEqual(await amounts(id), [70_000, 50_000]);
  const kept = async () => (await keptOf(customerId)).map((each: any) => each.unappliedAmount).toSorted();
  assert.deepEqual(await kept(), [10_000, 5_000].toSorted());
  await books.done('mark-paid', id, paidWith(120_000));
  assert.deepEqual([await amounts(id), await kept()], [[70_000, 50_000], [10_000, 120_000, 5_000].toSorted()]);
});

test('keepExcess is refused for less than what is due, a draft, a canceled invoice and a future date', async () => {
  const customerId = await books.contact();
  const id = await owed(customerId);
  await books.done('mark-paid', id, paidWith(119_999));
  assert.deepEqual(await amounts(id), [119_999]);
  const draft = (await books.invoice(customerId)).id;
  assert.equal(await books.refusal('mark-paid', draft, paidWith(120_200)), 'not_payable_when_draft');
  const canceled = await owed(customerId);
  await books.done('cancel-invoice', canceled);
  assert.equal(await books.refusal('mark-paid', canceled, paidWith(1)), 'not_payable_when_canceled');
  const [payment] = paidWith(120_200).payments;
  const late = { payments: [{ ...payment, receivedAt: MONDAY + 86_400 }], keepExcess: true };
  assert.equal(await books.refusal('mark-paid', id, late), 'payment_to_come');
  assert.deepEqual(await keptOf(customerId), []);
});

test('an advance of 360.00 paid with 400.00 keeps 40.00', async () => {
  const customerId = await books.contact();
  const { id } = await books.finalizedAdvance((await books.signedEstimate(customerId)).id);
  await books.done('mark-advance-paid', id, paidWith(40_000));
  assert.deepEqual([await amounts(id), (await keptOf(customerId))[0].unappliedAmount], [[36_000], 4_000]);
});

test('a kept 2.00 pays another invoice by its original method; when removed there, it is kept again', async () => {
  const { customerId, keptId } = await excess();
  const other = await owed(customerId);
  assert.equal(await apply(keptId, other, 201), 'unapplied_exceeded');
  assert.equal((await apply(keptId, other)).unappliedAmount, 0);
  const [{ amount, method, otherMethod }] = await books.done('get-billing-payments', other);
  assert.deepEqual([amount, method, otherMethod], [200, 'other', 'troc']);
  assert.equal(await apply(keptId, other), 'nothing_unapplied');
  await books.pay('invoice', other, 119_800);
  await books.done('mark-unpaid', other);
  assert.equal((await keptOf(customerId))[0].unappliedAmount, 200);
});

test('it pays documents of the same customer, currency and mode only', async () => {
  const { customerId, keptId } = await excess();
  assert.equal(await apply(keptId, await owed(await books.contact())), 'payment_of_another_customer');
  const dollars = await books.invoice(customerId);
  await books.done('update-invoice-currency', dollars.id, { currency: 'USD', currencyRate: 1.0856 });
  await books.finalized(dollars);
  assert.equal(await apply(keptId, dollars.id), 'payment_of_other_currency');
  const beside = booksOf(service, service.test);
  assert.deepEqual(await keptOf(customerId, beside), []);
  const billingId = await owed(customerId);
  const said = { path: { onlinePaymentId: keptId }, body: { billingId } };
  assert.equal((await beside.ask('apply-online-payment', said)).refused, 'online_payment_not_found');
  assert.equal((await keptOf(customerId))[0].unappliedAmount, 200);
});

test('a refund of it is recorded once with an event; no provider can refund it', async () => {
  const { id, keptId } = await excess();
  assert.equal(await giveBack(keptId, { by: 'provider' }), 'excess_without_provider');
  const back = await giveBack(keptId);
  assert.deepEqual([back.unappliedAmount, back.returnedAmount, back.source], [0, 200, 'recorded']);
  assert.equal(await giveBack(keptId), 'nothing_unapplied');
  const { docs } = await books.done('get-billing-activity', id);
  assert.equal(docs.filter(({ type }: any) => type === 'given_back').length, 1);
});

test('removing the payment removes its excess; an applied excess must first be removed from the other document', async () => {
  const { customerId, id, keptId } = await excess();
  const other = await owed(customerId);
  await apply(keptId, other);
  assert.equal(await books.refusal('mark-unpaid', id), 'excess_used');
  await books.pay('invoice', other, 119_800);
  await books.done('mark-unpaid', other);
  await books.done('mark-unpaid', id);
  assert.deepEqual([await amounts(id), await keptOf(customerId)], [[120_000, -120_000], []]);
  assert.equal(await apply(keptId, other), 'nothing_unapplied');
  await books.done('mark-paid', id, paidWith(120_300));
  const kept = await keptOf(customerId);
  assert.deepEqual(
    kept.map((each: any) => each.unappliedAmount),
    [300],
  );
  await books.done('mark-unpaid', id);
  const { docs } = await books.done('get-billing-activity', id);
  const dropped = docs.filter(({ type }: any) => type === 'excess_dropped').map(({ amount }: any) => amount);
  assert.deepEqual(dropped.toSorted(), [-200, -300].toSorted());
});

test('concurrent requests never apply, refund or remove more than the 700.00 kept', async () => {
  for (const round of [1, 2, 3]) {
    const { customerId, id, keptId } = await excess(190_000);
    const [one, two] = [await owed(customerId), await owed(customerId)];
    const done = await Promise.all([
      ...[one, two, one].map((billingId) => apply(keptId, billingId, 70_000)),
      giveBack(keptId, { amount: 70_000 }),
      ...(round > 1 ? [books.refusal('mark-unpaid', id)] : []),
    ]);
    const won = done.filter((each) => typeof each !== 'string').length;
    assert.equal(won, 1, JSON.stringify(done));
    const { onlinePayments } = (await books.ask('list-online-payments', { query: { source: 'recorded', customerId } }))
      .json;
    const { receivedAmount, returnedAmount } = onlinePayments[0];
    const used = sum([...(await amounts(one)), ...(await amounts(two))]) + returnedAmount;
    assert.equal(used, receivedAmount, JSON.stringify(done));
  }
});

test('PostgreSQL also refuses excess amounts, other currencies, providers and edits; without triggers it does not', async () => {
  const { customerId, keptId } = await excess();
  const tried = async (...statements: string[]): Promise<string> => {
    try {
      const all = statements.join('; ');
      await service.owner.query(`begin; set local app.account_id = '${service.accountId}'; ${all}; rollback`);
      return 'done';
    } catch (error) {
      await service.owner.query('rollback');
      return (error as { code: string }).code;
    }
  };
  const returned = (
    amount: number,
    by: string,
  ) => `insert into billing.unapplied_use (account_id, id, test, session_id, kind,
    amount_cents, returned_by, created_at) select account_id, gen_random_uuid(), test, id, 'returned', ${amount}, '${by}', 0
    from billing.payment_session where id = '${keptId}'`;
  const dollars = await books.invoice(customerId);
  await books.done('update-invoice-currency', dollars.id, { currency: 'USD', currencyRate: 1.0856 });
  await books.finalized(dollars);
  await books.pay('invoice', dollars.id, 200);
  const [{ id: paymentId }] = await books.done('get-billing-payments', dollars.id);
  const applied = `insert into billing.unapplied_use (account_id, id, test, session_id, kind, amount_cents, document_id, payment_id,
    created_at) select account_id, gen_random_uuid(), test, id, 'applied', 200, '${dollars.id}', '${paymentId}', 0
    from billing.payment_session where id = '${keptId}'`;
  const byHand = `update billing.payment_session set unapplied_cents = 1 where id = '${keptId}'`;
  const inDollars = `insert into billing.payment_session (account_id, id, test, document_id, source, method, amount_cents,
    received_cents, unapplied_cents, currency, state, opened_at, paid_at) select account_id, gen_random_uuid(), test, document_id,
    source, method, 1, 1, 1, 'USD', state, 0, 0 from billing.payment_session where id = '${keptId}'`;
  const off = `alter table billing.unapplied_use disable trigger take_unapplied;
    alter table billing.payment_session disable trigger guard_excess_insert, disable trigger guard_excess_update`;
  const all = [returned(201, 'otherwise'), returned(1, 'provider'), applied, byHand, inDollars];
  for (const each of all) assert.deepEqual([await tried(each), await tried(off, each)], ['23514', 'done'], each);
});

test('after all of this the audit chain verifies', async () => {
  const { findings, links } = await verifyAccounts(service.database.serving, [service.accountId], {
    keys: service.seal.keys,
  });
  assert.deepEqual(findings, []);
  assert.ok(links > 40);
});
