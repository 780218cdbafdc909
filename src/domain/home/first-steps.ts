import { isIdentified } from '../account/legal-identity.ts';
import type { AccountSettings } from '../account/settings.ts';

/** The setup checklist of the home page, in order: the steps to a first bill. */
export const firstStepNames = ['company', 'bank', 'customer', 'document', 'sent'] as const;
export type FirstStep = { readonly name: (typeof firstStepNames)[number]; readonly isDone: boolean };

/** What exists in the account, in the current mode. */
export type Begun = { readonly hasCustomer: boolean; readonly hasDocument: boolean; readonly isSent: boolean };

/**
 * Which of the first steps are done. The company is complete once a live document can name it, with
 * its VAT number if VAT is charged. A document counts from its draft on. Sent means mailed or
 * marked as sent.
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
