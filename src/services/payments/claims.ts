import type { Claim } from '../../domain/billing/document/document.ts';
import { type Wanted, wanted } from '../billing/document-group/load-document-group.ts';

/** What money is asked by: invoices and advances alike. */
export const claims: Wanted<Claim, 'document_not_found'> = { ...wanted.any, kinds: ['invoice', 'advance'] };
