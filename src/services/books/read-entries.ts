import { settingsOf } from '../../db/account/settings.ts';
import {
  type BillPlace,
  billsAfter,
  countBills,
  paymentsFromExcess,
  placeOfBill,
} from '../../db/books/accounting-bills.ts';
import { chartOfAccounts } from '../../db/books/chart-of-accounts.ts';
import {
  countOpeningEntries,
  firstOpenedDay,
  type OpeningPlace,
  openingEntriesAfter,
  openingLabels,
} from '../../db/books/opening-entries.ts';
import { countPurchases, type PurchasePlace, purchasesAfter } from '../../db/books/purchases.ts';
import type { BookPlace } from '../../db/books/recorded-receipts.ts';
import { countTrips, type TripPlace, tripsAfter } from '../../db/books/trips.ts';
import { buyerOf, type IssuedBill, paidClaims, refundOf } from '../../db/home/bill-facts.ts';
import { referenceRates } from '../../db/reference-rates.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { type BookedEntries, entriesOfBill } from '../../domain/books/accounting/bill-entries.ts';
import { accountsOf, type ChartOfAccounts } from '../../domain/books/accounting/chart-of-accounts.ts';
import { auxiliaryOfCustomer, type Booking, type Entry, type Journal } from '../../domain/books/accounting/entry.ts';
import type { NumberedEntry } from '../../domain/books/accounting/entry-file.ts';
import { exchangeGaps } from '../../domain/books/accounting/exchange-gap.ts';
import { entriesOfTrip } from '../../domain/books/accounting/mileage-entries.ts';
import { entryOfOpening } from '../../domain/books/accounting/opening-entry.ts';
import { entriesOfPurchase } from '../../domain/books/accounting/purchase-entries.ts';
import { entriesOfReceipt } from '../../domain/books/accounting/receipt-entries.ts';
import { tooManyEvents } from '../../domain/books/accounting/trial-balance.ts';
import { periodRefused } from '../../domain/customers/statement.ts';
import { toEurosAt } from '../../domain/einvoicing/e-reporting/to-euros.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { currencyCodes } from '../../domain/money/currency.ts';
import { type ReferenceRate, rateDaysFor } from '../../domain/money/reference-rates.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import type { BookPeriodAsked } from './book-files.ts';
import { type Book, lengthOf, linesAfter, type NumberedLine, openBook } from './read-receipts.ts';

/** Events read per batch and source: bounds the memory of a file. */
export const LEDGER_BATCH = 1_000;
/** The entries of a period, with the data that all its pages share. */
export type Ledger = {
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly settings: AccountSettings;
  readonly chart: ChartOfAccounts;
  readonly booking: Booking;
  readonly book: Book;
  readonly fromExcess: ReadonlySet<string>;
  /** The label of each account number: of the chart, or the first of opening entries. */
  readonly labels: ReadonlyMap<string, string>;
  readonly rates: readonly ReferenceRate[];
  /** Balances were typed for this day: what another program booked before it is in them. */
  readonly openedOn?: CivilDay | undefined;
  readonly today: CivilDay;
};

/** Opens the entries of the requested period; by default this year until today. */
export async function ledgerAsked(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  asked: BookPeriodAsked,
): Promise<Ledger | Refused<'period_inverted'>> {
  const [{ settings }, chart, fromExcess, typed, openedOn] = await Promise.all([
    settingsOf(tx),
    chartOfAccounts(tx),
    paymentsFromExcess(tx),
    openingLabels(tx),
    firstOpenedDay(tx),
  ]);
  const today = civilDayOf(now, settings.zone);
  const to = asked.to ?? today;
  const from = asked.from ?? `${to.slice(0, 4)}-01-01`;
  const inverted = periodRefused({ from, to });
  if (inverted) return inverted;
  const booking = { basis: chart.basis, accounts: accountsOf(chart) };
  const labels = new Map([
    ...typed,
    ...[...booking.accounts.values()].map(({ number, label }) => [number, label] as const),
  ]);
  return ledgerOf(tx, { from, to, settings, chart, booking, fromExcess, labels, openedOn, today });
}

/** Before every entry: the first year of a date in the file of entries (Test-Compta-Demat). */
export const FIRST_LEDGER_DAY = '1900-01-01';

/** The entries of another period of the same account. */
export async function ledgerOf(tx: Tx, facts: Omit<Ledger, 'book' | 'rates'>): Promise<Ledger> {
  const { from, to, settings } = facts;
  const [book, rates] = await Promise.all([
    openBook(tx, settings, { from, to }),
    settings.currency === 'EUR' ? [] : referenceRates(tx, { from: rateDaysFor(from).from, to, codes: currencyCodes }),
  ]);
  return { ...facts, book, rates };
}

/** Where reading continues: a place in each source, and the last number of each journal. */
export type LedgerPlace = {
  readonly opening?: OpeningPlace | undefined;
  readonly bill?: BillPlace | undefined;
  readonly money?: BookPlace | undefined;
  readonly purchase?: PurchasePlace | undefined;
  readonly trip?: TripPlace | undefined;
  readonly numbers: Readonly<Record<Journal, number>>;
};

export const beginOfLedger: LedgerPlace = { numbers: { AN: 0, VE: 0, BQ: 0, CA: 0, AC: 0, OD: 0 } };

/** A bill, movement of money, purchase or trip with its entries, and the place after it. */
export type LedgerEvent = {
  readonly entries: readonly NumberedEntry[];
  readonly place: LedgerPlace;
  /** It has no entries, because no rate to the euro is known. */
  readonly lacksRate: boolean;
};

/** Opening entries come first on a day, then bills, the money, purchases and trips. */
type Read = {
  readonly on: CivilDay;
  readonly rank: number;
  readonly at: Omit<LedgerPlace, 'numbers'>;
  readonly entries: readonly Entry[];
  readonly lacksRate: boolean;
};

/**
 * The next events after a place, by day. `limit` is how many of each source are read: a batch has
 * at least that many events, or ends the period.
 */
export async function eventsAfter(tx: Tx, ledger: Ledger, after: LedgerPlace, limit: number): Promise<LedgerEvent[]> {
  const sources = await Promise.all([
    readOpenings(tx, ledger, after, limit),
    readBills(tx, ledger, after, limit),
    readMoney(tx, ledger, after, limit),
    readPurchases(tx, ledger, after, limit),
    readTrips(tx, ledger, after, limit),
  ]);
  const merged = sources.flat().toSorted((a, b) => (a.on === b.on ? a.rank - b.rank : a.on < b.on ? -1 : 1));
  // Beyond the last event of a full source, earlier ones of that source may be missing.
  const ends = sources.flatMap((read) => (read.length === limit ? [read.at(-1) as Read] : []));
  const isCovered = (event: Read): boolean =>
    ends.every(({ on, rank }) => event.on < on || (event.on === on && event.rank <= rank));
  let place = after;
  return merged.filter(isCovered).map(({ at, entries, lacksRate }) => {
    const numbers = { ...place.numbers };
    const numbered = entries.map((entry) => {
      numbers[entry.journal] += 1;
      return { ...entry, n: numbers[entry.journal] };
    });
    place = { ...place, ...at, numbers };
    return { entries: numbered, place, lacksRate };
  });
}

/** All events of a period, batch by batch. */
export async function* eventsOfLedger(tx: Tx, ledger: Ledger, from = beginOfLedger): AsyncGenerator<LedgerEvent[]> {
  for (let after = from; ; ) {
    const events = await eventsAfter(tx, ledger, after, LEDGER_BATCH);
    yield events;
    const last = events.at(-1);
    if (!last || events.length < LEDGER_BATCH) return;
    after = last.place;
  }
}

/** Whether a period has too many bills, movements of money, purchases and trips to be summed up. */
export async function ledgerTooLong(
  tx: Tx,
  ledger: Ledger,
): Promise<Refused<'accounting_period_too_long'> | undefined> {
  const [openings, bills, money, purchases, trips] = await Promise.all([
    countOpeningEntries(tx, ledger),
    countBills(tx, ledger),
    lengthOf(tx, ledger.book),
    countPurchases(tx, ledger),
    countTrips(tx, ledger),
  ]);
  return tooManyEvents(openings + bills + money + purchases + trips);
}

/** Whether the account records its purchases. Without them, the entries are sales and receipts. */
export const hasPurchases = async (tx: Tx, ledger: Ledger): Promise<boolean> =>
  (await purchasesAfter(tx, ledger, { place: undefined, limit: 1 })).length > 0;

const RANKS = { opening: 0, bill: 1, money: 2, purchase: 3, trip: 4 } as const;

async function readOpenings(tx: Tx, ledger: Ledger, { opening }: LedgerPlace, limit: number): Promise<Read[]> {
  const typed = await openingEntriesAfter(tx, ledger, { place: opening, limit });
  return typed.map((each) => ({
    ...{ on: each.on, rank: RANKS.opening, at: { opening: { on: each.on, number: each.number } }, lacksRate: false },
    entries: [entryOfOpening(each, ledger.labels, ledger.settings.zone)],
  }));
}

async function readBills(tx: Tx, ledger: Ledger, { bill }: LedgerPlace, limit: number): Promise<Read[]> {
  // A business that books payments has no entries for bills.
  if (ledger.booking.basis === 'payments') return [];
  const bills = await billsAfter(tx, ledger, { place: bill, limit });
  return entriesOfBills(ledger, bills).map((booked, place) => {
    const bill = placeOfBill(bills[place] as IssuedBill);
    return { on: bill.on, rank: RANKS.bill, at: { bill }, ...booked };
  });
}

/** Whether typed balances have what another program booked on a day. */
const isInOpening = ({ openedOn }: Ledger, on: CivilDay): boolean => openedOn !== undefined && on < openedOn;
const NO_ENTRIES: BookedEntries = { entries: [], lacksRate: false };

/** The entries of each bill. */
export const entriesOfBills = (ledger: Ledger, bills: readonly IssuedBill[]): BookedEntries[] =>
  bills.map((stored) =>
    stored.isPast && isInOpening(ledger, stored.on)
      ? NO_ENTRIES
      : entriesOfBill(bookedBill(stored, ledger), ledger.booking, toEurosAt(ledger.rates, stored.base)),
  );

function bookedBill({ id, number, on, finalizedAt, customer, facts }: IssuedBill, { settings }: Ledger) {
  const buyer = customer && buyerOf(customer);
  return {
    ...{ id, number, on, facts, validOn: civilDayOf(finalizedAt, settings.zone) },
    ...(buyer && { customer: auxiliaryOfCustomer(buyer.id, buyer.name) }),
  };
}

async function readMoney(tx: Tx, ledger: Ledger, { money }: LedgerPlace, limit: number): Promise<Read[]> {
  const place = money ?? { on: ledger.from, at: -1, id: '' };
  const lines = await linesAfter(tx, ledger.book, { ...place, n: 0 }, limit);
  return (await entriesOfLines(tx, ledger, lines)).map((booked, place) => {
    const line = lines[place] as NumberedLine;
    return { on: line.on, rank: RANKS.money, at: { money: line.place }, ...booked };
  });
}

/** A line of the receipts book with the time of its recording. */
type PlacedLine = Omit<NumberedLine, 'n'>;

/** The entries of each line of the receipts book. */
export async function entriesOfLines(tx: Tx, ledger: Ledger, lines: readonly PlacedLine[]): Promise<BookedEntries[]> {
  const gaps = await gapsOf(tx, ledger, lines);
  return lines.map((line) => ({
    entries:
      line.pastDocumentId !== undefined && isInOpening(ledger, line.on)
        ? []
        : entriesOfReceipt({ ...bookedReceipt(line, ledger), exchangeGap: gaps.get(movementOf(line)) }, ledger.booking),
    lacksRate: line.lacksRate === true,
  }));
}

/** The movement of a line in the history of its document. */
const movementOf = ({ event, id }: PlacedLine): string => (event === 'refund' ? refundOf(id) : id);

/** Exchange differences of payments in another currency; few documents have any. */
async function gapsOf(
  tx: Tx,
  { booking, settings }: Ledger,
  lines: readonly PlacedLine[],
): Promise<ReadonlyMap<string, Cents>> {
  if (booking.basis === 'payments' || settings.currency !== 'EUR') return new Map();
  const ids = lines.flatMap(({ foreign, event, documentId, correctsId }) =>
    foreign === undefined ? [] : ((event === 'refund' ? correctsId : documentId) ?? []),
  );
  const claims = await paidClaims(tx, [...new Set(ids)]);
  return new Map(claims.flatMap((claim) => [...exchangeGaps(claim)]));
}

const bookedReceipt = (line: PlacedLine, { settings, fromExcess }: Ledger) => ({
  line,
  validOn: civilDayOf(line.place.at, settings.zone),
  ...(line.customerId !== undefined && { customer: auxiliaryOfCustomer(line.customerId, line.customerName ?? '') }),
  isFromExcess:
    (line.event === 'payment' && fromExcess.has(line.id)) ||
    (line.event === 'payment_reversed' && fromExcess.has(line.correctsId ?? '')),
});

async function readPurchases(tx: Tx, ledger: Ledger, { purchase }: LedgerPlace, limit: number): Promise<Read[]> {
  const purchases = await purchasesAfter(tx, ledger, { place: purchase, limit });
  return purchases.map((each) => ({
    ...{ on: each.bookedOn, rank: RANKS.purchase, at: { purchase: { on: each.bookedOn, n: each.number } } },
    ...{ entries: entriesOfPurchase(each, ledger.booking, ledger.settings.zone), lacksRate: false },
  }));
}

async function readTrips(tx: Tx, ledger: Ledger, { trip }: LedgerPlace, limit: number): Promise<Read[]> {
  const trips = await tripsAfter(tx, ledger, { place: trip, limit });
  return trips.map((each) => ({
    ...{ on: each.bookedOn, rank: RANKS.trip, at: { trip: { on: each.bookedOn, n: each.number } } },
    ...{ entries: entriesOfTrip(each, ledger.booking, ledger.settings.zone), lacksRate: false },
  }));
}
