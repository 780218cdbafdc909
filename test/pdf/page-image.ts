import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { type DrawnPage, drawnPages } from './render-pages.ts';

/** Of A4 it makes 496 by 702 pixels: every line can be read, and a page is 20 kB. */
export const DOTS_AN_INCH = 60;
/** Of a paper of more pages the rest looks like them. */
const PAGES_MAX = 4;
/** Greys of a picture, black and white among them. */
const GREYS = 16;
/**
 * How far two pixels may be apart, between 0 and 1: one grey is 0.06, two are 0.13. Rounding puts a
 * page that another processor draws a little differently at most one grey away.
 */
const APART_MAX = 0.1;
/**
 * Pixels of a page that may be further apart. The shortest line of a page, "Page 1 / 1", has 51, a
 * digit that is another 24.
 */
const PIXELS_MAX = 10;

/** A page in few greys: four bytes a pixel. */
export type PagePicture = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** The pages of a PDF in little, the first of them where there are many. */
export const pagePictures = async (pdf: Uint8Array): Promise<PagePicture[]> =>
  (await drawnPages(pdf, { pagesMax: PAGES_MAX, dotsAnInch: DOTS_AN_INCH })).map(quantizeGreys);

/** What a picture is compared as: the brightness of each pixel, rounded to a grey. */
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

/** A picture as a file: one byte a pixel before it is compressed. */
export function pngOf({ width, height, data }: PagePicture): Buffer {
  const png = Object.assign(new PNG({ width, height }), { data: Buffer.from(data) });
  return PNG.sync.write(png, { colorType: 0, filterType: 0, deflateLevel: 9, deflateStrategy: 0 });
}

export const pictureOf = (png: Buffer): PagePicture => PNG.sync.read(png);

/**
 * What is to be seen of two pictures of a page: nothing where they are the same but for the noise
 * of drawing; else how many pixels differ, and a picture with these in red.
 */
export function difference(kept: PagePicture, drawn: PagePicture): { pixels: number; png: Buffer } | undefined {
  const { width, height } = kept;
  if (width !== drawn.width || height !== drawn.height) return { pixels: width * height, png: pngOf(drawn) };
  const shown = new PNG({ width, height });
  // At this size nearly every pixel of a letter lies on an edge: edges count.
  const pixels = pixelmatch(kept.data, drawn.data, shown.data, width, height, {
    threshold: APART_MAX,
    includeAA: true,
  });
  return pixels > PIXELS_MAX ? { pixels, png: PNG.sync.write(shown) } : undefined;
}
