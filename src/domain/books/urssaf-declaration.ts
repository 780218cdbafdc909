import { type Cents, cents } from '../money/cents.ts';
import { addDays, addMonths, type CivilDay, endOfMonth } from '../time/civil-day.ts';
import type { BookTotals } from './book-totals.ts';
import type { MicroSocial } from './micro-social.ts';
import { type MicroSocialRates, ratesOn } from './micro-social-rates.ts';
import type { ReceiptNature } from './receipts-book.ts';

/** The days of a declaration, the first day it can be made, and the last day to make and pay it. */
export type DeclarationPeriod = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly opensOn: CivilDay;
  readonly dueOn: CivilDay;
};

const QUARTER_MONTHS = 3;

/**
 * The period of a day: a civil month or quarter, declared and paid until the end of the following
 * month (autoentrepreneur.urssaf.fr; the first period of a new business is longer).
 */
export function declarationPeriodOn(on: CivilDay, rhythm: MicroSocial['rhythm']): DeclarationPeriod {
  const month = Number(on.slice(5, 7));
  const first = rhythm === 'monthly' ? month : month - ((month - 1) % QUARTER_MONTHS);
  const from = `${on.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
  const to = endOfMonth(rhythm === 'monthly' ? from : addMonths(from, QUARTER_MONTHS - 1));
  const opensOn = addDays(to, 1);
  return { from, to, opensOn, dueOn: endOfMonth(opensOn) };
}

/** A box of the declaration. Amounts are cents of euros. */
export type DeclarationBox = {
  readonly nature: ReceiptNature;
  /** Received in the period, without VAT and disbursements. */
  readonly received: Cents;
  /** What is written in the box: whole euros, never negative. */
  readonly declared: Cents;
  readonly rates: MicroSocialRates | undefined;
  readonly contributions: Cents;
  readonly training: Cents;
  readonly incomeTax: Cents;
};

/**
 * The boxes of a declaration from the totals of the receipts book. The turnover is what was
 * received without VAT (CSS art. L613-7), in whole euros. If more went back than came in, the box
 * is 0: the rest is deducted from the next declaration.
 */
export const declarationBoxes = (
  totals: Pick<BookTotals, 'natures'>,
  { to }: Pick<DeclarationPeriod, 'to'>,
  situation: MicroSocial,
): DeclarationBox[] =>
  totals.natures.map(({ nature, amount, vat }) => {
    const received = cents(amount - vat);
    const declared = cents(Math.max(0, Math.round(received / EURO) * EURO));
    const rates = ratesOn(to, nature, situation);
    const share = (rate = 0): Cents => cents(Math.round((declared * rate) / TEN_THOUSAND));
    return {
      ...{ nature, received, declared, rates },
      contributions: share(rates?.contributions),
      training: share(rates?.training),
      incomeTax: share(rates?.incomeTax),
    };
  });

const EURO = 100;
const TEN_THOUSAND = 10_000;

/** The sums of a declaration, in cents of euros. */
export type DeclarationTotals = {
  readonly received: Cents;
  readonly declared: Cents;
  /** What is to be paid: contributions, training, and income tax if it is paid with them. */
  readonly due: Cents;
  /** What is left of what was received. */
  readonly left: Cents;
};

export function declarationTotals(boxes: readonly DeclarationBox[]): DeclarationTotals {
  const sum = (of: (box: DeclarationBox) => number): number => boxes.reduce((all, box) => all + of(box), 0);
  const received = sum((box) => box.received);
  const due = sum((box) => box.contributions + box.training + box.incomeTax);
  return {
    received: cents(received),
    declared: cents(sum((box) => box.declared)),
    due: cents(due),
    left: cents(received - due),
  };
}
