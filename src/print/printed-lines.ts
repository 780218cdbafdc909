import { type Advance, isAdvance, type LinedDocument } from '../domain/billing/document/document.ts';
import { isDisbursement, keyOf, type Line } from '../domain/billing/document/line.ts';
import type { LineAmounts } from '../domain/billing/document/totals.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { amountOf, keysOf, rateOfKey, type ShareKey, totalOf } from '../domain/vat/breakdown.ts';
import { disbursementText } from '../domain/vat/mention-text.ts';
import { personalServiceNames } from './personal-service-names.ts';
import type { ColumnKey, PrintedLine, PrintedLines } from './printed.ts';
import type { Printing } from './printing.ts';

/** The lines of a document, and what they add up to on the way. An advance has one for each rate of VAT. */
export function printedLines(printing: Printing): PrintedLines {
  const { document, words, written } = printing;
  const advance = isAdvance(document);
  const lines = advance ? shareLines(printing, document) : enteredLines(printing, document);
  const nets = advance
    ? keysOf(document.totals.breakdown).map((key) => amountOf(document.totals.breakdown, key).net)
    : document.totals.lines.map(({ net }) => net);
  return {
    columns: columnsOf(printing, lines).map((key) => ({ key, label: labelOf(key, printing) })),
    lines,
    sums: runningSums(nets).map(written.amount),
    toCarry: words.toCarry,
    carried: words.carried,
  };
}

function runningSums(nets: readonly Cents[]): Cents[] {
  let sum = 0;
  return nets.map((net) => cents((sum += net)));
}

const allColumns: readonly ColumnKey[] = [
  'position',
  'designation',
  'quantity',
  'unitPrice',
  'discount',
  'vat',
  'total',
];

/** The columns the theme shows and some line fills. Where rates differ, each line must say its own. */
function columnsOf({ document, theme: { columns }, parties }: Printing, lines: readonly PrintedLine[]): ColumnKey[] {
  const keys = keysOf(document.totals.breakdown);
  const charges = parties.hasVat || keys.some((key) => rateOfKey(key) > 0);
  const wanted: Record<ColumnKey, boolean> = {
    position: columns.position,
    designation: true,
    quantity: true,
    unitPrice: columns.unitPrice,
    discount: true,
    vat: charges && (columns.vat || keys.length > 1),
    total: true,
  };
  return allColumns.filter(
    (key) =>
      wanted[key] &&
      (key === 'designation' || lines.length === 0 || lines.some(({ cells }) => cells[key] !== undefined)),
  );
}

function labelOf(key: ColumnKey, { words, document }: Printing): string {
  const taxed = keysOf(document.totals.breakdown).some((share) => rateOfKey(share) > 0);
  const labels: Record<ColumnKey, string> = {
    position: words.position,
    designation: words.designation,
    quantity: words.quantity,
    unitPrice: taxed ? words.unitPrice : words.unitPriceWithoutVat,
    discount: words.discount,
    vat: words.vat,
    total: taxed ? words.lineTotal : words.lineTotalWithoutVat,
  };
  return labels[key];
}

const enteredLines = (printing: Printing, document: LinedDocument): PrintedLine[] =>
  document.content.lines.map((line, index) =>
    enteredLine(printing, { line, amounts: document.totals.lines[index] as LineAmounts, place: index + 1 }),
  );

function enteredLine(
  printing: Printing,
  { line, amounts, place }: { line: Line; amounts: LineAmounts; place: number },
): PrintedLine {
  const { words, written } = printing;
  const [one, many] = line.unit ? words.units[line.unit] : ['', ''];
  const unit = written.isOne(line.quantity) ? one : many;
  return {
    designation: line.designation,
    ...(line.description?.trim() && { description: line.description }),
    notes: notesOf(printing, line),
    cells: {
      position: String(place),
      quantity: unit ? `${written.quantity(line.quantity)}\u00a0${unit}` : written.quantity(line.quantity),
      unitPrice: written.unitPrice(amounts.unitPriceNet),
      ...discountCell(printing, line, amounts),
      vat: rateWritten(printing, keyOf(line)),
      total: written.amount(amounts.net),
    },
  };
}

function discountCell({ written }: Printing, { discount }: Line, amounts: LineAmounts): { discount?: string } {
  if (!discount || discount.amount === 0) return {};
  return {
    discount: discount.mode === 'PERCENTAGE' ? written.percent(discount.amount) : written.amount(amounts.discount),
  };
}

const rateWritten = ({ written }: Printing, key: ShareKey): string =>
  key === 'disbursement' ? '—' : written.percent(rateOfKey(key));

function notesOf({ words, written, locale, theme }: Printing, line: Line): string[] {
  const activity = line.personalServiceActivity;
  const eligible = activity === 'DIVERS_NON_ELIGIBLE' ? ` – ${words.notEligible}` : '';
  return [
    theme.columns.reference && line.reference && `${words.reference} ${line.reference}`,
    activity && `${words.personalService}${locale === 'fr' ? ' ' : ''}: ${personalServiceNames[activity]}${eligible}`,
    isDisbursement(line) && besides(disbursementText.fr, words.disbursement),
    line.taxIncluded && !isDisbursement(line) && words.unitPriceTaxIncluded(written.unitPrice(line.unitPrice)),
  ].filter((note): note is string => typeof note === 'string');
}

const besides = (text: string, translation: string): string =>
  text === translation ? text : `${text} – ${translation}`;

/** What an advance asks for, rate by rate. */
function shareLines(printing: Printing, { content, totals: { breakdown } }: Advance): PrintedLine[] {
  const { words, written } = printing;
  const keys = keysOf(breakdown);
  const ofOffer = `${written.percent(Math.round(content.percentage * 100))} `;
  return keys.map((key, index) => {
    const part = key === 'disbursement' ? words.disbursements : words.totalVatAt(written.percent(rateOfKey(key)));
    return {
      designation: keys.length > 1 ? `${content.designation} – ${part}` : content.designation,
      ...(index === 0 && content.description?.trim() && { description: content.description }),
      notes: [],
      cells: {
        position: String(index + 1),
        quantity: ofOffer.trim(),
        vat: rateWritten(printing, key),
        total: written.amount(amountOf(breakdown, key).net),
      },
    };
  });
}

/** Whether anything is charged VAT. */
export const isTaxed = ({ document }: Printing): boolean =>
  totalOf(document.totals.breakdown).vat !== 0 || keysOf(document.totals.breakdown).some((key) => rateOfKey(key) > 0);
