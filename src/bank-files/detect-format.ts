import type { BankFileFault } from '../domain/payments/bank/file-fault.ts';

type Known = Exclude<BankFileFault, { fault: 'field' }>['fault'];

/** Bytes examined at the beginning. */
const BEGINNING = 4_096;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly is: Known }[] = [
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: 'old_excel' },
  { bytes: [0x25, 0x50, 0x44, 0x46], is: 'pdf' },
  { bytes: [0x1f, 0x8b], is: 'archive' },
  { bytes: [0x52, 0x61, 0x72, 0x21], is: 'archive' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], is: 'archive' },
];
const ZIP: readonly number[] = [0x50, 0x4b, 0x03, 0x04];

const beginsWith = (bytes: Uint8Array, sign: readonly number[]): boolean =>
  sign.every((byte, at) => bytes[at] === byte);

/**
 * Detects an Excel workbook or an unsupported format from the bytes; undefined if it may be text.
 */
export function formatOfBytes(bytes: Uint8Array): 'xlsx' | Known | undefined {
  const known = SIGNATURES.find((each) => beginsWith(bytes, each.bytes));
  if (known) return known.is;
  if (!beginsWith(bytes, ZIP)) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('xl/workbook.')) return 'xlsx';
  return file.subarray(0, BEGINNING).includes('vnd.oasis.opendocument') ? 'open_document' : 'archive';
}

/** Detects a text format that is recognized but not supported. */
export function formatOfText(beginning: string): Known | undefined {
  if (beginning.startsWith('%PDF')) return 'pdf';
  if (/^!(?:Type|Account|Option)\b/i.test(beginning)) return 'qif';
  if (/^(?:\{1:|:20:|:25:|:940:)/.test(beginning)) return 'mt940';
  // Records of 120 characters: the old balance, then movements.
  if (/^0[1457]\d{5}.{113}(?:\r?\n|$)/.test(beginning)) return 'cfonb';
  if (/progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet/.test(beginning)) return 'old_excel';
  return /^(?:<!doctype html|<html)/i.test(beginning) ? 'web_page' : undefined;
}
