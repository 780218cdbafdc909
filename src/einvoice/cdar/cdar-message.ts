import type { Cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { Identifier } from '../electronic-invoice.ts';

/**
 * One status of one invoice, as CDAR carries it (UN/CEFACT D22B). Each field names its term: MDT is
 * a message term of XP Z12-012. Codes are texts: an unknown one is kept as it was read.
 */
export type CdarMessage = {
  /** MDT-4. */
  readonly id: string;
  /** MDT-5. */
  readonly name?: string;
  /** MDT-2. */
  readonly process: string;
  /** MDT-3; the life cycle of invoices if absent. */
  readonly guideline?: string;
  /** MDT-8: when the message was written. */
  readonly writtenAt: number;
  /** MDT-21. */
  readonly senderRole: string;
  /** MDT-19: the number of the platform, scheme 0238. */
  readonly senderId?: Identifier;
  /** MDG-16: who says the status. */
  readonly issuer: CdarParty;
  /** MDG-23. */
  readonly recipients: readonly CdarParty[];
  /** MDT-77: 305 transmission, 23 processing. */
  readonly phase: string;
  /** MDT-78: when the status was reached. */
  readonly statusAt: number;
  readonly invoice: CdarInvoice;
  /** MDT-105. */
  readonly status: string;
  /** MDT-106. */
  readonly statusName?: string;
  /** MDT-88. */
  readonly condition?: string;
  /** MDG-37. */
  readonly details: readonly CdarDetail[];
};

export type CdarParty = {
  /** MDT-40, MDT-59. */
  readonly role: string;
  /** MDT-38, MDT-57. */
  readonly id?: Identifier;
  /** MDT-39, MDT-58. */
  readonly name?: string;
  /** MDT-73: the electronic address, scheme 0225. */
  readonly address?: Identifier;
};

export type CdarInvoice = {
  /** MDT-87, BT-1. */
  readonly number: string;
  /** MDT-91, BT-3. */
  readonly type?: string;
  /** MDT-100, BT-2; only a 501 may lack it. */
  readonly issuedOn?: CivilDay;
  /** MDT-95. */
  readonly receivedAt?: number;
  /** MDT-129: the legal id of the seller. */
  readonly sellerId?: Identifier;
};

export type CdarDetail = {
  /** MDT-113. */
  readonly reason?: string;
  /** MDT-114. */
  readonly reasonText?: string;
  /** MDT-121. */
  readonly action?: string;
  /** MDT-122. */
  readonly actionText?: string;
  /** MDT-124-2; written as the place in the list if absent. Examples of older rules lack it. */
  readonly sequence?: number;
  /** MDT-126. */
  readonly note?: string;
  /** MDG-43. */
  readonly figures: readonly CdarFigure[];
};

export type CdarFigure = {
  /** MDT-206: the term of the invoice, `BT-152`. */
  readonly term?: string;
  /** MDT-207. */
  readonly type: string;
  /** MDT-211. */
  readonly name?: string;
  /** MDT-215, with two decimals; tax included for MEN and MPA. */
  readonly amount?: Cents;
  readonly currency?: string;
  /** MDT-218: the day of the payment. */
  readonly on?: CivilDay;
  /** MDT-224 in basis points: the VAT rate. */
  readonly percent?: number;
};
