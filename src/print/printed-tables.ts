import { plannedAdvances } from '../domain/billing/advance/share.ts';
import { isEstimate, isInvoice } from '../domain/billing/document/document.ts';
import { type Cents, cents } from '../domain/money/cents.ts';
import { stepOf } from '../domain/money/currency.ts';
import { exchangedSet } from '../domain/money/exchange.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import { amountOf, keysOf, rateOfKey, type ShareKey, taxIncluded, totalOf } from '../domain/vat/breakdown.ts';
import type { PrintedTable } from './printed.ts';
import { isTaxed } from './printed-lines.ts';
import type { Printing } from './printing.ts';
import { writtenIn } from './written.ts';

/** Per rate the base and the VAT (CGI ann. II art. 242 nonies A, I 11°). */
export function vatTable(printing: Printing): PrintedTable | undefined {
  const { document, words, written } = printing;
  const { breakdown } = document.totals;
  if (!isTaxed(printing)) return undefined;
  return {
    title: words.vatDetails,
    head: [words.vat, words.vatBase, words.vatAmount, words.totalWithTax],
    rows: keysOf(breakdown).map((key) => {
      const amount = amountOf(breakdown, key);
      const figures = [amount.net, amount.vat, taxIncluded(amount)];
      return [keyNamed(printing, key), ...figures.map(written.amount)];
    }),
    figuresFrom: 1,
  };
}

/** Each advance a final invoice deducts, with its VAT per rate, so that none is due twice. */
export function deductionsTable(printing: Printing): PrintedTable | undefined {
  const { document, relatives, words, written, zone } = printing;
  if (!isInvoice(document) || document.content.deductions.length === 0) return undefined;
  const rows = document.content.deductions.flatMap(({ advanceId, number, breakdown }) => {
    const issued = relatives.get(advanceId)?.document.sealed?.emittedAt;
    const day = issued === undefined ? '' : written.shortDay(civilDayOf(issued, zone));
    return keysOf(breakdown).map((key) => {
      const { net, vat } = amountOf(breakdown, key);
      const figures: Cents[] = [cents(-net), cents(-vat), cents(-net - vat)];
      return [number, day, keyNamed(printing, key), ...figures.map(written.amount)];
    });
  });
  return {
    title: words.deductedAdvances,
    head: [words.advanceInvoice, words.date, words.vat, words.totalNet, words.vatAmount, words.totalWithTax],
    rows,
    figuresFrom: 3,
  };
}

/** The advances an estimate announces, and what is left after them. */
export function plannedTable({ document, words, written }: Printing): PrintedTable | undefined {
  if (!isEstimate(document) || document.content.planned.length === 0) return undefined;
  const { planned, currency } = document.content;
  const asked = planned.map((advance) => advance.asked);
  const figures = plannedAdvances(document.totals.breakdown, asked, stepOf(currency.code));
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
  };
}

/** The figures in the account's own currency, which the tax office reads: net, VAT and total agree there too. */
export function convertedTable({ document, words, locale, zone, written }: Printing): PrintedTable | undefined {
  const { code, base, rate, origin, at } = document.content.currency;
  if (code === base) return undefined;
  const { breakdown } = document.totals;
  const keys = keysOf(breakdown);
  const vats = keys.map((key) => amountOf(breakdown, key).vat);
  const { net, vat, total } = exchangedSet({ net: totalOf(breakdown).net, vat: vats }, { rate, step: stepOf(base) });
  const home = writtenIn(locale, base);
  const allVat = vat.reduce<number>((sum, each) => sum + each, 0);
  const parity = `1 ${base} = ${written.rate(rate)} ${code}`;
  return {
    title: words.converted(base),
    head: ['', words.totalNet, words.totalVat, words.totalWithTax],
    rows: [[base, home.money(net), home.money(cents(allVat)), home.money(total)]],
    figuresFrom: 1,
    note: words.rate(parity, words.origins[origin], written.day(civilDayOf(at, zone))),
  };
}

const keyNamed = ({ words, written }: Printing, key: ShareKey): string =>
  key === 'disbursement' ? words.disbursements : written.percent(rateOfKey(key));
