import type { BillingDocument, Sealed } from '../../domain/billing/document/document.ts';
import { isAdvance } from '../../domain/billing/document/document.ts';
import type { FormalNotice } from '../../domain/billing/reminder/formal-notice.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { addDays, civilDayOf } from '../../domain/time/civil-day.ts';
import { formalNoticeWords as said } from '../locales/formal-notice.ts';
import { fr } from '../locales/fr.ts';
import { type Written, writtenIn } from './number-format.ts';
import { emitterFoot, emitterNamed, partyPrinted, sellerPrinted } from './parties.ts';
import { bankFacts } from './payment.ts';
import type { Mention, PrintedDocument, PrintedLine } from './printed-document.ts';

export type FormalNoticeInput = {
  readonly document: BillingDocument;
  readonly sealed: Sealed;
  readonly notice: FormalNotice;
  readonly zone: string;
  readonly theme: Theme;
  readonly serviceName: string;
};

/**
 * Lays a formal notice out for print: a letter between the parties of its invoice, with the
 * templates of documents; the claims replace their lines. In French, whatever the language of the
 * invoice.
 */
export function printedFormalNotice(given: FormalNoticeInput): PrintedDocument {
  const { document, sealed, notice, theme, serviceName } = given;
  const { emitter, customer, number } = sealed;
  const { content } = document;
  const written = writtenIn('fr', content.currency.code);
  const { logo, ...design } = theme;
  const ofNumber = `${said.of[isAdvance(document) ? 'advance' : 'invoice']} ${number}`;
  const lines = linesOf(given, written);
  const parties = { words: fr, locale: 'fr' } as const;
  return {
    locale: 'fr',
    dated: { day: notice.madeOn, at: notice.madeAt },
    title: `${said.heading}, ${ofNumber}`,
    heading: said.heading,
    number: ofNumber,
    ...(document.test && { watermark: fr.watermarks.test }),
    emitter: { ...sellerPrinted(emitter, { display: content.display, ...parties }), label: said.creditor },
    customer: customer
      ? partyPrinted(customer, { label: said.debtor, ...parties })
      : { label: said.debtor, name: '—', lines: [], details: [] },
    headline: { label: said.claimed, value: written.money(notice.total) },
    facts: factsOf(given, written),
    headerNote: openingOf(given, written),
    table: {
      columns: [
        { key: 'designation', label: said.item },
        { key: 'total', label: said.amount },
      ],
      lines,
      sums: lines.map(() => ''),
      toCarry: fr.toCarry,
      carried: fr.carried,
    },
    totals: [{ label: said.total, value: written.money(notice.total), weight: 'due' }],
    ...(content.bank && { payment: { title: fr.payment, facts: bankFacts(fr, content.bank, number) } }),
    footerNote: `${closingOf(notice)}\n\n${said.closing}`,
    mentions: lawOf(notice),
    signature: { title: said.signature, fields: said.signatureFields },
    foot: emitterFoot({ parties: { emitter }, words: fr }),
    ...(content.display.serviceLogo && { credit: fr.madeWith(serviceName) }),
    pages: fr.pageOf('{page}', '{pages}'),
    logoAlt: fr.logoAlt(emitterNamed(emitter)),
    theme: { ...design, ...(logo && { logo: { path: `/logo.${logo.format}`, widthMm: logo.widthMm } }) },
  };
}

const factsOf = ({ sealed, notice, zone }: FormalNoticeInput, written: Written) => [
  { label: said.madeOn, value: written.day(notice.madeOn) },
  { label: said.issuedOn, value: written.day(civilDayOf(sealed.emittedAt, zone)) },
  { label: said.dueOn, value: written.day(notice.dueOn) },
  { label: said.payBefore, value: written.day(notice.payBefore) },
];

function openingOf({ document, sealed, notice, zone }: FormalNoticeInput, written: Written): string {
  const the = said.the[isAdvance(document) ? 'advance' : 'invoice'];
  const issuedOn = written.day(civilDayOf(sealed.emittedAt, zone));
  const { asked, remaining, dueOn, daysLate: days, total, delayDays, payBefore } = notice;
  const opening = said.opening({
    ...{ the, number: sealed.number, issuedOn, days, dueOn: written.day(dueOn) },
    ...{ asked: written.money(asked), remaining: written.money(remaining) },
  });
  const summons = { total: written.money(total), days: delayDays, payBefore: written.day(payBefore) };
  return `${opening}\n\n${said.summons(summons)}`;
}

function linesOf({ document, sealed, notice }: FormalNoticeInput, written: Written): PrintedLine[] {
  const { asked, remaining, penalties, lumpSum, dueOn, madeOn, daysLate: days } = notice;
  const the = said.the[isAdvance(document) ? 'advance' : 'invoice'];
  const line = (designation: string, amount: FormalNotice['total'], ...notes: string[]): PrintedLine => ({
    ...{ designation, notes, cells: { total: written.money(amount) } },
  });
  const over = penalties && {
    rate: penalties.rate === undefined ? undefined : written.percent(penalties.rate),
    ...{ remaining: written.money(remaining), days },
    ...{ from: written.shortDay(addDays(dueOn, 1)), to: written.shortDay(madeOn) },
  };
  return [
    line(
      said.principal(the, sealed.number),
      remaining,
      ...(asked === remaining ? [] : [said.principalOf(written.money(asked))]),
    ),
    ...(penalties && over ? [line(said.penalties, penalties.amount, said.penaltiesOver(over))] : []),
    ...(lumpSum === undefined ? [] : [line(said.lumpSum, lumpSum)]),
  ];
}

/**
 * What is owed from then on: running penalties, with or without a known amount; for a consumer
 * interest at the legal rate.
 */
function closingOf({ professional, penalties, penaltiesInWords }: FormalNotice): string {
  if (penalties) return said.goOn;
  if (penaltiesInWords) return said.inWords;
  return professional ? '' : said.interest;
}

const lawOf = ({ penalties, penaltiesInWords, lumpSum }: FormalNotice): Mention[] => [
  { text: said.law },
  ...(penalties || penaltiesInWords || lumpSum !== undefined ? [{ text: said.lawBetweenProfessionals }] : []),
];
