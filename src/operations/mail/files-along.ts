import { attachmentTypes } from '../../domain/document/attachment.ts';
import type { BillingDocument } from '../../domain/document/document.ts';
import type { MailFile } from '../../domain/mail/mail.ts';
import { attachedFiles } from '../../store/files.ts';
import type { Context } from '../operation.ts';

/** The files a document is sent with: what was attached to it. */
export async function filesAlong({ tx }: Context, document: BillingDocument): Promise<MailFile[]> {
  const { attachments = [] } = document.content;
  if (attachments.length === 0) return [];
  const bytes = await attachedFiles(tx, document.id);
  return attachments.map(({ id, name, extension }) => ({
    name,
    mediaType: attachmentTypes[extension],
    bytes: bytes.get(id) ?? missing(id),
  }));
}

function missing(id: string): never {
  throw new Error(`the bytes of attachment ${id} are not there`);
}
