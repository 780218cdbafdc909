/** Files per document, and bytes per file: all together fit into one e-mail. */
export const ATTACHMENTS_MAX = 10;
export const ATTACHMENT_BYTES_MAX = 5 * 1_048_576;

/** Allowed attachment types by extension: formats customers can open, nothing executable. */
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

/** A file attached to a document. The seal of the document covers its name, size and hash. */
export type Attachment = {
  readonly id: string;
  /** With its extension, as shown to the customer. */
  readonly name: string;
  readonly extension: AttachmentExtension;
  /** Bytes. */
  readonly size: number;
  /** The SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
};

/** The types that an electronic invoice can hold (EN 16931, BT-125-1). */
const EMBEDDED_TYPES: ReadonlySet<AttachmentExtension> = new Set(['pdf', 'png', 'jpg', 'jpeg', 'csv', 'xlsx', 'ods']);
/** Bytes of the files in one electronic invoice: in XML they take a third more. */
const EMBEDDED_BYTES_MAX = 5 * 1_048_576;

/** The files that go into the electronic invoice: in their order, each that still fits. */
export function embeddedFiles(attachments: readonly Attachment[]): Attachment[] {
  let left = EMBEDDED_BYTES_MAX;
  return attachments.filter(({ extension, size }) => {
    const isEmbedded = EMBEDDED_TYPES.has(extension) && size <= left;
    if (isEmbedded) left -= size;
    return isEmbedded;
  });
}

/** The extension of a file name, if attachments of that type are allowed. */
export function extensionOf(name: string): AttachmentExtension | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && Object.hasOwn(attachmentTypes, extension)
    ? (extension as AttachmentExtension)
    : undefined;
}

/** Magic bytes of each type; text formats have none. */
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

/**
 * Whether the content starts with the magic bytes of its extension: rejects a program named
 * `facture.pdf`.
 */
export const beginsAs = (extension: AttachmentExtension, bytes: Uint8Array): boolean =>
  signs[extension].every((byte, place) => bytes[place] === byte) &&
  (signs[extension].length > 0 || !bytes.subarray(0, TEXT_LOOKED_AT).includes(0));

/** Bytes of a text that are checked for zero bytes, which no text contains. */
const TEXT_LOOKED_AT = 4_096;
