import { type Doc, isSealed } from './document-model.ts';

// What finalizations do to stock, written from docs/rules/catalogue.md alone.

/** Ten-thousandths of a unit, by the id of the product. */
export type Quantities = ReadonlyMap<string, number>;

/** What lines of a request, or of an answer, say of each product. */
export function quantitiesOf(lines: readonly Record<string, any>[]): Quantities {
  const quantities = new Map<string, number>();
  for (const { productId, quantity, description } of lines) {
    if (!productId) continue;
    // A line of the service's own whose quantity was replaced tells the original one, and counts
    // for it.
    const original = /Quantité d’origine : (-?[\d,]+)/.exec(description ?? '')?.[1];
    const units = original === undefined ? quantity : Number(original.replace(',', '.'));
    quantities.set(productId, (quantities.get(productId) ?? 0) + Math.round(units * 10_000));
  }
  return quantities;
}

/**
 * Moves the stock that a finalization moves; `canceled` is the invoice that a credit note takes
 * back whole.
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
 * Never more than the invoice took and its credit notes have not brought back; a free credit note
 * knows no invoice.
 */
function broughtBack({ parent }: Doc, id: string, quantity: number): number {
  if (!parent) return quantity;
  const credits = parent.children.filter((child) => child.kind === 'credit_note' && isSealed(child));
  const held = -[parent, ...credits].reduce((all, { moved }) => all + (moved?.get(id) ?? 0), 0);
  return held >= 0 ? Math.min(Math.max(quantity, 0), held) : Math.max(Math.min(quantity, 0), held);
}
