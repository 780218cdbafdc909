import {
  type Bill,
  type BillingDocument,
  type Finalized,
  isAdvance,
  isInvoice,
} from '../domain/billing/document/document.ts';
import { parentOf, type Sources } from '../domain/billing/document/sources.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import type { PrecedingInvoice } from './electronic-invoice.ts';

export type { Bill } from '../domain/billing/document/document.ts';

export type Around = {
  /** The IANA name of the zone of the account's civil days. */
  readonly zone: string;
  /** The documents of its group: its parent, the parent's estimate, the advances it deducts. */
  readonly relatives: readonly BillingDocument[];
  /** The bytes of its files that the electronic invoice holds, by the ID of the attachment. */
  readonly files?: ReadonlyMap<string, Buffer>;
};

/** BT-13: a purchase order comes from the customer, with a number of the series `BC`. */
export const orderNumberOf = ({ estimate }: Sources): string | undefined =>
  estimate?.kind === 'purchase_order' ? estimate.sealed?.number : undefined;

/** EN 16931 has no term for an estimate, so a note states it: "Devis D-2026-0001 du 02/03/2026". */
export function originOf({ estimate }: Sources, { zone }: Around): string | undefined {
  if (estimate?.kind !== 'estimate' || !estimate.sealed) return undefined;
  const [year, month, day] = civilDayOf(estimate.sealed.emittedAt, zone).split('-');
  return `Devis ${estimate.sealed.number} du ${day}/${month}/${year}`;
}

/** BG-3: the documents a credit note corrects, the advances a final invoice deducts. */
export function precedingOf(bill: Finalized<Bill>, around: Around): PrecedingInvoice[] {
  const dayOf = (at: number) => civilDayOf(at, around.zone);
  const named = ({ sealed }: BillingDocument) =>
    sealed ? [{ number: sealed.number, issuedOn: dayOf(sealed.emittedAt) }] : [];
  if (isAdvance(bill)) return [];
  if (isInvoice(bill)) {
    return bill.content.deductions.flatMap(({ advanceId, number }) => {
      const advance = around.relatives.find(({ id }) => id === advanceId);
      return advance ? named(advance) : [{ number }];
    });
  }
  const parent = parentOf(bill, around.relatives);
  if (parent) return named(parent);
  return bill.content.references.map(({ number, date }) => ({ number, issuedOn: dayOf(date) }));
}
