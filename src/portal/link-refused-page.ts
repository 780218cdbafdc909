import type { Locale } from '../domain/billing/document/locale.ts';
import { html } from './html.ts';
import { pageWords } from './locales/index.ts';
import { type WrittenPage, writtenPage } from './page-layout.ts';

/** Why nothing is shown. For a link only that it is invalid, whatever the reason. */
export type Closed =
  | { readonly why: 'lost' }
  | { readonly why: 'failed' }
  /** The link will be created when its mail is sent. */
  | { readonly why: 'toCome' }
  | { readonly why: 'slowed'; readonly seconds: number };

/** The page of every invalid link. */
export function linkRefusedPage(
  closed: Closed,
  { locale, serviceName }: { locale: Locale; serviceName: string },
): WrittenPage {
  const words = pageWords[locale];
  const title = {
    lost: words.lostTitle,
    slowed: words.slowedTitle,
    failed: words.failedTitle,
    toCome: words.toComeTitle,
  }[closed.why];
  const message = closed.why === 'slowed' ? words.slowed(closed.seconds) : words[closed.why];
  const body = html`<main class="state"><h1>${title}</h1><p>${message}</p></main>`;
  return writtenPage({ locale, title, body, serviceName });
}
