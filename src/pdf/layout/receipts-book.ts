import type { AccountSettings } from '../../domain/account/settings.ts';
import type { BookTotals } from '../../domain/books/book-totals.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { fr } from '../locales/fr.ts';
import { type Written, writtenIn } from './number-format.ts';
import { emitterFoot, emitterNamed, sellerPrinted } from './parties.ts';
import type { PrintedDocument, PrintedTable } from './printed-document.ts';

/** A line of the book in words; amounts are cents of euros. */
type BookLine = {
  readonly n: number;
  readonly on: string;
  readonly reference?: string | undefined;
  readonly customerName?: string | undefined;
  /** What it states: a payment, a refund. */
  readonly event: string;
  readonly nature: string;
  readonly method?: string | undefined;
  readonly note?: string | undefined;
  readonly foreign?: { readonly currency: string; readonly amount: Cents } | undefined;
  readonly disbursements: Cents;
  readonly amount: Cents;
  readonly vat: Cents;
};

type PeriodTotals = { readonly from: string; readonly totals: BookTotals };

export type BookInput = {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly BookLine[];
  readonly months: readonly PeriodTotals[];
  readonly quarters: readonly PeriodTotals[];
  readonly total: BookTotals;
  /** The day of creation, and Unix seconds. */
  readonly today: { readonly day: string; readonly at: number };
  readonly settings: AccountSettings;
  readonly theme: Theme;
  readonly serviceName: string;
};

/** The law that asks for the book, printed on it. */
const DUTY =
  'Livre mentionnant chronologiquement le montant et l’origine des recettes encaissées à titre professionnel, les règlements en espèces étant distingués des autres règlements (CGI, art. 50-0, 5 et 102 ter, 4 ; C. com., art. L123-28). Les sommes avancées pour le compte d’un client (débours) ne sont pas des recettes (CGI, art. 267, II, 2°). Les annulations et les remboursements sont des lignes nouvelles, négatives.';

/** Lays the receipts book out for print, in French, with the templates of documents. */
export function printedBook(given: BookInput): PrintedDocument {
  const { settings, theme, serviceName, from, to, today, total, lines } = given;
  const { emitter, defaults } = settings;
  const { logo, ...design } = theme;
  const written = writtenIn('fr', 'EUR');
  const hasVat = total.vat !== 0 || lines.some(({ vat }) => vat !== 0);
  const period = `${written.shortDay(from)} – ${written.shortDay(to)}`;
  return {
    locale: 'fr',
    dated: today,
    title: `Livre des recettes ${period}`,
    heading: 'Livre des recettes',
    number: period,
    emitter: sellerPrinted(emitter, { display: defaults.display, words: fr, locale: 'fr' }),
    customer: {
      label: 'Période',
      name: `Du ${written.day(from)} au ${written.day(to)}`,
      lines: [],
      details: emitter.siret === undefined ? [] : [`SIRET ${emitter.siret}`],
    },
    headline: { label: 'Recettes encaissées', value: written.money(total.amount) },
    facts: [
      { label: 'Lignes', value: String(total.count) },
      { label: 'Établi le', value: written.day(today.day) },
    ],
    table: {
      columns: [
        { key: 'position', label: 'N°' },
        { key: 'share', label: 'Date' },
        { key: 'designation', label: 'Client, pièce et nature' },
        { key: 'quantity', label: 'Règlement' },
        ...(hasVat ? ([{ key: 'vat', label: 'dont TVA' }] as const) : []),
        { key: 'total', label: 'Montant' },
      ],
      lines: lines.map((line) => lineOf(line, written)),
      sums: sumsOf(lines).map((sum) => written.amount(sum)),
      toCarry: fr.toCarry,
      carried: fr.carried,
    },
    totals: totalsOf(total, written),
    ...(given.months.length > 0 && { deductions: monthsOf(given, { written, hasVat }) }),
    mentions: [{ text: DUTY }],
    foot: emitterFoot({ parties: { emitter }, words: fr }),
    ...(defaults.display.serviceLogo && { credit: fr.madeWith(serviceName) }),
    pages: fr.pageOf('{page}', '{pages}'),
    logoAlt: fr.logoAlt(emitterNamed(emitter)),
    theme: { ...design, ...(logo && { logo: { path: `/logo.${logo.format}`, widthMm: logo.widthMm } }) },
  };
}

function sumsOf(lines: readonly BookLine[]): Cents[] {
  let sum = 0;
  return lines.map(({ amount }) => {
    sum += amount;
    return cents(sum);
  });
}

function lineOf(line: BookLine, written: Written): PrintedDocument['table']['lines'][number] {
  const { n, on, reference, customerName, event, nature, method, note, foreign, disbursements, amount, vat } = line;
  const said = [reference, event, nature].filter((each) => each !== undefined && each !== '').join(' · ');
  const apart = [
    ...(foreign ? [`${(foreign.amount / 100).toFixed(2).replace('.', ',')} ${foreign.currency}`] : []),
    ...(disbursements === 0 ? [] : [`débours hors recettes : ${written.money(disbursements)}`]),
    ...(note === undefined ? [] : [note]),
  ];
  return {
    designation: customerName ?? event,
    notes: [customerName === undefined && reference === undefined ? nature : said, ...apart],
    cells: {
      position: String(n),
      share: written.shortDay(on),
      quantity: method ?? '',
      vat: written.amount(vat),
      total: written.amount(amount),
    },
  };
}

function totalsOf(total: BookTotals, written: Written): PrintedDocument['totals'] {
  const part = (label: string, amount: Cents) => ({ label, value: written.money(amount), weight: 'part' }) as const;
  const named = { bic_goods: 'Ventes (BIC)', bic_services: 'Prestations BIC', bnc: 'Prestations BNC' } as const;
  return [
    ...total.natures.filter(({ amount }) => amount !== 0).map(({ nature, amount }) => part(named[nature], amount)),
    part('dont espèces', total.cash),
    ...(total.vat === 0 ? [] : [part('dont TVA', total.vat)]),
    ...(total.disbursements === 0 ? [] : [part('Débours, hors recettes', total.disbursements)]),
    { label: 'Recettes encaissées', value: written.money(total.amount), weight: 'due' },
  ];
}

/** Months, each quarter after its months. */
function monthsOf(
  { months, quarters }: BookInput,
  { written, hasVat }: { written: Written; hasVat: boolean },
): PrintedTable {
  const row = (name: string, { natures, cash, vat, amount }: BookTotals): string[] => [
    name,
    ...natures.map((each) => written.amount(each.amount)),
    written.amount(cash),
    ...(hasVat ? [written.amount(vat)] : []),
    written.amount(amount),
  ];
  return {
    title: 'Totaux par mois et par trimestre',
    head: [
      ...['Période', 'Ventes (BIC)', 'Prestations BIC', 'Prestations BNC', 'dont espèces'],
      ...(hasVat ? ['dont TVA'] : []),
      'Total',
    ],
    rows: [
      ...months.map(({ from, totals }) => row(monthName.format(new Date(from)), totals)),
      ...quarters.map(({ from, totals }) => row(quarterName(from), totals)),
    ],
    figuresFrom: 1,
    sumsFrom: months.length,
  };
}

export const monthName = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const QUARTER_MONTHS = 3;
export const quarterName = (from: string): string => {
  const place = Math.ceil(Number(from.slice(5, 7)) / QUARTER_MONTHS);
  return `${place}${place === 1 ? 'er' : 'e'} trimestre ${from.slice(0, 4)}`;
};
