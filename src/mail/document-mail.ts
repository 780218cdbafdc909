import type { BankInformation } from '../domain/account/settings.ts';
import { isClaimKind, type Kind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import { type MailType, SUBJECT_MAX } from '../domain/mail/mail.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import { firstCharacters } from '../domain/text/truncate.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import { escaped } from './escape-html.ts';
import { formatAmount, formatDay } from './format-values.ts';
import type { Words } from './locales/fr.ts';
import { words } from './locales/index.ts';

/** The facts in a mail about a document. Times are Unix seconds. */
export type MailFacts = {
  kind: Kind;
  /** Absent for a draft. */
  number?: string | undefined;
  /** The sender, and the person addressed; a company is greeted without its name. */
  from: string;
  person?: string | undefined;
  /** The lines of the signature; without them the name. */
  signature?: readonly string[] | undefined;
  currency: CurrencyCode;
  total: Cents;
  /** For an invoice or an advance. */
  remaining?: Cents | undefined;
  /** Whether it was paid. If nothing remains and it was not, credit notes covered all of it. */
  isPaid?: boolean | undefined;
  /** The refund owed to the customer; none if 0 or absent. */
  toRefund?: Cents | undefined;
  emittedAt: number;
  dueAt?: number | undefined;
  validUntilAt?: number | undefined;
  bank?: BankInformation | undefined;
  /**
   * For a reminder: the number of earlier ones, and the cost of late payment as far as law and
   * terms allow it.
   */
  pressed?: Pressed | undefined;
  /** The target of the button: the page where the customer reads the document. */
  url: string;
  /** The background and text colors of the button. */
  colours: { readonly accent: string; readonly onAccent: string };
  zone: string;
  now: number;
};

/**
 * The details of a reminder. Cents: the lump sum in euros, penalties in the document's currency;
 * absent if not owed.
 */
export type Pressed = {
  readonly times: number;
  readonly lumpSum?: Cents | undefined;
  /** The amount to date, or that penalties run at an unknown rate. */
  readonly penalties?: Cents | 'running' | undefined;
};

/** The subject and the body of a mail, as sanitized HTML without layout. */
export type Letter = { subject: string; content: string };

/** Builds a mail of a published type about a document. The type must suit its kind (`suits`). */
export function documentMail(type: MailType, facts: MailFacts, locale: Locale): Letter {
  const said = words[locale];
  const number = facts.number ?? said.draft;
  const name = documentName(facts.kind, number, locale);
  const isReminder = type === 'invoice_reminder';
  const paragraphs = [
    facts.person ? said.greetingTo(facts.person) : said.greeting,
    openingOf(type, number, facts, locale),
    ...(isReminder ? reminderText(facts, locale) : usualText(facts, locale)),
  ];
  const body = [
    glance(facts, name, locale),
    ...paragraphs.map((text) => paragraph(text)),
    table(rowsOf(facts, locale)),
    ...(isOwed(facts) ? transfer(facts, locale) : []),
    button(said.view[facts.kind], facts.url, facts.colours),
    paragraph(said.closing, ...(facts.signature ?? [facts.from])),
  ];
  return {
    subject: firstCharacters(
      said.subject(isReminder ? toneOf(facts, locale).subject(name) : name, facts.from),
      SUBJECT_MAX,
    ),
    content: body.join('\n'),
  };
}

/** The name of a document in a mail: "Devis D-2026-0001". */
export const documentName = (kind: Kind, number: string, locale: Locale): string => words[locale].nameOf[kind](number);

/** The preview line in a list of mails: the amount first, then the date, then the document. */
function glance(facts: MailFacts, name: string, locale: Locale): string {
  const { total, remaining } = facts;
  const amount = isOwed(facts) && remaining !== undefined ? remaining : total;
  const about = [untilWhen(facts, locale), name].filter((part) => part !== undefined);
  return (
    `<p style="font-size:32px;font-weight:700;line-height:1.2;margin:0">${escaped(amountOf(facts, amount, locale))}</p>\n` +
    `<p style="margin:0 0 24px">${about.map(escaped).join('<br />')}</p>`
  );
}

function untilWhen(facts: MailFacts, locale: Locale): string | undefined {
  const { remaining, dueAt, validUntilAt, toRefund = 0 } = facts;
  const said = words[locale].glance;
  if (toRefund > 0) return said.toRefund(amountOf(facts, toRefund as Cents, locale));
  if (validUntilAt !== undefined) return said.validUntil(dayOf(facts, validUntilAt, locale));
  if (remaining === undefined || dueAt === undefined) return undefined;
  if (remaining === 0) return facts.isPaid ? said.paid : said.nothingToPay;
  return (isPast(facts, dueAt) ? said.wasToPayBy : said.toPayBy)(dayOf(facts, dueAt, locale));
}

function openingOf(type: MailType, number: string, facts: MailFacts, locale: Locale): string {
  const { kind } = facts;
  const said = words[locale];
  if (type === 'invoice_recurring') return said.recurring(number);
  if (type === 'invoice_reminder' && isClaimKind(kind)) return toneOf(facts, locale).opening[kind](number);
  return said.opening[kind](number);
}

/** Polite at first, then firmer, firm from the third on. */
function toneOf({ pressed: { times } = { times: 0 } }: MailFacts, locale: Locale): Tone {
  const { reminder } = words[locale];
  return times === 0 ? reminder : times === 1 ? reminder.again : reminder.firm;
}

type Tone = Words['reminder']['again'];

function usualText(facts: MailFacts, locale: Locale): string[] {
  const said = words[locale];
  if (facts.validUntilAt !== undefined)
    return [said.validUntil(dayOf(facts, facts.validUntilAt, locale)), said.toAccept];
  const refund = refundText(facts, locale);
  if (refund.length > 0 || facts.remaining === undefined || facts.dueAt === undefined) return refund;
  if (facts.remaining === 0) return [facts.isPaid ? said.nothingToPay : said.nothingLeft];
  const pay = isPast(facts, facts.dueAt) ? said.payOverdue : said.payBy;
  return [pay(amountOf(facts, facts.remaining, locale), dayOf(facts, facts.dueAt, locale))];
}

/** A sentence about an owed refund; empty if none. */
const refundText = (facts: MailFacts, locale: Locale): string[] =>
  (facts.toRefund ?? 0) > 0 ? [words[locale].refundOwed(amountOf(facts, facts.toRefund as Cents, locale))] : [];

function reminderText(facts: MailFacts, locale: Locale): string[] {
  const said = words[locale];
  const { remaining = 0 as Cents, dueAt = facts.emittedAt } = facts;
  const refund = refundText(facts, locale);
  if (refund.length > 0) return refund;
  if (remaining === 0) return [facts.isPaid ? said.nothingToPay : said.nothingLeft];
  const due = isPast(facts, dueAt) ? said.reminder.wasDue : said.reminder.isDue;
  return [
    due(amountOf(facts, remaining, locale), dayOf(facts, dueAt, locale)),
    ...lawOf(facts, locale),
    toneOf(facts, locale).please,
    said.reminder.crossed,
  ];
}

/**
 * The cost of late payment between professionals, in one paragraph; empty in the first reminder.
 */
function lawOf(facts: MailFacts, locale: Locale): string[] {
  const { times, lumpSum, penalties } = facts.pressed ?? { times: 0 };
  if (times === 0) return [];
  const said = words[locale].reminder;
  const texts = [
    ...(lumpSum === undefined ? [] : [said.lumpSum(formatAmount(lumpSum, 'EUR', locale))]),
    ...(penalties === undefined
      ? []
      : [penalties === 'running' ? said.penaltiesRun : said.penalties(amountOf(facts, penalties, locale))]),
  ];
  return texts.length === 0 ? [] : [texts.join(' ')];
}

/** The key facts for bookkeeping. */
function rowsOf(facts: MailFacts, locale: Locale): (readonly [string, string])[] {
  const said = words[locale].facts;
  const { number, total, remaining, toRefund = 0 } = facts;
  return [
    ...(number === undefined ? [] : [[said.number, number] as const]),
    [said.emittedOn, dayOf(facts, facts.emittedAt, locale)],
    [said.total, amountOf(facts, total, locale)],
    ...(isOwed(facts) && remaining !== undefined && remaining !== total
      ? [[said.remaining, amountOf(facts, remaining, locale)] as const]
      : []),
    ...(toRefund > 0 ? [[said.toRefund, amountOf(facts, toRefund as Cents, locale)] as const] : []),
  ];
}

const isOwed = ({ remaining }: MailFacts): boolean => remaining !== undefined && remaining > 0;

/**
 * The payment details, each value below its label: an IBAN of 33 characters with spaces fits one
 * line of a phone of 360 px, and a longer one breaks between its groups.
 */
function transfer({ bank, number }: MailFacts, locale: Locale): string[] {
  if (!bank) return [];
  const { transfer: title, facts: said } = words[locale];
  const values: (readonly [string, string | undefined])[] = [
    [said.holder, bank.holder],
    [said.iban, bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [said.bic, bank.bic],
    [said.reference, number],
  ];
  return [
    `<p style="font-weight:600;margin:0 0 8px">${escaped(title)}</p>`,
    '<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">',
    ...values.flatMap(([name, value]) =>
      value?.trim()
        ? `<tr><td style="${NAME_ABOVE}">${escaped(name)}</td><td style="${VALUE_BELOW}">${escaped(value)}</td></tr>`
        : [],
    ),
    '</table>',
  ];
}

const NAME_ABOVE = 'display:block;font-size:13px;padding:0';
const VALUE_BELOW = 'display:block;font-size:15px;padding:0 0 8px';

/** Late from the next day on: a payment on the due day is on time. */
const isPast = ({ now, zone }: MailFacts, dueAt: number): boolean => civilDayOf(dueAt, zone) < civilDayOf(now, zone);

const dayOf = ({ zone }: MailFacts, at: number, locale: Locale): string => formatDay(at, zone, locale);
const amountOf = ({ currency }: MailFacts, amount: Cents, locale: Locale): string =>
  formatAmount(amount, currency, locale);

/** Lines of one paragraph, one below the other. */
export const paragraph = (...lines: readonly string[]): string =>
  `<p style="margin:0 0 16px">${lines.map(escaped).join('<br />')}</p>`;

/** The call-to-action button. */
export const button = (text: string, url: string, { accent, onAccent }: MailFacts['colours']): string =>
  `<p style="margin:0 0 24px"><a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;` +
  `text-decoration:none;font-weight:600;color:${onAccent};background-color:${accent}">${escaped(text)}</a></p>`;

const CELL = 'border-bottom:1px solid #8a8f99;vertical-align:top';
const HEAD_CELL = `text-align:left;font-weight:normal;white-space:nowrap;padding:6px 0;${CELL}`;
const VALUE_CELL = `text-align:right;font-weight:600;padding:6px 0 6px 16px;${CELL}`;

const table = (rows: readonly (readonly [string, string])[]): string =>
  [
    '<table style="width:100%;border-collapse:collapse;margin:8px 0 24px">',
    ...rows.map(
      ([head, value]) =>
        `<tr><th scope="row" style="${HEAD_CELL}">${escaped(head)}</th>` +
        `<td style="${VALUE_CELL}">${escaped(value)}</td></tr>`,
    ),
    '</table>',
  ].join('\n');
