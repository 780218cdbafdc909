import type { Operation } from '../../../pipeline/operation.ts';
import { attachFile } from './attach-file.ts';
import { detachFile } from './detach-file.ts';
import { downloadBilling } from './download-billing.ts';
import { getAttachment } from './get-attachment.ts';
import { getBillingPaper } from './get-billing-paper.ts';
import { listAttachments } from './list-attachments.ts';
import { previewBilling } from './preview-billing.ts';

/** Attachments of documents. */
export const attachmentOperations: readonly Operation[] = [
  downloadBilling,
  previewBilling,
  getBillingPaper,
  attachFile,
  listAttachments,
  getAttachment,
  detachFile,
];
