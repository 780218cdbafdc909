import type { ImportSource } from '../../import-source.ts';
import type { Cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { PaymentMethod } from '../document/terms/payment-terms.ts';

/** Kinds of documents that are taken over from another program. */
export const foreignKinds = ['invoice', 'advance', 'credit_note', 'estimate'] as const;
export type ForeignKind = (typeof foreignKinds)[number];

/** The customer of a document of another program, as a file states it. */
export type ForeignCustomer = {
  /** Its key in the other program. */
  readonly key?: string;
  /** The company, or the person if there is no company. */
  readonly name: string;
  readonly isCompany?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly siren?: string;
  readonly vatNumber?: string;
  readonly address?: {
    readonly address?: string;
    readonly complement?: string;
    readonly zipCode?: string;
    readonly city?: string;
    /** ISO 3166-1 alpha-2. */
    readonly country?: string;
  };
};

/** The sum of a document under one VAT rate: cents, and basis points. */
export type ForeignSum = {
  readonly rate: number;
  readonly net: Cents;
  readonly vat: Cents;
  /** What was sold, if the file says so. */
  readonly sold?: 'goods' | 'services';
};

/** A payment that another program recorded: positive cents. */
export type ForeignPayment = {
  readonly on: CivilDay;
  readonly amount: Cents;
  readonly method?: PaymentMethod;
};

/** What of a document a person should look at before it is taken over. */
export const foreignDoubts = [
  /** The file states what was paid, but no day: the day of issue or the due day is proposed. */
  'payment_day_unknown',
  /** The file has the total only; net and VAT are computed from one rate. */
  'rate_computed',
  /** Net and VAT do not add up to the total that the file states. */
  'total_differs',
  /** The values were read from the text of a PDF. */
  'read_from_text',
  /** More was paid than the document states. */
  'overpaid',
  /** A payment is dated after today, or before any currency of today: it is left out. */
  'payment_day_impossible',
  /** The customer has no name; its e-mail address or number stands for it. */
  'customer_without_name',
] as const;
export type ForeignDoubt = (typeof foreignDoubts)[number];

/** A document of another program. Amounts of credit notes are positive, too. */
export type ForeignDocument = {
  readonly kind: ForeignKind;
  /** Its number, as the other program wrote it. */
  readonly number: string;
  /** Its key in the other program, if it is not the number. */
  readonly key?: string;
  readonly issuedOn: CivilDay;
  readonly dueOn?: CivilDay;
  readonly title?: string;
  readonly customer: ForeignCustomer;
  readonly currency: CurrencyCode;
  /** By rate, each rate once; their sum is the total. */
  readonly sums: readonly ForeignSum[];
  readonly payments: readonly ForeignPayment[];
  /** The number of the invoice that a credit note corrects. */
  readonly corrects?: string;
  readonly doubts: readonly ForeignDoubt[];
  /** The first row of a list that states it; the headers are row 1. */
  readonly row?: number;
};

/** Why a row or document of a file is not taken over. */
export const leftOutReasons = [
  'draft',
  'cancelled',
  'without_number',
  'without_day',
  'without_amount',
  'unknown_currency',
  'unknown_kind',
  /** A cell cannot be read: `column` names it. */
  'unreadable_cell',
  /** A supplier issued it to this account. */
  'purchase',
  /** Another business issued it to another one. */
  'of_others',
] as const;
type LeftOutReason = (typeof leftOutReasons)[number];

/** A row or document that is left out. */
export type LeftOut = {
  readonly reason: LeftOutReason;
  readonly number?: string;
  readonly row?: number;
  readonly column?: string;
  /** The cell as written, at most 200 characters. */
  readonly cell?: string;
};

/** What a file holds. */
export const importContents = [
  'documents',
  'customers',
  'products',
  'bank_statement',
  'purchases',
  'accounting_entries',
  'unknown',
] as const;
export type ImportContent = (typeof importContents)[number];

export const importFileTypes = ['csv', 'xlsx', 'json', 'pdf', 'factur_x', 'cii', 'ubl', 'fec', 'ofx', 'camt'] as const;
export type ImportFileType = (typeof importFileTypes)[number];

/** A file as it was recognized and read. */
export type ReadImportFile = {
  readonly type?: ImportFileType;
  readonly content: ImportContent;
  /** The program that wrote it, if it is recognized. */
  readonly source?: ImportSource;
  readonly documents: readonly ForeignDocument[];
  readonly leftOut: readonly LeftOut[];
  /** Rows of a list, or entries, without its headers. */
  readonly rows: number;
};

/** Why a file cannot be read at all. */
export const importFileFaults = [
  'empty',
  'encoding',
  'broken',
  'too_large',
  'too_costly',
  'encrypted',
  'without_text',
  'nested_archive',
  'too_many_files',
  'macros',
] as const;
export type ImportFileFault = (typeof importFileFaults)[number];
