import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { withElectronicFaults } from './electronic-invoice-faults.ts';
import { withUnprintable } from './unprintable-letters.ts';

/** The facts of a draft, plus what its PDF and its electronic form cannot represent. */
export const withFaultsOfDraft = async (document: BillingDocument, facts: Facts): Promise<Facts> =>
  withElectronicFaults(document, await withUnprintable(document, facts));
