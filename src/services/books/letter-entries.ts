import { relatedBills, type StoredBill } from '../../db/books/accounting-bills.ts';
import type { Tx } from '../../db/transaction.ts';
import { creditKinds } from '../../domain/billing/document/kind.ts';
import type { NumberedEntry } from '../../domain/books/accounting/entry-file.ts';
import { type Debts, Lettering } from '../../domain/books/accounting/lettering.ts';
import { entriesOfBills, entriesOfLines, FIRST_LEDGER_DAY, type Ledger, ledgerOf } from './read-entries.ts';
import { linesOfDocuments } from './read-receipts.ts';

/** Letters the entries of a period, as their debts stand on its last day. */
export type Letterer = (entries: readonly NumberedEntry[]) => Promise<NumberedEntry[]>;

/**
 * Prepares the lettering of a period. The state is that of the last day of the period, on whatever
 * day it is asked for: a payment of the next year does not change the file of this year.
 */
export async function lettererOf(tx: Tx, ledger: Ledger): Promise<Letterer> {
  const whole = await ledgerOf(tx, { ...ledger, from: FIRST_LEDGER_DAY });
  return (entries) => lettered(tx, whole, entries);
}

/** `whole` is the ledger from its first day to the last day of the period. */
async function lettered(tx: Tx, whole: Ledger, entries: readonly NumberedEntry[]): Promise<NumberedEntry[]> {
  const lettering = new Lettering(whole.booking.accounts);
  const ids = new Set(
    entries.flatMap((entry) => (entry.documentId !== undefined && lettering.concerns(entry) ? [entry.documentId] : [])),
  );
  if (ids.size === 0) return [...entries];
  const bills = await relatedBills(tx, [...ids], whole.to);
  const debts = debtsOf(bills);
  for (const { entry, documentId } of await entriesOfDebts(tx, whole, bills))
    lettering.add(entry, debts.get(documentId) ?? {});
  return entries.map((entry) => lettering.lettered(entry, debts.get(entry.documentId ?? '') ?? {}));
}

/** All entries of documents until the last day of the period. */
async function entriesOfDebts(tx: Tx, whole: Ledger, bills: readonly StoredBill[]) {
  const lines = await linesOfDocuments(
    tx,
    whole.book,
    bills.map(({ id }) => id),
  );
  const money = await entriesOfLines(tx, whole, lines);
  return [...entriesOfBills(whole, bills), ...money].flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.documentId === undefined ? [] : [{ entry, documentId: entry.documentId }])),
  );
}

/** The debts of related documents, by ID. They are in the order of the sales journal. */
function debtsOf(bills: readonly StoredBill[]): ReadonlyMap<string, Debts> {
  const numbers = new Map(bills.map(({ id, number }) => [id, number]));
  const firstAdvances = new Map<string, string>();
  for (const { familyId, number, facts } of bills)
    if (facts.isOfAdvance && !firstAdvances.has(familyId)) firstAdvances.set(familyId, number);
  return new Map(
    bills.map(({ id, number, parentId, familyId, facts }) => {
      const corrected = isCredit(facts.kind) ? numbers.get(parentId ?? '') : undefined;
      const advance = firstAdvances.get(familyId);
      return [
        id,
        {
          ...{ customers: corrected ?? number, customer_credits: number },
          ...(advance !== undefined && { customer_advances: advance }),
        },
      ];
    }),
  );
}

const isCredit = (kind: string): boolean => (creditKinds as readonly string[]).includes(kind);
