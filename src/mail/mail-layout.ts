import type { Locale } from '../domain/billing/document/locale.ts';
import { withTypographicApostrophes } from '../domain/text/apostrophes.ts';
import { escaped } from './escape-html.ts';
import { words } from './locales/index.ts';
import { plainText } from './plain-text.ts';

/** What stands around the text of a mail. */
export type Frame = {
  locale: Locale;
  subject: string;
  /** Who writes; heads the mail. */
  from: string;
  /** Who that is, line by line; ends the mail. */
  foot: readonly string[];
  /** Said above the text: that this is a test, say. */
  banners: readonly string[];
  /** `#rrggbb`; grey without. */
  accent?: string | undefined;
  /** A picture that travels with the mail, under this name; width and height in pixels as it is shown. */
  logo?: { readonly cid: string; readonly width: number; readonly height: number } | undefined;
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs that know no `prefers-color-scheme` invert by themselves or show the light one; both stay readable.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f1115!important}.card{background:#1b1e24!important;border-left-color:#343a46!important;border-right-color:#343a46!important;border-bottom-color:#343a46!important}
.text,.text p,.text td,.text th,.head{color:#e6e8ec!important}.foot{color:#a3a9b5!important}
.text a:not([style*="background"]){color:#8ab4f8!important}.logo{background:#ffffff!important;padding:8px!important;border-radius:6px}
.banner{background:#3a2f12!important;color:#f5dfa3!important}}
@media (max-width:600px){.card{padding:20px 16px!important}.page td{overflow-wrap:anywhere}}`;

/**
 * A whole mail around harmless HTML, as HTML and as plain text. Tables and inline styles, since mail programs know little
 * else; nothing that is fetched, so that reading it tells nobody: the logo comes along.
 */
export function framed(content: string, asked: Frame): { html: string; text: string } {
  const frame = {
    ...asked,
    from: withTypographicApostrophes(asked.from),
    foot: asked.foot.map(withTypographicApostrophes),
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

/** The logo says who writes, to those who do not see it too. */
const head = ({ from, logo }: Frame): string =>
  logo
    ? `<img class="logo" src="cid:${escaped(logo.cid)}" width="${logo.width}" height="${logo.height}" alt="${escaped(from)}" style="display:block;border:0">`
    : escaped(from);

const BANNER = `${FONT};font-size:14px;background:#fff4d6;color:#5c4300;padding:10px 16px`;
const CARD =
  'font-size:16px;line-height:1.55;color:#1c2430;background:#ffffff;border:1px solid #dfe2e7;border-radius:6px;padding:28px 32px';
