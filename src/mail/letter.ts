import type { BankInformation } from '../domain/account/settings.ts';
import { isClaimKind, type Kind } from '../domain/billing/document/kind.ts';
import type { Locale } from '../domain/billing/document/locale.ts';
import type { MailType } from '../domain/mail/mail-type.ts';
import type { Cents } from '../domain/money/cents.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import { escaped } from './escaped.ts';
import { printedAmount, printedDay } from './printed.ts';
import type { Words } from './words/fr.ts';
import { words } from './words/words.ts';

/** What a mail about a document says of it. Times are Unix seconds. */
export type LetterFacts = {
  kind: Kind;
  /** Absent of a draft. */
  number?: string | undefined;
  /** Who bills, and who is addressed; a company is greeted without its name. */
  from: string;
  person?: string | undefined;
  currency: CurrencyCode;
  total: Cents;
  /** Of an invoice or an advance. */
  remaining?: Cents | undefined;
  emittedAt: number;
  dueAt?: number | undefined;
  validUntilAt?: number | undefined;
  bank?: BankInformation | undefined;
  zone: string;
  now: number;
};

/** The subject and the text of a mail, as harmless HTML without a frame. */
export type Letter = { subject: string; content: string };

/** Writes the mail of one of the published types about a document. The type must suit its kind (`suits`). */
export function letterOf(type: MailType, facts: LetterFacts, locale: Locale): Letter {
  const said = words[locale];
  const number = facts.number ?? said.draft;
  const name = said.nameOf[facts.kind](number);
  const isReminder = type === 'invoice_reminder';
  const paragraphs = [
    facts.person ? said.greetingTo(facts.person) : said.greeting,
    openingOf(type, facts.kind, number, said),
    ...(isReminder ? reminderText(facts, locale) : usualText(facts, locale)),
  ];
  const body = [
    ...paragraphs.map((text) => paragraph(text)),
    table(rowsOf(facts, locale)),
    paragraph(said.closing, facts.from),
  ];
  return {
    subject: said.subject(isReminder ? said.reminder.subject(name) : name, facts.from),
    content: body.join('\n'),
  };
}

function openingOf(type: MailType, kind: Kind, number: string, said: Words): string {
  if (type === 'invoice_recurring') return said.recurring(number);
  if (type === 'invoice_reminder' && isClaimKind(kind)) return said.reminder.opening[kind](number);
  return said.opening[kind](number);
}

function usualText(facts: LetterFacts, locale: Locale): string[] {
  const said = words[locale];
  if (facts.validUntilAt !== undefined)
    return [said.validUntil(dayOf(facts, facts.validUntilAt, locale)), said.toAccept];
  if (facts.remaining === undefined || facts.dueAt === undefined) return [];
  if (facts.remaining === 0) return [said.nothingToPay];
  return [said.payBy(amountOf(facts, facts.remaining, locale), dayOf(facts, facts.dueAt, locale))];
}

function reminderText(facts: LetterFacts, locale: Locale): string[] {
  const said = words[locale];
  const { remaining = 0 as Cents, dueAt = facts.emittedAt } = facts;
  if (remaining === 0) return [said.nothingToPay];
  const due = dueAt < facts.now ? said.reminder.wasDue : said.reminder.isDue;
  return [
    due(amountOf(facts, remaining, locale), dayOf(facts, dueAt, locale)),
    said.reminder.please,
    said.reminder.crossed,
  ];
}

/** What whoever pays or signs wants to see at a glance. */
function rowsOf(facts: LetterFacts, locale: Locale): (readonly [string, string])[] {
  const said = words[locale].facts;
  const { number, total, remaining, dueAt, validUntilAt, bank } = facts;
  const isOwed = remaining !== undefined && remaining > 0;
  return [
    ...(number === undefined ? [] : [[said.number, number] as const]),
    [said.emittedOn, dayOf(facts, facts.emittedAt, locale)],
    [said.total, amountOf(facts, total, locale)],
    ...(isOwed && remaining !== total ? [[said.remaining, amountOf(facts, remaining, locale)] as const] : []),
    ...(isOwed && dueAt !== undefined ? [[said.dueOn, dayOf(facts, dueAt, locale)] as const] : []),
    ...(validUntilAt === undefined ? [] : [[said.validUntil, dayOf(facts, validUntilAt, locale)] as const]),
    ...(isOwed && bank
      ? ([
          [said.holder, bank.holder],
          [said.iban, bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
          [said.bic, bank.bic],
        ] as const)
      : []),
  ];
}

const dayOf = ({ zone }: LetterFacts, at: number, locale: Locale): string => printedDay(at, zone, locale);
const amountOf = ({ currency }: LetterFacts, amount: Cents, locale: Locale): string =>
  printedAmount(amount, currency, locale);

/** Lines of one paragraph, one under the other. */
export const paragraph = (...lines: readonly string[]): string =>
  `<p style="margin:0 0 16px">${lines.map(escaped).join('<br />')}</p>`;

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
