import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Theme } from '../../domain/themes/theme.ts';

/**
 * A document ready for print: all amounts, days and labels are strings. Templates see nothing else.
 */
export type PrintedDocument = {
  readonly locale: Locale;
  /** The date for the file metadata: civil day, and Unix seconds. */
  readonly dated: { readonly day: string; readonly at: number };
  /** The title of the file: "Facture F-2026-0001". */
  readonly title: string;
  /** "Facture", "Avoir". */
  readonly heading: string;
  /** "n° F-2026-0001"; for a draft "Brouillon". */
  readonly number: string;
  /** The title entered by the user. */
  readonly subject?: string;
  readonly watermark?: string;
  readonly emitter: PrintedParty;
  readonly customer: PrintedParty;
  readonly delivery?: PrintedParty;
  /** The main amount for the header: to be paid, credited, or offered. */
  readonly headline: Labelled;
  readonly facts: readonly Labelled[];
  readonly headerNote?: string;
  readonly table: PrintedLines;
  readonly totals: readonly PrintedTotal[];
  readonly vat?: PrintedTable;
  readonly deductions?: PrintedTable;
  readonly planned?: PrintedTable;
  readonly converted?: PrintedTable;
  readonly payment?: PrintedPayment;
  readonly mentions: readonly Mention[];
  readonly footerNote?: string;
  readonly signature?: { readonly title: string; readonly fields: readonly string[] };
  readonly terms?: { readonly title: string; readonly text: string };
  /** The footer of every page: the issuer. */
  readonly foot: string;
  readonly credit?: string;
  /** "Page {page} / {pages}". */
  readonly pages: string;
  readonly logoAlt: string;
  readonly theme: Omit<Theme, 'logo'> & { readonly logo?: { readonly path: string; readonly widthMm: number } };
};

export type Labelled = { readonly label: string; readonly value: string };

export type PrintedParty = {
  readonly label: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** Legal numbers and contact details. */
  readonly details: readonly string[];
};

export type ColumnKey = 'position' | 'designation' | 'share' | 'quantity' | 'unitPrice' | 'discount' | 'vat' | 'total';

export type PrintedLine = {
  /** The heading of the section that begins with it. */
  readonly section?: string;
  /** The subtotal of the section that ends with it. */
  readonly subtotal?: Labelled;
  readonly designation: string;
  readonly description?: string;
  /** Legal or helpful notes about it. */
  readonly notes: readonly string[];
  /** The other columns. */
  readonly cells: { readonly [Key in ColumnKey]?: string };
};

export type PrintedLines = {
  readonly columns: readonly { readonly key: ColumnKey; readonly label: string }[];
  readonly lines: readonly PrintedLine[];
  /** The running sum including each line. */
  readonly sums: readonly string[];
  readonly toCarry: string;
  readonly carried: string;
};

/** `due` is the main amount; there is exactly one. */
export type PrintedTotal = Labelled & { readonly weight: 'part' | 'sum' | 'due' };

export type PrintedTable = {
  readonly title: string;
  readonly head: readonly string[];
  /** Cells in column order; columns from `figuresFrom` on are right-aligned. */
  readonly rows: readonly (readonly string[])[];
  readonly figuresFrom: number;
  /** Rows from here on are sums. */
  readonly sumsFrom?: number;
  readonly note?: string;
};

export type PrintedPayment = {
  readonly title: string;
  readonly facts: readonly Labelled[];
  readonly note?: string;
  readonly code?: { readonly drawing: string; readonly label: string; readonly alt: string };
};

/**
 * A mandatory text, in French if required by law, with a translation if the document is in another
 * language.
 */
export type Mention = { readonly text: string; readonly beside?: string };
