import { type Cents, cents } from '../money/cents.ts';
import type { Refused } from '../refusal.ts';
import type { CivilDay } from '../time/civil-day.ts';

/** The kinds of movement that change what a customer owes. */
export const movementKinds = ['invoice', 'advance', 'credit_note', 'payment', 'payment_reversed', 'refund'] as const;
type MovementKind = (typeof movementKinds)[number];

/** One movement: positive if the customer owes more by it, negative if less. */
export type Movement = {
  readonly on: CivilDay;
  readonly what: MovementKind;
  readonly documentId: string;
  /** Another program issued the document. */
  readonly isPast?: true;
  /** The number of the document itself, or of the one it refers to. */
  readonly number: string;
  readonly amount: Cents;
};

type StatementEntry = Movement & { /** What is owed once it is counted. */ readonly balance: Cents };

/**
 * What a customer owes, as it changed in a period: `closing = opening + billed − credited − paid +
 * refunded`, to the cent. Amounts are tax-included cents of one currency.
 */
export type Statement = {
  readonly opening: Cents;
  readonly entries: readonly StatementEntry[];
  /** Invoices and advances; final invoices without the advances they deduct. */
  readonly billed: Cents;
  readonly credited: Cents;
  /** Payments minus their counter-entries. */
  readonly paid: Cents;
  /** Refunds of credit notes. */
  readonly refunded: Cents;
  readonly closing: Cents;
};

/** Maximum movements on a statement: about thirty pages. */
export const STATEMENT_ENTRIES_MAX = 1_000;

/** The statement of movements in the order of their days, starting from an opening balance. */
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

/** Refuses an inverted period; both its days are included. */
export const periodRefused = ({
  from,
  to,
}: {
  from: CivilDay;
  to: CivilDay;
}): Refused<'period_inverted'> | undefined => (to < from ? { refused: 'period_inverted', from, to } : undefined);

/** Refuses a statement with too many movements. */
export const lengthRefused = ({ length }: readonly Movement[]): Refused<'statement_too_long'> | undefined =>
  length > STATEMENT_ENTRIES_MAX ? { refused: 'statement_too_long', limit: STATEMENT_ENTRIES_MAX } : undefined;
