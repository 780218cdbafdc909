import type * as z from 'zod';
import type { line } from '../../../../src/schemas/billing/document/document-input.ts';
import type { LineJson } from '../../../../src/schemas/billing/document/document-parts.ts';

export type SavedLine = z.output<typeof LineJson>;
export type LineRequest = z.input<typeof line>;
export type Unit = NonNullable<SavedLine['quantityUnit']>;
export type VatCode = SavedLine['vatCode'];
export type Discount = { readonly mode: 'PERCENTAGE' | 'AMOUNT'; readonly amount: number };

/**
 * A line on the screen. `key` identifies it on both sides (`generatedId`), even when it moves or
 * its text changes. Missing values are undefined; amounts are cents, with parts of a cent if typed.
 */
export type DraftLine = {
  readonly key: string;
  /** The section title; never blank. */
  readonly section?: string | undefined;
  readonly designation: string;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  readonly quantity?: number | undefined;
  readonly unit?: Unit | undefined;
  readonly unitPrice?: number | undefined;
  readonly vatCode?: VatCode | undefined;
  readonly type?: SavedLine['type'] | undefined;
  readonly discount?: Discount | undefined;
  readonly taxIncluded: boolean;
  readonly goods?: boolean | undefined;
  readonly productId?: string | undefined;
  readonly personalServiceActivity?: SavedLine['personalServiceActivity'] | undefined;
  /**
   * Unreadable input of a field. The field keeps its previous value, and finalization is blocked.
   */
  readonly unread?: UnreadableCells | undefined;
};

/** The numeric fields of a line. */
export const FIGURE_CELLS = ['quantity', 'unitPrice', 'discount'] as const;
export type FigureCell = (typeof FIGURE_CELLS)[number];
export type UnreadableCells = { readonly [Cell in FigureCell]?: string | undefined };

/**
 * Applies a change to a line. Setting a field clears its unreadable input, unless the change
 * contains one.
 */
export function changedLine(line: DraftLine, { unread, ...change }: Partial<DraftLine>): DraftLine {
  const left = Object.entries(line.unread ?? {}).filter(([cell]) => !(cell in change));
  const texts = Object.fromEntries([...left, ...Object.entries(unread ?? {}).filter(([, text]) => text !== undefined)]);
  return { ...line, ...change, unread: Object.keys(texts).length > 0 ? texts : undefined };
}

/** What a new line inherits. */
export type LineStart = Pick<DraftLine, 'unit' | 'vatCode' | 'taxIncluded'> & {
  type?: DraftLine['type'];
  section?: DraftLine['section'];
};

export const newLine = (key: string, start: LineStart): DraftLine => ({ key, designation: '', quantity: 1, ...start });

/** A new line inherits from the line above: section, unit, VAT, price with or without tax. */
export function lineStartAfter(above: DraftLine | undefined, vatCode: VatCode | undefined): LineStart {
  if (!above) return { unit: 'unit', vatCode, taxIncluded: false };
  const isDisbursement = above.type === 'disbursement';
  return {
    unit: above.unit ?? 'unit',
    vatCode: isDisbursement ? vatCode : (above.vatCode ?? vatCode),
    taxIncluded: above.taxIncluded,
    type: isDisbursement ? undefined : above.type,
    ...(above.section !== undefined && { section: above.section }),
  };
}

/** An empty line: it exists only on the screen. */
export const isBlank = (line: DraftLine): boolean =>
  line.designation.trim() === '' &&
  !line.description?.trim() &&
  line.unitPrice === undefined &&
  line.unread === undefined &&
  line.productId === undefined;

/** What a line that is not blank still needs before the service can save it. */
export function lacking(line: DraftLine): 'designation' | 'vatCode' | undefined {
  if (line.designation.trim() === '' && line.productId === undefined) return 'designation';
  return line.vatCode === undefined && line.type !== 'disbursement' && line.productId === undefined
    ? 'vatCode'
    : undefined;
}

/** Whether the service can save it. */
export const canBeSaved = (line: DraftLine): boolean => !isBlank(line) && lacking(line) === undefined;

/** Converts a line from the service. */
export function lineFrom(saved: SavedLine): DraftLine {
  const { discount } = saved;
  return present({
    key: saved.generatedId ?? saved.id,
    section: saved.section,
    designation: saved.designation,
    description: saved.description,
    reference: saved.reference,
    quantity: saved.quantity,
    unit: saved.quantityUnit,
    unitPrice: saved.unitPrice,
    vatCode: saved.vatCode,
    type: saved.type,
    discount: discount && discount.amount > 0 ? { mode: discount.mode, amount: discount.amount } : undefined,
    taxIncluded: saved.isTaxIncluded,
    goods: saved.isDeliveryOfGoods || undefined,
    productId: saved.productId,
    personalServiceActivity: saved.personalServiceActivity,
  });
}

/** Converts a line to a request. A missing price becomes the product's price, or none yet. */
export function lineRequest(line: DraftLine): LineRequest {
  const designation = line.designation.trim();
  const ofProduct = line.productId !== undefined;
  return present({
    generatedId: line.key,
    productId: line.productId,
    section: line.section && titleOf(line.section),
    designation: designation || undefined,
    description: line.description?.trim() || undefined,
    reference: line.reference?.trim() || undefined,
    quantity: line.quantity ?? 0,
    quantityUnit: line.unit,
    unitPrice: line.unitPrice ?? (ofProduct ? undefined : 0),
    vatCode: line.type === 'disbursement' ? undefined : line.vatCode,
    type: line.type,
    discount: line.discount && line.discount.amount > 0 ? line.discount : undefined,
    isTaxIncluded: line.taxIncluded,
    isDeliveryOfGoods: line.goods,
    personalServiceActivity: line.personalServiceActivity,
  }) as LineRequest;
}

/** A section title as the service stores it: one line, trimmed. */
export const titleOf = (typed: string): string =>
  typed.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** Only the members that have a value. */
export const present = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
