import type { Party } from '../../customers/party.ts';
import type { TurnoverPart } from '../../home/turnover-part.ts';
import { type Cents, cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { rateOfKey } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention-text.ts';
import { categoryOf, groupOf, isOmission, type Omission, type SaleCategory, type SaleGroup } from './classification.ts';
import { type CounterSale, categoryOfTakings, splitTakings } from './counter-sale.ts';

/** A finalized invoice, advance or credit note; credit notes have negative parts. */
export type ReportedBill = {
  readonly id: string;
  readonly number: string;
  readonly on: CivilDay;
  readonly customer?: Party;
  readonly mention: VatMention;
  /** The option for debits, as the document states it. */
  readonly onDebits: boolean;
  /** Its sale was reported as a receipt, before this invoice. */
  readonly isReportedBefore?: boolean;
  /** A platform has it: unless its e-invoice was exchanged, the platform reports the sale. */
  readonly isAtPlatform?: boolean;
  /** Its amounts on the day of issue. */
  readonly parts: readonly TurnoverPart[];
};

/** Net and VAT of a part in cents of euros; undefined if no rate is known on that day. */
export type ToEuros = (part: TurnoverPart) => { readonly net: Cents; readonly vat: Cents } | undefined;

/** Amounts of one rate (basis points), in cents of the currency of the sale. */
type RateAmounts = { readonly rate: number; readonly net: Cents; readonly vat: Cents };

/** What sums a sale is added to: one per day, currency, category and option for debits. */
type SaleSum = {
  readonly on: CivilDay;
  readonly currency: string;
  readonly category: SaleCategory;
  readonly onDebits: boolean;
};

/** The share of a document or of takings in one sum. */
export type SaleEntry = SaleSum & {
  readonly from: SaleSource;
  readonly net: Cents;
  readonly vatInEuros: Cents;
  readonly rates: readonly RateAmounts[];
};

type SaleSource =
  | { readonly what: 'document'; readonly id: string; readonly number: string; readonly customerName?: string }
  | { readonly what: 'counter_sale'; readonly id: string };

/** An international invoice: reported as a document of its own. */
export type InternationalSale = {
  readonly id: string;
  readonly number: string;
  readonly on: CivilDay;
  readonly customerName?: string;
  readonly currency: string;
  readonly net: Cents;
  readonly vatInEuros: Cents;
};

/** An amount of a document that is in no sum, in cents of its currency. */
export type LeftOut = { readonly why: Omission; readonly currency: string; readonly net: Cents };

/** How a document is reported. `lacksRate`: its VAT has no known value in euros. */
export type ReportedSale = {
  readonly group: SaleGroup;
  readonly entries: readonly SaleEntry[];
  readonly international?: InternationalSale;
  readonly leftOut: readonly LeftOut[];
  readonly lacksRate: boolean;
};

/**
 * How a bill is reported: an international invoice as a whole, a sale to a customer that is no VAT
 * payer split by category, so that goods and services of one document are in two sums.
 */
export function reportedSale(bill: ReportedBill, toEuros: ToEuros): ReportedSale {
  const group = groupOf(bill.customer);
  const none = { group, entries: [], leftOut: [], lacksRate: false };
  if (group === 'e_invoiced') return none;
  const inEuros = bill.parts.map((part) => toEuros(part)?.vat);
  const lacksRate = inEuros.includes(undefined);
  const euros = (place: number): number => inEuros[place] ?? 0;
  if (bill.isAtPlatform) return { ...none, leftOut: atPlatform(bill.parts) };
  if (group === 'international')
    return { ...none, lacksRate, international: internationalSale(bill, added(bill.parts.map((_, i) => euros(i)))) };
  const entries = new Map<SaleCategory, SaleEntry>();
  const leftOut: LeftOut[] = [];
  bill.parts.forEach((part, place) => {
    const category = bill.isReportedBefore
      ? 'reported_before'
      : categoryOf(part, { mention: bill.mention, day: bill.on });
    const { currency, net, vat } = part;
    if (isOmission(category)) leftOut.push({ why: category, currency, net });
    else if (net !== 0 || vat !== 0) {
      const known = entries.get(category);
      const entry: SaleEntry = {
        ...{ on: bill.on, currency, category, from: sourceOf(bill) },
        onDebits: category === 'TPS1' && bill.onDebits,
        net,
        vatInEuros: cents(euros(place)),
        rates: [{ rate: rateOfKey(part.key), net, vat }],
      };
      entries.set(category, known ? addedEntry(known, entry) : entry);
    }
  });
  return { group, entries: [...entries.values()], leftOut: leftOut.filter(({ net }) => net !== 0), lacksRate };
}

const atPlatform = (parts: readonly TurnoverPart[]): LeftOut[] => {
  const [first] = parts;
  return first ? [{ why: 'by_platform', currency: first.currency, net: added(parts.map(({ net }) => net)) }] : [];
};

/** The takings of a day; always in euros. */
export function reportedTakings(sale: CounterSale, { onDebits }: { readonly onDebits: boolean }): SaleEntry {
  const { net, vat } = splitTakings(sale);
  const category = categoryOfTakings(sale);
  return {
    ...{ on: sale.on, currency: 'EUR', category, net, vatInEuros: vat },
    onDebits: category === 'TPS1' && onDebits,
    from: { what: 'counter_sale', id: sale.id },
    rates: [{ rate: sale.rate, net, vat }],
  };
}

/** A sum of the report: an occurrence of block 10.3. `count` is its documents and takings. */
export type SaleFigure = Omit<SaleEntry, 'from'> & { readonly count: number };

/** Adds an entry to the sums of a report, by name. */
export function addSale(sums: Map<string, SaleFigure>, { from: _, ...entry }: SaleEntry): void {
  const name = nameOfSum(entry);
  const known = sums.get(name);
  sums.set(name, known ? { ...addedEntry(known, entry), count: known.count + 1 } : { ...entry, count: 1 });
}

/** The sums in the order of the report: by day, currency and category. */
export const saleFigures = (sums: ReadonlyMap<string, SaleFigure>): SaleFigure[] =>
  [...sums.values()].toSorted((a, b) => (nameOfSum(a) < nameOfSum(b) ? -1 : 1));

/** The name of a sum: `2027-09-01 EUR TPS1`, and `debits` under the option. */
const nameOfSum = ({ on, currency, category, onDebits }: SaleSum): string =>
  `${on} ${currency} ${category}${onDebits ? ' debits' : ''}`;

function addedEntry<Entry extends Omit<SaleEntry, 'from'>>(one: Entry, other: Omit<SaleEntry, 'from'>): Entry {
  const rates = [...one.rates];
  for (const more of other.rates) {
    const place = rates.findIndex(({ rate }) => rate === more.rate);
    const known = rates[place];
    if (!known) rates.push(more);
    else rates[place] = { rate: more.rate, net: cents(known.net + more.net), vat: cents(known.vat + more.vat) };
  }
  return {
    ...one,
    net: cents(one.net + other.net),
    vatInEuros: cents(one.vatInEuros + other.vatInEuros),
    rates: rates.toSorted((a, b) => b.rate - a.rate),
  };
}

function internationalSale(bill: ReportedBill, vatInEuros: Cents): InternationalSale {
  const { id, number, on, parts, customer } = bill;
  const name = nameOf(customer);
  return {
    ...{ id, number, on, vatInEuros },
    ...(name && { customerName: name }),
    currency: parts[0]?.currency ?? 'EUR',
    net: added(parts.map(({ net }) => net)),
  };
}

const sourceOf = ({ id, number, customer }: ReportedBill): SaleSource => {
  const name = nameOf(customer);
  return { what: 'document', id, number, ...(name && { customerName: name }) };
};

/** The name of the organization, or of the person. */
export const nameOf = (customer: Party | undefined): string | undefined =>
  customer?.organization?.name ?? customer?.name;

const added = (amounts: readonly number[]): Cents => cents(amounts.reduce((all, amount) => all + amount, 0));
