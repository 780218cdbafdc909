import { cents } from '../../money/cents.ts';
import { addDays, type CivilDay } from '../../time/civil-day.ts';
import type { LedgerAccount } from './chart-of-accounts.ts';
import type { Auxiliary, Debt, Entry, EntryLine } from './entry.ts';

type Balance = {
  readonly account: LedgerAccount;
  readonly auxiliary?: Auxiliary;
  readonly debt?: Debt;
  amount: number;
};

/** Where the result of earlier years goes. A sole trader has no capital of partners. */
const resultAccounts = {
  profit: { number: '120', label: 'Résultat de l’exercice (bénéfice)' },
  loss: { number: '129', label: 'Résultat de l’exercice (perte)' },
  soleTrader: { number: '101', label: 'Capital individuel' },
} as const;

/**
 * Whether a period begins with the balances of the years before: it begins on 1 January, or has at
 * least twelve months, as a financial year that does not follow the civil year.
 */
export const opensYear = ({ from, to }: { readonly from: CivilDay; readonly to: CivilDay }): boolean =>
  from.endsWith('-01-01') || addDays(to, 1) >= `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`;

type OpeningOptions = {
  readonly isSoleTrader: boolean;
  /** Labels by account number: an account has one in a file. */
  readonly labels: ReadonlyMap<string, string>;
};

/**
 * Balances that are carried over to a financial year (*à-nouveaux*, PCG art. 921-2): those of the
 * accounts of the balance sheet, classes 1 to 5, and the result of each year before. They grow
 * while the entries of the years before are read. Memory grows with the accounts and open debts.
 */
export class CarriedOver {
  readonly #from: CivilDay;
  readonly #balances = new Map<string, Balance>();
  /** Debits minus credits of classes 6 and 7, by the first calendar year of the financial year. */
  readonly #results = new Map<number, number>();

  /** `from`: the first day of the year to which balances are carried. */
  constructor(from: CivilDay) {
    this.#from = from;
  }

  /** Adds an entry of a year before. */
  add({ on, lines }: Entry): void {
    for (const line of lines) {
      const [group = ''] = line.account.number;
      if (group >= '1' && group <= '5') this.#addBalance(line);
      else if (group === '6' || group === '7') this.#addResult(on, line.amount);
    }
  }

  #addBalance({ account, auxiliary, debt, amount }: EntryLine): void {
    const key = `${account.number} ${auxiliary?.number ?? ''} ${debt?.code ?? ''}`;
    const known = this.#balances.get(key);
    const sum = (known?.amount ?? 0) + amount;
    if (sum === 0) this.#balances.delete(key);
    else if (known) known.amount = sum;
    else this.#balances.set(key, { account, amount: sum, ...(auxiliary && { auxiliary }), ...(debt && { debt }) });
  }

  #addResult(on: CivilDay, amount: number): void {
    const year = Number(on.slice(0, 4)) - (on.slice(4) < this.#from.slice(4) ? 1 : 0);
    this.#results.set(year, (this.#results.get(year) ?? 0) + amount);
  }

  /** The opening entry of the year; undefined if no account has a balance. */
  entry({ isSoleTrader, labels }: OpeningOptions): Entry | undefined {
    for (const amount of this.#results.values()) {
      const account = isSoleTrader
        ? resultAccounts.soleTrader
        : amount < 0
          ? resultAccounts.profit
          : resultAccounts.loss;
      const label = labels.get(account.number) ?? account.label;
      if (amount !== 0) this.#addBalance({ account: { ...account, label }, amount: cents(amount) });
    }
    this.#results.clear();
    const lines = [...this.#balances]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { amount, ...line }]): EntryLine => ({ ...line, amount: cents(amount) }));
    const sum = lines.reduce((all, { amount }) => all + amount, 0);
    if (sum !== 0) throw new Error(`opening balances are off by ${sum} cents`);
    const on = this.#from;
    const said = { journal: 'AN', on, piece: 'A-NOUVEAUX', pieceOn: on, validOn: on, label: 'À-nouveaux' } as const;
    return lines.length === 0 ? undefined : { ...said, lines };
  }
}
