import type { TextLine } from '../domain/books/receipt-reading/read-receipt.ts';

/** Pages and lines of a receipt that are read. */
const PAGES_MAX = 10;
const LINES_MAX = 2_000;

/**
 * The lines of text of a PDF with their places, in the order of reading. None for a PDF that is
 * broken or encrypted, or that has only pictures.
 */
export async function linesOfPdf(bytes: Uint8Array): Promise<TextLine[]> {
  const { PDF } = await import('@libpdf/core');
  try {
    const pdf = await PDF.load(Uint8Array.from(bytes));
    if (pdf.isEncrypted) return [];
    const pages = pdf.getPages().slice(0, PAGES_MAX);
    return pages
      .flatMap((page, index) =>
        page.extractText().lines.map(({ text, bbox: { x, y, width, height } }) => ({
          ...{ page: index + 1, text },
          box: { x: tidy(x), y: tidy(y), width: tidy(width), height: tidy(height) },
        })),
      )
      .slice(0, LINES_MAX);
  } catch {
    // Any exception of the library means that the PDF is broken.
    return [];
  }
}

/** To a hundredth of a point. */
const tidy = (points: number): number => Math.round(points * 100) / 100;
