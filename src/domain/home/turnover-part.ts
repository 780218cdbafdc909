import { type BillKind, kindRow } from '../billing/document/kind.ts';
import { convertedBreakdown } from '../billing/document/totals/converted-figures.ts';
import { type Cents, cents } from '../money/cents.ts';
import type { Exchange } from '../money/exchange.ts';
import { proportion, type Step } from '../money/rounding.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { type Amount, amountOf, type Breakdown, isSame, keysOf, minus, type ShareKey } from '../vat/breakdown.ts';
import { vatPointOf } from '../vat/vat-point.ts';

/** Goods or services: they have different thresholds and different VAT due dates. */
export type Sold = 'goods' | 'services';

/**
 * A part of the amount invoiced or collected on a day: under one key, for goods or services. Credit
 * notes and refunds are negative. `isDue`: whether its VAT falls due by this event; VAT on an
 * invoice for services is due when it is paid.
 */
export type TurnoverPart = {
  readonly how: 'invoiced' | 'collected';
  readonly on: CivilDay;
  readonly currency: string;
  /** Units of that currency per unit of the account's. */
  readonly rate: number;
  readonly key: ShareKey;
  readonly sold: Sold;
  readonly isDue: boolean;
  readonly net: Cents;
  readonly vat: Cents;
  /** The amount in the account's currency, at the rate frozen in its document. */
  readonly accountNet: Cents;
  readonly accountVat: Cents;
  /** Of collected services: what of the account’s amounts is for commercial or craft services. */
  readonly commercial?: Amount;
  /** 1 on one part of each document or payment, so that they can be counted. */
  readonly count: number;
};

/** The data needed to split a bill: its amounts, and per key the share of goods in its lines. */
export type BillFacts = {
  readonly kind: BillKind;
  /** An advance, or the credit note of one. */
  readonly isOfAdvance: boolean;
  readonly onDebits: boolean;
  readonly currency: string;
  readonly rate: number;
  readonly step: Step;
  /** Its total minus the advances it deducts. */
  readonly due: Breakdown;
  /** The exchange rate to the account's currency; absent if it is in that currency. */
  readonly exchange?: Exchange;
  /** Its total in the account's currency, as stated by the document and its deducted advances. */
  readonly accountDue: Breakdown;
  /** The advances it deducts, in its currency and in the account's; absent without any. */
  readonly deducted?: { readonly own: Breakdown; readonly account: Breakdown };
  /** Nets of the lines per key: of goods, and of all. An absent key sells services. */
  readonly lines: { readonly [Key in ShareKey]?: { readonly goods: number; readonly all: number } };
};

/** The parts of a bill on its day of issue. */
export const invoicedParts = (bill: BillFacts, on: CivilDay): TurnoverPart[] =>
  partsOf(bill, bill.due, { how: 'invoiced', on, sign: kindRow(bill.kind).turnover < 0 ? -1 : 1 });

/** The parts of a payment on a day, or of a refund (negative `share`). */
export const collectedParts = (bill: BillFacts, share: Breakdown, on: CivilDay): TurnoverPart[] =>
  partsOf(bill, share, { how: 'collected', on, sign: 1 });

type Booking = { readonly how: TurnoverPart['how']; readonly on: CivilDay; readonly sign: 1 | -1 };

/**
 * A share of a bill in the account's currency. The whole bill, or its full reversal, uses the
 * amounts on the document.
 */
function inAccountCurrency({ due, accountDue, exchange }: BillFacts, share: Breakdown): Breakdown {
  if (!exchange) return share;
  if (isSame(share, due)) return accountDue;
  return isSame(minus({}, share), due) ? minus({}, accountDue) : convertedBreakdown(share, exchange);
}

function partsOf(bill: BillFacts, breakdown: Breakdown, { how, on, sign }: Booking): TurnoverPart[] {
  const { currency, rate, step, isOfAdvance: isAdvance, onDebits } = bill;
  const inAccount = inAccountCurrency(bill, breakdown);
  const accountStep = bill.exchange?.step ?? step;
  const parts = keysOf(breakdown).flatMap((key) => {
    const { net, vat } = amountOf(breakdown, key);
    const own = amountOf(inAccount, key);
    const { goods, all } = bill.lines[key] ?? { goods: 0, all: 0 };
    const partSold = (amount: Cents, sold: Sold, step: Step): Cents => {
      const ofGoods = all === 0 ? 0 : proportion(amount, goods, all, step);
      return cents(sign * (sold === 'goods' ? ofGoods : amount - ofGoods));
    };
    return (['goods', 'services'] as const).map((sold) => ({
      ...{ how, on, currency, rate, key, sold },
      isDue: (vatPointOf({ nature: sold, isAdvance, onDebits }) === 'payment') === (how === 'collected'),
      net: partSold(net, sold, step),
      vat: partSold(vat, sold, step),
      accountNet: partSold(own.net, sold, accountStep),
      accountVat: partSold(own.vat, sold, accountStep),
      count: 0,
    }));
  });
  const some = parts.filter(({ net, vat }) => net !== 0 || vat !== 0);
  // A zero amount is counted too, because it appears in the list.
  const nothing = { how, on, currency, rate, key: 'disbursement', sold: 'services', isDue: false } as const;
  const zero = { net: cents(0), vat: cents(0), accountNet: cents(0), accountVat: cents(0) };
  const counted = some.length > 0 ? some : [{ ...nothing, ...zero, count: 0 }];
  return counted.map((part, place) => (place === 0 ? { ...part, count: 1 } : part));
}

/** Sums parts that differ only in their amounts. */
export function addedUp(parts: Iterable<TurnoverPart>): TurnoverPart[] {
  const sums = new Map<string, TurnoverPart>();
  for (const part of parts) {
    const name = `${part.how} ${part.on} ${part.currency} ${part.rate} ${part.key} ${part.sold} ${part.isDue}`;
    const known = sums.get(name);
    sums.set(name, known ? together(known, part) : part);
  }
  return [...sums.values()];
}

const together = (one: TurnoverPart, other: TurnoverPart): TurnoverPart => ({
  ...one,
  net: cents(one.net + other.net),
  vat: cents(one.vat + other.vat),
  accountNet: cents(one.accountNet + other.accountNet),
  accountVat: cents(one.accountVat + other.accountVat),
  ...((one.commercial || other.commercial) && { commercial: commercialOf(one, other) }),
  count: one.count + other.count,
});

const commercialOf = ({ commercial: one }: TurnoverPart, { commercial: other }: TurnoverPart): Amount => ({
  net: cents((one?.net ?? 0) + (other?.net ?? 0)),
  vat: cents((one?.vat ?? 0) + (other?.vat ?? 0)),
});
