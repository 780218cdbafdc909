import { debtsOfBills } from '../../db/books/accounting-bills.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountRole, LedgerAccount } from '../../domain/books/accounting/chart-of-accounts.ts';
import type { Entry } from '../../domain/books/accounting/entry.ts';
import { letteredAccounts, withDebts } from '../../domain/books/accounting/lettering.ts';

/** The entries with the debt that each line on a lettered account moves. */
export async function entriesWithDebts<Each extends Entry>(
  tx: Tx,
  accounts: ReadonlyMap<AccountRole, LedgerAccount>,
  entries: readonly Each[],
): Promise<Each[]> {
  const roles = letteredAccounts(accounts);
  const ids = new Set(
    entries.flatMap(({ documentId, lines }) =>
      documentId !== undefined && lines.some(({ account }) => roles.has(account.number)) ? [documentId] : [],
    ),
  );
  if (ids.size === 0) return [...entries];
  const debts = await debtsOfBills(tx, [...ids]);
  return entries.map((entry) => withDebts(entry, debts.get(entry.documentId ?? '') ?? {}, roles));
}
