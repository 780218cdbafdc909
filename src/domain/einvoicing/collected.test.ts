import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { holds } from '../../../test/support/runner/property-runs.ts';
import type { Party } from '../customers/party.ts';
import type { TurnoverPart } from '../home/turnover-part.ts';
import { cents } from '../money/cents.ts';
import { type CollectedOfDay, collectedOf, collectedToState } from './collected.ts';
import type { ReceivedPayment } from './e-reporting/receipts.ts';

const business = {
  kind: 'organization',
  name: 'Atelier Lumen SAS',
  siren: '100000009',
  billingAddress: { country: 'FR', zipCode: '69001' },
} as unknown as Party;

type Paid = { on: string; net: number; vat: number; key?: string; sold?: 'goods' | 'services'; isDue?: boolean };
const payment = ({ on, net, vat, key = 'FR_2000', sold = 'services', isDue = true }: Paid): ReceivedPayment => ({
  ...{ id: `${on}${net}`, on, documentId: 'd', number: 'F-1', issuedOn: '2027-09-01', customer: business },
  mention: 'not_subject' as ReceivedPayment['mention'],
  parts: [{ key, sold, isDue, net: cents(net), vat: cents(vat) } as TurnoverPart],
});

describe('amounts reported as collected (status 212)', () => {
  test('600.00 of services on the 3rd and 600.00 on the 9th are stated for their days', () => {
    const days = collectedOf([
      payment({ on: '2027-09-09', net: 50_000, vat: 10_000 }),
      payment({ on: '2027-09-03', net: 50_000, vat: 10_000 }),
    ]);
    assert.deepEqual(days, [
      { on: '2027-09-03', rates: [{ rate: 2000, amount: 60_000 }] },
      { on: '2027-09-09', rates: [{ rate: 2000, amount: 60_000 }] },
    ]);
    assert.deepEqual(collectedToState(days, days), []);
  });

  test('goods, VAT on debits, disbursements and reverse charge are not stated', () => {
    const none: Paid[] = [
      { on: '2027-09-03', net: 100, vat: 20, sold: 'goods', isDue: false },
      { on: '2027-09-03', net: 100, vat: 20, isDue: false },
      { on: '2027-09-03', net: 100, vat: 0, key: 'disbursement' },
    ];
    assert.deepEqual(collectedOf(none.map(payment)), []);
    const { customer: _, ...anonymous } = payment({ on: '2027-09-03', net: 100, vat: 20 });
    assert.deepEqual(collectedOf([{ ...anonymous, isReportedBefore: true }]), []);
    assert.equal(collectedOf([anonymous])[0]?.rates[0]?.amount, 120);
  });

  test('a payment of 1,200.00 reversed on its own day states nothing, on a later day minus 1,200.00', () => {
    const paid = payment({ on: '2027-09-03', net: 100_000, vat: 20_000 });
    assert.deepEqual(collectedOf([paid, payment({ on: '2027-09-03', net: -100_000, vat: -20_000 })]), []);
    const all = collectedOf([paid, payment({ on: '2027-09-09', net: -100_000, vat: -20_000 })]);
    const stated = collectedOf([paid]);
    assert.deepEqual(collectedToState(all, stated), [{ on: '2027-09-09', rates: [{ rate: 2000, amount: -120_000 }] }]);
  });

  const history = fc.array(
    fc.record(
      {
        on: fc.constantFrom('2027-09-01', '2027-09-02', '2027-10-15'),
        net: fc.integer({ min: -1_000_000, max: 1_000_000 }),
        vat: fc.integer({ min: -200_000, max: 200_000 }),
        key: fc.constantFrom('FR_2000', 'FR_1000', 'FR_550'),
        isDue: fc.boolean(),
      },
      { noNullPrototype: true },
    ),
    { maxLength: 12 },
  );
  const RATES: Readonly<Record<string, number>> = { FR_2000: 2000, FR_1000: 1000, FR_550: 550 };

  /** States the difference after each payment, and returns the sums per rate. */
  function statedPerRate(paid: readonly Paid[], state = collectedToState): Map<number, number> {
    const stated: CollectedOfDay[] = [];
    for (let count = 1; count <= paid.length; count++)
      stated.push(...state(collectedOf(paid.slice(0, count).map(payment)), stated));
    const sums = new Map<number, number>();
    for (const { rate, amount } of stated.flatMap(({ rates }) => rates)) sums.set(rate, (sums.get(rate) ?? 0) + amount);
    return sums;
  }
  /** The reference knows no days and no differences: it adds up the payments. */
  const collectedPerRate = (paid: readonly Paid[], rate: number): number =>
    paid
      .filter(({ key = '', isDue }) => isDue && RATES[key] === rate)
      .reduce((all, { net, vat }) => all + net + vat, 0);
  const isRight = (paid: readonly Paid[], state?: typeof collectedToState): boolean =>
    [2000, 1000, 550].every((rate) => (statedPerRate(paid, state).get(rate) ?? 0) === collectedPerRate(paid, rate));

  test('after any payments, counter-entries and refunds the sum stated is the sum collected per rate', () => {
    holds(history, 500, (paid) => assert.ok(isRight(paid)));
  });

  test('stating everything again each time would be found', () => {
    assert.throws(() => holds(history, 500, (paid) => assert.ok(isRight(paid, (collected) => [...collected]))));
  });
});
