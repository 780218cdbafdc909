import type { ToEuros } from '../../einvoicing/e-reporting/sales.ts';
import { type BillFacts, invoicedParts } from '../../home/turnover-part.ts';
import { cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { plus } from '../../vat/breakdown.ts';
import { taxedCodeOf } from './chart-of-accounts.ts';
import { type Auxiliary, type Booking, type Entry, entryOf, LinesInProgress } from './entry.ts';

/** A finalized invoice, advance or credit note, as its entry states it. */
export type BookedBill = {
  readonly id: string;
  readonly number: string;
  readonly on: CivilDay;
  readonly validOn: CivilDay;
  readonly customer?: Auxiliary;
  readonly facts: BillFacts;
};

/** Entries, and whether an amount has no known value in euros: then there are none. */
export type BookedEntries = { readonly entries: readonly Entry[]; readonly lacksRate: boolean };

const NOTHING: BookedEntries = { entries: [], lacksRate: false };

/**
 * The entry of a bill in the sales journal: the customer owes the amount due (411) for sales (70),
 * an advance (4191) or disbursements (467). VAT that falls due by the bill is collected (44571),
 * other VAT waits for the payment (44574; CGI art. 269, 2). A final invoice takes back the advances
 * that it deducts. A credit note is the reverse. A business that books payments has no entry here.
 */
export function entriesOfBill(bill: BookedBill, { basis, accounts }: Booking, toEuros: ToEuros): BookedEntries {
  if (basis === 'payments') return NOTHING;
  const { facts, on, customer } = bill;
  const due = invoicedParts(facts, on);
  const whole = facts.deducted ? invoicedParts(wholeOf(facts, facts.deducted), on) : due;
  if ([...due, ...whole].some((part) => toEuros(part) === undefined)) return { entries: [], lacksRate: true };
  const lines = new LinesInProgress(accounts);
  const isForeign = facts.currency !== 'EUR';
  for (const part of due) {
    const { net, vat } = toEuros(part) as Euros;
    const foreign = isForeign ? { foreign: cents(part.net + part.vat) } : {};
    lines.add('customers', net + vat, { ...(customer && { auxiliary: customer }), ...foreign });
  }
  let advances = 0;
  const ofAdvance = customer ? { auxiliary: customer } : {};
  for (const part of whole) {
    const { net } = toEuros(part) as Euros;
    advances += net;
    if (facts.isOfAdvance) lines.add('customer_advances', -net, ofAdvance);
    else if (part.key === 'disbursement') lines.add('disbursements', -net);
    else lines.add(`sales_of_${part.sold}_${part.key}`, -net);
  }
  for (const part of due) {
    const { net, vat } = toEuros(part) as Euros;
    advances -= net;
    const code = taxedCodeOf(part.key);
    if (code) lines.add(part.isDue ? `vat_collected_${code}` : `vat_awaiting_payment_${code}`, -vat);
  }
  lines.add('customer_advances', advances, ofAdvance);
  const { id, number, validOn } = bill;
  const said = { journal: 'VE', on, piece: number, pieceOn: on, validOn, documentId: id } as const;
  const label = `${bill.facts.kind === 'credit_note' ? 'Avoir' : facts.isOfAdvance ? 'Acompte' : 'Facture'} ${number}`;
  const name = customer ? ` ${customer.name}` : '';
  const currency = isForeign ? { currency: facts.currency } : {};
  return { entries: entryOf({ ...said, label: `${label}${name}`, ...currency }, lines), lacksRate: false };
}

type Euros = NonNullable<ReturnType<ToEuros>>;

/** The bill before it deducts advances. */
const wholeOf = (facts: BillFacts, deducted: NonNullable<BillFacts['deducted']>): BillFacts => ({
  ...facts,
  due: plus(facts.due, deducted.own),
  accountDue: plus(facts.accountDue, deducted.account),
});
