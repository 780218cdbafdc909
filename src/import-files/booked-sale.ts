import type { ForeignDocument } from '../domain/billing/past/foreign-document.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';

/** A line of an entry: cents, positive for debit. */
export type EntryLine = {
  readonly row: number;
  readonly journal: string;
  readonly entry: string;
  readonly on: CivilDay;
  readonly account: string;
  readonly accountName?: string;
  readonly auxiliary?: string;
  readonly auxiliaryName?: string;
  readonly piece?: string;
  readonly pieceOn?: CivilDay;
  readonly label?: string;
  readonly debit: number;
  readonly letter?: string;
};

/** A sale of the entries: the document, what is still to be matched, and how. */
export type Sale = {
  readonly document: Omit<ForeignDocument, 'payments'>;
  /** Cents, positive for invoices, negative for credit notes. */
  readonly total: number;
  readonly account: string;
  readonly letters: ReadonlySet<string>;
};

/** A payment of a customer in the books: cents, negative for a refund. */
export type PaymentEntry = {
  readonly on: CivilDay;
  readonly amount: number;
  readonly account: string;
  readonly letter?: string;
  readonly piece?: string;
  readonly label?: string;
};
