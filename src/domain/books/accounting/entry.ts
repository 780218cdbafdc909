import { type Cents, cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { AccountRole, LedgerAccount } from './chart-of-accounts.ts';

/** The journals: opening balances, sales, bank, cash, purchases, and other operations. */
export const journals = ['AN', 'VE', 'BQ', 'CA', 'AC', 'OD'] as const;
export type Journal = (typeof journals)[number];

/** French, because they are part of the file for the tax office. */
export const journalNames: Readonly<Record<Journal, string>> = {
  AN: 'À-nouveaux',
  VE: 'Ventes',
  BQ: 'Banque',
  CA: 'Caisse',
  AC: 'Achats',
  OD: 'Opérations diverses',
};

/** The customer or supplier of a line: its account in the subsidiary ledger. */
export type Auxiliary = { readonly number: string; readonly name: string };

/** The lettering of a line (*lettrage*): lines of a debt that add up to zero share a code. */
type Letter = {
  readonly code: string;
  /** The day of the last of these lines. */
  readonly on: CivilDay;
};

/** The debt that a line moves: the number of its document, and a document of the debt. */
export type Debt = { readonly code: string; readonly documentId: string };

/** A line of an entry: cents of euros, positive for a debit, negative for a credit. */
export type EntryLine = {
  readonly account: LedgerAccount;
  readonly auxiliary?: Auxiliary;
  readonly amount: Cents;
  /** Cents of the currency of the entry, with the same sign. */
  readonly foreign?: Cents;
  /** Only on a lettered account. */
  readonly debt?: Debt;
  /** Only if its debt is settled. */
  readonly letter?: Letter;
};

/** An accounting entry: its lines add up to zero. */
export type Entry = {
  readonly journal: Journal;
  readonly on: CivilDay;
  /** The number of the document behind it, and its day. */
  readonly piece: string;
  readonly pieceOn: CivilDay;
  /** The day it was recorded for good. */
  readonly validOn: CivilDay;
  readonly label: string;
  /** Only if it is not the euro. */
  readonly currency?: string;
  readonly documentId?: string;
  readonly purchaseId?: string;
  readonly tripId?: string;
  /** The means of payment, in the books of a business that books payments. */
  readonly method?: string;
  readonly lines: readonly EntryLine[];
};

type Added = Pick<EntryLine, 'auxiliary' | 'foreign' | 'letter'>;

/** Lines that grow while an event is read; lines of one account and auxiliary are added up. */
export class LinesInProgress {
  readonly #accounts: ReadonlyMap<AccountRole, LedgerAccount>;
  readonly #lines = new Map<string, { -readonly [Name in keyof EntryLine]: EntryLine[Name] }>();

  constructor(accounts: ReadonlyMap<AccountRole, LedgerAccount>) {
    this.#accounts = accounts;
  }

  /** Adds a debit (positive) or a credit (negative). */
  add(role: AccountRole, amount: number, { auxiliary, foreign, letter }: Added = {}): void {
    if (amount === 0) return;
    const account = this.#accounts.get(role) as LedgerAccount;
    const name = `${account.number} ${auxiliary?.number ?? ''}`;
    const known = this.#lines.get(name);
    if (!known) {
      const line = { account, amount: cents(amount), ...(auxiliary && { auxiliary }), ...(letter && { letter }) };
      this.#lines.set(name, foreign === undefined ? line : { ...line, foreign });
      return;
    }
    known.amount = cents(known.amount + amount);
    if (foreign !== undefined) known.foreign = cents((known.foreign ?? 0) + foreign);
  }

  /** The lines with an amount. Throws if they do not balance, which is a bug. */
  balanced(): EntryLine[] {
    const lines = [...this.#lines.values()].filter(({ amount }) => amount !== 0);
    const sum = lines.reduce((all, { amount }) => all + amount, 0);
    if (sum !== 0) throw new Error(`an entry is off by ${sum} cents`);
    return lines;
  }
}

/** An entry, or none if nothing moved. */
export const entryOf = (entry: Omit<Entry, 'lines'>, lines: LinesInProgress): Entry[] => {
  const balanced = lines.balanced();
  return balanced.length === 0 ? [] : [{ ...entry, lines: balanced }];
};

/** What every rule of entries reads. */
export type Booking = {
  readonly basis: 'invoices' | 'payments';
  readonly accounts: ReadonlyMap<AccountRole, LedgerAccount>;
};

/** Characters of an auxiliary account number. */
const AUXILIARY_MAX = 17;

/** The auxiliary account of a customer: the end of its ID, which is random. */
export const auxiliaryOfCustomer = (id: string, name: string): Auxiliary => ({
  number: `C${id.replaceAll('-', '').slice(-CUSTOMER_DIGITS).toUpperCase()}`,
  name,
});
const CUSTOMER_DIGITS = 12;

/** The auxiliary account of a supplier: its name without case, accents and signs. */
export const auxiliaryOfSupplier = (name: string): Auxiliary => ({
  number: `F${name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, AUXILIARY_MAX - 1)}`,
  name,
});
