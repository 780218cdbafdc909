import type { Moment } from './demo-year.ts';

type Column = { title: { fr: string; en: string }; right?: boolean; of: (moment: Moment, display: Display) => string };
type Display = { language: 'fr' | 'en' };

const columns: readonly Column[] = [
  { title: { fr: 'Jour', en: 'Day' }, of: ({ at }, display) => dayOf(at, display) },
  { title: { fr: 'Numéro', en: 'Number' }, of: ({ document }) => document.number ?? '' },
  { title: { fr: 'Ce qui arrive', en: 'What happens' }, of: ({ what }, { language }) => what[language] },
  {
    title: { fr: 'HT', en: 'Net' },
    right: true,
    of: (moment, display) => amount(moment, 'amountWithoutTaxAfterDiscount', display),
  },
  { title: { fr: 'TVA', en: 'VAT' }, right: true, of: (moment, display) => money(vatOf(moment), moment, display) },
  {
    title: { fr: 'TTC', en: 'Total' },
    right: true,
    of: (moment, display) => amount(moment, 'amountWithTaxAfterDiscount', display),
  },
  { title: { fr: 'Reste dû', en: 'Due' }, right: true, of: dueOf },
  { title: { fr: 'État', en: 'State' }, of: stateOf },
];

/** Formats the demo's rows as a text table with aligned amounts. */
export function table(moments: readonly Moment[], display: Display): string {
  const cells = moments.map((moment) => columns.map((column) => column.of(moment, display)));
  const titles = columns.map(({ title }) => title[display.language]);
  const widths = titles.map((title, index) => Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) =>
        columns[index]?.right ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(titles), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

const dayOf = (at: number, { language }: Display): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'Europe/Paris' }).format(at * 1000);

const vatOf = ({ document }: Moment): number =>
  document.total.vatDetails.reduce((all, { amount: vat }) => all + vat, 0);

const amount = (
  moment: Moment,
  member: 'amountWithoutTaxAfterDiscount' | 'amountWithTaxAfterDiscount',
  display: Display,
): string => money(moment.document.total[member], moment, display);

const money = (cents: number, { document }: Moment, { language }: Display): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: document.currencyCode }).format(cents / 100);

/** An estimate has no balance due. */
function dueOf(moment: Moment, display: Display): string {
  const { type, total } = moment.document;
  const owes = type === 'invoice' || type === 'advance';
  return owes ? money(total.remainingReconciliateAmount, moment, display) : '';
}

const states: Record<string, { fr: string; en: string }> = {
  finalized: { fr: 'finalisé', en: 'finalized' },
  signed: { fr: 'signé', en: 'signed' },
  refused: { fr: 'refusé', en: 'refused' },
  paid: { fr: 'payé', en: 'paid' },
};
const canceled = { fr: 'annulé', en: 'canceled' };

function stateOf({ document }: Moment, { language }: Display): string {
  return document.canceledAt === undefined
    ? (states[document.state]?.[language] ?? document.state)
    : canceled[language];
}
