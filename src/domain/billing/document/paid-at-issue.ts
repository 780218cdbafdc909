import type { BillingDocument } from './document.ts';
import type { InvoicingFramework } from './terms/invoicing-framework.ts';

/** The framework of a document; only invoices have one. */
export const frameworkOf = (document: BillingDocument): InvoicingFramework | undefined =>
  document.kind === 'invoice' ? document.content.framework : undefined;

/** Whether an invoice states that it was paid when it was issued. */
export const isPaidAtIssue = (document: BillingDocument): boolean => frameworkOf(document) === 'already_paid';
