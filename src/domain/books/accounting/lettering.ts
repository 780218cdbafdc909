import type { AccountRole, LedgerAccount } from './chart-of-accounts.ts';
import type { Entry, EntryLine } from './entry.ts';

/** What customers owe, advances to deduct, and money kept for customers. */
const letteredRoles = ['customers', 'customer_advances', 'customer_credits'] as const;
type LetteredRole = (typeof letteredRoles)[number];

/**
 * The debts of a document, by the role of the account: the number of the document that made each.
 * That of a credit note is the invoice it corrects; that of a final invoice, its first advance.
 */
export type Debts = { readonly [Role in LetteredRole]?: string };

/** Other accounts of third parties, which may have the number of a lettered one. */
const otherRoles = ['disbursements', 'suppliers', 'internal_transfers'] as const;

/** Roles by the number of their account. An account of several debts at once is not lettered. */
function letteredAccounts(accounts: ReadonlyMap<AccountRole, LedgerAccount>): ReadonlyMap<string, LetteredRole> {
  const numberOf = (role: AccountRole): string => accounts.get(role)?.number ?? '';
  const all = [...letteredRoles, ...otherRoles].map(numberOf);
  return new Map(
    letteredRoles.flatMap((role) => {
      const number = numberOf(role);
      return all.filter((each) => each === number).length === 1 ? [[number, role]] : [];
    }),
  );
}

/**
 * Lettering (*lettrage*, LPF art. A47 A-1, VII, 3°, fields 14 and 15): lines of one debt on one
 * account that add up to zero share a code, the number of the document that made the debt. Sums
 * grow while entries are read; the memory is that of the debts.
 */
export class Lettering {
  readonly #roles: ReadonlyMap<string, LetteredRole>;
  readonly #sums = new Map<string, { sum: number; on: string }>();

  constructor(accounts: ReadonlyMap<AccountRole, LedgerAccount>) {
    this.#roles = letteredAccounts(accounts);
  }

  /** Adds the lines of an entry. Each line must be added once, whatever the order. */
  add({ on, lines }: Entry, debts: Debts): void {
    for (const line of lines) {
      const code = this.#codeOf(line, debts);
      if (code === undefined) continue;
      const key = keyOf(line, code);
      const known = this.#sums.get(key);
      if (!known) this.#sums.set(key, { sum: line.amount, on });
      else {
        known.sum += line.amount;
        if (on > known.on) known.on = on;
      }
    }
  }

  /** Whether an entry has a line that can be lettered. */
  concerns({ lines }: Entry): boolean {
    return lines.some(({ account }) => this.#roles.has(account.number));
  }

  /** The entry with the codes of its settled debts, by the lines that were added. */
  lettered<Each extends Entry>(entry: Each, debts: Debts): Each {
    if (!this.concerns(entry)) return entry;
    const lines = entry.lines.map((line): EntryLine => {
      const code = this.#codeOf(line, debts);
      const known = code === undefined ? undefined : this.#sums.get(keyOf(line, code));
      return code !== undefined && known?.sum === 0 ? { ...line, letter: { code, on: known.on } } : line;
    });
    return { ...entry, lines };
  }

  #codeOf({ account }: EntryLine, debts: Debts): string | undefined {
    const role = this.#roles.get(account.number);
    return role && debts[role];
  }
}

const keyOf = ({ account, auxiliary }: EntryLine, code: string): string =>
  `${account.number} ${auxiliary?.number ?? ''} ${code}`;
