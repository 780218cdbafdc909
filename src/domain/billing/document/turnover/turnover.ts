import type { AccountSettings } from '../../../account/settings.ts';
import { type Cents, cents, sum } from '../../../money/cents.ts';
import { stepOf } from '../../../money/currency.ts';
import { exchanged } from '../../../money/exchange.ts';
import { type CivilDay, civilDayOf } from '../../../time/civil-day.ts';
import { minus, type ShareKey, totalOf, withoutDisbursement } from '../../../vat/breakdown.ts';
import type { BillingDocument } from '../document.ts';
import { type Kind, kindRow, kinds } from '../kind.ts';
import type { Line, ProductType } from '../lines/line.ts';
import { deductedIn } from '../totals/document-figures.ts';

/** The finalized live documents that make up the turnover of an account. */
export type TurnoverSpan = { readonly kinds: readonly Kind[]; readonly from: CivilDay };

/** Documents of one kind under one key at one exchange rate: net after deductions, in cents. */
export type BilledSum = { readonly kind: Kind; readonly rate: number; readonly key: ShareKey; readonly net: number };

const turnoverKinds = kinds.filter((kind) => kindRow(kind).turnover !== 0);

/**
 * Which documents to sum to check an account against the franchise threshold; undefined if not
 * needed: only accounts under the franchise have that threshold (CGI art. 293 B), and only a draft
 * can still exceed it.
 */
export const turnoverWatched = (
  document: Pick<BillingDocument, 'sealed'>,
  settings: AccountSettings,
  now: number,
): TurnoverSpan | undefined =>
  settings.vatRegime === 'franchise' && !document.sealed
    ? { kinds: turnoverKinds, from: `${civilDayOf(now, settings.zone).slice(0, 4)}-01-01` as CivilDay }
    : undefined;

/**
 * Net turnover in cents of the account's currency: credit notes are subtracted, disbursements do
 * not count (CGI art. 267 II 2°). Amounts billed at one exchange rate are converted together.
 */
export function turnoverOfSums(sums: readonly BilledSum[], settings: AccountSettings): Cents {
  const atRate = new Map<number, number>();
  for (const { kind, rate, key, net } of sums) {
    if (key === 'disbursement') continue;
    atRate.set(rate, (atRate.get(rate) ?? 0) + kindRow(kind).turnover * net);
  }
  const step = stepOf(settings.currency);
  return sum([...atRate].map(([rate, net]) => exchanged(cents(net), { rate, step })));
}

/** The turnover of one document, without disbursements and without previously billed advances. */
export function turnoverOf(document: BillingDocument): Cents {
  const { base, rate } = document.content.currency;
  const { net } = totalOf(withoutDisbursement(minus(document.totals.breakdown, deductedIn(document))));
  return exchanged(cents(kindRow(document.kind).turnover * net), { rate, step: stepOf(base) });
}

/**
 * The turnover category of a sale in a micro-enterprise: sales of goods and commercial services
 * (BIC, CGI art. 50-0), or professional services (BNC, CGI art. 102 ter). Each has its own
 * thresholds and contributions.
 */
type TurnoverCategory = 'bic_goods' | 'bic_services' | 'bnc';

/** Money paid on behalf of the customer is not turnover, so a disbursement has no category. */
export const turnoverCategories: Record<ProductType, TurnoverCategory | undefined> = {
  sale_of_goods: 'bic_goods',
  sale_of_manufactured_goods: 'bic_goods',
  commercial_or_craft_services: 'bic_services',
  service_delivery: 'bnc',
  disbursement: undefined,
};

/**
 * Whether a line delivers goods, which decides between the VAT categories K and AE, G and O: by its
 * mark, or by its type.
 */
export const isGoods = ({ type, deliveryOfGoods }: Pick<Line, 'type' | 'deliveryOfGoods'>): boolean =>
  deliveryOfGoods || (type !== undefined && turnoverCategories[type] === 'bic_goods');
