import { type Cents, cents } from '../../money/cents.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import type { Claim } from './document.ts';
import { deductedIn, remainingOn } from './figures.ts';

/** What became of what an invoice or an advance asked for, in cents of its currency, tax included. */
export type Settlement = {
  /** What its advances took off it. */
  readonly deducted: Cents;
  /** What its finalized credit notes took back. */
  readonly credited: Cents;
  /** Payments less their counter-entries. */
  readonly paid: Cents;
  /** What is still to be paid: never below zero. */
  readonly toPay: Cents;
};

/** Adds up what was deducted, credited and paid of an invoice or an advance. */
export function settlementOf(claim: Claim): Settlement {
  return {
    deducted: cents(taxIncluded(totalOf(deductedIn(claim)))),
    credited: cents(taxIncluded(totalOf(claim.life.credited))),
    paid: claim.life.paid,
    toPay: remainingOn(claim).toPay,
  };
}
