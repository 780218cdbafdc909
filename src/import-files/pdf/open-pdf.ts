import type { ImportFileFault } from '../../domain/billing/past/foreign-document.ts';

/** Pages and pieces of text that are read: an invoice states its sums on its first or last page. */
const PAGES_MAX = 20;
const PIECES_MAX = 5_000;
/** Width of a gap between columns, in heights of the text. */
const COLUMN_GAP = 1.2;

/** A piece of text of one column, and its place in points from the upper left of its page. */
export type TextPiece = {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** The baseline, from the top. */
  readonly top: number;
  readonly height: number;
};

/** The text of a PDF, by column, and the programs that its metadata name. */
export type OpenedPdf = { readonly pieces: readonly TextPiece[]; readonly producers: readonly string[] };

/** Opens a PDF. Its scripts and links are not followed. Never throws for any bytes. */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf | { readonly fault: ImportFileFault }> {
  // Loaded on demand: most files are lists.
  const { PDF } = await import('@libpdf/core');
  let isEncrypted = false;
  try {
    const pdf = await PDF.load(Uint8Array.from(bytes));
    isEncrypted = pdf.isEncrypted;
    const all = pdf.getPages();
    if (all.length === 0 && !isEncrypted) return { fault: 'broken' };
    const pages = all.length > PAGES_MAX ? [...all.slice(0, PAGES_MAX - 1), ...all.slice(-1)] : all;
    const pieces = pages.flatMap((page, index) => {
      const { height, lines } = page.extractText();
      return lines.flatMap((line) => piecesOf(line, index + 1, height));
    });
    if (pieces.every(({ text }) => text.trim() === ''))
      return { fault: isEncrypted ? 'encrypted' : isWhole(bytes) ? 'without_text' : 'broken' };
    const producers = [pdf.getProducer(), pdf.getCreator()].filter((each) => each !== undefined);
    // The head of a long invoice and its sums are at its two ends.
    const kept =
      pieces.length > PIECES_MAX ? [...pieces.slice(0, PIECES_MAX / 2), ...pieces.slice(-PIECES_MAX / 2)] : pieces;
    return { pieces: kept, producers };
  } catch {
    // Any exception of the library means that the PDF is broken, or needs a password.
    return { fault: isEncrypted || isMarkedEncrypted(bytes) ? 'encrypted' : 'broken' };
  }
}

/** Bytes in which the mark of the end is looked for. */
const END_BYTES = 2_048;

/** A download that broke off has no mark of its end. */
const isWhole = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(-END_BYTES)).includes('%%EOF');

const isMarkedEncrypted = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/Encrypt');

type Char = {
  readonly char: string;
  readonly bbox: { readonly x: number; readonly width: number; readonly height: number };
};
type Line = {
  readonly baseline: number;
  readonly spans: readonly { readonly chars: readonly Char[]; readonly fontSize: number }[];
};

type Segment = { text: string; left: number; right: number };

/** Splits a line at wide gaps: columns beside each other are on one line. */
function piecesOf(line: Line, page: number, pageHeight: number): TextPiece[] {
  const height = Math.max(1, ...line.spans.map(({ fontSize }) => fontSize));
  const pieces: Segment[] = [];
  // Texts of two columns can lie in each other's way: only the parts of one span are in order.
  for (const segment of line.spans.flatMap(segmentsOf).toSorted((a, b) => a.left - b.left)) {
    const last = pieces.at(-1);
    const gap = last ? segment.left - last.right : 0;
    if (!last || gap > height * COLUMN_GAP || gap < -height) pieces.push({ ...segment });
    else {
      last.text += blankIn(gap, height, last.text, segment.text) + segment.text;
      last.right = Math.max(last.right, segment.right);
    }
  }
  const top = Math.round((pageHeight - line.baseline) * 100) / 100;
  return pieces.map(({ text, left, right }) => ({ page, text: plain(text), left, right, top, height }));
}

function segmentsOf({ chars, fontSize }: Line['spans'][number]): Segment[] {
  const height = Math.max(1, fontSize);
  const segments: Segment[] = [];
  for (const { char, bbox } of chars.filter((each) => Number.isFinite(each.bbox.x))) {
    const last = segments.at(-1);
    const gap = last ? bbox.x - last.right : 0;
    if (!last || (gap > height * COLUMN_GAP && char.trim() !== '') || gap < -height) {
      if (char.trim() !== '') segments.push({ text: char, left: bbox.x, right: bbox.x + bbox.width });
      continue;
    }
    last.text += blankIn(gap, height, last.text, char) + char;
    if (char.trim() !== '') last.right = Math.max(last.right, bbox.x + bbox.width);
  }
  return segments;
}

/** A blank is not drawn by some programs: a gap of a fifth of the height is one. */
const blankIn = (gap: number, height: number, before: string, after: string): string =>
  gap > height * 0.2 && !before.endsWith(' ') && !after.startsWith(' ') ? ' ' : '';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
