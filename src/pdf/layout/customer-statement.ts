import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { Party } from '../../domain/customers/party.ts';
import type { Statement } from '../../domain/customers/statement.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { Words } from '../locales/fr.ts';
import { wordsOf } from '../locales/index.ts';
import { type Written, writtenIn } from './number-format.ts';
import { emitterFoot, emitterNamed, partyPrinted, sellerPrinted } from './parties.ts';
import type { PrintedDocument, PrintedLine, PrintedTotal } from './printed-document.ts';

export type StatementInput = {
  readonly statement: Statement;
  readonly currency: CurrencyCode;
  readonly from: string;
  readonly to: string;
  /** The day of creation, and Unix seconds. */
  readonly today: { readonly day: string; readonly at: number };
  readonly customer: Party;
  readonly settings: AccountSettings;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly serviceName: string;
};

type Saying = { readonly words: Words; readonly written: Written };

/**
 * Lays a statement out for print with the templates of documents; its movements replace their
 * lines.
 */
export function printedStatement(given: StatementInput): PrintedDocument {
  const { statement, settings, locale, theme, serviceName, from, to, today } = given;
  const words = wordsOf[locale];
  const written = writtenIn(locale, given.currency);
  const labels = words.statement;
  const { logo, ...design } = theme;
  const { emitter, defaults } = settings;
  const period = `${written.shortDay(from)} – ${written.shortDay(to)}`;
  return {
    locale,
    dated: today,
    title: `${labels.heading} ${period}`,
    heading: labels.heading,
    number: period,
    emitter: sellerPrinted(emitter, { display: defaults.display, words, locale }),
    customer: partyPrinted(given.customer, { label: words.to, words, locale }),
    headline: { label: labels.closing, value: written.money(statement.closing) },
    facts: [
      { label: labels.from, value: written.day(from) },
      { label: labels.to, value: written.day(to) },
      { label: labels.madeOn, value: written.day(today.day) },
    ],
    table: {
      columns: [
        { key: 'designation', label: labels.movement },
        { key: 'unitPrice', label: labels.debit },
        { key: 'vat', label: labels.credit },
        { key: 'total', label: labels.balance },
      ],
      lines: [
        openingLine(statement, labels, written),
        ...statement.entries.map((each) => lineOf(each, { words, written })),
      ],
      sums: [statement.opening, ...statement.entries.map(({ balance }) => balance)].map((each) => written.amount(each)),
      toCarry: words.toCarry,
      carried: words.carried,
    },
    totals: totalsOf(statement, { words, written }),
    mentions: [],
    foot: emitterFoot({ parties: { emitter }, words }),
    ...(defaults.display.serviceLogo && { credit: words.madeWith(serviceName) }),
    pages: words.pageOf('{page}', '{pages}'),
    logoAlt: words.logoAlt(emitterNamed(emitter)),
    theme: { ...design, ...(logo && { logo: { path: `/logo.${logo.format}`, widthMm: logo.widthMm } }) },
  };
}

const openingLine = ({ opening }: Statement, labels: Words['statement'], written: Written): PrintedLine => ({
  designation: labels.opening,
  notes: [],
  cells: { total: written.amount(opening) },
});

function lineOf(
  { on, what, number, amount, balance }: Statement['entries'][number],
  { words: { statement: labels }, written }: Saying,
): PrintedLine {
  const cell = written.amount(cents(Math.abs(amount)));
  return {
    designation: labels.movements[what](number),
    notes: [written.shortDay(on)],
    cells: { ...(amount >= 0 ? { unitPrice: cell } : { vat: cell }), total: written.amount(balance) },
  };
}

function totalsOf(statement: Statement, { words: { statement: labels }, written }: Saying): PrintedTotal[] {
  const { opening, billed, credited, paid, refunded, closing } = statement;
  const part = (label: string, amount: number): PrintedTotal => ({
    ...{ label, value: written.money(cents(amount)), weight: 'part' },
  });
  return [
    part(labels.opening, opening),
    part(labels.billed, billed),
    ...(credited === 0 ? [] : [part(labels.credited, 0 - credited)]),
    part(labels.paid, 0 - paid),
    ...(refunded === 0 ? [] : [part(labels.refunded, refunded)]),
    { label: labels.closing, value: written.money(closing), weight: 'due' },
  ];
}
