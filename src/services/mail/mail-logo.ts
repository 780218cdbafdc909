import type { MailAttachment } from '../../db/mail/mails.ts';
import { pictureSize } from '../../domain/themes/picture-size.ts';
import type { Logo } from '../../domain/themes/theme.ts';
import { sha256Of } from '../billing/files/render-document.ts';

/** Maximum width in pixels of a logo in a mail, so that the amount stays prominent. */
const WIDTH_MAX = 200;
const HEIGHT_MAX = 48;

/** A logo in a mail: the file, and the HTML that shows it. */
export type MailLogo = {
  readonly file: MailAttachment;
  readonly shown: { readonly cid: string; readonly width: number; readonly height: number };
};

/**
 * A theme's logo as an inline part of a mail (RFC 2392): mail programs show it at once, but block
 * remote images, and many do not show data URLs. Undefined if its size cannot be read.
 */
export function mailLogo({ format, base64 }: Logo): MailLogo | undefined {
  const bytes = Buffer.from(base64, 'base64');
  const size = pictureSize(format, bytes);
  if (!size) return undefined;
  const shrunk = Math.min(1, WIDTH_MAX / size.width, HEIGHT_MAX / size.height);
  const sha256 = sha256Of(bytes);
  return {
    file: {
      name: `logo.${format}`,
      mediaType: format === 'png' ? 'image/png' : 'image/jpeg',
      size: bytes.length,
      bytes,
      sha256,
    },
    shown: {
      cid: `logo-${sha256.toString('hex').slice(0, 16)}@facturier`,
      width: Math.max(1, Math.round(size.width * shrunk)),
      height: Math.max(1, Math.round(size.height * shrunk)),
    },
  };
}
