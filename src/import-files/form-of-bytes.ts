/** What a file is, by its first bytes; undefined if it may be text. `office`: not supported. */
type FileForm = 'pdf' | 'xml' | 'xlsx' | 'macros' | 'encrypted' | 'archive' | 'office';

/** Bytes examined at the beginning. */
const BEGINNING_BYTES = 1_024;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly is: FileForm }[] = [
  { bytes: [0x1f, 0x8b], is: 'archive' },
  { bytes: [0x52, 0x61, 0x72, 0x21], is: 'archive' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], is: 'archive' },
];
const ZIP: readonly number[] = [0x50, 0x4b];
const ZIP_RECORDS: readonly number[] = [0x03, 0x05, 0x07];
const OLD_OFFICE: readonly number[] = [0xd0, 0xcf, 0x11, 0xe0];

/** Recognizes a file by its first bytes, and a workbook by the names inside. */
export function formOfBytes(bytes: Uint8Array): FileForm | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const known = SIGNATURES.find((each) => beginsWith(bytes, each.bytes));
  if (known) return known.is;
  if (isZip(bytes)) return formOfZip(file);
  // A workbook with a password is an old Office file around an encrypted package.
  if (beginsWith(bytes, OLD_OFFICE)) return file.includes('EncryptedPackage', 0, 'utf16le') ? 'encrypted' : 'office';
  const beginning = file.subarray(0, BEGINNING_BYTES);
  // The header may be preceded by other bytes (ISO 32000, 7.5.2).
  if (beginning.includes('%PDF-')) return 'pdf';
  return /^\s*<(?:\?xml|[\w:]+[\s>])/.test(
    beginning.toString('latin1').replace(/^\u00ef\u00bb\u00bf|^[\u00ff\u00fe]{2}|\0/g, ''),
  )
    ? 'xml'
    : undefined;
}

/** Whether a file is a ZIP archive, a workbook included. */
export const isZip = (bytes: Uint8Array): boolean => beginsWith(bytes, ZIP) && ZIP_RECORDS.includes(bytes[2] ?? 0);

function formOfZip(file: Buffer): FileForm {
  if (file.includes('xl/vbaProject')) return 'macros';
  if (file.includes('xl/workbook.')) return 'xlsx';
  return file.subarray(0, BEGINNING_BYTES).includes('vnd.oasis.opendocument') || file.includes('word/document.')
    ? 'office'
    : 'archive';
}

const beginsWith = (bytes: Uint8Array, sign: readonly number[]): boolean =>
  sign.every((byte, at) => bytes[at] === byte);
