import { isIdentified } from '../account/legal-identity.ts';
import type { AccountSettings } from '../account/settings.ts';

/** What an account does once, to have billed: the checklist of the home page, in its order. */
export const firstStepNames = ['company', 'bank', 'customer', 'document', 'sent'] as const;
export type FirstStep = { readonly name: (typeof firstStepNames)[number]; readonly isDone: boolean };

/** What was made in the account, of the mode that is asked for. */
export type Begun = { readonly hasCustomer: boolean; readonly hasDocument: boolean; readonly isSent: boolean };

/**
 * Which of the first steps are done. The company is complete once a live document could name it, with its VAT number where VAT is
 * charged; a document counts from its draft on; sent is what left by mail or was noted as sent.
 */
export function firstStepsOf(
  { emitter, vatRegime, bank }: Pick<AccountSettings, 'emitter' | 'vatRegime' | 'bank'>,
  { hasCustomer, hasDocument, isSent }: Begun,
): FirstStep[] {
  const chargesVat = vatRegime === 'simplified' || vatRegime === 'normal';
  const isDone: Record<FirstStep['name'], boolean> = {
    company: isIdentified(emitter) && (!chargesVat || Boolean(emitter.vatNumber)),
    bank: bank !== undefined,
    customer: hasCustomer,
    document: hasDocument,
    sent: isSent,
  };
  return firstStepNames.map((name) => ({ name, isDone: isDone[name] }));
}
