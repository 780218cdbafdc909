import { type Advance, isAdvance, type LinedDocument } from '../../domain/billing/document/document.ts';
import { isDisbursement, keyOf, type Line } from '../../domain/billing/document/lines/line.ts';
import { linePriceOf } from '../../domain/billing/document/totals/line-price.ts';
import { sectionsOf } from '../../domain/billing/document/totals/sections.ts';
import type { LineAmounts } from '../../domain/billing/document/totals/totals.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { amountOf, keysOf, rateOfKey, type ShareKey, taxIncluded } from '../../domain/vat/breakdown.ts';
import { disbursementText } from '../../domain/vat/mention-text.ts';
import { personalServiceNames } from '../locales/personal-service-names.ts';
import type { LayoutContext } from './layout-context.ts';
import type { ColumnKey, PrintedLine, PrintedLines } from './printed-document.ts';
import { isTaxed } from './taxed-lines.ts';

/**
 * The lines of a document and their running sums: tax included if all were entered so, otherwise
 * excluded. An advance has one line per VAT rate.
 */
export function printedLines(printing: LayoutContext): PrintedLines {
  const { document, words, written, withTax } = printing;
  const advance = isAdvance(document);
  const lines = advance ? shareLines(printing, document) : enteredLines(printing, document);
  const { breakdown } = document.totals;
  const amounts = advance
    ? keysOf(breakdown).map((key) => (withTax ? taxIncluded : netOf)(amountOf(breakdown, key)))
    : document.totals.lines.map((line) => (withTax ? line.total : line.net));
  return {
    columns: columnsOf(printing, lines).map((key) => ({ key, label: labelOf(key, printing) })),
    lines,
    sums: runningSums(amounts).map(written.amount),
    toCarry: words.toCarry,
    carried: words.carried,
  };
}

const netOf = ({ net }: { readonly net: Cents }): Cents => net;

function runningSums(nets: readonly Cents[]): Cents[] {
  let sum = 0;
  return nets.map((net) => cents((sum += net)));
}

const allColumns: readonly ColumnKey[] = [
  'position',
  'designation',
  'share',
  'quantity',
  'unitPrice',
  'discount',
  'vat',
  'total',
];

/**
 * The columns the theme shows and at least one line fills. If rates differ, each line states its
 * own; without VAT, no column mentions it.
 */
function columnsOf({ document, theme: { columns } }: LayoutContext, lines: readonly PrintedLine[]): ColumnKey[] {
  const keys = keysOf(document.totals.breakdown);
  const isShown: Record<ColumnKey, boolean> = {
    position: columns.position,
    designation: true,
    share: true,
    quantity: true,
    unitPrice: columns.unitPrice,
    discount: true,
    vat: isTaxed(document) && (columns.vat || keys.length > 1),
    total: true,
  };
  return allColumns.filter(
    (key) =>
      isShown[key] &&
      (key === 'designation' || lines.length === 0 || lines.some(({ cells }) => cells[key] !== undefined)),
  );
}

function labelOf(key: ColumnKey, printing: LayoutContext): string {
  const { words, document } = printing;
  const [unitPrice, total] = printing.withTax
    ? [words.unitPriceWithTax, words.totalWithTax]
    : isTaxed(document)
      ? [words.unitPrice, words.lineTotal]
      : [words.unitPriceWithoutVat, words.lineTotalWithoutVat];
  const labels: Record<ColumnKey, string> = {
    position: words.position,
    designation: words.designation,
    share: words.share,
    quantity: words.quantity,
    unitPrice,
    discount: words.discount,
    vat: words.vat,
    total,
  };
  return labels[key];
}

function enteredLines(printing: LayoutContext, { content, totals }: LinedDocument): PrintedLine[] {
  const { words, written, withTax } = printing;
  const lines = content.lines.map((line, index) =>
    enteredLine(printing, { line, amounts: totals.lines[index] as LineAmounts, place: index + 1 }),
  );
  for (const { title, from, count, net, total } of sectionsOf(content.lines, totals.lines)) {
    const last = from + count - 1;
    const subtotal = { label: words.subtotalOf(title), value: written.amount(withTax ? total : net) };
    lines[from] = { ...(lines[from] as PrintedLine), section: title };
    lines[last] = { ...(lines[last] as PrintedLine), subtotal };
  }
  return lines;
}

function enteredLine(
  printing: LayoutContext,
  { line, amounts, place }: { line: Line; amounts: LineAmounts; place: number },
): PrintedLine {
  const { words, written, withTax } = printing;
  const [one, many] = line.unit ? words.units[line.unit] : ['', ''];
  const unit = written.isOne(line.quantity) ? one : many;
  return {
    designation: line.designation,
    ...(line.description?.trim() && { description: line.description }),
    notes: notesOf(printing, line, amounts),
    cells: {
      position: String(place),
      quantity: unit ? `${written.quantity(line.quantity)}\u00a0${unit}` : written.quantity(line.quantity),
      unitPrice:
        carriesTax(line) && !withTax ? written.derivedPrice(amounts.unitPriceNet) : written.unitPrice(line.unitPrice),
      ...discountCell(printing, line, amounts),
      vat: rateWritten(printing, keyOf(line)),
      total: written.amount(withTax ? amounts.total : amounts.net),
    },
  };
}

function discountCell(printing: LayoutContext, line: Line, amounts: LineAmounts): { discount?: string } {
  const { written, document } = printing;
  const { discount } = line;
  if (!discount || discount.amount === 0) return {};
  if (discount.mode === 'PERCENTAGE') return { discount: written.percent(discount.amount) };
  const asEntered = (): Cents => linePriceOf(line, stepOf(document.content.currency.code)).discount;
  return { discount: written.amount(printing.withTax ? asEntered() : amounts.discount) };
}

const rateWritten = ({ written }: LayoutContext, key: ShareKey): string =>
  key === 'disbursement' ? '—' : written.percent(rateOfKey(key));

function notesOf(printing: LayoutContext, line: Line, amounts: LineAmounts): string[] {
  const { words, locale, theme } = printing;
  const activity = line.personalServiceActivity;
  const eligible = activity === 'DIVERS_NON_ELIGIBLE' ? ` – ${words.notEligible}` : '';
  return [
    theme.columns.reference && line.reference && `${words.reference} ${line.reference}`,
    activity && `${words.personalService}${locale === 'fr' ? ' ' : ''}: ${personalServiceNames[activity]}${eligible}`,
    isDisbursement(line) && besides(disbursementText.fr, words.disbursement),
    otherPrice(printing, line, amounts),
  ].filter((note): note is string => typeof note === 'string');
}

/** Whether its unit price was entered tax included, with a positive rate. */
const carriesTax = (line: Line): boolean => line.taxIncluded && rateOfKey(keyOf(line)) > 0;

/**
 * The price that the column does not show: tax included if entered so, or tax excluded for
 * customers who deduct VAT.
 */
function otherPrice(printing: LayoutContext, line: Line, { unitPriceNet }: LineAmounts): string | undefined {
  const { words, written, professional } = printing;
  if (!carriesTax(line)) return undefined;
  if (!printing.withTax) return words.unitPriceTaxIncluded(written.unitPrice(line.unitPrice));
  return professional ? words.unitPriceTaxExcluded(written.derivedPrice(unitPriceNet)) : undefined;
}

const besides = (text: string, translation: string): string =>
  text === translation ? text : `${text} – ${translation}`;

/** The amounts of an advance, rate by rate. */
function shareLines(printing: LayoutContext, { content, totals: { breakdown } }: Advance): PrintedLine[] {
  const { words, written, withTax } = printing;
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
        share: ofOffer.trim(),
        vat: rateWritten(printing, key),
        total: written.amount((withTax ? taxIncluded : netOf)(amountOf(breakdown, key))),
      },
    };
  });
}
