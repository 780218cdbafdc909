import type * as z from 'zod';
import { type Attachment, attachmentTypes } from '../../domain/billing/document/attachment.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { FileJson } from './document/document-parts.ts';

/** The files of a document in the API; each is read at its `url` with the same key. */
export const attachmentsToJson = ({ id, content }: BillingDocument, publicUrl: string): z.input<typeof FileJson>[] =>
  (content.attachments ?? []).map((attachment) => attachmentToJson(id, attachment, publicUrl));

export function attachmentToJson(
  documentId: string,
  { id, name, extension }: Attachment,
  publicUrl: string,
): z.input<typeof FileJson> {
  const relativeUrl = `/v2/billing/${documentId}/attachments/${id}`;
  const mimeType = attachmentTypes[extension];
  return { id, name, extension, mimeType, url: `${publicUrl}${relativeUrl}`, relativeUrl };
}
