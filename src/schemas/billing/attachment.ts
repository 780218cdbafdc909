import type * as z from 'zod';
import { type Attachment, attachmentTypes, embeddedFiles } from '../../domain/billing/document/attachment.ts';
import { type BillingDocument, isEstimate } from '../../domain/billing/document/document.ts';
import type { FileJson } from './document/document-parts.ts';

/** The files of a document in the API; each is read at its `url` with the same key. */
export function attachmentsToJson(document: BillingDocument, publicUrl: string): z.input<typeof FileJson>[] {
  const { attachments = [] } = document.content;
  return attachments.map((attachment) => ({
    ...attachmentToJson(document.id, attachment, publicUrl),
    ...electronicFlag(document, attachments, attachment),
  }));
}

/** Whether the electronic invoice of a document with these files holds one of them. */
export const electronicFlag = (
  document: BillingDocument,
  attachments: readonly Attachment[],
  attachment: Attachment,
): { isInElectronicInvoice?: true } =>
  !isEstimate(document) && embeddedFiles(attachments).includes(attachment) ? { isInElectronicInvoice: true } : {};

export function attachmentToJson(
  documentId: string,
  { id, name, extension }: Attachment,
  publicUrl: string,
): z.input<typeof FileJson> {
  const relativeUrl = `/v2/billing/${documentId}/attachments/${id}`;
  const mimeType = attachmentTypes[extension];
  return { id, name, extension, mimeType, url: `${publicUrl}${relativeUrl}`, relativeUrl };
}
