import { categoryOf } from '../../einvoicing/e-reporting/classification.ts';
import { cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { rateOfKey, type ShareKey } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention-text.ts';
import { vatTreatmentOf } from '../../vat/vat-treatment.ts';
import type { PaidPart, ReceiptLine } from '../receipts-book.ts';
import type { LeftOut, LeftOutReason, VatBox, VatEntry } from './vat-entry.ts';

/** What a document states that decides on the lines of its amounts. */
export type SaleFacts = {
  readonly mention: VatMention;
  readonly issuedOn: CivilDay;
  /** An advance, or the credit note of one. */
  readonly isOfAdvance: boolean;
  /** Its sale was declared with the takings of its day, before it was invoiced. */
  readonly isReportedBefore: boolean;
};

/** The VAT code of sales to businesses of the Union. */
export const UNION_SALES = 'FR_00UE' satisfies ShareKey;

type Found = { readonly entries: VatEntry[]; readonly left: LeftOut[] };

/**
 * The entries of a document on its day of issue, or of a payment of it. `parts` are cents of euros.
 * VAT falls due on delivery of goods, on payment of services and advances, or on the invoice under
 * the option for debits (CGI art. 269, 2). Services for a business of the Union fall due when they
 * are performed, which the invoice shows; their advances on payment (art. 269, 2 c).
 */
export function saleEntries(parts: readonly PaidPart[], how: 'invoiced' | 'collected', facts: SaleFacts): Found {
  const found: Found = { entries: [], left: [] };
  for (const part of parts) {
    const { key, sold, net, vat } = part;
    const onInvoice = isUnionService(part) && !facts.isOfAdvance;
    const falls = onInvoice ? how === 'invoiced' : part.isDue;
    if (key === 'disbursement' || !falls || (net === 0 && vat === 0)) continue;
    const box = facts.isReportedBefore ? 'reported_before' : boxOfSale(part, facts);
    if (isLeftOut(box)) found.left.push({ why: box, net });
    else
      found.entries.push({
        ...{ box, rate: rateOfKey(key), base: net, tax: vat },
        ...(box === 'union_supplies' && { statement: 'goods' as const }),
        ...(box === 'untaxed' && isUnionService({ key, sold }) && { statement: 'services' as const }),
      });
  }
  return { entries: added(found.entries), left: found.left };
}

const isUnionService = ({ key, sold }: Pick<PaidPart, 'key' | 'sold'>): boolean =>
  key === UNION_SALES && sold === 'services';

const isLeftOut = (box: VatBox | LeftOutReason): box is LeftOutReason =>
  box === 'margin' || box === 'franchise' || box === 'reported_before';

/**
 * The box of a sale. Subcontractors in construction (CGI art. 283, 2 nonies) and services for a
 * business of the Union (art. 283, 2) state their sales as untaxed: the customer owes the VAT.
 */
function boxOfSale({ key, sold }: PaidPart, { mention, issuedOn }: SaleFacts): VatBox | LeftOutReason {
  const taxed = { mention, day: issuedOn };
  if (categoryOf({ key, sold }, taxed) === 'margin') return 'margin';
  const { category, reason } = vatTreatmentOf(key, sold === 'goods', taxed);
  if (reason?.code === FRANCHISE) return 'franchise';
  if (category === 'S') return 'sales';
  if (category === 'G') return 'exports';
  return category === 'K' ? 'union_supplies' : 'untaxed';
}

const FRANCHISE = 'VATEX-FR-FRANCHISE';

/**
 * VAT entries of takings without invoices, due on the day of the sale. Under a margin scheme the
 * takings are the margin, on which VAT is due (CGI art. 297 A).
 */
export const takingsEntries = ({ rates }: Pick<ReceiptLine, 'rates'>): VatEntry[] =>
  rates.map(({ rate, net, vat }) => ({ box: rate === 0 ? 'untaxed' : 'sales', rate, base: net, tax: vat }));

/** Adds up entries of the same box, rate and statement. */
export function added(entries: readonly VatEntry[]): VatEntry[] {
  const sums = new Map<string, VatEntry>();
  for (const entry of entries) {
    const name = `${entry.box} ${entry.rate} ${entry.statement ?? ''}`;
    const known = sums.get(name);
    sums.set(
      name,
      known ? { ...known, base: cents(known.base + entry.base), tax: cents(known.tax + entry.tax) } : entry,
    );
  }
  return [...sums.values()].filter(({ base, tax }) => base !== 0 || tax !== 0);
}
