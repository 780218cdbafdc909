import type { Operation } from '../pipeline/operation.ts';
import { closureOperations } from './account/closures/index.ts';
import { accountOperations } from './account/index.ts';
import { advanceOperations } from './billing/advances/index.ts';
import { attachmentOperations } from './billing/attachments/index.ts';
import { creditNoteOperations } from './billing/credit-notes/index.ts';
import { documentOperations } from './billing/documents/index.ts';
import { offerOperations } from './billing/estimates/index.ts';
import { invoiceOperations } from './billing/invoices/index.ts';
import { catalogueOperations } from './catalogue/index.ts';
import { customerOperations } from './customers/index.ts';
import { eventOperations } from './events/index.ts';
import { webhookOperations } from './events/webhooks/index.ts';
import { homeOperations } from './home/index.ts';
import { mailOperations } from './mail/index.ts';
import { bankOperations } from './payments/bank/index.ts';
import { paymentOperations } from './payments/index.ts';
import { peopleOperations } from './people/index.ts';
import { portalOperations } from './portal/index.ts';
import { projectOperations } from './projects/index.ts';
import { themeOperations } from './themes/index.ts';

/** Everything that can be asked: the table of contents of the service, in the order a year of business goes. */
export const operations: readonly Operation[] = [
  ...homeOperations,
  ...accountOperations,
  ...peopleOperations,
  ...customerOperations,
  ...catalogueOperations,
  ...projectOperations,

  // An offer, and what the customer says to it.
  ...offerOperations,

  // Money down.
  ...advanceOperations,

  // The bill.
  ...invoiceOperations,

  // Every document.
  ...documentOperations,
  ...attachmentOperations,
  ...themeOperations,
  ...mailOperations,

  // What its customer opens without an account.
  ...portalOperations,

  // Money in.
  ...paymentOperations,
  ...bankOperations,
  ...closureOperations,

  // What happened.
  ...eventOperations,

  // Corrections.
  ...creditNoteOperations,

  // Whom all of it is told.
  ...webhookOperations,
];
