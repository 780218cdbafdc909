import type { Refused } from '../refusal.ts';
import { pictureSize } from './picture-size.ts';
import { LOGO_BYTES_MAX, type Logo } from './theme.ts';

/** Pixels a logo may unfold to: a square of 2,000 prints 60 mm at 800 dots per inch. */
export const LOGO_PIXELS_MAX = 4_000_000;

/** What a logo may take of the height of a page: below it begin the parties, in the window of an envelope. */
export const LOGO_HEIGHT_MAX_MM = 40;

/** How a logo is refused that cannot be used, and by which limit. */
export const unusableLogo = (reason: Refused<'theme_logo_unusable'>['reason']): Refused<'theme_logo_unusable'> => ({
  refused: 'theme_logo_unusable',
  reason,
  limit: reason === 'height' ? LOGO_HEIGHT_MAX_MM : LOGO_PIXELS_MAX,
});

/** What is wrong with a logo before anybody prints it, if anything: its size in bytes, what they are, pixels, height. */
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
