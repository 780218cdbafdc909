import { planOf } from '../../domain/billing/advance/planned-advances.ts';
import { isEstimate, isInvoice } from '../../domain/billing/document/document.ts';
import { deductedIn } from '../../domain/billing/document/totals/document-figures.ts';
import { cents } from '../../domain/money/cents.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { exchangedSet } from '../../domain/money/exchange.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import {
  type Amount,
  amountOf,
  keysOf,
  minus,
  rateOfKey,
  type ShareKey,
  taxIncluded,
  totalOf,
} from '../../domain/vat/breakdown.ts';
import type { LayoutContext } from './layout-context.ts';
import { writtenIn } from './number-format.ts';
import type { PrintedTable } from './printed-document.ts';
import { isTaxed } from './taxed-lines.ts';

/**
 * Base and VAT per rate (CGI ann. II art. 242 nonies A, I 11°). A single rate is stated in the
 * totals, unless lines are shown tax included.
 */
export function vatTable(printing: LayoutContext): PrintedTable | undefined {
  const { document, words, written, withTax } = printing;
  const { breakdown } = document.totals;
  const keys = keysOf(breakdown);
  if (!isTaxed(document) || (keys.length === 1 && !withTax)) return undefined;
  const figures = (amount: Amount): string[] =>
    [amount.net, amount.vat, taxIncluded(amount)].map((each) => written.amount(each));
  const rows = keys.map((key) => [keyNamed(printing, key), ...figures(amountOf(breakdown, key))]);
  const sums = withTax && keys.length > 1 ? [[words.total, ...figures(totalOf(breakdown))]] : [];
  return {
    title: words.vatDetails,
    head: [words.vat, words.vatBase, words.vatAmount, words.totalWithTax],
    rows: [...rows, ...sums],
    figuresFrom: 1,
    ...(sums.length > 0 && { sumsFrom: rows.length }),
  };
}

/**
 * Each advance a final invoice deducts, with its VAT per rate, so that none is declared twice; then
 * the remainder per rate, without and with tax.
 */
export function deductionsTable(printing: LayoutContext): PrintedTable | undefined {
  const { document, relatives, words, written, zone } = printing;
  if (!isInvoice(document) || document.content.deductions.length === 0) return undefined;
  const figures = ({ net, vat }: Amount, sign: 1 | -1): string[] =>
    [net, vat, net + vat].map((each) => written.amount(cents(sign * each)));
  const rows = document.content.deductions.flatMap(({ advanceId, number, breakdown }) => {
    const issued = relatives.get(advanceId)?.document.sealed?.emittedAt;
    const day = issued === undefined ? '' : written.shortDay(civilDayOf(issued, zone));
    return keysOf(breakdown).map((key) => [
      number,
      day,
      keyNamed(printing, key),
      ...figures(amountOf(breakdown, key), -1),
    ]);
  });
  const rest = minus(document.totals.breakdown, deductedIn(document));
  const keys = keysOf(rest);
  const balances = keys.map((key) => [words.balance, '', keyNamed(printing, key), ...figures(amountOf(rest, key), 1)]);
  const all = keys.length > 1 ? [[words.balanceToPay, '', '', ...figures(totalOf(rest), 1)]] : [];
  return {
    title: words.deductedAdvances,
    head: [words.advanceInvoice, words.date, words.vat, words.totalNet, words.vatAmount, words.totalWithTax],
    rows: [...rows, ...balances, ...all],
    figuresFrom: 3,
    sumsFrom: rows.length,
  };
}

/** The planned advances of an estimate, and the remainder. */
export function plannedTable({ document, words, written }: LayoutContext): PrintedTable | undefined {
  if (!isEstimate(document) || document.content.planned.length === 0) return undefined;
  const { planned } = document.content;
  const figures = planOf(document);
  const rows = planned.map(({ asked: wish, paymentCondition, customPaymentCondition }, index) => {
    const condition = customPaymentCondition?.trim() || (paymentCondition ? words.planned[paymentCondition] : '');
    const size = wish.mode === 'PERCENTAGE' ? written.percent(Math.round(wish.percentage * 100)) : '';
    const share = taxIncluded(totalOf(figures.shares[index] ?? {}));
    const name = [words.plannedAdvance(index + 1), condition].filter(Boolean).join(' – ');
    return [name, size, written.amount(share)];
  });
  return {
    title: words.plannedAdvances,
    head: [words.designation, '%', words.totalWithTax],
    rows: [...rows, [words.leftAfterAdvances, '', written.amount(taxIncluded(figures.remaining))]],
    figuresFrom: 1,
    sumsFrom: rows.length,
  };
}

/**
 * The amounts in the account's currency for the tax office: net, VAT and total add up there too.
 */
export function convertedTable({ document, words, locale, zone, written }: LayoutContext): PrintedTable | undefined {
  const { code, base, rate, origin, at } = document.content.currency;
  if (code === base) return undefined;
  const { breakdown } = document.totals;
  const keys = keysOf(breakdown);
  const vats = keys.map((key) => amountOf(breakdown, key).vat);
  const { net, vat, total } = exchangedSet({ net: totalOf(breakdown).net, vat: vats }, { rate, step: stepOf(base) });
  const home = writtenIn(locale, base);
  const allVat = vat.reduce<number>((sum, each) => sum + each, 0);
  const [head, row] = isTaxed(document)
    ? [
        [words.totalNet, words.totalVat, words.totalWithTax],
        [net, cents(allVat), total],
      ]
    : [[words.total], [total]];
  const parity = `1 ${base} = ${written.rate(rate)} ${code}`;
  return {
    title: words.converted(base),
    head: ['', ...head],
    rows: [[base, ...row.map(home.money)]],
    figuresFrom: 1,
    note: words.rate(parity, words.origins[origin], written.day(civilDayOf(at, zone))),
  };
}

const keyNamed = ({ words, written }: LayoutContext, key: ShareKey): string =>
  key === 'disbursement' ? words.disbursements : written.percent(rateOfKey(key));
