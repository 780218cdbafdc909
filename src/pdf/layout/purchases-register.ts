import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Purchase, PurchaseNature } from '../../domain/books/purchase.ts';
import type { PurchaseTotals } from '../../domain/books/purchase-totals.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { fr } from '../locales/fr.ts';
import { type Written, writtenIn } from './number-format.ts';
import { emitterFoot, emitterNamed, sellerPrinted } from './parties.ts';
import type { PrintedDocument, PrintedTable } from './printed-document.ts';
import { monthName, quarterName } from './receipts-book.ts';

/** A line with its words. */
type RegisterLine = { readonly line: Purchase; readonly nature: string; readonly method: string };
type PeriodTotals = { readonly from: string; readonly totals: PurchaseTotals };

export type RegisterInput = {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly RegisterLine[];
  readonly months: readonly PeriodTotals[];
  readonly quarters: readonly PeriodTotals[];
  readonly total: PurchaseTotals;
  readonly natureNames: Readonly<Record<PurchaseNature, string>>;
  /** The day of creation, and Unix seconds. */
  readonly today: { readonly day: string; readonly at: number };
  readonly settings: AccountSettings;
  readonly theme: Theme;
  readonly serviceName: string;
};

/** The law that asks for the register, printed on it. */
const DUTY =
  'Registre récapitulant par année le détail des achats, avec le mode de règlement et les références des pièces justificatives (CGI, art. 50-0, 5 ; C. com., art. L123-28 et D123-205-1). Les achats sont classés par date de paiement ; le numéro suit l’ordre d’enregistrement dans l’année. Une annulation est une ligne nouvelle, négative, du même jour.';

/** Lays the register out for print, in French, with the templates of documents. */
export function printedRegister(given: RegisterInput): PrintedDocument {
  const { settings, theme, serviceName, from, to, today, total, lines } = given;
  const { emitter, defaults } = settings;
  const { logo, ...design } = theme;
  const written = writtenIn('fr', 'EUR');
  const hasVat = lines.some(({ line }) => line.deductibleVat !== 0);
  const period = `${written.shortDay(from)} – ${written.shortDay(to)}`;
  return {
    locale: 'fr',
    dated: today,
    title: `Registre des achats ${period}`,
    heading: 'Registre des achats',
    number: period,
    emitter: sellerPrinted(emitter, { display: defaults.display, words: fr, locale: 'fr' }),
    customer: {
      label: 'Période',
      name: `Du ${written.day(from)} au ${written.day(to)}`,
      lines: [],
      details: emitter.siret === undefined ? [] : [`SIRET ${emitter.siret}`],
    },
    headline: { label: 'Achats payés', value: written.money(total.amount) },
    facts: [
      { label: 'Lignes', value: String(total.count) },
      { label: 'Établi le', value: written.day(today.day) },
    ],
    table: {
      columns: [
        { key: 'position', label: 'N°' },
        { key: 'share', label: 'Date' },
        { key: 'designation', label: 'Fournisseur, nature et pièce' },
        { key: 'quantity', label: 'Règlement' },
        ...(hasVat ? ([{ key: 'vat', label: 'TVA déductible' }] as const) : []),
        { key: 'total', label: 'Montant' },
      ],
      lines: lines.map((line) => lineOf(line, written)),
      sums: sumsOf(lines).map((sum) => written.amount(sum)),
      toCarry: fr.toCarry,
      carried: fr.carried,
    },
    totals: totalsOf(given, written),
    ...(given.months.length > 0 && { deductions: monthsOf(given, { written, hasVat }) }),
    mentions: [{ text: DUTY }],
    foot: emitterFoot({ parties: { emitter }, words: fr }),
    ...(defaults.display.serviceLogo && { credit: fr.madeWith(serviceName) }),
    pages: fr.pageOf('{page}', '{pages}'),
    logoAlt: fr.logoAlt(emitterNamed(emitter)),
    theme: { ...design, ...(logo && { logo: { path: `/logo.${logo.format}`, widthMm: logo.widthMm } }) },
  };
}

function sumsOf(lines: readonly RegisterLine[]): Cents[] {
  let sum = 0;
  return lines.map(({ line }) => {
    sum += line.amount;
    return cents(sum);
  });
}

function lineOf({ line, nature, method }: RegisterLine, written: Written): PrintedDocument['table']['lines'][number] {
  const { correctsId, designation, reference, receipt } = line;
  const said = [correctsId === undefined ? undefined : 'Annulation', nature, designation, reference];
  return {
    designation: line.supplierName,
    notes: [
      said.filter((each) => each !== undefined).join(' · '),
      ...(receipt ? [`Justificatif : ${receipt.name}`] : []),
    ],
    cells: {
      position: String(line.number),
      share: written.shortDay(line.paidOn),
      quantity: method,
      vat: written.amount(line.deductibleVat),
      total: written.amount(line.amount),
    },
  };
}

function totalsOf({ total, natureNames }: RegisterInput, written: Written): PrintedDocument['totals'] {
  const part = (label: string, amount: Cents) => ({ label, value: written.money(amount), weight: 'part' }) as const;
  return [
    ...total.natures.map(({ nature, amount }) => part(natureNames[nature], amount)),
    part('dont espèces', total.cash),
    ...(total.deductibleVat === 0 ? [] : [part('dont TVA déductible', total.deductibleVat)]),
    { label: 'Achats payés', value: written.money(total.amount), weight: 'due' },
  ];
}

/** Months, then quarters. */
function monthsOf(
  { months, quarters }: RegisterInput,
  { written, hasVat }: { written: Written; hasVat: boolean },
): PrintedTable {
  const row = (name: string, { count, cash, deductibleVat, amount }: PurchaseTotals): string[] => [
    ...[name, String(count), written.amount(cash)],
    ...(hasVat ? [written.amount(deductibleVat)] : []),
    written.amount(amount),
  ];
  return {
    title: 'Totaux par mois et par trimestre',
    head: ['Période', 'Lignes', 'dont espèces', ...(hasVat ? ['dont TVA déductible'] : []), 'Total'],
    rows: [
      ...months.map(({ from, totals }) => row(monthName.format(new Date(from)), totals)),
      ...quarters.map(({ from, totals }) => row(quarterName(from), totals)),
    ],
    figuresFrom: 1,
    sumsFrom: months.length,
  };
}
