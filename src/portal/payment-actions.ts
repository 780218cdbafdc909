import type { Locale } from '../domain/billing/document/locale.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { PaymentProvider, PaymentSession } from '../domain/payments/payment-session.ts';
import type { Transfer } from '../domain/payments/transfer.ts';
import { epcDrawing, epcPayload } from '../pdf/layout/epc-qr-code.ts';
import { type Written, writtenIn } from '../pdf/layout/number-format.ts';
import { drawn, type Html, html } from './html.ts';
import type { PageWords } from './locales/fr.ts';
import { pageWords } from './locales/index.ts';
import { type WrittenPage, writtenPage } from './page-layout.ts';

/** The online payment of a bill, and its status. */
export type PaymentView = {
  readonly amount?: Cents | undefined;
  readonly provider?: PaymentProvider | undefined;
  readonly isUnderWay: boolean;
  /** The provider did not respond. */
  readonly isAway?: boolean | undefined;
};

type Around = {
  readonly words: PageWords;
  readonly locale: Locale;
  readonly address: string;
  readonly money: (amount: Cents) => string;
};

/** The button to the provider's page; or a notice that a payment is pending. */
export function paymentActions(
  { amount, isUnderWay, isAway }: PaymentView,
  { words, locale, address, money }: Around,
): Html | undefined {
  if (amount === undefined) return undefined;
  const { underWay, away, payByCard, cardHint } = words.paying;
  if (isUnderWay) return html`<p class="notice" role="status">${underWay}</p>`;
  return html`${isAway && html`<p class="notice" role="alert">${away}</p>`}<form method="post" action="${address}/pay"><input type="hidden" name="locale" value="${locale}"><button class="btn primary">${payByCard(money(amount))}</button></form>
<p class="small quiet">${cardHint}</p>`;
}

/**
 * The origins of the providers: our form redirects there, and browsers apply the form policy to
 * redirects too.
 */
export const providerOrigins: Readonly<Record<PaymentProvider, readonly string[]>> = {
  stripe: ['https://checkout.stripe.com'],
  mollie: ['https://www.mollie.com', 'https://*.mollie.com'],
  stand_in: [],
};

/** The page of the test provider, where the outcome is chosen by hand. No card is needed. */
export function standInPage(
  { id, amount, currency }: PaymentSession,
  { locale, address, serviceName }: { locale: Locale; address: string; serviceName: string },
): WrittenPage {
  const { standIn, standInSaid, tryPaid, tryPending, tryFailed } = pageWords[locale].paying;
  const choice = (outcome: string, label: string, look: string): Html =>
    html`<button class="btn ${look}" name="outcome" value="${outcome}">${label}</button>`;
  const body = html`<main class="state"><h1>${standIn}</h1><p class="figure">${writtenIn(locale, currency).money(amount)}</p><p>${standInSaid}</p>
<form method="post" action="${address}/try"><input type="hidden" name="session" value="${id}"><input type="hidden" name="locale" value="${locale}">
${choice('paid', tryPaid, 'primary')}${choice('pending', tryPending, '')}${choice('failed', tryFailed, 'danger')}</form></main>`;
  return writtenPage({ locale, title: standIn, body, serviceName });
}

/**
 * The transfer details of the amount due, with a QR code for banking apps. A tap selects a whole
 * value; the copy script adds buttons.
 */
export function transferBlock(
  { bank, amount, reference }: Transfer,
  { words, written, currency }: { words: PageWords; written: Written; currency: CurrencyCode },
): Html {
  const payload = currency === 'EUR' ? epcPayload(bank, amount, reference) : undefined;
  const copied = (label: string, value: string): Html | false =>
    value.trim() !== '' && html`<dt>${label}</dt><dd><span class="copy">${value}</span></dd>`;
  return html`<section class="block transfer"><h2>${words.byTransfer}</h2><p class="small quiet">${words.transferHint}</p>
<dl class="pairs left" data-copy="${words.copy}" data-copied="${words.copied}">${copied(words.holder, bank.holder)}${copied('IBAN', bank.iban.replace(/\s+/g, ''))}${copied('BIC', bank.bic)}
${copied(words.reference, reference)}${copied(words.amount, written.money(amount))}</dl>
${payload && html`<figure class="code" role="img" aria-label="${words.scan(written.money(amount))}">${drawn(epcDrawing(payload))}</figure>`}</section>`;
}
