import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A PDF of one page with text left and right on lines 20 points apart; `change` adds to it. */
export async function textPdf(
  lines: readonly (readonly [left: string, right?: string])[],
  change: (pdf: PDFDocument) => void = () => {},
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([400, 600]);
  lines.forEach(([left, right], place) => {
    page.drawText(left, { x: 30, y: 560 - 20 * place, size: 10, font });
    if (right) page.drawText(right, { x: 300, y: 560 - 20 * place, size: 10, font });
  });
  change(pdf);
  return Buffer.from(await pdf.save());
}

/** A paper invoice of 1 March 2026: 49.90 with 8.32 of VAT. */
export const PAPER_INVOICE: readonly (readonly [left: string, right?: string])[] = [
  ['Papeterie du Port'],
  ['Facture n° TK-4411'],
  ['Date : 01/03/2026'],
  ['Ramette A4', '41,58 €'],
  ['TVA 20 %', '8,32 €'],
  ['Total TTC', '49,90 €'],
];
