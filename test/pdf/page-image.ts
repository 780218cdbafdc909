import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { type DrawnPage, drawnPages } from './render-pages.ts';

/** An A4 page becomes 496 by 702 pixels and 20 kB: every line is readable. */
export const DOTS_AN_INCH = 60;
/** Further pages look like these. */
const PAGES_MAX = 4;
/** Number of grey levels, including black and white. */
const GREYS = 16;
/**
 * The maximum difference of two pixels, between 0 and 1: one grey level is 0.06, two are 0.13. On
 * another processor, rounding changes a pixel by at most one level.
 */
const APART_MAX = 0.1;
/**
 * Pixels of a page that may differ more. The shortest line, "Page 1 / 1", has 51 pixels; a changed
 * digit differs in 24.
 */
const PIXELS_MAX = 10;

/** A reduced page in few greys: four bytes a pixel. */
export type PagePicture = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** Small pictures of the first pages of a PDF. */
export const pagePictures = async (pdf: Uint8Array): Promise<PagePicture[]> =>
  (await drawnPages(pdf, { pagesMax: PAGES_MAX, dotsAnInch: DOTS_AN_INCH })).map(quantizeGreys);

/** Prepares a picture for comparison: the brightness of each pixel, rounded to a grey level. */
export function quantizeGreys({ width, height, data }: Pick<DrawnPage, 'width' | 'height' | 'data'>): PagePicture {
  const step = 255 / (GREYS - 1);
  const greys = new Uint8Array(data.length);
  const level = (at: number): number => data[at] ?? 0;
  for (let at = 0; at < data.length; at += 4) {
    const bright = 0.299 * level(at) + 0.587 * level(at + 1) + 0.114 * level(at + 2);
    const grey = Math.round(bright / step) * step;
    greys[at] = grey;
    greys[at + 1] = grey;
    greys[at + 2] = grey;
    greys[at + 3] = 255;
  }
  return { width, height, data: greys };
}

/** A picture as a PNG file: one byte a pixel before compression. */
export function pngOf({ width, height, data }: PagePicture): Buffer {
  const png = Object.assign(new PNG({ width, height }), { data: Buffer.from(data) });
  return PNG.sync.write(png, { colorType: 0, filterType: 0, deflateLevel: 9, deflateStrategy: 0 });
}

export const pictureOf = (png: Buffer): PagePicture => PNG.sync.read(png);

/**
 * The visible difference of two pictures of a page: undefined if they differ by drawing noise only,
 * otherwise the number of pixels, and a picture with them in red.
 */
export function difference(kept: PagePicture, drawn: PagePicture): { pixels: number; png: Buffer } | undefined {
  const { width, height } = kept;
  if (width !== drawn.width || height !== drawn.height) return { pixels: width * height, png: pngOf(drawn) };
  const shown = new PNG({ width, height });
  // At this size nearly every pixel of a letter is an edge, so edges are compared too.
  const pixels = pixelmatch(kept.data, drawn.data, shown.data, width, height, {
    threshold: APART_MAX,
    includeAA: true,
  });
  return pixels > PIXELS_MAX ? { pixels, png: PNG.sync.write(shown) } : undefined;
}
