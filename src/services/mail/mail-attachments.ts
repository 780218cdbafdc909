import type { MailAttachment } from '../../db/mail/mails.ts';
import { attachmentTypes } from '../../domain/billing/document/attachment.ts';
import type { BillingDocument } from '../../domain/billing/document/document.ts';
import type { DocumentFile } from '../billing/files/prepare-file.ts';
import { sha256Of } from '../billing/files/render-document.ts';

/** The files a document is sent with: what was attached to it. Their bytes are kept already, and not read here. */
export const mailAttachments = ({ content: { attachments = [] } }: BillingDocument): MailAttachment[] =>
  attachments.map(({ name, extension, size, sha256 }) => ({
    name,
    mediaType: attachmentTypes[extension],
    size,
    sha256: Buffer.from(sha256, 'hex'),
  }));

/** The paper a document is sent as; of a draft it is kept by the mail alone. */
export const documentAttachment = ({ name, mediaType, bytes }: DocumentFile): MailAttachment => ({
  ...{ name, mediaType, bytes },
  size: bytes.length,
  sha256: sha256Of(bytes),
});

/** What the audit chain keeps of the files of a mail: their names, and the hex SHA-256 of their bytes. */
export const hashesOf = (files: readonly MailAttachment[]) =>
  files.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') }));
