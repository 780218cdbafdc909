import type { CurrencyCode } from '../domain/money/currency.ts';
import type { Transfer } from '../domain/payments/transfer.ts';
import { epcDrawing, epcPayload } from '../pdf/layout/epc-qr-code.ts';
import type { Written } from '../pdf/layout/number-format.ts';
import { drawn, type Html, html } from './html.ts';
import type { PageWords } from './locales/fr.ts';

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
