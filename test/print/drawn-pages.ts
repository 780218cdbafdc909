import { createRequire } from 'node:module';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Points to pixels: 110 dots an inch. */
const SCALE = 1.53;

/** The first pages of a PDF as PNG, drawn by pdf.js on the canvas it brings along. */
export async function drawnPages(pdf: Uint8Array, most: number): Promise<Buffer[]> {
  const { createCanvas } = createRequire(import.meta.resolve('pdfjs-dist/package.json'))('@napi-rs/canvas') as Canvas;
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: Buffer[] = [];
  for (let number = 1; number <= Math.min(document.numPages, most); number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: SCALE });
    const canvas = createCanvas(viewport.width, viewport.height);
    await page.render({ canvas: canvas as never, canvasContext: canvas.getContext('2d') as never, viewport }).promise;
    pages.push(canvas.toBuffer('image/png'));
  }
  return pages;
}

/** What we use of `@napi-rs/canvas`, which pdf.js brings where the platform has it. */
type Canvas = {
  createCanvas: (
    width: number,
    height: number,
  ) => { getContext: (kind: '2d') => unknown; toBuffer: (type: 'image/png') => Buffer };
};
