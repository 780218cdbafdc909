import { createHash } from 'node:crypto';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { Theme } from '../domain/themes/theme.ts';
import { type Html, html } from './html.ts';
import { pageWords } from './locales/index.ts';
import { STYLE } from './stylesheet.ts';

/** What every page of a customer has: who sent it, in which language, and what it says. */
export type Page = {
  readonly locale: Locale;
  readonly title: string;
  /** Who sent it; absent where nothing was opened. */
  readonly sender?: { readonly name: string; readonly theme: Theme };
  /** At the right of the head. */
  readonly head?: Html | undefined;
  readonly body: Html;
  /** The address of its script, where it has one: nothing on it needs it but drawing. */
  readonly script?: string | undefined;
  readonly serviceName: string;
  /** Where its forms lead besides this service, by way of an answer of it. */
  readonly formsLeadTo?: readonly string[] | undefined;
};

/** A page ready to be sent, and what a browser may do with it. */
export type WrittenPage = { readonly text: string; readonly policy: string };

/**
 * Writes a page: HTML with its style, no third party, nothing to fetch but what is asked for by hand. Its colours are
 * those of the sender's documents, where they can be read.
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

/** Only these styles, pictures that stand in the page, and forms that go to this service. */
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

/** The logo of the documents, or the initials in their colour. */
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
