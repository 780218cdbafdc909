import type { Cents } from '../money/cents.ts';
import type { CivilDay } from '../time/civil-day.ts';

/**
 * An invoice of a supplier as its file states it, in the terms of EN 16931 (BT, BG). Amounts are
 * whole cents, rates basis points. Quantities and prices are decimal texts, because the standard
 * does not limit their decimals. Terms that are not listed here stay in the original file only.
 */
export type ReceivedInvoice = {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issuedOn: CivilDay;
  /** BT-3, UNTDID 1001. */
  readonly type: string;
  /** BT-5, ISO 4217. */
  readonly currency: string;
  /** BT-7. */
  readonly taxPointOn?: CivilDay;
  /** BT-8: when VAT falls due. */
  readonly vatPoint?: 'delivery' | 'payment' | 'invoice';
  /** BT-9. */
  readonly dueOn?: CivilDay;
  /** BT-10: the service or person at the buyer. */
  readonly buyerReference?: string;
  /** BT-12. */
  readonly contractNumber?: string;
  /** BT-13: the buyer's purchase order. */
  readonly orderNumber?: string;
  /** BG-14. */
  readonly period?: { readonly from?: CivilDay; readonly to?: CivilDay };
  /** BT-20. */
  readonly paymentTerms?: string;
  /** BT-23, such as S1: services, to be paid. */
  readonly process?: string;
  /** BT-24. */
  readonly profile?: string;
  /** BG-1: BT-21 and BT-22. */
  readonly notes: readonly { readonly subject?: string; readonly text: string }[];
  /** BG-3. */
  readonly preceding: readonly { readonly number: string; readonly issuedOn?: CivilDay }[];
  /** BG-4. */
  readonly seller: ReceivedParty;
  /** BG-7. */
  readonly buyer: ReceivedParty;
  /** BT-59: who is paid, if it is not the seller. */
  readonly payee?: string;
  /** BG-13. */
  readonly delivery?: { readonly on?: CivilDay; readonly address?: ReceivedAddress };
  /** BG-16. */
  readonly payment?: ReceivedPayment;
  /** BG-20 and BG-21. */
  readonly adjustments: readonly (ReceivedAdjustment & { readonly vat?: ReceivedVat })[];
  /** BG-22. */
  readonly totals: ReceivedTotals;
  /** BG-23. */
  readonly breakdown: readonly { readonly vat: ReceivedVat; readonly net: Cents; readonly tax: Cents }[];
  /** BG-25. */
  readonly lines: readonly ReceivedLine[];
  /** Whether an amount had more than two decimals and was rounded to the cent. */
  readonly isRounded?: true;
};

/** An identifier and its scheme (ISO/IEC 6523 or EAS), as written. */
export type ReceivedId = { readonly scheme?: string; readonly value: string };

export type ReceivedAddress = {
  readonly line1?: string;
  readonly line2?: string;
  readonly line3?: string;
  readonly city?: string;
  readonly postCode?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
};

export type ReceivedParty = {
  /** BT-27, BT-44. */
  readonly name: string;
  /** BT-28, BT-45. */
  readonly tradingName?: string;
  /** BT-29, BT-46. */
  readonly ids: readonly ReceivedId[];
  /** BT-30, BT-47. */
  readonly legalId?: ReceivedId;
  /** BT-31, BT-48. */
  readonly vatNumber?: string;
  /** BT-32. */
  readonly taxRegistration?: string;
  /** BT-33. */
  readonly legalInformation?: string;
  /** BT-34, BT-49. */
  readonly electronicAddress?: ReceivedId;
  /** BG-5, BG-8. */
  readonly address?: ReceivedAddress;
  /** BG-6, BG-9. */
  readonly contact?: { readonly name?: string; readonly phone?: string; readonly email?: string };
};

/** BT-81, BT-82, BT-83 and BG-17: every account offered. */
export type ReceivedPayment = {
  readonly code?: string;
  readonly text?: string;
  readonly reference?: string;
  readonly accounts: readonly { readonly iban: string; readonly bic?: string; readonly holder?: string }[];
};

/** A VAT category with its rate in basis points, and the reason for an exemption. */
export type ReceivedVat = {
  readonly category: string;
  readonly rate?: number;
  readonly reason?: { readonly code?: string; readonly text?: string };
};

/** A discount, or a charge. */
export type ReceivedAdjustment = { readonly charge: boolean; readonly amount: Cents; readonly reason?: string };

export type ReceivedTotals = {
  /** BT-106. */
  readonly lines?: Cents;
  /** BT-107. */
  readonly allowances: Cents;
  /** BT-108. */
  readonly charges: Cents;
  /** BT-109. */
  readonly net: Cents;
  /** BT-110. */
  readonly tax: Cents;
  /** BT-111, in the currency of accounting. */
  readonly accountingTax?: { readonly currency: string; readonly amount: Cents };
  /** BT-112. */
  readonly total: Cents;
  /** BT-113. */
  readonly prepaid: Cents;
  /** BT-114. */
  readonly rounding: Cents;
  /** BT-115. */
  readonly due: Cents;
};

export type ReceivedLine = {
  /** BT-126. */
  readonly id: string;
  /** BT-127. */
  readonly note?: string;
  /** BT-129, a decimal text. */
  readonly quantity?: string;
  /** BT-130, UN/ECE recommendation 20. */
  readonly unit?: string;
  /** BT-131. */
  readonly net: Cents;
  /** A heading or information of the extended profile: its amount is not part of the sum. */
  readonly isInformative?: true;
  /** BG-27 and BG-28. */
  readonly adjustments: readonly ReceivedAdjustment[];
  /** BT-146, a decimal text. */
  readonly price?: string;
  /** BT-149, a decimal text. */
  readonly baseQuantity?: string;
  readonly vat?: ReceivedVat;
  /** BT-153. */
  readonly name: string;
  /** BT-154. */
  readonly description?: string;
  /** BT-155. */
  readonly reference?: string;
};

/** The formats of files with an invoice: two syntaxes, and a PDF that contains the first. */
export const receivedFormats = ['cii', 'ubl', 'facturx'] as const;
export type ReceivedFormat = (typeof receivedFormats)[number];

/** Why a file cannot be read as an invoice. It is kept all the same. */
export const receivedFaults = [
  'empty',
  'unknown_format',
  'encoding',
  'broken_xml',
  'cut_short',
  'document_type',
  'too_deep',
  'attributes',
  'too_large',
  'too_costly',
  'not_an_invoice',
  'pdf_unreadable',
  'pdf_without_invoice',
  'field_missing',
  'field_unreadable',
] as const;
export type ReceivedFault = {
  readonly fault: (typeof receivedFaults)[number];
  /** Line of the XML. */
  readonly row?: number;
  /** The term of EN 16931 that is missing or unreadable, such as BT-2. */
  readonly term?: string;
};

/** What reading a file resulted in. */
export type ReadInvoice = { readonly format: ReceivedFormat; readonly invoice: ReceivedInvoice } | ReceivedFault;

/** Maximum bytes of an uploaded file: in base64 it fits into a request. */
export const SUPPLIER_UPLOAD_BYTES_MAX = 5 * 1_048_576;
/** Maximum bytes of an invoice file from any source. */
export const SUPPLIER_FILE_BYTES_MAX = 20 * 1_048_576;
/** Maximum lines that are read. */
export const RECEIVED_LINES_MAX = 10_000;
