import type { Emitter } from '../../account/settings.ts';
import type { Party } from '../../customers/party.ts';
import type { ImportSource } from '../../import-source.ts';
import { type Cents, cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { Breakdown } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention-text.ts';
import { rateOf, type VatCode, vatCodes } from '../../vat/vat-code.ts';
import type { ProductType } from '../document/lines/line.ts';
import type { PaymentMethod } from '../document/terms/payment-terms.ts';
import type { ForeignDocument } from './foreign-document.ts';

/** Kinds of past documents: open estimates become drafts instead. */
export const pastKinds = ['invoice', 'advance', 'credit_note'] as const;
export type PastKind = (typeof pastKinds)[number];

/** A payment of a past document, or the refund of a past credit note. Reversals are negative. */
export type PastPayment = {
  readonly id: string;
  readonly on: CivilDay;
  readonly amount: Cents;
  readonly method: PaymentMethod;
  readonly reversesId?: string;
  /** Recorded by the other program, not here. */
  readonly isImported: boolean;
};

/** A document of another program, as it was taken over. Amounts are cents of its currency. */
export type PastDocument = {
  readonly id: string;
  readonly kind: PastKind;
  readonly number: string;
  readonly issuedOn: CivilDay;
  readonly dueOn?: CivilDay;
  readonly source?: ImportSource;
  readonly title?: string;
  readonly customer: Party;
  readonly currency: CurrencyCode;
  readonly net: Cents;
  readonly total: Cents;
  readonly paid: Cents;
  /** Of past credit notes that correct it. */
  readonly credited: Cents;
  readonly correctsId?: string;
  /** False if its day was closed before it was taken over: it counts in no book. */
  readonly isInBooks: boolean;
  readonly importId: string;
  /** Unix seconds. */
  readonly takenOverAt: number;
  /** SHA-256 of its text, in hexadecimal. */
  readonly digest: string;
  readonly paper?: { readonly name: string; readonly size: number; readonly sha256: string };
};

/** What is still owed of an invoice or advance; of a credit note, what was not refunded. */
export const restOfPast = ({ kind, total, paid, credited, correctsId }: PastDocument): Cents =>
  kind === 'credit_note' && correctsId !== undefined ? cents(0) : cents(Math.max(0, total - paid - credited));

/** What can still be paid of an invoice or advance, or refunded of a credit note. */
export const payableOfPast = ({ total, paid, credited }: PastDocument): Cents =>
  cents(Math.max(0, total - paid - credited));

/** The text of a past document: in the form of a bill, so that the same rules read both. */
export type PastText = {
  readonly content: {
    readonly title?: string;
    readonly currency: { readonly code: CurrencyCode; readonly rate: number; readonly base: CurrencyCode };
    readonly legals: { readonly vatMention: VatMention };
    readonly lines: readonly PastLine[];
  };
  readonly totals: {
    readonly breakdown: Breakdown;
    readonly lines: readonly { readonly netAfterDocumentDiscount: Cents }[];
  };
  readonly sealed: {
    readonly customer: Party;
    readonly emitter: Pick<Emitter, 'rcsNumber' | 'rneNumber' | 'vatOnDebits'>;
  };
};
type PastLine = { readonly type?: ProductType; readonly vatCode: VatCode; readonly deliveryOfGoods: boolean };

/** What the text of a past document needs beside the document. */
export type PastFacts = {
  readonly customer: Party;
  readonly emitter: Emitter;
  readonly mention: VatMention;
  /** Units of the document’s currency per unit of the account’s. */
  readonly rate: number;
  readonly base: CurrencyCode;
  /** The code of a rate of zero: by the country of the customer. */
  readonly zeroRated: VatCode;
};

/** The code of a rate, in basis points; undefined for a rate that is none of France’s. */
const codeOfRate = (rate: number, zeroRated: VatCode): VatCode | undefined =>
  rate === 0 ? zeroRated : vatCodes.find((code) => rateOf(code) === rate);

/** Whether every rate of a document is one of France’s. */
export const hasKnownRates = ({ sums }: Pick<ForeignDocument, 'sums'>): boolean =>
  sums.every(({ rate }) => codeOfRate(rate, 'FR_00HT') !== undefined);

/** The text of a document of another program. Only for one whose rates are known. */
export function pastTextOf({ title, currency, sums }: ForeignDocument, facts: PastFacts): PastText {
  const { customer, emitter, mention, rate, base, zeroRated } = facts;
  const codes = sums.map((sum) => codeOfRate(sum.rate, zeroRated) ?? zeroRated);
  const breakdown: { -readonly [Key in keyof Breakdown]: Breakdown[Key] } = {};
  for (const [nth, { net, vat }] of sums.entries()) {
    const code = codes[nth] as VatCode;
    const known = breakdown[code];
    breakdown[code] = { net: cents((known?.net ?? 0) + net), vat: cents((known?.vat ?? 0) + vat) };
  }
  const { rcsNumber, rneNumber, vatOnDebits } = emitter;
  return {
    content: {
      ...(title !== undefined && { title }),
      currency: { code: currency, rate, base },
      legals: { vatMention: mention },
      // Untyped lines are services, of the nature that the register says.
      lines: sums.map(({ sold }, nth) => ({
        ...(sold === 'goods' && { type: 'sale_of_goods' as const }),
        ...{ vatCode: codes[nth] as VatCode, deliveryOfGoods: sold === 'goods' },
      })),
    },
    totals: { breakdown, lines: sums.map(({ net }) => ({ netAfterDocumentDiscount: net })) },
    sealed: {
      customer,
      emitter: {
        ...(rcsNumber && { rcsNumber }),
        ...(rneNumber !== undefined && { rneNumber }),
        ...(vatOnDebits && { vatOnDebits }),
      },
    },
  };
}
