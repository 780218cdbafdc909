import { type BillingDocument, isEstimate } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';

/** Already covered by other requirements, or optional for the account (`customerSirenRequired`). */
const ASKED_ELSEWHERE: ReadonlySet<string> = new Set([
  'sellerSiret',
  'sellerVatNumber',
  'customerSiren',
  'customerElectronicAddress',
  'exemptionReason',
]);

// Imported once: even a resolved dynamic import costs 2 % of a finalization.
let requirements: Promise<typeof import('../../../einvoice/requirements.ts')> | undefined;

/**
 * The facts of a draft plus the faults of its electronic form, if the law requires one. The code
 * is loaded with the first draft that needs it.
 */
export async function withElectronicFaults(document: BillingDocument, facts: Facts): Promise<Facts> {
  if (document.sealed || document.test || isEstimate(document) || !facts.customer) return facts;
  requirements ??= import('../../../einvoice/requirements.ts');
  const { electronicFaults, electronicFaultTexts, electronicFormBinds } = await requirements;
  // Faults of a consumer's invoice are not reported, so none are searched.
  if (!electronicFormBinds(document, facts)) return facts;
  const missing = electronicFaults(document, facts).filter(
    ({ name, binding }) => binding && !ASKED_ELSEWHERE.has(name),
  );
  if (missing.length === 0) return facts;
  return { ...facts, electronicFaults: missing.map(({ name }) => electronicFaultTexts[name]) };
}
