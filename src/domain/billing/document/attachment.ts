/** Files one document may carry, and bytes one of them may hold: together they still fit into one e-mail. */
export const ATTACHMENTS_MAX = 10;
export const ATTACHMENT_BYTES_MAX = 5 * 1_048_576;

/** What may be attached, by its extension: what a customer's program opens, and nothing that runs. */
export const attachmentTypes = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  txt: 'text/plain',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
} as const;
export type AttachmentExtension = keyof typeof attachmentTypes;

/** A file that goes with a document. Its name, size and hash are under the document's seal. */
export type Attachment = {
  readonly id: string;
  /** With its extension, as the customer sees it. */
  readonly name: string;
  readonly extension: AttachmentExtension;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
};

/** The extension of a name, where it is one of those that may be attached. */
export function extensionOf(name: string): AttachmentExtension | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && Object.hasOwn(attachmentTypes, extension)
    ? (extension as AttachmentExtension)
    : undefined;
}

/** How the bytes of each kind begin; texts have no sign of their own. */
const signs: Readonly<Record<AttachmentExtension, readonly number[]>> = {
  pdf: [0x25, 0x50, 0x44, 0x46],
  png: [0x89, 0x50, 0x4e, 0x47],
  jpg: [0xff, 0xd8, 0xff],
  jpeg: [0xff, 0xd8, 0xff],
  webp: [0x52, 0x49, 0x46, 0x46],
  docx: [0x50, 0x4b, 0x03, 0x04],
  xlsx: [0x50, 0x4b, 0x03, 0x04],
  odt: [0x50, 0x4b, 0x03, 0x04],
  ods: [0x50, 0x4b, 0x03, 0x04],
  txt: [],
  csv: [],
};

/** Whether the bytes begin as their extension says: a program called `facture.pdf` is none. */
export const beginsAs = (extension: AttachmentExtension, bytes: Uint8Array): boolean =>
  signs[extension].every((byte, place) => bytes[place] === byte) &&
  (signs[extension].length > 0 || !bytes.subarray(0, TEXT_LOOKED_AT).includes(0));

/** Bytes of a text that are looked at: no text holds a zero. */
const TEXT_LOOKED_AT = 4_096;
