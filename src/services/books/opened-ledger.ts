import type { Tx } from '../../db/transaction.ts';
import { isSoleTrader } from '../../domain/account/legal-identity.ts';
import { CarriedOver, opensYear } from '../../domain/books/accounting/carried-over.ts';
import type { Refused } from '../../domain/refusal.ts';
import { addDays } from '../../domain/time/civil-day.ts';
import { entriesWithDebts } from './debts-of-entries.ts';
import {
  beginOfLedger,
  eventsAfter,
  eventsOfLedger,
  FIRST_LEDGER_DAY,
  type Ledger,
  type LedgerEvent,
  type LedgerPlace,
  ledgerOf,
  ledgerTooLong,
} from './read-entries.ts';

/** Whether a place is before the first entry of a period. */
const isBegin = ({ numbers, ...places }: LedgerPlace): boolean =>
  numbers.AN === 0 && Object.values(places).every((place) => place === undefined);

/** The next events after a place. A financial year begins with the balances carried over. */
export async function openedEventsAfter(
  tx: Tx,
  ledger: Ledger,
  after: LedgerPlace,
  limit: number,
): Promise<LedgerEvent[]> {
  const opening = isBegin(after) ? await openingOf(tx, ledger) : undefined;
  if (!opening) return eventsAfter(tx, ledger, after, limit);
  return [opening, ...(await eventsAfter(tx, ledger, opening.place, limit))];
}

/** All events of a period, batch by batch, the balances carried over first. */
export async function* openedEvents(tx: Tx, ledger: Ledger, from = beginOfLedger): AsyncGenerator<LedgerEvent[]> {
  const opening = isBegin(from) ? await openingOf(tx, ledger) : undefined;
  if (opening) yield [opening];
  yield* eventsOfLedger(tx, ledger, opening?.place ?? from);
}

/** Whether a period has too many events to be summed up, those before a financial year included. */
export const openedLedgerTooLong = async (
  tx: Tx,
  ledger: Ledger,
): Promise<Refused<'accounting_period_too_long'> | undefined> =>
  ledgerTooLong(tx, opensYear(ledger) ? await ledgerOf(tx, { ...ledger, from: FIRST_LEDGER_DAY }) : ledger);

/** Whether the balances carried over to a period would need too many events. */
export const historyTooLong = async (
  tx: Tx,
  ledger: Ledger,
): Promise<Refused<'accounting_period_too_long'> | undefined> =>
  opensYear(ledger) ? ledgerTooLong(tx, await ledgerBefore(tx, ledger)) : undefined;

const ledgerBefore = (tx: Tx, ledger: Ledger): Promise<Ledger> =>
  ledgerOf(tx, { ...ledger, from: FIRST_LEDGER_DAY, to: addDays(ledger.from, -1) });

/** The opening entry of a financial year, by all entries of the years before. */
async function openingOf(tx: Tx, ledger: Ledger): Promise<LedgerEvent | undefined> {
  if (!opensYear(ledger)) return undefined;
  const carried = new CarriedOver(ledger.from);
  for await (const events of eventsOfLedger(tx, await ledgerBefore(tx, ledger))) {
    const entries = events.flatMap((event) => event.entries);
    for (const entry of await entriesWithDebts(tx, ledger.booking.accounts, entries)) carried.add(entry);
  }
  const facts = { isSoleTrader: isSoleTrader(ledger.settings.emitter.legalStatus), labels: ledger.labels };
  const entry = carried.entry(facts);
  if (!entry) return undefined;
  const place = { ...beginOfLedger, numbers: { ...beginOfLedger.numbers, AN: 1 } };
  return { entries: [{ ...entry, n: 1 }], place, lacksRate: false };
}
