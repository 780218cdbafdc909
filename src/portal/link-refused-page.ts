import type { Locale } from '../domain/billing/document/locale.ts';
import { html } from './html.ts';
import { pageWords } from './locales/index.ts';
import { type WrittenPage, writtenPage } from './page-layout.ts';

/** Why nothing is shown. Of a link: that it opens nothing, whatever the reason. */
export type Closed =
  | { readonly why: 'lost' }
  | { readonly why: 'failed' }
  /** It is made when the mail is sent that it will stand in. */
  | { readonly why: 'toCome' }
  | { readonly why: 'slowed'; readonly seconds: number };

/** The one page of every link that opens nothing. */
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
  const said = closed.why === 'slowed' ? words.slowed(closed.seconds) : words[closed.why];
  const body = html`<main class="state"><h1>${title}</h1><p>${said}</p></main>`;
  return writtenPage({ locale, title, body, serviceName });
}
