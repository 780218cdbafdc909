import { createRequire } from 'node:module';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** PDF measures in points: 72 per inch. */
const POINTS_AN_INCH = 72;

/** A page as drawn: four bytes a pixel: red, green, blue and opacity. */
export type DrawnPage = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  readonly png: () => Buffer;
};

/**
 * Draws the first pages of a PDF with pdf.js and its canvas. Letters are drawn as paths, so that
 * fonts of the machine have no influence.
 */
export async function drawnPages(
  pdf: Uint8Array,
  { pagesMax, dotsAnInch }: { pagesMax: number; dotsAnInch: number },
): Promise<DrawnPage[]> {
  const { createCanvas } = canvasOfPdfJs();
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: DrawnPage[] = [];
  for (let number = 1; number <= Math.min(document.numPages, pagesMax); number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dotsAnInch / POINTS_AN_INCH });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const canvasContext = canvas.getContext('2d');
    await page.render({ canvas: canvas as never, canvasContext: canvasContext as never, viewport }).promise;
    const { width, height } = canvas;
    const { data } = canvasContext.getImageData(0, 0, width, height);
    pages.push({ width, height, data, png: () => canvas.toBuffer('image/png') });
  }
  return pages;
}

/** Why no page can be drawn on this machine: pdf.js has no canvas for it. Undefined if it has. */
export function noCanvas(): string | undefined {
  try {
    canvasOfPdfJs();
    return undefined;
  } catch (error) {
    return `nothing here can draw a page (@napi-rs/canvas): ${String(error).split('\n')[0] ?? ''}`;
  }
}

const canvasOfPdfJs = (): Canvas =>
  createRequire(import.meta.resolve('pdfjs-dist/package.json'))('@napi-rs/canvas') as Canvas;

/** The part of `@napi-rs/canvas` that is used; pdf.js installs it on supported platforms. */
type Canvas = {
  createCanvas: (
    width: number,
    height: number,
  ) => {
    width: number;
    height: number;
    getContext: (kind: '2d') => {
      getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray };
    };
    toBuffer: (type: 'image/png') => Buffer;
  };
};
