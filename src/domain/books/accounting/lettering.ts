import type { AccountRole, LedgerAccount } from './chart-of-accounts.ts';
import type { Entry, EntryLine } from './entry.ts';

/** What customers owe, advances to deduct, and money kept for customers. */
const letteredRoles = ['customers', 'customer_advances', 'customer_credits'] as const;
type LetteredRole = (typeof letteredRoles)[number];

/**
 * The debts of a document, by the role of the account: the number of the document that made each.
 * For a credit note this is the invoice it corrects; for a final invoice, its first advance.
 */
export type Debts = { readonly [Role in LetteredRole]?: string };

/** Other accounts of third parties, which may have the number of a lettered one. */
const otherRoles = ['disbursements', 'suppliers', 'internal_transfers'] as const;

/** Roles by the number of their account. An account of several debts at once is not lettered. */
export function letteredAccounts(accounts: ReadonlyMap<AccountRole, LedgerAccount>): ReadonlyMap<string, LetteredRole> {
  const numberOf = (role: AccountRole): string => accounts.get(role)?.number ?? '';
  const all = [...letteredRoles, ...otherRoles].map(numberOf);
  return new Map(
    letteredRoles.flatMap((role) => {
      const number = numberOf(role);
      return all.filter((each) => each === number).length === 1 ? [[number, role]] : [];
    }),
  );
}

/** An entry of a document whose lines on lettered accounts state their debt. */
export function withDebts<Each extends Entry>(
  entry: Each,
  debts: Debts,
  roles: ReadonlyMap<string, LetteredRole>,
): Each {
  const { documentId } = entry;
  if (documentId === undefined) return entry;
  const lines = entry.lines.map((line): EntryLine => {
    const role = roles.get(line.account.number);
    const code = role && debts[role];
    return code === undefined ? line : { ...line, debt: { code, documentId } };
  });
  return { ...entry, lines };
}

/**
 * Lettering (*lettrage*, LPF art. A47 A-1, VII, 3°, fields 14 and 15): lines of one debt on one
 * account that add up to zero share a code, the number of the document that made the debt. Sums
 * grow while entries are read, and memory with the number of debts.
 */
export class Lettering {
  readonly #sums = new Map<string, { sum: number; on: string }>();

  /** Adds the lines of an entry. Each line must be added once, whatever the order. */
  add({ on, lines }: Entry): void {
    for (const line of lines) {
      if (!line.debt) continue;
      const key = keyOf(line);
      const known = this.#sums.get(key);
      if (!known) this.#sums.set(key, { sum: line.amount, on });
      else {
        known.sum += line.amount;
        if (on > known.on) known.on = on;
      }
    }
  }

  /** The entry with the codes of its settled debts, by the lines that were added. */
  lettered<Each extends Entry>(entry: Each): Each {
    const lines = entry.lines.map((line): EntryLine => {
      const known = line.debt && this.#sums.get(keyOf(line));
      return line.debt && known?.sum === 0 ? { ...line, letter: { code: line.debt.code, on: known.on } } : line;
    });
    return { ...entry, lines };
  }
}

const keyOf = ({ account, auxiliary, debt }: EntryLine): string =>
  `${account.number} ${auxiliary?.number ?? ''} ${debt?.code ?? ''}`;
