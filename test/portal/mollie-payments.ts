import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fetchPayouts } from '../../src/jobs/payments/fetch-payouts.ts';
import { MOLLIE_KEY, type Paying } from './payment-fixtures.ts';

/** Tests of an account connected to Mollie: its messages are unsigned and contain only an ID. */
export function molliePayments(given: () => Paying): void {
  const tell = async (id: string, to?: string) => {
    const { service, books } = given();
    const { webhookUrl } = await books.done('get-payment-account');
    return service.ask(to ?? new URL(webhookUrl).pathname, {
      ...{ method: 'POST', key: undefined, body: `id=${id}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  };
  const sent = async () => {
    const { mollie, opened, payable } = given();
    const bill = await payable();
    const { location } = (await opened(`${bill.path}/pay`, '')).headers;
    return { ...bill, location: String(location), providerId: mollie.last().id };
  };
  const stateOf = async (id: string): Promise<string> => {
    const found = (await given().sessions()).find(({ billingId }) => billingId === id);
    return found.state;
  };

  test('Mollie: unsigned, repeated, reordered or forged messages only trigger a lookup; each payment is booked once', async () => {
    const { service, books, mollie, opened, worked, amounts } = given();
    const connect = (said: object) => books.refusal('connect-payment-account', undefined, { ...MOLLIE_KEY, ...said });
    assert.equal(await connect({ apiKey: 'live_wrong' }), 'payment_key_unusable');
    assert.equal(await connect({ payoutKey: 'access_wrong' }), 'payment_key_unusable');
    const account = await books.done('connect-payment-account', undefined, MOLLIE_KEY);
    assert.deepEqual([account.provider, account.externalId], ['mollie', 'pfl_of_zoe']);
    assert.doesNotMatch(JSON.stringify(account), /live_right|access_right/);

    const { id, path, providerId, location } = await sent();
    assert.equal(location, `https://www.mollie.com/checkout/select-method/${providerId}`);
    assert.equal(
      String((await opened(`${path}/pay`, '')).headers.location),
      location,
      'the same page for a second tab',
    );
    // Forged: it is unpaid despite the message.
    assert.equal((await tell(providerId)).status, 204);
    assert.equal((await tell('tr_of_nobody')).status, 204);
    assert.equal((await tell(providerId, '/v2/payment-events/mollie/nobody')).status, 404);
    await worked();
    assert.deepEqual(await amounts(id), []);
    mollie.become(providerId, 'paid');
    for (const _ of ['once', 'twice', 'thrice']) await tell(providerId);
    await Promise.all([worked(), worked()]);
    assert.deepEqual([await amounts(id), await stateOf(id)], [[120_000], 'paid']);
    service.clock.now += 90_000;
    await tell(providerId);
    await worked();
    assert.deepEqual(await amounts(id), [120_000]);
  });

  test('Mollie: pending payments wait, failed or expired ones book nothing, unanswered requests are retried', async () => {
    const { service, mollie, worked, amounts } = given();
    const [late, failed, expired, lost] = [await sent(), await sent(), await sent(), await sent()];
    mollie.become(late.providerId, 'pending');
    mollie.become(failed.providerId, 'failed');
    mollie.become(expired.providerId, 'expired');
    mollie.become(lost.providerId, 'paid');
    mollie.isAway = true;
    service.clock.now += 60;
    await worked();
    mollie.isAway = false;
    assert.deepEqual(await amounts(lost.id), []);
    service.clock.now += 3_600;
    await worked();
    const states = await Promise.all([late, failed, expired, lost].map(({ id }) => stateOf(id)));
    assert.deepEqual(states, ['pending', 'failed', 'expired', 'paid']);
    assert.deepEqual(await amounts(lost.id), [120_000], 'found without any message');
    mollie.become(late.providerId, 'paid');
    service.clock.now += 2 * 86_400;
    await worked();
    assert.deepEqual(await amounts(late.id), [120_000]);
  });

  test('Mollie: a chargeback reopens the invoice; settlements store payments, chargebacks and fees', async () => {
    const { service, books, mollie, worked, amounts } = given();
    const bills = [await sent(), await sent(), await sent()];
    for (const { providerId } of bills) mollie.become(providerId, 'paid');
    service.clock.now += 60;
    await worked();
    const [kept, back] = [bills[0] as (typeof bills)[0], bills[1] as (typeof bills)[0]];
    mollie.chargeBack(back.providerId, 120_000);
    service.clock.now += 86_400;
    await worked();
    assert.equal(
      (await amounts(back.id)).reduce((a, b) => a + b),
      0,
    );
    assert.equal((await books.done('get-invoice', back.id)).state, 'finalized');

    const providerId = mollie.settle(
      bills.map((bill) => bill.providerId),
      540,
    );
    service.clock.now += 86_400;
    await worked(fetchPayouts);
    const { payouts } = await books.done('list-payouts');
    const [payout] = payouts.filter((each: any) => each.providerId === providerId);
    assert.deepEqual([payout.amount, payout.fee, payout.provider], [239_460, 540, 'mollie']);
    const said = payout.lines.map(({ kind, amount, fee, number }: any) => [kind, amount, fee, number]);
    assert.deepEqual(said, [
      ...bills.map(({ number }) => ['payment', 120_000, 0, number]),
      ['refund', -120_000, 0, back.number],
      ['fee', 0, 540, undefined],
    ]);
    assert.equal(payout.lines[0].billingId, kept.id);
  });
}
