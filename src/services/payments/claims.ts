import type { Claim } from '../../domain/billing/document/document.ts';
import { type DocumentLookup, documentLookups } from '../billing/document-group/load-document-group.ts';

/** What money is asked by: invoices and advances alike. */
export const claims: DocumentLookup<Claim, 'document_not_found'> = { ...documentLookups.any, kinds: ['invoice', 'advance'] };
