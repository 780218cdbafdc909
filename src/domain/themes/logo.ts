import type { Refused } from '../refusal.ts';
import { LOGO_BYTES_MAX, type Logo } from './theme.ts';

/** Maximum pixels of a decoded logo: a square of 2,000 prints 60 mm at 800 dpi. */
export const LOGO_PIXELS_MAX = 4_000_000;

/**
 * Maximum height of a logo on the page: below it the addresses begin, in the window of an envelope.
 */
export const LOGO_HEIGHT_MAX_MM = 40;

/** The refusal of an unusable logo, with the violated limit. */
export const unusableLogo = (reason: Refused<'theme_logo_unusable'>['reason']): Refused<'theme_logo_unusable'> => ({
  refused: 'theme_logo_unusable',
  reason,
  limit: reason === 'height' ? LOGO_HEIGHT_MAX_MM : LOGO_PIXELS_MAX,
});

/**
 * The first problem of a logo before it is printed: size in bytes, format, pixels, height.
 * Undefined if usable.
 */
export function logoProblem(
  { format, widthMm }: Omit<Logo, 'base64'>,
  bytes: Uint8Array,
): Refused<'theme_logo_unusable' | 'theme_logo_too_large'> | undefined {
  if (bytes.length > LOGO_BYTES_MAX) return { refused: 'theme_logo_too_large', limit: LOGO_BYTES_MAX };
  const size = pictureSize(format, bytes);
  if (!size) return unusableLogo('content');
  if (size.width * size.height > LOGO_PIXELS_MAX) return unusableLogo('pixels');
  return (widthMm * size.height) / size.width > LOGO_HEIGHT_MAX_MM ? unusableLogo('height') : undefined;
}

type PictureFormat = 'png' | 'jpg';

/**
 * The size in pixels stated by an image file; undefined if its bytes do not match its format. It is
 * checked before decoding, because a few bytes can expand to a huge image.
 */
export const pictureSize = (
  format: PictureFormat,
  bytes: Uint8Array,
): { readonly width: number; readonly height: number } | undefined =>
  (format === 'png' ? sizeOfPng : sizeOfJpg)(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_HEADER = 0x49484452; // IHDR
const PNG_HEADER_END = 24;

function sizeOfPng(view: DataView) {
  if (view.byteLength < PNG_HEADER_END || PNG_SIGN.some((byte, place) => view.getUint8(place) !== byte))
    return undefined;
  return view.getUint32(12) === PNG_HEADER ? filled(view.getUint32(16), view.getUint32(20)) : undefined;
}

const JPG_SIGN = 0xffd8;
/**
 * Frame segments, which contain the size (ITU-T T.81, table B.1), without the tables among them.
 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const SCAN = 0xda;

function sizeOfJpg(view: DataView) {
  if (view.byteLength < 4 || view.getUint16(0) !== JPG_SIGN) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === SCAN) return undefined;
    if (isFrame(marker)) return filled(view.getUint16(at + 7), view.getUint16(at + 5));
  }
  return undefined;
}

const filled = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined);
