import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { deductedIn } from '../../domain/billing/document/totals/document-figures.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { taxIncluded, totalOf } from '../../domain/vat/breakdown.ts';

/** What is to be paid of a document when it is issued: its total less the advances deducted in it. */
export const dueAtIssue = (document: BillingDocument): Cents =>
  cents(taxIncluded(totalOf(document.totals.breakdown)) - taxIncluded(totalOf(deductedIn(document))));
