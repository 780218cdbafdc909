import type { BookTotals } from '../../domain/books/book-totals.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { type BookFrame, type BookPeriods, bookWritten, layOutBook, periodsTable } from './book-layout.ts';
import type { PrintedDocument } from './printed-document.ts';

/** A line of the book in words; amounts are cents of euros. */
type BookLine = {
  readonly n: number;
  readonly on: string;
  /** The day of receipt, if that day was closed. */
  readonly receivedOn?: string | undefined;
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

type BookInput = BookFrame &
  BookPeriods<BookTotals> & { readonly lines: readonly BookLine[]; readonly total: BookTotals };

/** The law that asks for the book, printed on it. */
const DUTY =
  'Livre mentionnant chronologiquement le montant et l’origine des recettes encaissées à titre professionnel, les règlements en espèces étant distingués des autres règlements (CGI, art. 50-0, 5 et 102 ter, 4 ; C. com., art. L123-28). Les sommes avancées pour le compte d’un client (débours) ne sont pas des recettes (CGI, art. 267, II, 2°). Les annulations et les remboursements sont des lignes nouvelles, négatives.';

const natureNames = { bic_goods: 'Ventes (BIC)', bic_services: 'Prestations BIC', bnc: 'Prestations BNC' } as const;

/** Lays the receipts book out for print, in French. */
export function printedBook(given: BookInput): PrintedDocument {
  const { total, lines } = given;
  const hasVat = total.vat !== 0 || lines.some(({ vat }) => vat !== 0);
  const natures = total.natures.filter(({ amount }) => amount !== 0);
  return layOutBook(given, {
    heading: 'Livre des recettes',
    headline: { label: 'Recettes encaissées', amount: total.amount },
    columns: { designation: 'Client, pièce et nature', vat: hasVat ? 'dont TVA' : undefined },
    count: total.count,
    lines: lines.map((line) => ({ amount: line.amount, printed: printedLine(line) })),
    parts: [
      ...natures.map(({ nature, amount }): [string, Cents] => [natureNames[nature], amount]),
      ['dont espèces', total.cash],
      ...(total.vat === 0 ? [] : [['dont TVA', total.vat] as const]),
      ...(total.disbursements === 0 ? [] : [['Débours, hors recettes', total.disbursements] as const]),
    ],
    periods: periodsTable(given, {
      head: [...Object.values(natureNames), 'dont espèces', ...(hasVat ? ['dont TVA'] : []), 'Total'],
      row: ({ natures, cash, vat, amount }) => [
        ...natures.map((each) => bookWritten.amount(each.amount)),
        bookWritten.amount(cash),
        ...(hasVat ? [bookWritten.amount(vat)] : []),
        bookWritten.amount(amount),
      ],
    }),
    duty: DUTY,
  });
}

function printedLine(line: BookLine): PrintedDocument['table']['lines'][number] {
  const {
    n,
    on,
    receivedOn,
    reference,
    customerName,
    event,
    nature,
    method,
    note,
    foreign,
    disbursements,
    amount,
    vat,
  } = line;
  const said = [reference, event, nature].filter((each) => each !== undefined && each !== '').join(' · ');
  const apart = [
    ...(receivedOn === undefined ? [] : [`reçu le ${bookWritten.day(receivedOn)}, période clôturée`]),
    ...(foreign ? [`${(foreign.amount / 100).toFixed(2).replace('.', ',')} ${foreign.currency}`] : []),
    ...(disbursements === 0 ? [] : [`débours hors recettes : ${bookWritten.money(disbursements)}`]),
    ...(note === undefined ? [] : [note]),
  ];
  return {
    designation: customerName ?? event,
    notes: [customerName === undefined && reference === undefined ? nature : said, ...apart],
    cells: {
      position: String(n),
      share: bookWritten.shortDay(on),
      quantity: method ?? '',
      vat: bookWritten.amount(vat),
      total: bookWritten.amount(amount),
    },
  };
}
