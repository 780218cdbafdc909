import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { isPaidAtIssue } from '../../domain/billing/document/paid-at-issue.ts';
import { deductedIn } from '../../domain/billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';

/** The amount due when a document is issued: its total minus its deducted advances. */
export const dueAtIssue = (document: BillingDocument): Cents =>
  cents(taxIncluded(totalOf(document.totals.breakdown)) - taxIncluded(totalOf(deductedIn(document))));

/** What the customer has to pay after a document is issued: nothing if it was paid by then. */
export const leftToPayAtIssue = (document: BillingDocument): Cents =>
  isPaidAtIssue(document) ? cents(0) : dueAtIssue(document);
