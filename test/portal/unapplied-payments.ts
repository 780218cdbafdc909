import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Paying, STRIPE_KEY } from './payment-fixtures.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

/**
 * What the owner does with unapplied payments, and the effect of chargebacks; paid through Stripe.
 */
export function unappliedMoney(given: () => Paying): void {
  /** An invoice of 1,200.00 also paid by transfer, so that the whole card payment is unapplied. */
  const paidTwice = async (byTransfer = 120_000, by?: string) => {
    const { service, books, stripe, opened, payable, worked, sessions } = given();
    const customer = by ?? (await books.contact());
    const bill = await payable(books, customer);
    await opened(`${bill.path}/pay`, '');
    const providerId = stripe.last().id;
    await books.pay('invoice', bill.id, byTransfer);
    stripe.pay(providerId);
    service.clock.now += 60;
    await worked();
    const { id: paymentId } = (await sessions()).find((each) => each.providerId === providerId);
    const open = async (): Promise<string> => (await books.finalized(books.invoice(customer))).id;
    return { ...bill, customer, providerId, paymentId, open };
  };
  const ask = (name: string, onlinePaymentId: string, body: object) =>
    given().books.ask(name, { path: { onlinePaymentId }, body });
  const apply = (paymentId: string, body: object) => ask('apply-online-payment', paymentId, body);
  const giveBack = (paymentId: string, body: object = {}) => ask('mark-online-payment-returned', paymentId, body);
  const stands = async (paymentId: string) => {
    const { unappliedAmount, awaitedAmount, returnedAmount, refundedAmount } = (await given().sessions()).find(
      ({ id }) => id === paymentId,
    );
    return [unappliedAmount, awaitedAmount, returnedAmount, refundedAmount];
  };
  const looked = async () => {
    const { service, worked } = given();
    service.clock.now += 86_400;
    await worked();
  };

  test('1,200.00 paid twice: 500.00 is applied to another invoice, the rest up to its amount due, then nothing is left', async () => {
    const { books, amounts } = given();
    const { paymentId, open, number } = await paidTwice();
    const [other, third] = [await open(), await open()];
    const after = await apply(paymentId, { billingId: other, amount: 50_000 });
    assert.deepEqual([after.json.unappliedAmount, after.json.number], [70_000, number]);
    assert.deepEqual([await amounts(other), (await books.done('get-invoice', other)).state], [[50_000], 'finalized']);
    await books.pay('invoice', third, 100_000);
    // The third has 200.00 due: no more is applied.
    assert.equal((await apply(paymentId, { billingId: third })).json.unappliedAmount, 50_000);
    assert.equal((await books.done('get-invoice', third)).state, 'paid');
    assert.equal((await apply(paymentId, { billingId: third })).refused, 'nothing_due');
    const more = await apply(paymentId, { billingId: other, amount: 50_001 });
    assert.equal(more.refused, 'unapplied_exceeded');
    assert.equal((await apply(paymentId, { billingId: other })).json.unappliedAmount, 0);
    assert.deepEqual(await amounts(other), [50_000, 50_000]);
    assert.equal((await apply(paymentId, { billingId: other })).refused, 'nothing_unapplied');
    const { activity } = { activity: await books.done('get-billing-activity', other) };
    assert.equal(activity.docs.filter(({ type }: { type: string }) => type === 'paid').length, 2);
  });

  test('an unapplied payment covers documents of a colleague and of the organization, but not of another one', async () => {
    const { books } = given();
    const [house, other] = [
      await books.organization({ name: 'Brasserie Lune' }),
      await books.organization({ name: 'Une autre' }),
    ];
    const of = async (organizationId: string): Promise<string> =>
      (await books.done('create-organization-contact', organizationId, { firstname: 'Zoé', lastname: 'Lune' })).id;
    const { paymentId } = await paidTwice(120_000, await of(house));
    const { organizationId } = (await given().sessions()).find(({ id }) => id === paymentId);
    assert.equal(organizationId, house, 'the dialog asks for the documents of all of them');
    const billOf = async (customer: string): Promise<string> => (await books.finalized(books.invoice(customer))).id;
    const [colleague, itself] = [await billOf(await of(house)), await billOf(house)];
    assert.equal((await apply(paymentId, { billingId: colleague, amount: 10_000 })).json.unappliedAmount, 110_000);
    assert.equal((await apply(paymentId, { billingId: itself, amount: 10_000 })).json.unappliedAmount, 100_000);
    const stranger = await billOf(await of(other));
    assert.equal((await apply(paymentId, { billingId: stranger })).refused, 'payment_of_another_customer');
  });

  test('it covers only the customer’s own finalized, unpaid documents in its currency; reversing makes it unapplied again', async () => {
    const { books, service, amounts } = given();
    const { id, paymentId, customer, open } = await paidTwice();
    const refusal = async (billingId: string, amount = 100) => (await apply(paymentId, { billingId, amount })).refused;
    const stranger = (await books.finalized(books.invoice(await books.contact()))).id;
    assert.equal(await refusal(stranger), 'payment_of_another_customer');
    assert.equal(await refusal((await books.invoice(customer)).id), 'not_payable_when_draft');
    assert.equal(await refusal(id), 'nothing_due');
    assert.equal(await refusal((await books.finalized(books.estimate(customer))).id), 'document_not_found');
    const dollars = await books.invoice(customer);
    await books.done('update-invoice-currency', dollars.id, { currency: 'USD', currencyRate: 1.0856 });
    await books.finalized(dollars);
    assert.equal(await refusal(dollars.id), 'payment_of_other_currency');
    const canceled = await open();
    await books.done('cancel-invoice', canceled, { wantArchiveAfterCancellation: false });
    assert.equal(await refusal(canceled), 'not_payable_when_canceled');
    const other = await open();
    await books.pay('invoice', other, 119_999);
    assert.equal(await refusal(other, 2), 'payment_exceeds_remaining');
    assert.equal((await ask('apply-online-payment', id, { billingId: other })).refused, 'online_payment_not_found');
    const { test: beside } = service;
    const byTest = await service.call('apply-online-payment', {
      ...{ caller: beside, path: { onlinePaymentId: paymentId }, body: { billingId: other } },
    });
    assert.equal(byTest.refused, 'online_payment_not_found');

    await apply(paymentId, { billingId: other });
    assert.deepEqual(await stands(paymentId), [119_999, 0, 0, 0]);
    await books.done('mark-unpaid', other);
    assert.deepEqual([sum(await amounts(other)), await stands(paymentId)], [0, [120_000, 0, 0, 0]]);
  });

  test('a refund by transfer is recorded once and shown in the activity; a provider refund is awaited, not booked twice', async () => {
    const { books, stripe, amounts } = given();
    const one = await paidTwice(100_000);
    assert.equal((await giveBack(one.paymentId, { amount: 30_000 })).json.unappliedAmount, 70_000);
    assert.equal((await giveBack(one.paymentId, { amount: 70_001 })).refused, 'unapplied_exceeded');
    const after = await giveBack(one.paymentId, { by: 'provider' });
    assert.deepEqual([after.json.awaitedAmount, after.json.returnedAmount], [70_000, 30_000]);
    assert.equal((await giveBack(one.paymentId)).refused, 'nothing_unapplied');
    const { docs } = await books.done('get-billing-activity', one.id);
    const told = docs.filter(({ type }: { type: string }) => type === 'given_back');
    assert.deepEqual(
      told.map(({ amount }: { amount: number }) => amount),
      [-70_000, -30_000],
    );
    // The provider confirms the recorded refund: the payment of 200.00 on the invoice remains.
    stripe.refund(one.providerId, 70_000);
    await looked();
    assert.deepEqual(await stands(one.paymentId), [0, 0, 30_000, 70_000]);
    assert.deepEqual([sum(await amounts(one.id)), (await books.done('get-invoice', one.id)).state], [120_000, 'paid']);
  });

  test('concurrent users never apply or refund more of 1,200.00 than is left', async () => {
    const { amounts } = given();
    for (const _ of [1, 2, 3]) {
      const { paymentId, open } = await paidTwice();
      const [one, other] = [await open(), await open()];
      const done = await Promise.all([
        ...[one, other, one].map((billingId) => apply(paymentId, { billingId, amount: 70_000 })),
        giveBack(paymentId, { amount: 70_000 }),
      ]);
      assert.equal(done.filter(({ refused }) => refused === undefined).length, 1, JSON.stringify(done));
      const [apart = 0, , returned = 0] = await stands(paymentId);
      assert.deepEqual([apart, sum([...(await amounts(one)), ...(await amounts(other))]) + returned], [50_000, 70_000]);
    }
  });

  test('PostgreSQL refuses overuse and duplicates even without the rule; control: without its trigger it does not', async () => {
    const { service } = given();
    const { paymentId } = await paidTwice();
    const use = (
      amount: number,
    ) => `insert into billing.unapplied_use (account_id, id, test, session_id, kind, amount_cents, returned_by,
      created_at) select account_id, gen_random_uuid(), test, id, 'returned', ${amount}, 'otherwise', 0 from billing.payment_session
      where id = '${paymentId}'`;
    const tried = async (...statements: string[]): Promise<string> => {
      try {
        await service.owner.query(
          `begin; set local app.account_id = '${service.accountId}'; ${statements.join('; ')}; rollback`,
        );
        return 'done';
      } catch (error) {
        await service.owner.query('rollback');
        return (error as { code: string }).code;
      }
    };
    const off = 'alter table billing.unapplied_use disable trigger take_unapplied';
    const check = '23514';
    assert.deepEqual([await tried(use(120_001)), await tried(off, use(120_001))], [check, 'done']);
    assert.deepEqual(
      [await tried(use(70_000), use(70_000)), await tried(off, use(70_000), use(70_000))],
      [check, 'done'],
    );
    const undone = 'update billing.unapplied_use set amount_cents = 1';
    assert.deepEqual([await tried(use(2), undone), await tried(off, use(2), undone)], [check, 'done']);
  });

  test('a refund above the unapplied rest reverses the latest applications in full; their remainder stays unapplied', async () => {
    const { books, stripe, amounts } = given();
    const { paymentId, providerId, open } = await paidTwice();
    const [first, last] = [await open(), await open()];
    await apply(paymentId, { billingId: first, amount: 40_000 });
    await apply(paymentId, { billingId: last, amount: 60_000 });
    stripe.refund(providerId, 50_000);
    await looked();
    // The unapplied 200.00, and 300.00 of the 600.00 applied last.
    assert.deepEqual(await stands(paymentId), [30_000, 0, 0, 50_000]);
    assert.deepEqual([sum(await amounts(first)), sum(await amounts(last))], [40_000, 0]);
    stripe.refund(providerId, 120_000);
    await looked();
    assert.deepEqual([sum(await amounts(first)), await stands(paymentId)], [0, [0, 0, 0, 120_000]]);
    assert.equal((await books.done('get-invoice', first)).state, 'finalized');
  });

  test('a won dispute is rebooked automatically with an event; if the invoice was paid meanwhile, it stays unapplied', async () => {
    const { service, books, stripe, opened, payable, worked, amounts, above, sessions } = given();
    await books.company({ email: 'zoe@example.org' });
    const bills = [];
    for (const _ of [1, 2, 3]) {
      const bill = await payable();
      await opened(`${bill.path}/pay`, '');
      bills.push({ ...bill, providerId: stripe.last().id });
      stripe.pay(stripe.last().id);
    }
    const [won, meanwhile, asked] = bills as [(typeof bills)[0], (typeof bills)[0], (typeof bills)[0]];
    service.clock.now += 60;
    await worked();
    stripe.dispute(won.providerId, { amount: 50_000 });
    stripe.dispute(meanwhile.providerId);
    stripe.dispute(asked.providerId, { status: 'warning_needs_response' });
    await looked();
    assert.deepEqual(
      await Promise.all(bills.map(async ({ id }) => sum(await amounts(id)))),
      [70_000, 0, 120_000],
      'a question of a bank takes nothing away',
    );
    await books.pay('invoice', meanwhile.id, 120_000);
    for (const { providerId } of [won, meanwhile]) stripe.win(providerId);
    for (const _ of ['once', 'and no more']) await looked();
    assert.deepEqual(
      await Promise.all(bills.map(async ({ id }) => sum(await amounts(id)))),
      [120_000, 120_000, 120_000],
    );
    const apart = (await sessions()).find(({ billingId }) => billingId === meanwhile.id);
    assert.deepEqual([apart.unappliedAmount, apart.refundedAmount, apart.state], [120_000, 0, 'paid']);
    const mails = await above.query(
      `select content from billing.mail where document_id = any ($1::uuid[]) and purpose = 'notice' order by id`,
      [[won.id, meanwhile.id]],
    );
    const subjects = mails.map(({ content }) => JSON.parse(content).subject.split('\u00a0:')[0]).sort();
    assert.deepEqual(subjects, [
      'Contestation gagnée',
      'Contestation gagnée',
      'Paiement contesté',
      'Paiement contesté',
    ]);
    // A late, outdated response changes nothing: it reports less refunded or rebooked than is
    // known.
    stripe.refund(won.providerId, 120_000);
    await looked();
    assert.equal(sum(await amounts(won.id)), 0);
    assert.equal((await books.done('get-payment-account')).provider, STRIPE_KEY.provider);
  });
}
