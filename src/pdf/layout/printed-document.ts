import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Theme } from '../../domain/themes/theme.ts';

/** A document as it is printed: every amount, day and label a ready string. It is all that the templates see. */
export type PrintedDocument = {
  readonly locale: Locale;
  /** The day it is dated, for the file: year, month, day, and Unix seconds. */
  readonly dated: { readonly day: string; readonly at: number };
  /** The name of the file's document: "Facture F-2026-0001". */
  readonly title: string;
  /** "Facture", "Avoir". */
  readonly heading: string;
  /** "n° F-2026-0001"; of a draft "Brouillon". */
  readonly number: string;
  /** The author's own title. */
  readonly subject?: string;
  readonly watermark?: string;
  readonly emitter: PrintedParty;
  readonly customer: PrintedParty;
  readonly delivery?: PrintedParty;
  /** The figure the document is about, for its head: what is to be paid, what was credited, what is offered. */
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
  /** Repeated at the foot of every page: who bills. */
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
  /** Legal numbers and how to reach them. */
  readonly details: readonly string[];
};

export type ColumnKey = 'position' | 'designation' | 'share' | 'quantity' | 'unitPrice' | 'discount' | 'vat' | 'total';

export type PrintedLine = {
  /** The heading of the section it begins. */
  readonly section?: string;
  /** What the section it ends comes to. */
  readonly subtotal?: Labelled;
  readonly designation: string;
  readonly description?: string;
  /** What the law or the reader wants to know of it. */
  readonly notes: readonly string[];
  /** What stands in the other columns. */
  readonly cells: { readonly [Key in ColumnKey]?: string };
};

export type PrintedLines = {
  readonly columns: readonly { readonly key: ColumnKey; readonly label: string }[];
  readonly lines: readonly PrintedLine[];
  /** What the lines come to, up to and with each of them. */
  readonly sums: readonly string[];
  readonly toCarry: string;
  readonly carried: string;
};

/** `due` is the figure everybody looks for; there is one. */
export type PrintedTotal = Labelled & { readonly weight: 'part' | 'sum' | 'due' };

export type PrintedTable = {
  readonly title: string;
  readonly head: readonly string[];
  /** Cells in the order of the head; the columns from `figuresFrom` on stand to the right. */
  readonly rows: readonly (readonly string[])[];
  readonly figuresFrom: number;
  /** The rows from here on are what the others come to. */
  readonly sumsFrom?: number;
  readonly note?: string;
};

export type PrintedPayment = {
  readonly title: string;
  readonly facts: readonly Labelled[];
  readonly note?: string;
  readonly code?: { readonly drawing: string; readonly label: string; readonly alt: string };
};

/** What must be said, in French where the law is French, and its translation where the document has another language. */
export type Mention = { readonly text: string; readonly beside?: string };
