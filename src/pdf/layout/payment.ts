import type { BankInformation } from '../../domain/account/settings.ts';
import { isClaim, isCreditNote, isDraft } from '../../domain/billing/document/document.ts';
import { isPaidAtIssue } from '../../domain/billing/document/paid-at-issue.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import type { Words } from '../locales/fr.ts';
import { cancellationNote, isCanceled } from './cancellation.ts';
import { dueAtIssue } from './due-at-issue.ts';
import { epcDrawing, epcPayload } from './epc-qr-code.ts';
import type { LayoutContext } from './layout-context.ts';
import type { Labelled, PrintedPayment } from './printed-document.ts';

/**
 * The payment details: on an estimate the means and terms, on a bill the due day and the account. A
 * credit note has none, nor has a canceled document.
 */
export function printedPayment(printing: LayoutContext): PrintedPayment | undefined {
  const { document, words, written, dates, zone } = printing;
  if (isCreditNote(document)) return undefined;
  const isOwed = isClaim(document);
  const bank = document.content.bank;
  const title = words.payment;
  if (isCanceled(document)) return { title, facts: [], note: cancellationNote(printing) };
  if (isPaidAtIssue(document)) return { title, facts: [methodsOf(printing)].filter(isFact), note: words.paidAtIssue };
  if (isOwed && dueAtIssue(document) === 0) return { title, facts: [], note: words.settledByAdvances };
  const due = isOwed &&
    dates.dueAt !== undefined && { label: words.dueOn, value: written.day(civilDayOf(dates.dueAt, zone)) };
  const terms = {
    label: words.terms,
    value: words.delays[document.content.timeline.paymentDelay],
  };
  const facts = [
    due,
    terms,
    methodsOf(printing),
    ...(isOwed && bank ? bankFacts(words, bank, document.sealed?.number) : []),
  ].filter(isFact);
  if (facts.length === 0) return undefined;
  const code = isOwed && bank ? codeOf(printing, bank) : undefined;
  return { title, facts, ...(code && { code }) };
}

const isFact = (fact: Labelled | undefined | false): fact is Labelled => Boolean(fact);

function methodsOf({ document, words }: LayoutContext): Labelled | undefined {
  const { paymentMethods, otherPaymentMethod } = document.content.legals;
  if (paymentMethods.length === 0) return undefined;
  const names = paymentMethods.map((method) =>
    method === 'other' ? otherPaymentMethod?.trim() || words.methods.other : words.methods[method],
  );
  return { label: words.paymentBy, value: names.join(', ') };
}

/** The bank account; `number` is the reference of the transfer. */
export const bankFacts = (
  words: Words,
  { holder, iban, bic }: BankInformation,
  number: string | undefined,
): Labelled[] =>
  [
    { label: words.holder, value: holder },
    { label: 'IBAN', value: inFours(iban) },
    { label: 'BIC', value: bic },
    { label: words.transferText, value: number ?? '' },
  ].filter(({ value }) => value.trim() !== '');

/**
 * The QR code of the transfer: only in euros, with the document number as reference. A test
 * document has no code, because it is not to be paid.
 */
function codeOf(printing: LayoutContext, bank: BankInformation): PrintedPayment['code'] {
  const { document, words, written } = printing;
  const { code: currency } = document.content.currency;
  const isPayable = currency === 'EUR' && !isDraft(document) && !document.test;
  if (!isPayable || !document.content.legals.paymentMethods.includes('transfer')) return undefined;
  const amount = dueAtIssue(document);
  const payload = epcPayload(bank, amount, document.sealed?.number ?? '');
  if (payload === undefined) return undefined;
  return { drawing: epcDrawing(payload), label: words.scanToPay, alt: words.scanToPayAlt(written.money(amount)) };
}

const inFours = (iban: string): string => iban.replace(/\s+/g, '').replace(/(.{4})(?=.)/g, '$1\u00a0');
