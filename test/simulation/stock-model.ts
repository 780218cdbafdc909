import { type Doc, isSealed } from './document-model.ts';

// How finalizations change stock, written from docs/rules/catalogue.md alone.

/** Ten-thousandths of a unit, by product ID. */
export type Quantities = ReadonlyMap<string, number>;

/** The quantity of each product in the lines of a request or an answer. */
export function quantitiesOf(lines: readonly Record<string, any>[]): Quantities {
  const quantities = new Map<string, number>();
  for (const { productId, quantity, description } of lines) {
    if (!productId) continue;
    // A line whose quantity the service replaced names the original one, which is the one that
    // counts.
    const original = /Quantité d’origine : (-?[\d,]+)/.exec(description ?? '')?.[1];
    const units = original === undefined ? quantity : Number(original.replace(',', '.'));
    quantities.set(productId, (quantities.get(productId) ?? 0) + Math.round(units * 10_000));
  }
  return quantities;
}

/**
 * Moves stock as a finalization does; `canceled` is the invoice that a credit note cancels in full.
 */
export function moveStock(stock: Map<string, number>, doc: Doc, canceled?: Doc): void {
  if (doc.kind !== 'invoice' && doc.kind !== 'credit_note') return;
  if (doc.kind === 'credit_note' && doc.parent?.kind === 'advance') return;
  const moved = new Map<string, number>();
  for (const [id, quantity] of (canceled ?? doc).quantities) {
    const before = stock.get(id);
    if (before === undefined) continue;
    const move = doc.kind === 'invoice' ? -quantity : broughtBack(doc, id, quantity);
    moved.set(id, move);
    stock.set(id, before + move);
  }
  doc.moved = moved;
}

/**
 * At most what the invoice took and its credit notes have not returned; a standalone credit note
 * has no invoice.
 */
function broughtBack({ parent }: Doc, id: string, quantity: number): number {
  if (!parent) return quantity;
  const credits = parent.children.filter((child) => child.kind === 'credit_note' && isSealed(child));
  const held = -[parent, ...credits].reduce((all, { moved }) => all + (moved?.get(id) ?? 0), 0);
  return held >= 0 ? Math.min(Math.max(quantity, 0), held) : Math.max(Math.min(quantity, 0), held);
}
