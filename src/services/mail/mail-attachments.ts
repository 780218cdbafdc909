import type { MailAttachment } from '../../db/mail/mails.ts';
import { attachmentTypes } from '../../domain/billing/document/attachment.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { DocumentFile } from '../billing/files/prepare-file.ts';
import { sha256Of } from '../billing/files/render-document.ts';

/** The attachments a document is sent with. Their bytes are already stored and not read here. */
export const mailAttachments = ({ content: { attachments = [] } }: BillingDocument): MailAttachment[] =>
  attachments.map(({ name, extension, size, sha256 }) => ({
    name,
    mediaType: attachmentTypes[extension],
    size,
    sha256: Buffer.from(sha256, 'hex'),
  }));

/** The PDF a document is sent as; a draft's is only stored with the mail. */
export const documentAttachment = ({ name, mediaType, bytes }: DocumentFile): MailAttachment => ({
  ...{ name, mediaType, bytes },
  size: bytes.length,
  sha256: sha256Of(bytes),
});

/** What the audit chain records of a mail's files: names and hex SHA-256. */
export const hashesOf = (files: readonly MailAttachment[]) =>
  files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') }));
