import type { MailAttachment } from '../../db/mail/mails.ts';
import { pictureSize } from '../../domain/themes/picture-size.ts';
import type { Logo } from '../../domain/themes/theme.ts';
import { sha256Of } from '../billing/files/render-document.ts';

/** Pixels a logo takes at most at the head of a mail: it leaves the first look to the amount. */
const WIDTH_MAX = 200;
const HEIGHT_MAX = 48;

/** A logo as a mail carries it: the file, and how its HTML shows it. */
export type MailLogo = {
  readonly file: MailAttachment;
  readonly shown: { readonly cid: string; readonly width: number; readonly height: number };
};

/**
 * The logo of a theme as a part of a mail (RFC 2392): mail programs show what comes along without asking, where they keep
 * back what is fetched, and many show no picture that is written into the HTML. Nothing where its size cannot be read.
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
