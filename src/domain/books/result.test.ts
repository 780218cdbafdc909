import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { cents } from '../money/cents.ts';
import { type MicroSocial, microSocialByDefault } from './micro-social.ts';
import { type ReceiptNature, receiptNatures } from './receipts-book.ts';
import { monthResult, type ReceivedOfDay, resultSpans, type SpentOfDay } from './result.ts';

test('the running month ends today and is compared with the same days; the last days of a longer month with all of it', () => {
  assert.deepEqual(resultSpans('2026-03', '2026-03-15'), {
    month: { from: '2026-03-01', to: '2026-03-15' },
    year: { from: '2026-01-01', to: '2026-03-15' },
    before: { from: '2026-02-01', to: '2026-02-15' },
  });
  assert.deepEqual(resultSpans('2026-03', '2026-03-31').before, { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(resultSpans('2026-02', '2026-02-28').before, { from: '2026-01-01', to: '2026-01-28' });
  assert.deepEqual(resultSpans('2026-01', '2026-06-10'), {
    month: { from: '2026-01-01', to: '2026-01-31' },
    year: { from: '2026-01-01', to: '2026-01-31' },
    before: { from: '2025-12-01', to: '2025-12-31' },
  });
});

/** Rates of 2026 in thousandths: contributions and training. */
const RATES: Record<ReceiptNature, [number, number]> = { bic_goods: [123, 1], bic_services: [212, 1], bnc: [256, 2] };

/** A bookkeeper's charges of the days of a period: each nature in whole euros. */
function chargesUntil(received: readonly ReceivedOfDay[], first: string, last: string): bigint {
  let all = 0n;
  for (const nature of receiptNatures) {
    const net = received
      .filter((each) => each.nature === nature && each.on >= first && each.on <= last)
      .reduce((sum, each) => sum + BigInt(each.net), 0n);
    const euros = net < 0n ? 0n : (net + 50n) / 100n;
    // Euros times thousandths are tenths of cents, rounded half up.
    for (const rate of RATES[nature]) all += (euros * BigInt(rate) + 5n) / 10n;
  }
  return all;
}

const day = (month: number, of: number): string =>
  `2026-${String(month).padStart(2, '0')}-${String(of).padStart(2, '0')}`;

/** VAT owed for a supplier, of which 3.00 are not deductible. */
const OWED = { owedVat: 2_000, owedDeductible: 1_700 };
const NOTHING_OWED = { owedVat: 0, owedDeductible: 0 };

function drawnYear(random: Chance) {
  const received: ReceivedOfDay[] = Array.from({ length: random.int(0, 60) }, () => {
    const net = random.int(-20_000, 90_000);
    return {
      on: day(random.int(1, 12), random.int(1, 28)),
      nature: random.pick([...receiptNatures]),
      ...{ net, vat: Math.trunc(net / 5), vatDue: random.int(-3_000, 18_000) },
    };
  });
  const spent: SpentOfDay[] = Array.from({ length: random.int(0, 20) }, () => {
    const amount = random.int(-5_000, 60_000);
    return {
      on: day(random.int(1, 12), random.int(1, 28)),
      amount,
      deductibleVat: Math.trunc(amount / 6),
      ...(random.chance(30) ? OWED : NOTHING_OWED),
    };
  });
  const mileage = Array.from({ length: random.int(0, 10) }, () => ({
    ...{ on: day(random.int(1, 12), random.int(1, 28)), amount: random.int(-2_000, 15_000) },
  }));
  return { received, spent, mileage };
}

test('in random years a month is what a bookkeeper adds up, its quarter is what is declared, and the year is its months', () => {
  const seed = seedOf('RESULT_SEED');
  console.log(`RESULT_SEED=${seed}`);
  const random = seeded(seed);
  let [charged, credits] = [0, 0];
  for (let n = 0; n < 300; n++) {
    const about = `RESULT_SEED=${seed}, year ${n}`;
    const { received, spent, mileage } = drawnYear(random);
    const isMonthly = random.chance(50);
    const social: MicroSocial = { ...microSocialByDefault, rhythm: isMonthly ? 'monthly' : 'quarterly' };
    const facts = { parts: [], received, spent, mileage };
    let [charges, net, left] = [0, 0, 0];
    for (let month = 1; month <= 12; month++) {
      const spans = resultSpans(day(month, 1).slice(0, 7), '2027-05-01');
      const { ofMonth, ofYear, before, change } = monthResult(facts, spans, { social, declaresVat: true });
      const { from, to } = spans.month;
      const within = <T extends { on: string }>(all: readonly T[]): T[] =>
        all.filter(({ on }) => on.slice(0, 7) === from.slice(0, 7));
      const sum = <T>(all: readonly T[], of: (each: T) => number): number =>
        all.reduce((whole, each) => whole + of(each), 0);
      const paid = within(spent);
      const vat =
        sum(within(received), (each) => each.vatDue) +
        sum(paid, (each) => each.owedVat - each.owedDeductible - each.deductibleVat);
      const driven = sum(within(mileage), (each) => each.amount);
      assert.equal(ofMonth.mileage, driven, about);
      const lost = sum(paid, (each) => each.owedVat - each.owedDeductible);
      const firstOfPeriod = day(isMonthly ? month : month - ((month - 1) % 3), 1);
      const due = chargesUntil(received, firstOfPeriod, to) - chargesUntil(received, firstOfPeriod, day(month - 1, 31));
      assert.equal(
        ofMonth.received.net,
        sum(within(received), (each) => each.net),
        about,
      );
      assert.equal(
        ofMonth.received.amount,
        sum(within(received), (each) => each.net + each.vat),
        about,
      );
      assert.equal(
        ofMonth.spent.amount,
        sum(within(spent), (each) => each.amount),
        about,
      );
      assert.equal(BigInt(ofMonth.charges ?? -1), due, `${about}, ${from}`);
      assert.equal(ofMonth.vat?.balance, vat, about);
      assert.equal(ofMonth.setAside, Number(due) + (vat > 0 ? vat : 0), about);
      assert.equal(ofMonth.left, ofMonth.received.net - ofMonth.spent.net - lost - driven - Number(due), about);
      assert.equal(change.left, ofMonth.left - before.left, about);
      charges += ofMonth.charges ?? 0;
      net += ofMonth.received.net;
      left += ofMonth.left;
      assert.deepEqual([ofYear.charges, ofYear.received.net, ofYear.left], [charges, net, left].map(cents), about);
      charged += due > 0n ? 1 : 0;
      credits += vat < 0 ? 1 : 0;
      // Control: one cent more received is found.
      const [one] = within(received);
      if (!one) continue;
      const off = { ...facts, received: [...received, { ...one, net: 1, vat: 0, vatDue: 0 }] };
      assert.notEqual(
        monthResult(off, spans, { social, declaresVat: true }).ofMonth.received.net,
        ofMonth.received.net,
      );
    }
  }
  assert.ok(charged > 100 && credits > 100, `${charged} months with charges, ${credits} with a VAT credit`);
});
