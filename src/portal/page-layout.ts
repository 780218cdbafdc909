import { createHash } from 'node:crypto';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { Theme } from '../domain/themes/theme.ts';
import { type Html, html } from './html.ts';
import { pageWords } from './locales/index.ts';
import { STYLE } from './stylesheet.ts';

/** The common parts of a customer page: the sender, the language, the content. */
export type Page = {
  readonly locale: Locale;
  readonly title: string;
  /** The sender; absent for an invalid link. */
  readonly sender?: { readonly name: string; readonly theme: Theme };
  /** The right side of the header. */
  readonly head?: Html | undefined;
  readonly body: Html;
  /** The URL of its script, if any. */
  readonly script?: string | undefined;
  readonly serviceName: string;
  /** Other origins its forms may lead to through a redirect of this service. */
  readonly formsLeadTo?: readonly string[] | undefined;
};

/** A complete page, and its Content-Security-Policy. */
export type WrittenPage = { readonly text: string; readonly policy: string };

/**
 * Writes a page: HTML with inline styles, without third parties or automatic requests. Its colors
 * are those of the sender's documents if they are readable.
 */
export function writtenPage({
  locale,
  title,
  sender,
  head,
  body,
  script,
  serviceName,
  formsLeadTo = [],
}: Page): WrittenPage {
  const words = pageWords[locale];
  const own = sender ? accentOf(sender.theme) : '';
  const { html: text } = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow"><title>${title}</title><link rel="icon" href="data:,">
<style>${{ html: STYLE }}</style>${own !== '' && html`<style>${{ html: own }}</style>`}</head><body>
${sender && html`<header class="top">${logoOf(sender)}<b>${sender.name}</b><span class="push">${head}</span></header>`}
${body}
<footer class="made">${words.madeWith(serviceName)}</footer>${script && html`<script src="${script}" defer></script>`}</body></html>
`;
  return {
    text,
    policy: policyWith(own === '' ? [STYLE] : [STYLE, own], { hasScript: script !== undefined, formsLeadTo }),
  };
}

/** Allows only these styles, inline pictures, and forms to this service. */
const policyWith = (
  styles: readonly string[],
  { hasScript, formsLeadTo }: { hasScript: boolean; formsLeadTo: readonly string[] },
): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`).join(' ')}`,
    ...(hasScript ? ["script-src 'self'"] : []),
    'img-src data:',
    "base-uri 'none'",
    ["form-action 'self'", ...formsLeadTo].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');

const accentOf = ({ colours }: Theme): string => `:root{--accent:${colours.accent};--on-accent:${colours.onAccent}}`;

/** The logo of the documents, or the initials in the accent color. */
function logoOf({ name, theme: { logo } }: { name: string; theme: Theme }): Html {
  if (logo) {
    const type = logo.format === 'png' ? 'image/png' : 'image/jpeg';
    return html`<img class="logo" alt="" src="data:${type};base64,${logo.base64}">`;
  }
  const initials = name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return html`<span class="initials" aria-hidden="true">${initials}</span>`;
}
