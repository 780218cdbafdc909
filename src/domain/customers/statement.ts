import { type Cents, cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';

/** What moves what a customer owes. */
export const movementKinds = ['invoice', 'advance', 'credit_note', 'payment', 'payment_reversed', 'refund'] as const;
type MovementKind = (typeof movementKinds)[number];

/** One movement: above zero the customer owes more by it, below zero less. */
export type Movement = {
  readonly on: CivilDay;
  readonly what: MovementKind;
  readonly documentId: string;
  /** Of the document it is, or is about. */
  readonly number: string;
  readonly amount: Cents;
};

type StatementEntry = Movement & { /** What is owed once it is counted. */ readonly balance: Cents };

/**
 * What a customer owes, as it came to be within a period: `closing = opening + billed − credited − paid + refunded`, to the cent.
 * Amounts are cents of one currency, tax included.
 */
export type Statement = {
  readonly opening: Cents;
  readonly entries: readonly StatementEntry[];
  /** Invoices and advances; a final invoice without the advances it deducts. */
  readonly billed: Cents;
  readonly credited: Cents;
  /** Payments less their counter-entries. */
  readonly paid: Cents;
  /** Money of credit notes that went back to him. */
  readonly refunded: Cents;
  readonly closing: Cents;
};

/** Movements a statement tells at most: some thirty pages. */
export const STATEMENT_ENTRIES_MAX = 1_000;

/** The statement of movements that stand in the order of their days, after what was owed before them. */
export function statementOf(opening: Cents, movements: readonly Movement[]): Statement {
  let balance: number = opening;
  const entries = movements.map((movement) => {
    balance += movement.amount;
    return { ...movement, balance: cents(balance) };
  });
  const sumOf = (...kinds: readonly MovementKind[]): number =>
    movements.reduce((all, { what, amount }) => (kinds.includes(what) ? all + amount : all), 0);
  return {
    opening,
    entries,
    billed: cents(sumOf('invoice', 'advance')),
    credited: cents(0 - sumOf('credit_note')),
    paid: cents(0 - sumOf('payment', 'payment_reversed')),
    refunded: cents(sumOf('refund')),
    closing: cents(balance),
  };
}

/** Whether a period can be told; both its days belong to it. */
export const periodRefused = ({
  from,
  to,
}: {
  from: CivilDay;
  to: CivilDay;
}): Refused<'period_inverted'> | undefined => (to < from ? { refused: 'period_inverted', from, to } : undefined);

/** Whether so many movements are too many to be told. */
export const lengthRefused = ({ length }: readonly Movement[]): Refused<'statement_too_long'> | undefined =>
  length > STATEMENT_ENTRIES_MAX ? { refused: 'statement_too_long', limit: STATEMENT_ENTRIES_MAX } : undefined;
