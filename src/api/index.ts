import type { Operation } from '../pipeline/operation.ts';
import { backupOperations } from './account/backup-setting.ts';
import { accountOperations, closureOperations } from './account/index.ts';
import { installationOperations } from './account/installation.ts';
import { publicAddressOperations } from './account/public-address.ts';
import { updateOperations } from './account/update-setting.ts';
import {
  advanceOperations,
  attachmentOperations,
  creditNoteOperations,
  documentOperations,
  invoiceOperations,
  offerOperations,
} from './billing/index.ts';
import { importOperations } from './billing/past/index.ts';
import { bookOperations } from './books/index.ts';
import { catalogueOperations } from './catalogue/index.ts';
import { customerOperations } from './customers/index.ts';
import { eReportingOperations, platformOperations, supplierInvoiceOperations } from './einvoicing/index.ts';
import { eventOperations, webhookOperations } from './events/index.ts';
import { homeOperations } from './home/index.ts';
import { mailOperations } from './mail/index.ts';
import { bankOperations, paymentOperations } from './payments/index.ts';
import { peopleOperations } from './people/index.ts';
import { portalOperations } from './portal/index.ts';
import { projectOperations } from './projects/index.ts';
import { themeOperations } from './themes/index.ts';

/** All operations: the table of contents of the service, in the order of a business year. */
export const operations: readonly Operation[] = [
  ...homeOperations,
  ...accountOperations,
  ...installationOperations,
  ...publicAddressOperations,
  ...updateOperations,
  ...backupOperations,
  ...peopleOperations,
  ...customerOperations,
  ...catalogueOperations,
  ...projectOperations,

  // Offers and the customer's response.
  ...offerOperations,

  // Advances.
  ...advanceOperations,

  // Invoices.
  ...invoiceOperations,

  // All documents.
  ...documentOperations,
  ...attachmentOperations,
  ...themeOperations,
  ...mailOperations,

  // Moving in from another program.
  ...importOperations,

  // Links for customers without an account.
  ...portalOperations,

  // Payments.
  ...paymentOperations,
  ...bankOperations,

  // The books.
  ...bookOperations,

  // Approved platforms of the e-invoicing reform.
  ...platformOperations,

  ...closureOperations,
  ...eReportingOperations,

  // Invoices of suppliers.
  ...supplierInvoiceOperations,

  // Events.
  ...eventOperations,

  // Credit notes.
  ...creditNoteOperations,

  // Webhooks.
  ...webhookOperations,
];
