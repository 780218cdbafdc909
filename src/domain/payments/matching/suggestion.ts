import type { Cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { CivilDay } from '../../time/civil-day.ts';

/** A bank transaction to be matched. */
export type OpenTransaction = {
  readonly id: string;
  readonly bookedOn: CivilDay;
  /** The unmatched part in cents: positive for incoming, negative for outgoing money. */
  readonly left: Cents;
  /** Whether no part of it was matched before. */
  readonly isWhole: boolean;
  /** An unmapped column of its file might say that it was not booked. */
  readonly isDoubtful?: boolean;
  readonly currency: CurrencyCode;
  readonly label: string;
  readonly counterpart?: string;
  readonly reference?: string;
};

/** An open invoice or advance. */
export type OpenClaim = {
  readonly id: string;
  readonly number: string;
  /** The debtor: the organization, or the person without one. */
  readonly debtor: string;
  /** Possible names in a label: trade name, name, the person's name. */
  readonly names: readonly string[];
  /** The remaining amount in cents, positive. */
  readonly toPay: Cents;
  readonly currency: CurrencyCode;
  readonly emittedOn: CivilDay;
  readonly dueOn?: CivilDay;
};

/**
 * A payment recorded without a transaction: by hand before the statement was read, or by
 * Urssaf.
 */
export type RecordedPayment = {
  readonly id: string;
  readonly documentId: string;
  readonly number: string;
  /** The payer: the customer, or Urssaf that pays on their behalf. */
  readonly debtor: string;
  readonly names: readonly string[];
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly receivedOn: CivilDay;
};

/** A payout of an online payment provider that no transaction matches yet. */
export type OpenPayout = {
  readonly id: string;
  /** Its name in labels. */
  readonly provider: string;
  readonly amount: Cents;
  readonly currency: CurrencyCode;
  readonly arrivesOn: CivilDay;
};

/** Why a match is suggested: which data is in the transaction. */
export const matchReasons = ['number', 'amount', 'name', 'payer', 'provider'] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Maximum documents or payments in one suggestion. */
export const PARTS_OF_SUGGESTION_MAX = 20;

/** A document the transaction would pay, and the amount in cents. */
type MatchPart = { readonly documentId: string; readonly amount: Cents };

/** A recorded payment, and the document it paid. */
type RecordedPart = { readonly paymentId: string; readonly documentId: string };

/** A possible match: a payment of documents, recorded payments, or a payout. */
export type Suggestion = {
  readonly transactionId: string;
  /** The key stored if it is dismissed. */
  readonly key: string;
  readonly reasons: readonly MatchReason[];
  /**
   * The whole number and exactly the amount owed match, and no other debtor is named: it may be
   * applied automatically.
   */
  readonly isCertain: boolean;
} & (
  | { readonly kind: 'documents'; readonly parts: readonly MatchPart[] }
  /** A recorded payment, or several received in one transfer. */
  | { readonly kind: 'payment'; readonly payments: readonly RecordedPart[] }
  | { readonly kind: 'payout'; readonly payoutId: string }
);

/** The open items of one account and mode. */
export type MatchFacts = {
  readonly claims: readonly OpenClaim[];
  readonly payments: readonly RecordedPayment[];
  readonly payouts: readonly OpenPayout[];
  /** Known payers from earlier payments: the debtor by `payerOf`. */
  readonly knownPayers: ReadonlyMap<string, string>;
  /** Dismissed suggestions: `dismissedKey` of a transaction and the key of the suggestion. */
  readonly dismissed: ReadonlySet<string>;
};

export const dismissedKey = (transactionId: string, key: string): string => `${transactionId} ${key}`;

/** The key of a suggestion of recorded payments, independent of their order. */
export const keyOfPayments = (ids: readonly string[]): string => `payment ${[...ids].sort().join(' ')}`;

/** The key of a suggestion of documents, independent of their order. */
export const keyOfDocuments = (ids: readonly string[]): string => `documents ${[...ids].sort().join(' ')}`;
