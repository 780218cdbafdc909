import type { Claim } from '../../domain/billing/document/document.ts';
import { type DocumentLookup, documentLookups } from '../billing/document-group/load-document-group.ts';

/** Documents that claim money: invoices and advances. */
export const claims: DocumentLookup<Claim, 'document_not_found'> = {
  ...documentLookups.any,
  kinds: ['invoice', 'advance'],
};
