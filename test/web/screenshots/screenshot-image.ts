import { crc32, deflateSync } from 'node:zlib';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Width of the stored pictures: a window of 1440 is drawn 360 wide, so blocks stay visible. */
export const SCALE = 0.25;
/**
 * Levels of red, green and blue that are stored; fewer if a screen has more colours than a palette.
 */
const LEVELS = 16;
const FEW_LEVELS = 6;
const PALETTE_MAX = 256;
/** Maximum distance of two pixels, between 0 and 1: one level is 0.06, two are 0.13. */
const APART_MAX = 0.1;
/** Pixels of a screen that may differ more: a word in a list has some 15. */
const PIXELS_MAX = 2;

/** A reduced screenshot: four bytes a pixel. */
export type ScreenPicture = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** A PNG of the browser, in the few colours that are stored and compared. */
export function quantizeColours(png: Uint8Array): ScreenPicture {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  const picture = { width, height, data: levelled(data, LEVELS) };
  return coloursOf(picture).length <= PALETTE_MAX ? picture : { width, height, data: levelled(data, FEW_LEVELS) };
}

export const screenPictureOf = (png: Buffer): ScreenPicture => PNG.sync.read(png);

/** A picture as a file with a palette: one byte a pixel before it is compressed. */
export function palettePng({ width, height, data }: ScreenPicture): Buffer {
  const colours = coloursOf({ width, height, data });
  const places = new Map(colours.map((colour, place) => [colour, place]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = places.get(colourAt(data, 4 * (y * width + x))) ?? 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The visible difference of two pictures of a screen: undefined if they differ by rendering noise
 * only, otherwise its size and a picture with it in red.
 */
export function differenceOfScreens(
  kept: ScreenPicture,
  drawn: ScreenPicture,
): { pixels: number; png: Buffer } | undefined {
  const { width, height } = kept;
  if (width !== drawn.width || height !== drawn.height) return { pixels: width * height, png: palettePng(drawn) };
  const shown = new PNG({ width, height });
  const options = { threshold: APART_MAX, includeAA: true };
  const pixels = pixelmatch(kept.data, drawn.data, shown.data, width, height, options);
  return pixels > PIXELS_MAX ? { pixels, png: PNG.sync.write(shown) } : undefined;
}

function levelled(data: Uint8Array, levels: number): Uint8Array {
  const step = 255 / (levels - 1);
  const few = Uint8Array.from(data, (level) => Math.round(Math.round(level / step) * step));
  for (let at = 3; at < few.length; at += 4) few[at] = 255;
  return few;
}

function coloursOf({ data }: ScreenPicture): number[] {
  const found = new Set<number>();
  for (let at = 0; at < data.length; at += 4) found.add(colourAt(data, at));
  return [...found].sort((a, b) => a - b);
}

const colourAt = (data: Uint8Array, at: number): number =>
  ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
