import type { Cents } from '../domain/money/cents.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import type { CivilDay } from '../domain/time/civil-day.ts';
import type { VatPoint } from '../domain/vat/vat-point.ts';
import type { VatTreatment } from '../domain/vat/vat-treatment.ts';

/**
 * A finalized document in the terms of EN 16931, as restricted in France (XP Z12-012). Each field
 * names its term: BT is a business term, BG a group. Amounts are whole cents and equal those on the
 * document; both syntaxes are generated from this value only.
 */
export type ElectronicInvoice = {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issuedOn: CivilDay;
  /** BT-3. */
  readonly type: InvoiceType;
  /** BT-5, ISO 4217. */
  readonly currency: string;
  /** BT-8: when VAT falls due; absent if none is charged, or if it differs between lines. */
  readonly vatPoint?: VatPoint;
  /** BT-9. */
  readonly dueOn?: CivilDay;
  /** BT-10: the department of a public body that pays. */
  readonly buyerReference?: string;
  /** BT-12. */
  readonly contractNumber?: string;
  /** BT-13: the customer's purchase order. */
  readonly orderNumber?: string;
  /** BT-20. */
  readonly paymentTerms?: string;
  /** BT-23: what is sold, and the stage of the sale. */
  readonly process: Process;
  /** BT-24. */
  readonly profile: Profile;
  /** BG-1. */
  readonly notes: readonly Note[];
  /** BG-3: the documents a credit note corrects, and the advances a final invoice deducts. */
  readonly preceding: readonly PrecedingInvoice[];
  /** BG-24: the files of the document; absent if it has none. */
  readonly supportingDocuments?: readonly SupportingDocument[];
  /** BG-4. */
  readonly seller: Seller;
  /** BG-7. */
  readonly buyer: Buyer;
  /** BG-13. */
  readonly delivery?: Delivery;
  /** BG-14: BT-73 and BT-74. */
  readonly period?: { readonly from: CivilDay; readonly to: CivilDay };
  /** BG-16. */
  readonly payment?: PaymentInstructions;
  /** BG-20 and BG-21: the discount of the document, split by its VAT. */
  readonly adjustments: readonly Adjustment[];
  /** BG-22. */
  readonly totals: ElectronicTotals;
  /** BG-23. */
  readonly breakdown: readonly VatGroup[];
  /** BG-25. */
  readonly lines: readonly ElectronicLine[];
};

/** BT-3, by UNTDID 1001: invoice, credit note, advance, credit note of an advance. */
const invoiceTypes = ['380', '381', '386', '503'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

/**
 * BT-23: B goods, S services, M both; 1 an invoice to be paid, 2 one already paid, 3 of a
 * subcontractor paid by the customer, 4 a final invoice after advances, 5 of a subcontractor, 6 of
 * a co-contractor, 7 one whose sale is already reported.
 */
type Process = `${NatureCode}${'1' | '2' | '3' | '4' | '5' | '6' | '7'}`;
export type NatureCode = 'B' | 'S' | 'M';

/** BT-24: EN 16931, or its French extension if EN 16931 cannot express what the law allows. */
export type Profile = 'en16931' | 'extended-ctc-fr';

/** BT-22 and, if required by the French rules, its subject BT-21. */
export type Note = { readonly subject?: NoteSubject; readonly text: string };

/**
 * BT-21, by UNTDID 4451: lump sum for recovery costs, late penalties, early-payment discount, legal
 * form, trade register and other legal information, general information, and the treatment of the
 * document (`BAR`).
 */
export type NoteSubject = 'PMT' | 'PMD' | 'AAB' | 'REG' | 'ABL' | 'AAI' | 'BAR';

/** BT-25 and BT-26. */
export type PrecedingInvoice = { readonly number: string; readonly issuedOn?: CivilDay };

/** BT-123, the kind of a file in the French list (BR-FR-17): an annex. */
export const ANNEX = 'DOCUMENT_ANNEXE';

/** BT-122 and BT-125: a file with its name. All are annexes (BT-123). */
export type SupportingDocument = {
  readonly name: string;
  readonly mediaType: string;
  /** In base64. */
  readonly content: string;
};

/** An identifier with its scheme (ISO/IEC 6523 or EAS). */
export type Identifier = { readonly scheme: string; readonly value: string };

export type PostalAddress = {
  readonly line1?: string;
  readonly line2?: string;
  readonly city?: string;
  readonly postCode?: string;
  /** ISO 3166-1 alpha-2, as listed by EN 16931. */
  readonly country: string;
};

export type ContactPoint = { readonly name?: string; readonly phone?: string; readonly email?: string };

type TradeParty = {
  /** BT-27, BT-44. */
  readonly name: string;
  /** BT-28, BT-45. */
  readonly tradingName?: string;
  /** BT-29, BT-46: the SIRET. */
  readonly establishment?: Identifier;
  /** BT-30, BT-47: the SIREN. */
  readonly legalId?: Identifier;
  /** BT-31, BT-48. */
  readonly vatNumber?: string;
  /** BT-34, BT-49: the address for electronic invoices. */
  readonly electronicAddress?: Identifier;
  /** BG-5, BG-8. */
  readonly address: PostalAddress;
  /** BG-6, BG-9. */
  readonly contact?: ContactPoint;
};

export type Seller = TradeParty & {
  /** BT-32: identifies the seller to the tax office if the VAT number is not stated. */
  readonly taxRegistration?: string;
  /** BT-33. */
  readonly legalInformation?: string;
};
export type Buyer = TradeParty;

/** BT-72 and BG-15. */
export type Delivery = { readonly on?: CivilDay; readonly address?: PostalAddress };

/** BT-81 by UNTDID 4461, BT-82, BT-83, BG-17. */
export type PaymentInstructions = {
  readonly code: PaymentMeansCode;
  readonly text: string;
  readonly reference: string;
  readonly account?: { readonly iban: string; readonly bic?: string; readonly holder?: string };
};
/**
 * Not defined, cash, cheque, credit transfer, bank card, SEPA credit transfer, SEPA direct debit,
 * online payment.
 */
export type PaymentMeansCode = '1' | '10' | '20' | '30' | '48' | '58' | '59' | '68';

/** BG-20 for a discount, BG-21 for a charge. `amount` is never negative. */
export type Adjustment = {
  readonly charge: boolean;
  readonly amount: Cents;
  readonly vat: VatTreatment;
  readonly reason: string;
};

/** BG-23: BT-116 and BT-117 of one VAT treatment. */
export type VatGroup = { readonly vat: VatTreatment; readonly net: Cents; readonly tax: Cents };

/** BG-22, in cents. */
export type ElectronicTotals = {
  /** BT-106. */
  readonly lines: Cents;
  /** BT-107. */
  readonly allowances: Cents;
  /** BT-108. */
  readonly charges: Cents;
  /** BT-109. */
  readonly net: Cents;
  /** BT-110. */
  readonly tax: Cents;
  /** BT-111, in euros, if the invoice is in another currency. */
  readonly taxInEuros?: Cents;
  /** BT-112. */
  readonly total: Cents;
  /** BT-113: paid before the invoice was issued. */
  readonly prepaid?: Cents;
  /** BT-115. */
  readonly due: Cents;
};

/** BG-27 for a discount, BG-28 for a charge. `amount` is never negative. */
export type LineAdjustment = { readonly charge: boolean; readonly amount: Cents; readonly reason: string };

/** BG-25. */
export type ElectronicLine = {
  /** BT-126. */
  readonly id: string;
  /**
   * BT-127: its section heading. Section subtotals are not included: EN 16931 only sums lines by
   * VAT.
   */
  readonly note?: string;
  /** BT-129: negative for a return and for a deducted advance. */
  readonly quantity: TenThousandths;
  /** BT-130, UN/ECE recommendation 20. */
  readonly unit: string;
  /** BT-131. */
  readonly net: Cents;
  readonly adjustments: readonly LineAdjustment[];
  /** BT-146, in millionths of the currency (ten-thousandths of a cent), never negative. */
  readonly price: TenThousandths;
  /**
   * BT-149: the number of units `price` applies to, if the price of one unit does not fit six
   * decimals.
   */
  readonly baseQuantity?: TenThousandths;
  readonly vat: VatTreatment;
  /** BT-153. */
  readonly name: string;
  /** BT-154. */
  readonly description?: string;
  /** BT-155. */
  readonly reference?: string;
};
