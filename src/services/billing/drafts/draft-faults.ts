import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { withElectronicFaults } from './electronic-invoice-faults.ts';
import { withUnprintable } from './unprintable-letters.ts';

/** The facts of a draft together with what its paper and its electronic form cannot say. */
export const withFaultsOfDraft = async (document: BillingDocument, facts: Facts): Promise<Facts> =>
  withElectronicFaults(document, await withUnprintable(document, facts));
