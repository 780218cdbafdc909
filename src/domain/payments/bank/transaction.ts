import type { Cents } from '../../money/cents.ts';
import type { CivilDay } from '../../time/civil-day.ts';

/** The forms statements come in. */
export const bankFormats = ['ofx', 'camt053', 'csv'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** One line of a statement as a bank wrote it: money that came (above zero) or went (below). */
export type BankLine = {
  /** The day the bank booked it. */
  readonly bookedOn: CivilDay;
  /** The day from which it counts for interest. */
  readonly valueOn?: CivilDay;
  readonly amount: Cents;
  /** What the bank writes of it, on one line. */
  readonly label: string;
  /** Who paid or was paid, where the bank says it. */
  readonly counterpart?: string;
  readonly counterpartIban?: string;
  /** What the payer gave along to be found again. */
  readonly reference?: string;
  /** What the bank calls it: the same in every statement it stands in. */
  readonly bankId?: string;
  /** What the bank or the provider kept of it, above zero: the amount is without it. */
  readonly fee?: Cents;
  /** A column without a meaning could say that nothing moved, or otherwise: it is never applied without a person. */
  readonly isDoubtful?: boolean;
};

/** A line that is kept: each movement of money once, in however many statements it stood. */
export type BankTransaction = BankLine & {
  readonly id: string;
  readonly test: boolean;
  readonly bankAccountId: string;
  /** The first statement it stood in. */
  readonly statementId: string;
  /** Three letters (ISO 4217); amounts are hundredths of it. */
  readonly currency: string;
  /** How much of it documents were paid with. */
  readonly applied: Cents;
};
