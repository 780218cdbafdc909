import { type Cents, cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { numberKey, shortNumberKey } from './label-words.ts';
import { type PayerNames, payerNames } from './payer-names.ts';
import type { MatchFacts, OpenClaim, OpenPayout, OpenTransaction, RecordedPayment } from './suggestion.ts';

type Money = Pick<OpenTransaction, 'left' | 'currency'>;

/**
 * The open items, indexed by number, amount and debtor, and the amounts already suggested.
 */
export type Ledger = {
  readonly names: PayerNames;
  /** By the whole number and by its digits, as written in labels. */
  readonly numbered: (key: string) => readonly OpenClaim[];
  readonly shortNumbered: (key: string) => readonly OpenClaim[];
  /**
   * The claims of a debtor with exactly this amount, the oldest first; and all of the debtor's
   * claims.
   */
  readonly owedBy: (debtor: string, money: Money) => readonly OpenClaim[];
  readonly debtsOf: (debtor: string) => readonly OpenClaim[];
  /** Recorded payments of exactly this amount, for a number or by a debtor. */
  readonly recordedAs: (number: string, money: Money) => readonly RecordedPayment[];
  readonly recordedOf: (debtor: string, money: Money) => readonly RecordedPayment[];
  /** All payments of a debtor recorded on a day. */
  readonly recordedOn: (debtor: string, day: CivilDay, currency: string) => readonly RecordedPayment[];
  readonly payouts: (money: Money) => readonly OpenPayout[];
  /** The remainder of a document after earlier suggestions, in cents. */
  readonly rest: (claim: OpenClaim) => Cents;
  readonly isUntouched: (claim: OpenClaim) => boolean;
  readonly pay: (documentId: string, amount: Cents) => void;
  readonly isFree: (key: string) => boolean;
  readonly take: (key: string) => void;
};

/** Indexes the open items. */
export function ledgerOf({ claims, payments, payouts }: MatchFacts): Ledger {
  const inOrder = [...claims].sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : ageOf(a) > ageOf(b) ? 1 : 0));
  const paid = new Map<string, number>();
  const taken = new Set<string>();
  const paidOut = lookedUp(payouts, ({ amount, currency }) => moneyKey({ left: amount, currency }));
  const rest = (claim: OpenClaim): Cents => cents(claim.toPay - (paid.get(claim.id) ?? 0));
  return {
    names: payerNames(debtorsOf([...inOrder, ...payments])),
    numbered: lookedUp(inOrder, ({ number }) => numberKey(number)),
    shortNumbered: lookedUp(inOrder, ({ number }) => shortNumberKey(number)),
    owedBy: byMoney(inOrder, ({ debtor, toPay, currency }) => moneyKey({ left: toPay, currency }, debtor)),
    debtsOf: lookedUp(inOrder, ({ debtor }) => debtor),
    recordedAs: byMoney(payments, ({ number, amount, currency }) => {
      const key = numberKey(number);
      return key && moneyKey({ left: amount, currency }, key);
    }),
    recordedOf: byMoney(payments, ({ debtor, amount, currency }) => moneyKey({ left: amount, currency }, debtor)),
    recordedOn: byDay(payments),
    payouts: (money) => paidOut(moneyKey(money)),
    rest,
    isUntouched: ({ id }) => !paid.has(id),
    pay: (id, amount) => void paid.set(id, (paid.get(id) ?? 0) + amount),
    isFree: (key) => !taken.has(key),
    take: (key) => void taken.add(key),
  };
}

const ageOf = ({ dueOn, emittedOn, number }: OpenClaim): string => `${dueOn ?? emittedOn} ${emittedOn} ${number}`;

type Named = Pick<OpenClaim, 'debtor' | 'names'>;

/** Each debtor with every name used on their claims and payments. */
function debtorsOf(all: readonly Named[]): Named[] {
  const byDebtor = Map.groupBy(all, ({ debtor }) => debtor);
  return [...byDebtor].map(([debtor, of]) => ({ debtor, names: [...new Set(of.flatMap(({ names }) => names))] }));
}

function lookedUp<T>(all: readonly T[], keyOf: (each: T) => string | undefined): (key: string) => readonly T[] {
  const by = Map.groupBy(all, keyOf);
  return (key) => by.get(key) ?? [];
}

function byMoney<T>(all: readonly T[], keyOf: (each: T) => string | undefined) {
  const find = lookedUp(all, keyOf);
  return (whose: string, money: Money) => find(moneyKey(money, whose));
}

function byDay(payments: readonly RecordedPayment[]): Ledger['recordedOn'] {
  const key = (debtor: string, day: CivilDay, currency: string): string => `${day} ${currency} ${debtor}`;
  const find = lookedUp(payments, ({ debtor, receivedOn, currency }) => key(debtor, receivedOn, currency));
  return (debtor, day, currency) => find(key(debtor, day, currency));
}

const moneyKey = ({ left, currency }: Money, whose = ''): string => `${left} ${currency} ${whose}`;
