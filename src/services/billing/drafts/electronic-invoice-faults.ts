import { type BillingDocument, isEstimate } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';

/** What other requirements ask for already, or what the account has left to itself (`customerSirenRequired`). */
const ASKED_ELSEWHERE: ReadonlySet<string> = new Set([
  'sellerSiret',
  'sellerVatNumber',
  'customerSiren',
  'customerElectronicAddress',
  'exemptionReason',
]);

// Asked for once: an import that is answered at once still costs 2 % of a finalization.
let requirements: Promise<typeof import('../../../einvoice/requirements.ts')> | undefined;

/**
 * The facts of a draft together with what keeps its electronic form from being valid, where the law wants one. Loaded with
 * the first draft it concerns, and asked of nothing else.
 */
export async function withElectronicFaults(document: BillingDocument, facts: Facts): Promise<Facts> {
  if (document.sealed || document.test || isEstimate(document) || !facts.customer) return facts;
  requirements ??= import('../../../einvoice/requirements.ts');
  const { electronicFaults, electronicFaultTexts, electronicFormBinds } = await requirements;
  // Of a private customer's invoice no fault would be told: none is looked for.
  if (!electronicFormBinds(document, facts)) return facts;
  const missing = electronicFaults(document, facts).filter(
    ({ name, binding }) => binding && !ASKED_ELSEWHERE.has(name),
  );
  if (missing.length === 0) return facts;
  return { ...facts, electronicFaults: missing.map(({ name }) => electronicFaultTexts[name]) };
}
