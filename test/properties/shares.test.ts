import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  advanceBase,
  plannedAdvances,
  requestedAmount,
  shareOfAdvance,
} from '../../src/domain/billing/advance/advance-amount.ts';
import { linesOfAdvance, linesToCredit } from '../../src/domain/billing/credit-note/lines.ts';
import { isAnythingLeft, isCreditable } from '../../src/domain/billing/credit-note/remaining-credit.ts';
import { creditTotals } from '../../src/domain/billing/credit-note/totals.ts';
import { type Totals, totalsOf } from '../../src/domain/billing/document/totals/totals.ts';
import { leftToCredit, remainingOf } from '../../src/domain/billing/invoice/remaining-amounts.ts';
import { allocate } from '../../src/domain/money/allocate.ts';
import { type Cents, cents, sum } from '../../src/domain/money/cents.ts';
import { proportion, type Step } from '../../src/domain/money/rounding.ts';
import {
  amountOf,
  type Breakdown,
  isNothing,
  isSame,
  isWithin,
  keysOf,
  minus,
  plus,
  rateOfKey,
  taxIncluded,
  totalOf,
} from '../../src/domain/vat/breakdown.ts';
import { deductionsOf } from '../support/documents/deductions.ts';
import { billedOf } from '../support/documents/invoiced-of-estimate.ts';
import {
  edited,
  type RandomAdvance,
  type RandomDocument,
  type RandomEdit,
  randomAdvances,
  randomDocument,
  randomEdit,
} from '../support/documents/random-documents.ts';
import { fails, holds } from '../support/runner/property-runs.ts';

const edits = () => fc.array(randomEdit(), { maxLength: 5 });

test('an invoice and all its credit notes sum to zero per VAT key, net and VAT, in any split of 4,000 invoices', () => {
  let partial = 0;
  holds(fc.tuple(randomDocument(), edits()), 4000, ([invoice, splits]) => {
    const { breakdown } = totalsOf(invoice);
    const credits = creditedInSplits(invoice, breakdown, splits);
    partial += credits.length > 1 ? 1 : 0;
    if (isAnythingLeft(breakdown)) assert.ok(isNothing(credits.reduce(minus, breakdown)));
    else assert.deepEqual(credits, []);
  });
  assert.ok(partial > 500, `only ${partial} invoices were credited in more than one part`);
});

test('a first full credit note has the lines and the total of its invoice, in 2,000 invoices', () => {
  holds(randomDocument(), 2000, (invoice) => {
    const { breakdown, lines } = totalsOf(invoice);
    const copied = linesToCredit({ ...invoice, breakdown }, breakdown);
    assert.deepEqual(copied.lines, invoice.lines);
    const credit = creditTotals({ ...invoice, ...copied }, breakdown);
    assert.deepEqual(credit.breakdown, breakdown);
    assert.deepEqual(
      credit.lines.map(({ net }) => net),
      lines.map(({ net }) => net),
    );
  });
});

test('advances and final invoice of 3,000 estimates sum to the estimate per VAT key, whatever was credited', () => {
  let several = 0;
  holds(fc.tuple(randomDocument(), randomAdvances(), edits()), 3000, ([estimate, asked, splits]) => {
    const { breakdown } = totalsOf(estimate);
    const advances = advancesOf(breakdown, asked, estimate.step);
    several += advances.length > 1 ? 1 : 0;
    const deducted = deductionsOf(advances);
    assert.ok(isWithin(deducted, breakdown), 'more is deducted of a key than it holds');
    const invoice = { breakdown, deducted, credited: {} };
    assert.ok(isSame(billedOf({ advances, finalInvoices: [invoice] }), breakdown));
    assert.ok(isWithin(leftToCredit(invoice), breakdown));

    // Then the final invoice is credited in parts, and each advance as a whole: nothing remains
    // billed.
    const rest = leftToCredit(invoice);
    const credits = creditedInSplits(estimate, rest, splits);
    const credited = credits.reduce(plus, {});
    assert.ok(isSame(credited, isAnythingLeft(rest) ? rest : {}));
    assert.equal(
      remainingOf({ ...invoice, credited, paid: cents(0) }).withTax,
      isAnythingLeft(rest) ? 0 : totalLeft(rest),
    );
    const cancelled = advances.map((advance) => ({ ...advance, credited: advance.breakdown }));
    const finalInvoices = [{ ...invoice, credited: rest }];
    assert.ok(isNothing(billedOf({ advances: cancelled, finalInvoices })));
  });
  assert.ok(several > 500, `only ${several} estimates had more than one advance`);
});

test('planned advances of 1,000 estimates never exceed the amount per VAT key', () => {
  holds(fc.tuple(randomDocument(), randomAdvances()), 1000, ([estimate, asked]) => {
    const { breakdown } = totalsOf(estimate);
    const plan = plannedAdvances(
      breakdown,
      asked.map((advance) => advance.asked),
      estimate.step,
    );
    const taken = plan.shares.reduce(plus, {});
    assert.ok(isWithin(taken, breakdown));
    assert.deepEqual(totalOf(taken), plan.planned);
    assert.deepEqual(totalOf(minus(breakdown, taken)), plan.remaining);
  });
});

/** Parts of 100 %, of two or four decimals, between two and twelve. */
const partsOfHundred = () =>
  fc
    .tuple(fc.constantFrom(100, 10_000), fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 12 }))
    .map(([scale, weights]) => allocate(cents(100 * scale), weights).map((part) => part / scale));

test('shares of 100 % sum to the total of 4,000 estimates, and only the last differs from its percentage', () => {
  let differing = 0;
  holds(fc.tuple(randomDocument(), partsOfHundred()), 4000, ([estimate, percentages]) => {
    const { breakdown } = totalsOf(estimate);
    const { step } = estimate;
    const base = BigInt(taxIncluded(totalOf(advanceBase(breakdown, false))));
    const asked = percentages
      .filter((percentage) => percentage > 0)
      .map((percentage) => ({ mode: 'PERCENTAGE', percentage }) as const);
    const plan = plannedAdvances(breakdown, asked, step);
    if (base <= 0n) return;
    assert.equal(plan.exceeds, false);
    const amounts = plan.shares.map((share) => BigInt(taxIncluded(totalOf(share))));
    assert.equal(
      amounts.reduce((a, b) => a + b, 0n),
      base,
    );
    // An independent reckoning: each share rounded by the half, as long as there is as much; all
    // the rest for the last.
    let left = base;
    for (const [place, { percentage }] of asked.entries()) {
      const size = 1_000_000n * BigInt(step);
      const exact = base * BigInt(Math.round(percentage * 10_000));
      const rounded = ((2n * exact + size) / (2n * size)) * BigInt(step);
      const isLast = place === asked.length - 1;
      const expected = isLast || rounded > left ? left : rounded;
      assert.equal(amounts[place], expected);
      if (isLast && rounded !== expected) differing += 1;
      left -= expected;
    }
  });
  assert.ok(differing > 500, `only ${differing} last shares differed from their percentage`);
});

test('control: individually rounded percentages do not sum to the total', () => {
  const rounded = ([estimate, percentages]: [RandomDocument, number[]]) => {
    const base = advanceBase(totalsOf(estimate).breakdown, false);
    const amounts = percentages.map((percentage) =>
      requestedAmount({ mode: 'PERCENTAGE', percentage }, base, estimate.step),
    );
    assert.equal(sum(amounts), totalLeft(base));
  };
  assert.equal(fails(fc.tuple(randomDocument(), partsOfHundred()), 1000, rounded), true);
});

test('an allocation sums up, respects its weights and is within one unit of the exact share, in 3,000 cases', () => {
  const given = fc.tuple(
    fc.array(fc.integer({ min: -1_000_000_000, max: 9_000_000_000 }), { minLength: 1, maxLength: 20 }),
    fc.integer({ min: 0, max: 10_000 }),
    fc.constantFrom<Step>(1, 100),
  );
  holds(given, 3000, ([shares, part, step]) => {
    const weights = shares.map((share) => share * step);
    const whole = cents(weights.reduce((a, b) => a + b, 0));
    const amount = proportion(whole, part, 10_000, step);
    const parts = allocate(amount, weights, step);
    assert.equal(sum(parts), whole === 0 ? 0 : amount);
    parts.forEach((taken, index) => {
      const weight = weights[index] as number;
      assert.ok(
        weight >= 0 ? taken >= 0 && taken <= weight : taken <= 0 && taken >= weight,
        'a part goes past its weight',
      );
      const distance = BigInt(taken) * BigInt(whole) - BigInt(amount) * BigInt(weight);
      const oneStep = BigInt(whole) * BigInt(step);
      assert.ok((distance < 0n ? -distance : distance) < (oneStep < 0n ? -oneStep : oneStep) || whole === 0);
    });
  });
});

test('control: individually rounded parts do not sum to the whole', () => {
  const given = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 3, maxLength: 8 });
  const rounded = (weights: readonly number[]) => {
    const all = weights.reduce((a, b) => a + b, 0);
    const amount = proportion(all, 3000, 10_000);
    assert.equal(sum(weights.map((weight) => proportion(amount, weight, all))), amount);
  };
  assert.equal(fails(given, 1000, rounded), true);
});

test('control: credit notes with VAT computed from the rate do not sum to zero with their invoice', () => {
  const byRate = ([invoice, splits]: [RandomDocument, RandomEdit[]]) => {
    let rest = totalsOf(invoice).breakdown;
    if (!isAnythingLeft(rest)) return;
    for (const split of splits) {
      const part = totalsOf({ ...invoice, lines: edited(invoice.lines, split) }).breakdown;
      if (isCreditable(part, rest)) rest = minus(rest, part);
    }
    for (const key of keysOf(rest)) {
      const { net, vat } = amountOf(rest, key);
      assert.equal(proportion(net, rateOfKey(key), 10_000, invoice.step), vat);
    }
  };
  assert.equal(fails(fc.tuple(randomDocument(), edits()), 2000, byRate), true);
});

const totalLeft = (rest: Breakdown): Cents => taxIncluded(totalOf(rest));

/**
 * Credits what may be credited of the edits, then all the rest; checks every step, and answers what
 * was credited.
 */
function creditedInSplits(invoice: RandomDocument, whole: Breakdown, splits: readonly RandomEdit[]): Breakdown[] {
  const parent = { ...invoice, breakdown: totalsOf(invoice).breakdown };
  const credits: Breakdown[] = [];
  let rest = whole;
  for (const split of splits) {
    const { lines, discount } = split.fromInvoice ? invoice : linesToCredit(parent, rest);
    const entry = { ...invoice, discount, lines: edited(lines, split) };
    const totals = creditTotals(entry, rest);
    if (!discount) linesAgree(totals);
    if (!isCreditable(totals.breakdown, rest)) continue;
    credits.push(totals.breakdown);
    rest = minus(rest, totals.breakdown);
    assert.ok(isWithin(rest, whole), 'a remainder went past zero');
    for (const key of keysOf(rest)) {
      const isVatAlone = amountOf(rest, key).net === 0 && amountOf(rest, key).vat !== 0;
      assert.ok(!isVatAlone || amountOf(whole, key).net === 0, 'VAT stayed behind alone');
    }
  }
  const { lines, discount } = linesToCredit(parent, rest);
  const last = creditTotals({ ...invoice, discount, lines }, rest);
  assert.ok(isSame(last.breakdown, rest), 'the last credit note does not close');
  if (!discount) linesAgree(last);
  for (const line of lines) assert.ok(line.unitPrice >= 0, 'a unit price is negative');
  if (!isAnythingLeft(rest)) return credits;
  assert.ok(isCreditable(last.breakdown, rest));
  return [...credits, last.breakdown];
}

function linesAgree({ lines, breakdown }: Totals): void {
  const together = { net: sum(lines.map((line) => line.net)), vat: sum(lines.map((line) => line.vat)) };
  assert.deepEqual(together, totalOf(breakdown));
}

type FinalizedAdvance = { readonly breakdown: Breakdown; readonly credited: Breakdown };

/**
 * Takes the advances one after the other, refusing what exceeds, and credits some of them at once.
 */
function advancesOf(estimate: Breakdown, asked: readonly RandomAdvance[], step: Step): FinalizedAdvance[] {
  const advances: FinalizedAdvance[] = [];
  for (const given of asked) {
    const base = advanceBase(estimate, given.includeDisbursement);
    const remaining = advanceBase(minus(estimate, deductionsOf(advances)), given.includeDisbursement);
    const amount = requestedAmount(given.asked, base, step);
    const share = shareOfAdvance(amount, remaining, step);
    if ('refused' in share) {
      assert.ok(amount > share.remaining);
      continue;
    }
    if (amount <= 0) continue;
    assert.equal(taxIncluded(totalOf(share)), amount);
    assert.ok(isWithin(share, remaining), 'an advance takes more of a key than remains');
    advances.push({ breakdown: share, credited: creditedOf(share, given, step) });
  }
  return advances;
}

function creditedOf(advance: Breakdown, { credited, edit }: RandomAdvance, step: Step): Breakdown {
  if (credited === 'not') return {};
  const lines = linesOfAdvance(advance, String);
  const whole = creditTotals({ lines, includeDiscountDisbursement: false, step }, advance).breakdown;
  assert.ok(isSame(whole, advance), 'the credit note of an advance does not come to it');
  if (credited === 'wholly') return whole;
  const part = creditTotals(
    { lines: edited(lines, edit), includeDiscountDisbursement: false, step },
    advance,
  ).breakdown;
  if (!isCreditable(part, advance)) return {};
  const rest = minus(advance, part);
  const others = linesOfAdvance(rest, String);
  assert.ok(isSame(creditTotals({ lines: others, includeDiscountDisbursement: false, step }, rest).breakdown, rest));
  return part;
}
