import { type BillKind, kindRow } from '../billing/document/kind.ts';
import { type Cents, cents } from '../money/cents.ts';
import { proportion, type Step } from '../money/rounding.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { amountOf, type Breakdown, keysOf, type ShareKey } from '../vat/breakdown.ts';
import { vatPointOf } from '../vat/vat-point.ts';

/** Goods or services: each has thresholds of its own, and owes its VAT on a day of its own. */
export type Sold = 'goods' | 'services';

/**
 * A part of what was invoiced or collected on a day: under one key, of goods or of services. Credit notes and what went back to
 * customers are negative. `isDue` says whether its VAT falls due by it: an invoice for services owes it when it is paid.
 */
export type BookedPart = {
  readonly how: 'invoiced' | 'collected';
  readonly on: CivilDay;
  readonly currency: string;
  /** Units of that currency for one of the account's. */
  readonly rate: number;
  readonly key: ShareKey;
  readonly sold: Sold;
  readonly isDue: boolean;
  readonly net: Cents;
  readonly vat: Cents;
  /** 1 on one part of each document or payment, so that they can be counted. */
  readonly count: number;
};

/** What is known of a bill, to tell its parts: what it asks for, and what of each key its lines sell as goods. */
export type BillFacts = {
  readonly kind: BillKind;
  /** An advance, or what credits one. */
  readonly isOfAdvance: boolean;
  readonly onDebits: boolean;
  readonly currency: string;
  readonly rate: number;
  readonly step: Step;
  /** What it comes to, the advances it deducts taken off. */
  readonly due: Breakdown;
  /** Nets of the lines per key: of goods, and of all. A key that is absent sells services. */
  readonly lines: { readonly [Key in ShareKey]?: { readonly goods: number; readonly all: number } };
};

/** The parts of a bill on the day it was issued. */
export const invoicedParts = (bill: BillFacts, on: CivilDay): BookedPart[] =>
  partsOf(bill, bill.due, { how: 'invoiced', on, sign: kindRow(bill.kind).turnover < 0 ? -1 : 1 });

/** The parts of what was paid on it, or given back (`share` negative), on a day. */
export const collectedParts = (bill: BillFacts, share: Breakdown, on: CivilDay): BookedPart[] =>
  partsOf(bill, share, { how: 'collected', on, sign: 1 });

type Booking = { readonly how: BookedPart['how']; readonly on: CivilDay; readonly sign: 1 | -1 };

function partsOf(bill: BillFacts, breakdown: Breakdown, { how, on, sign }: Booking): BookedPart[] {
  const { currency, rate, step, isOfAdvance: isAdvance, onDebits } = bill;
  const parts = keysOf(breakdown).flatMap((key) => {
    const { net, vat } = amountOf(breakdown, key);
    const { goods, all } = bill.lines[key] ?? { goods: 0, all: 0 };
    const goodsNet = all === 0 ? 0 : proportion(net, goods, all, step);
    const goodsVat = all === 0 ? 0 : proportion(vat, goods, all, step);
    return (['goods', 'services'] as const).map((sold) => ({
      ...{ how, on, currency, rate, key, sold },
      isDue: (vatPointOf({ nature: sold, isAdvance, onDebits }) === 'payment') === (how === 'collected'),
      net: cents(sign * (sold === 'goods' ? goodsNet : net - goodsNet)),
      vat: cents(sign * (sold === 'goods' ? goodsVat : vat - goodsVat)),
      count: 0,
    }));
  });
  const some = parts.filter(({ net, vat }) => net !== 0 || vat !== 0);
  // What comes to nothing is counted all the same: it stands in the list.
  const nothing = { how, on, currency, rate, key: 'disbursement', sold: 'services', isDue: false } as const;
  const counted = some.length > 0 ? some : [{ ...nothing, net: cents(0), vat: cents(0), count: 0 }];
  return counted.map((part, place) => (place === 0 ? { ...part, count: 1 } : part));
}

/** Parts that differ in nothing but their amounts, added up. */
export function addedUp(parts: Iterable<BookedPart>): BookedPart[] {
  const sums = new Map<string, BookedPart>();
  for (const part of parts) {
    const name = `${part.how} ${part.on} ${part.currency} ${part.rate} ${part.key} ${part.sold} ${part.isDue}`;
    const known = sums.get(name);
    const { net, vat, count } = part;
    sums.set(
      name,
      known ? { ...known, net: cents(known.net + net), vat: cents(known.vat + vat), count: known.count + count } : part,
    );
  }
  return [...sums.values()];
}
