import type { AccountSettings } from '../../domain/account/settings.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { fr } from '../locales/fr.ts';
import { type Written, writtenIn } from './number-format.ts';
import { emitterFoot, emitterNamed, sellerPrinted } from './parties.ts';
import type { PrintedDocument, PrintedTable } from './printed-document.ts';

/** The period of a printed book, and whose it is. */
export type BookFrame = {
  readonly from: string;
  readonly to: string;
  /** The day of creation, and Unix seconds. */
  readonly today: { readonly day: string; readonly at: number };
  readonly settings: AccountSettings;
  readonly theme: Theme;
  readonly serviceName: string;
  /** The closing, as printed, if it covers the whole period. */
  readonly closed?: { readonly fact: string; readonly mention: string } | undefined;
};

/** What differs between the books. */
type BookContent = {
  readonly heading: string;
  /** The label of the total, and the total. */
  readonly headline: { readonly label: string; readonly amount: Cents };
  /** The heads of the columns that differ; without `vat` the book has no such column. */
  readonly columns: { readonly designation: string; readonly vat?: string | undefined };
  readonly count: number;
  readonly lines: readonly { readonly amount: Cents; readonly printed: PrintedDocument['table']['lines'][number] }[];
  /** The sums above the total of the book. */
  readonly parts: readonly (readonly [label: string, amount: Cents])[];
  readonly periods: PrintedTable | undefined;
  /** The law that asks for the book. */
  readonly duty: string;
};

/** How books write days and amounts. */
export const bookWritten: Written = writtenIn('fr', 'EUR');

/** Lays a book out for print, in French, with the templates of documents. */
export function layOutBook(
  { from, to, today, settings, theme, serviceName, closed }: BookFrame,
  { heading, headline, columns, count, lines, parts, periods, duty }: BookContent,
): PrintedDocument {
  const { emitter, defaults } = settings;
  const { logo, ...design } = theme;
  const { shortDay, day, money } = bookWritten;
  const period = `${shortDay(from)} – ${shortDay(to)}`;
  const total = { label: headline.label, value: money(headline.amount) };
  return {
    locale: 'fr',
    dated: today,
    title: `${heading} ${period}`,
    heading,
    number: period,
    emitter: sellerPrinted(emitter, { display: defaults.display, words: fr, locale: 'fr' }),
    customer: {
      label: 'Période',
      name: `Du ${day(from)} au ${day(to)}`,
      lines: [],
      details: emitter.siret === undefined ? [] : [`SIRET ${emitter.siret}`],
    },
    headline: total,
    facts: [
      { label: 'Lignes', value: String(count) },
      { label: 'Établi le', value: day(today.day) },
      ...(closed ? [{ label: 'Clôturé le', value: closed.fact }] : []),
    ],
    table: tableOf(columns, lines),
    totals: [
      ...parts.map(([label, amount]) => ({ label, value: money(amount), weight: 'part' as const })),
      { ...total, weight: 'due' },
    ],
    ...(periods && { deductions: periods }),
    mentions: [...(closed ? [{ text: closed.mention }] : []), { text: duty }],
    foot: emitterFoot({ parties: { emitter }, words: fr }),
    ...(defaults.display.serviceLogo && { credit: fr.madeWith(serviceName) }),
    pages: fr.pageOf('{page}', '{pages}'),
    logoAlt: fr.logoAlt(emitterNamed(emitter)),
    theme: { ...design, ...(logo && { logo: { path: `/logo.${logo.format}`, widthMm: logo.widthMm } }) },
  };
}

function tableOf({ designation, vat }: BookContent['columns'], lines: BookContent['lines']): PrintedDocument['table'] {
  let sum = 0;
  return {
    columns: [
      { key: 'position', label: 'N°' },
      { key: 'share', label: 'Date' },
      { key: 'designation', label: designation },
      { key: 'quantity', label: 'Règlement' },
      ...(vat === undefined ? [] : ([{ key: 'vat', label: vat }] as const)),
      { key: 'total', label: 'Montant' },
    ],
    lines: lines.map(({ printed }) => printed),
    sums: lines.map(({ amount }) => {
      sum += amount;
      return bookWritten.amount(cents(sum));
    }),
    toCarry: fr.toCarry,
    carried: fr.carried,
  };
}

type PeriodTotals<T> = { readonly from: string; readonly totals: T };
export type BookPeriods<T> = {
  readonly months: readonly PeriodTotals<T>[];
  readonly quarters: readonly PeriodTotals<T>[];
};

/** The totals of months, then of quarters; undefined for an empty book. */
export const periodsTable = <T>(
  { months, quarters }: BookPeriods<T>,
  { head, row }: { readonly head: readonly string[]; readonly row: (totals: T) => readonly string[] },
): PrintedTable | undefined =>
  months.length === 0
    ? undefined
    : {
        title: 'Totaux par mois et par trimestre',
        head: ['Période', ...head],
        rows: [
          ...months.map(({ from, totals }) => [monthName.format(new Date(from)), ...row(totals)]),
          ...quarters.map(({ from, totals }) => [quarterName(from), ...row(totals)]),
        ],
        figuresFrom: 1,
        sumsFrom: months.length,
      };

const monthName = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const QUARTER_MONTHS = 3;
const quarterName = (from: string): string => {
  const place = Math.ceil(Number(from.slice(5, 7)) / QUARTER_MONTHS);
  return `${place}${place === 1 ? 'er' : 'e'} trimestre ${from.slice(0, 4)}`;
};
