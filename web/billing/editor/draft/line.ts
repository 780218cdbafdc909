import type * as z from 'zod';
import type { line } from '../../../../src/schemas/billing/document/document-input.ts';
import type { LineJson } from '../../../../src/schemas/billing/document/document-parts.ts';

export type SavedLine = z.output<typeof LineJson>;
export type LineRequest = z.input<typeof line>;
export type Unit = NonNullable<SavedLine['quantityUnit']>;
export type VatCode = SavedLine['vatCode'];
export type Discount = { readonly mode: 'PERCENTAGE' | 'AMOUNT'; readonly amount: number };

/**
 * A line as it stands on the screen. `key` is its name on both sides (`generatedId`): it stays when the line moves or its
 * words change. What is not there yet is undefined; money is cents, with parts of a cent where they were typed.
 */
export type DraftLine = {
  readonly key: string;
  /** The heading it stands under; never blank. */
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
  /** What was typed in a field and cannot be read. The field keeps the value it had before, and finalization is blocked. */
  readonly unread?: UnreadableCells | undefined;
};

/** The fields of a line that hold a number. */
export const FIGURE_CELLS = ['quantity', 'unitPrice', 'discount'] as const;
export type FigureCell = (typeof FIGURE_CELLS)[number];
export type UnreadableCells = { readonly [Cell in FigureCell]?: string | undefined };

/** A line after a change. A field that gets a value no longer has an unreadable text, unless the change brings one. */
export function changedLine(line: DraftLine, { unread, ...change }: Partial<DraftLine>): DraftLine {
  const left = Object.entries(line.unread ?? {}).filter(([cell]) => !(cell in change));
  const texts = Object.fromEntries([...left, ...Object.entries(unread ?? {}).filter(([, text]) => text !== undefined)]);
  return { ...line, ...change, unread: Object.keys(texts).length > 0 ? texts : undefined };
}

/** What a new line takes from its surroundings. */
export type LineStart = Pick<DraftLine, 'unit' | 'vatCode' | 'taxIncluded'> & {
  type?: DraftLine['type'];
  section?: DraftLine['section'];
};

export const newLine = (key: string, start: LineStart): DraftLine => ({ key, designation: '', quantity: 1, ...start });

/** A line begins as the one above it ends: its section, its unit, its VAT, with tax or without. */
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

/** Nothing was said on it yet: it is kept on the screen, and nowhere else. */
export const isBlank = (line: DraftLine): boolean =>
  line.designation.trim() === '' &&
  !line.description?.trim() &&
  line.unitPrice === undefined &&
  line.unread === undefined &&
  line.productId === undefined;

/** What a line that is not blank must still have before the service can keep it. */
export function lacking(line: DraftLine): 'designation' | 'vatCode' | undefined {
  if (line.designation.trim() === '' && line.productId === undefined) return 'designation';
  return line.vatCode === undefined && line.type !== 'disbursement' && line.productId === undefined
    ? 'vatCode'
    : undefined;
}

/** Whether the service can keep it as it is. */
export const canBeSaved = (line: DraftLine): boolean => !isBlank(line) && lacking(line) === undefined;

/** A line as the service answers it. */
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

/** A line as the service is asked to keep it. A price nobody said is the product's, or nothing yet. */
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

/** A heading as the service keeps it: on one line, without the blanks around it. */
export const titleOf = (typed: string): string =>
  typed.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** The members that have a value. */
export const present = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
