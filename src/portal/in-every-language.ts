import { type Locale, locales } from '../domain/billing/document/locale.ts';
import { type Html, html } from './html.ts';
import type { PageWords } from './locales/fr.ts';

/** Links to the same page in every language. */
export const inEveryLanguage = ({
  words,
  locale,
  address,
}: {
  words: PageWords;
  locale: Locale;
  address: string;
}): Html => html`<nav class="small" aria-label="${words.language}"><ul class="tongues">
${locales.map((each) => html`<li><a lang="${each}" hreflang="${each}" href="${address}?locale=${each}"${each === locale && html` aria-current="true"`}>${NAMES[each]}</a></li>`)}</ul></nav>`;

/** Each language by its own name. */
const NAMES: Readonly<Record<Locale, string>> = {
  ...{ fr: 'Français', en: 'English', de: 'Deutsch', it: 'Italiano' },
  ...{ nl: 'Nederlands', pt: 'Português', es: 'Español' },
};
