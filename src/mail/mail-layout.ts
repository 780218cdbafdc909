import type { Locale } from '../domain/billing/document/locale.ts';
import { withTypographicApostrophes } from '../domain/text/typography.ts';
import { escaped } from './escape-html.ts';
import { words } from './locales/index.ts';
import { plainText } from './plain-text.ts';

/** The layout around the text of a mail. */
export type Frame = {
  locale: Locale;
  subject: string;
  /** The sender, at the top. */
  from: string;
  /** The sender's details line by line, at the bottom. */
  foot: readonly string[];
  /** Notices above the text, for example that this is a test. */
  banners: readonly string[];
  /** `#rrggbb`; grey if absent. */
  accent?: string | undefined;
  /** An embedded picture with this content id; width and height are displayed pixels. */
  logo?: { readonly cid: string; readonly width: number; readonly height: number } | undefined;
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs without `prefers-color-scheme` invert colors themselves or show the light version;
// both are readable.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f1115!important}.card{background:#1b1e24!important;border-left-color:#343a46!important;border-right-color:#343a46!important;border-bottom-color:#343a46!important}
.text,.text p,.text td,.text th,.head{color:#e6e8ec!important}.foot{color:#a3a9b5!important}
.text a:not([style*="background"]){color:#8ab4f8!important}.logo{background:#ffffff!important;padding:8px!important;border-radius:6px}
.banner{background:#3a2f12!important;color:#f5dfa3!important}}
@media (max-width:600px){.card{padding:20px 16px!important}.page td{overflow-wrap:anywhere}}`;

/**
 * A complete mail around sanitized HTML, as HTML and as plain text. It uses tables and inline
 * styles, because mail programs support little else, and loads nothing, so that reading it is not
 * tracked: the logo is embedded.
 */
export function framed(content: string, options: Frame): { html: string; text: string } {
  const frame = {
    ...options,
    from: withTypographicApostrophes(options.from),
    foot: options.foot.map(withTypographicApostrophes),
  };
  const banners = frame.banners.map(
    (banner) => `<tr><td class="banner" style="${BANNER}">${escaped(banner)}</td></tr>`,
  );
  const html = `<!doctype html>
<html lang="${frame.locale}" dir="ltr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(frame.subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2f3f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f3f5"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="head" style="${FONT};font-size:17px;font-weight:600;color:#1c2430;padding:0 4px 14px">${head(frame)}</td></tr>
${banners.join('\n')}
<tr><td class="card text" style="${FONT};${CARD};border-top:4px solid ${frame.accent ?? '#dfe2e7'}">
${content}
</td></tr>
<tr><td class="foot" style="${FONT};font-size:13px;line-height:1.5;color:#5b6472;padding:16px 4px">${frame.foot.map(escaped).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`;
  const text = [
    ...frame.banners,
    plainText(content, words[frame.locale].between),
    `-- \n${frame.foot.join('\n')}`,
  ].join('\n\n');
  return { html, text: `${text}\n` };
}

/** The logo has the sender's name as alternative text. */
const head = ({ from, logo }: Frame): string =>
  logo
    ? `<img class="logo" src="cid:${escaped(logo.cid)}" width="${logo.width}" height="${logo.height}" alt="${escaped(from)}" style="display:block;border:0">`
    : escaped(from);

const BANNER = `${FONT};font-size:14px;background:#fff4d6;color:#5c4300;padding:10px 16px`;
const CARD =
  'font-size:16px;line-height:1.55;color:#1c2430;background:#ffffff;border:1px solid #dfe2e7;border-radius:6px;padding:28px 32px';
