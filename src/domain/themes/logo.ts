import type { Refused } from '../refusal.ts';
import { pictureSize } from './picture-size.ts';
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
