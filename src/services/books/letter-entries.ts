import { relatedBills } from '../../db/books/accounting-bills.ts';
import type { IssuedBill } from '../../db/home/bill-facts.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Entry } from '../../domain/books/accounting/entry.ts';
import type { NumberedEntry } from '../../domain/books/accounting/entry-file.ts';
import { Lettering } from '../../domain/books/accounting/lettering.ts';
import { entriesWithDebts } from './debts-of-entries.ts';
import { entriesOfBills, entriesOfLines, FIRST_LEDGER_DAY, type Ledger, ledgerOf } from './read-entries.ts';
import { linesOfDocuments } from './read-receipts.ts';

/** Letters the entries of a period, as their debts stand on its last day. */
export type Letterer = (entries: readonly NumberedEntry[]) => Promise<NumberedEntry[]>;

/**
 * Prepares the lettering of a period as of its last day: a payment of the next year does not change
 * the file of this year.
 */
export async function lettererOf(tx: Tx, ledger: Ledger): Promise<Letterer> {
  const whole = await ledgerOf(tx, { ...ledger, from: FIRST_LEDGER_DAY });
  return (entries) => lettered(tx, whole, entries);
}

/** Documents whose debts are read at once: bounds the memory. */
const DEBTS_BATCH = 1_000;

/** `whole` is the ledger from its first day to the last day of the period. */
async function lettered(tx: Tx, whole: Ledger, entries: readonly NumberedEntry[]): Promise<NumberedEntry[]> {
  const stated = await entriesWithDebts(tx, whole.booking.accounts, entries);
  const ids = [...new Set(stated.flatMap(({ lines }) => lines.flatMap(({ debt }) => debt?.documentId ?? [])))];
  const lettering = new Lettering();
  const seen = new Set<string>();
  for (let first = 0; first < ids.length; first += DEBTS_BATCH) {
    const related = await relatedBills(tx, ids.slice(first, first + DEBTS_BATCH), whole.to);
    // Related documents may be in two batches; their lines count once.
    const bills = related.filter(({ id }) => !seen.has(id));
    for (const { id } of bills) seen.add(id);
    for (const entry of await entriesOfDebts(tx, whole, bills)) lettering.add(entry);
  }
  return stated.map((entry) => lettering.lettered(entry));
}

/** All entries of documents until the last day of the period. */
async function entriesOfDebts(tx: Tx, whole: Ledger, bills: readonly IssuedBill[]): Promise<Entry[]> {
  if (bills.length === 0) return [];
  const lines = await linesOfDocuments(
    tx,
    whole.book,
    bills.map(({ id }) => id),
  );
  const money = await entriesOfLines(tx, whole, lines);
  const entries = [...entriesOfBills(whole, bills), ...money].flatMap((booked) => booked.entries);
  return entriesWithDebts(tx, whole.booking.accounts, entries);
}
