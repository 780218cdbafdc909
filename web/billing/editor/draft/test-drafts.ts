import { readFileSync } from 'node:fs';
import type { Billing } from './draft.ts';
import type { SavedLine } from './line.ts';

/** A sample draft invoice with these lines and overrides. */
export function draftInvoice(said: object = {}, lines: readonly Partial<SavedLine>[] = []): Billing {
  const file = new URL('../../../../examples/invoice-usual/document.json', import.meta.url);
  const usual = JSON.parse(readFileSync(file, 'utf8'));
  const { number: _, finalizedAt: __, ...draft } = usual;
  const made = lines.map((line) => ({ ...lineOf(usual.lines[0]), id: line.generatedId, ...line }));
  return { ...draft, state: 'draft', title: 'Objet', lines: made, ...said } as Billing;
}

/** The sample line without its details. */
const lineOf = ({ description: _, reference: __, productId: ___, ...line }: SavedLine) => ({
  ...line,
  ...{ designation: 'Audit', quantity: 1, unitPrice: 60_000, discount: { amount: 0, mode: 'PERCENTAGE' } },
});
