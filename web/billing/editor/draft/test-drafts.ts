import { readFileSync } from 'node:fs';
import type { Billing } from './draft.ts';
import type { SavedLine } from './line.ts';

/** A draft invoice as the service answers it, with these lines and whatever else is said of it. */
export function draftInvoice(said: object = {}, lines: readonly Partial<SavedLine>[] = []): Billing {
  const file = new URL('../../../../examples/invoice-usual/document.json', import.meta.url);
  const usual = JSON.parse(readFileSync(file, 'utf8'));
  const { number: _, finalizedAt: __, ...draft } = usual;
  const made = lines.map((line) => ({ ...lineOf(usual.lines[0]), id: line.generatedId, ...line }));
  return { ...draft, state: 'draft', title: 'Objet', lines: made, ...said } as Billing;
}

/** A line of the example without what it says beside its figures. */
const lineOf = ({ description: _, reference: __, productId: ___, ...line }: SavedLine) => ({
  ...line,
  ...{ designation: 'Audit', quantity: 1, unitPrice: 60_000, discount: { amount: 0, mode: 'PERCENTAGE' } },
});
