import type * as z from 'zod';
import type { Advance, BillingDocument, Invoice } from '../../domain/billing/document/document.ts';
import {
  AdvanceJson,
  CreditNoteJson,
  EstimateJson,
  InvoiceJson,
} from '../../schemas/billing/document/document-json.ts';
import type { Chapter } from '../../schemas/chapter.ts';
import { type DocumentLookup, documentLookups } from './document-group/load-document-group.ts';

type NotFound = 'estimate_not_found' | 'invoice_not_found' | 'advance_not_found' | 'credit_note_not_found';

/** What the operations need for each document kind: its name, chapter, schema and refusal. */
export type ApiDocumentKind<D extends BillingDocument = BillingDocument> = {
  noun: 'estimate' | 'invoice' | 'advance' | 'asset';
  chapter: Chapter;
  Json: z.ZodType<unknown>;
  missing: NotFound;
  what: DocumentLookup<D, NotFound>;
};

export const estimates: ApiDocumentKind = {
  noun: 'estimate',
  chapter: 'Estimates',
  Json: EstimateJson,
  missing: 'estimate_not_found',
  what: { ...documentLookups.estimate },
};

export const invoices: ApiDocumentKind<Invoice> = {
  noun: 'invoice',
  chapter: 'Invoices',
  Json: InvoiceJson,
  missing: 'invoice_not_found',
  what: { ...documentLookups.invoice },
};

export const advances: ApiDocumentKind<Advance> = {
  noun: 'advance',
  chapter: 'Advances',
  Json: AdvanceJson,
  missing: 'advance_not_found',
  what: { ...documentLookups.advance },
};

export const creditNotes: ApiDocumentKind = {
  noun: 'asset',
  chapter: 'Credit notes',
  Json: CreditNoteJson,
  missing: 'credit_note_not_found',
  what: { ...documentLookups.creditNote },
};
