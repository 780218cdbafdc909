import type { Refusal } from '../../domain/refusal.ts';
import { accountRefusals } from './account.ts';
import { attachmentRefusals } from './attachments.ts';
import { bankMatchRefusals, bankRefusals } from './bank.ts';
import { booksRefusals } from './books.ts';
import { catalogueRefusals } from './catalogue.ts';
import { creditNoteRefusals } from './credit-notes.ts';
import { customerRefusals, portalRefusals } from './customers.ts';
import { documentRefusals } from './documents.ts';
import { eReportingRefusals } from './e-reporting.ts';
import { einvoicingRefusals } from './einvoicing.ts';
import { estimateRefusals } from './estimates.ts';
import { eventRefusals } from './events.ts';
import { fileRefusals } from './imports.ts';
import { installationRefusals } from './installation.ts';
import { lineRefusals } from './lines.ts';
import { mailRefusals } from './mail.ts';
import { pastDocumentRefusals } from './past-documents.ts';
import { collectionRefusals } from './payment-collection.ts';
import { paymentRefusals } from './payments.ts';
import { peopleRefusals } from './people.ts';
import { projectRefusals } from './projects.ts';
import type { Rows } from './refusal-text.ts';
import { supplierInvoiceRefusals } from './supplier-invoices.ts';
import { themeRefusals } from './themes.ts';

/** Every business refusal, by subject. A new one does not compile until it has a row. */
export const refusalProblems: Rows<Refusal> = {
  ...documentRefusals,
  ...lineRefusals,
  ...estimateRefusals,
  ...creditNoteRefusals,
  ...attachmentRefusals,
  ...paymentRefusals,
  ...collectionRefusals,
  ...customerRefusals,
  ...catalogueRefusals,
  ...fileRefusals,
  ...bankMatchRefusals,
  ...bankRefusals,
  ...eReportingRefusals,
  ...booksRefusals,
  ...pastDocumentRefusals,
  ...projectRefusals,
  ...mailRefusals,
  ...eventRefusals,
  ...einvoicingRefusals,
  ...accountRefusals,
  ...installationRefusals,
  ...peopleRefusals,
  ...portalRefusals,
  ...themeRefusals,
  ...supplierInvoiceRefusals,
};
