import type { AccountSettings } from '../domain/account/settings.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { Theme } from '../domain/themes/theme.ts';
import { html } from './html.ts';
import { inEveryLanguage } from './in-every-language.ts';
import { pageWords } from './locales/index.ts';
import { type WrittenPage, writtenPage } from './page-layout.ts';
import { senderOf } from './portal-page.ts';

/**
 * The page where a customer requests the portal link; the answer is the same for known and unknown
 * addresses.
 */
export function requestLinkPage(shown: {
  readonly settings: AccountSettings;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly serviceName: string;
  /** The URL of the form. */
  readonly address: string;
  readonly state: 'open' | 'fault' | 'sent';
}): WrittenPage {
  const { settings, theme, locale, serviceName, address, state } = shown;
  const words = pageWords[locale];
  const { portal } = words;
  const sender = senderOf(settings);
  const isFault = state === 'fault';
  const body =
    state === 'sent'
      ? html`<main class="state"><h1>${portal.sentTitle}</h1><p role="status">${portal.sent(sender)}</p></main>`
      : html`<main class="state"><h1>${words.yourDocuments}</h1><p>${portal.ask(sender)}</p>
<form method="post" action="${address}" novalidate><input type="hidden" name="locale" value="${locale}">
<div class="field"><label for="email">${portal.email}</label><input id="email" name="email" type="email" autocomplete="email" required${isFault && html` aria-invalid="true" aria-describedby="fault" autofocus`}>
${isFault && html`<p class="fault" id="fault" role="alert">${portal.emailFault}</p>`}</div>
<button class="btn primary">${portal.send}</button></form>${inEveryLanguage({ words, locale, address })}</main>`;
  return writtenPage({ locale, title: portal.title(sender), serviceName, body, sender: { name: sender, theme } });
}
