import type { Cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { CivilDay } from '../../time/civil-day.ts';

/** A transaction of a bank statement that is to be explained. */
export type OpenTransaction = {
  readonly id: string;
  readonly bookedOn: CivilDay;
  /** What of it is not explained yet, in cents: above zero what came in, below what went out. */
  readonly left: Cents;
  /** Whether nothing of it was explained before. */
  readonly isWhole: boolean;
  /** A column of its file without a meaning could say that it was not booked. */
  readonly isDoubtful?: boolean;
  readonly currency: CurrencyCode;
  readonly label: string;
  readonly counterpart?: string;
  readonly reference?: string;
};

/** An invoice or an advance that is owed. */
export type OpenClaim = {
  readonly id: string;
  readonly number: string;
  /** Who owes it: the organization, or the person where there is none. */
  readonly debtor: string;
  /** What he may be called in a label: trade name, name, the name of the person. */
  readonly names: readonly string[];
  /** What remains to be paid, in cents, above zero. */
  readonly toPay: Cents;
  readonly currency: CurrencyCode;
  readonly emittedOn: CivilDay;
  readonly dueOn?: CivilDay;
};

/** A payment that was recorded without a transaction: by hand before the statement was read, or told by the agency. */
export type RecordedPayment = {
  readonly id: string;
  readonly documentId: string;
  readonly number: string;
  /** Who pays: the customer, or the agency that pays in his place. */
  readonly debtor: string;
  readonly names: readonly string[];
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly receivedOn: CivilDay;
};

/** What a provider of online payment paid out and no transaction explains yet. */
export type OpenPayout = {
  readonly id: string;
  /** How labels name it. */
  readonly provider: string;
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly arrivesOn: CivilDay;
};

/** Why something is suggested: what of it stands in the transaction. */
export const matchReasons = ['number', 'amount', 'name', 'payer', 'provider'] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Documents or payments that are suggested of one transaction at most. */
export const PARTS_OF_SUGGESTION_MAX = 20;

/** A document that a transaction would pay, and how much of it in cents. */
type MatchPart = { readonly documentId: string; readonly amount: Cents };

/** A payment that is recorded already, and what it paid. */
type RecordedPart = { readonly paymentId: string; readonly documentId: string };

/** What a transaction may be: money for documents, a payment that is recorded already, or what a provider paid out. */
export type Suggestion = {
  readonly transactionId: string;
  /** What is remembered of it once it is dismissed. */
  readonly key: string;
  readonly reasons: readonly MatchReason[];
  /** The number stands in it whole, with exactly what is owed, and nobody else’s name does: it may be applied by itself. */
  readonly isCertain: boolean;
} & (
  | { readonly kind: 'documents'; readonly parts: readonly MatchPart[] }
  /** One that is recorded already, or several that came in one transfer. */
  | { readonly kind: 'payment'; readonly payments: readonly RecordedPart[] }
  | { readonly kind: 'payout'; readonly payoutId: string }
);

/** What there is to suggest of, in one account and mode. */
export type MatchFacts = {
  readonly claims: readonly OpenClaim[];
  readonly payments: readonly RecordedPayment[];
  readonly payouts: readonly OpenPayout[];
  /** Who paid for whom before: debtors by the payer as `payerOf` calls him. */
  readonly knownPayers: ReadonlyMap<string, string>;
  /** What was said no to: `dismissedKey` of a transaction and the key of a suggestion. */
  readonly dismissed: ReadonlySet<string>;
};

export const dismissedKey = (transactionId: string, key: string): string => `${transactionId} ${key}`;

/** The key of a suggestion that is payments which are recorded already, in whatever order they are named. */
export const keyOfPayments = (ids: readonly string[]): string => `payment ${[...ids].sort().join(' ')}`;

/** The key of a suggestion that pays documents, in whatever order they are named. */
export const keyOfDocuments = (ids: readonly string[]): string => `documents ${[...ids].sort().join(' ')}`;
