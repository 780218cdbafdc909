import type { ForeignSum } from '../../domain/billing/past/foreign-document.ts';
import { allocate } from '../../domain/money/allocate.ts';
import { cents, sum } from '../../domain/money/cents.ts';
import { type TenThousandths, toCents } from '../read-amount.ts';
import {
  completed,
  doubtsOf,
  type ReadSums,
  rateOf,
  type StatedTotals,
  shareOf,
  sumsOfTotals,
  withoutVat,
} from '../sums-of-totals.ts';
import type { TableRow } from './rows-of-table.ts';

/** A sum before rounding: of a line, or of all lines under one rate. */
type RawSum = { readonly rate: number; readonly net: TenThousandths; readonly vat: TenThousandths };

/**
 * The sums by rate of a document from its rows. Undefined if no row states an amount. Throws
 * `UnreadableCell`.
 */
export function sumsOfRows(rows: readonly TableRow[]): ReadSums | undefined {
  const lines = rows.flatMap(lineOf);
  if (lines.length > 0) return sumsOfLines(byRate(lines), totalsOf(rows[0]), lines.length);
  const first = rows[0];
  if (!first) return undefined;
  const rated = sumsOfRates(first);
  if (rated.length > 0) return sumsOfLines(rated, totalsOf(first), rated.length);
  // Rows with the same number are the parts of one document, unless they repeat its totals.
  const parts = rows
    .map((row) => ({ stated: totalsOf(row), rate: row.rate('rate') }))
    .filter((part) => hasAny(part.stated));
  const differ = parts.filter((part, place) => place === 0 || JSON.stringify(part) !== JSON.stringify(parts[0]));
  if (differ.length === 0) return undefined;
  const read = differ.map(({ stated, rate }) => sumsOfTotals(stated, rate));
  return {
    sums: byRate(
      read.flatMap(({ sums }) => sums.map(({ rate, net, vat }) => ({ rate, net: net * 100, vat: vat * 100 }))),
    ).map(({ rate, net, vat }) => ({ rate, net: toCents(net), vat: toCents(vat) })),
    doubts: [...new Set(read.flatMap(({ doubts }) => doubts))],
  };
}

const hasAny = ({ net, vat, total }: StatedTotals): boolean =>
  net !== undefined || total !== undefined || (vat ?? 0) !== 0;

function totalsOf(row: TableRow | undefined): StatedTotals {
  const [net, vat, total] = (['net', 'vat', 'total'] as const).map((member) => row?.amount(member));
  return {
    ...(net !== undefined && { net: toCents(net) }),
    ...(vat !== undefined && { vat: toCents(vat) }),
    ...(total !== undefined && { total: toCents(total) }),
  };
}

/** The amounts of a line; none if the row has no line. */
function lineOf(row: TableRow): RawSum[] {
  const [net, vat, total] = (['lineNet', 'lineVat', 'lineTotal'] as const).map((member) => row.amount(member));
  if (net === undefined && total === undefined) return [];
  const stated = row.rate('lineRate') ?? row.rate('rate');
  const known = net ?? (vat === undefined ? withoutVat(total ?? 0, stated ?? 0) : (total ?? 0) - vat);
  const tax = vat ?? (total === undefined || net === undefined ? shareOf(known, stated ?? 0) : total - net);
  return [{ rate: stated ?? rateOf(known, tax), net: known, vat: tax }];
}

/** The sums of columns of one rate each. */
function sumsOfRates(row: TableRow): RawSum[] {
  const found = row.ofRates();
  return [...new Set(found.map(({ rate }) => rate))].map((rate) => {
    const of = (states: 'net' | 'vat') => found.find((each) => each.rate === rate && each.states === states)?.amount;
    const [net, vat] = [of('net'), of('vat')];
    const known = net ?? (rate === 0 ? 0 : Math.round(((vat ?? 0) * 10_000) / rate));
    return { rate, net: known, vat: vat ?? shareOf(known, rate) };
  });
}

function byRate(sums: readonly RawSum[]): RawSum[] {
  const rates = new Map<number, RawSum>();
  for (const { rate, net, vat } of sums) {
    const before = rates.get(rate) ?? { rate, net: 0, vat: 0 };
    rates.set(rate, { rate, net: before.net + net, vat: before.vat + vat });
  }
  return [...rates.values()].toSorted((a, b) => b.rate - a.rate);
}

/** Rounds the sums of lines, and fits them to the totals of the document. */
function sumsOfLines(raw: readonly RawSum[], stated: StatedTotals, lines: number): ReadSums {
  const rounded = raw.map(({ rate, net, vat }) => ({ rate, net: toCents(net), vat: toCents(vat) }));
  const net = sum(rounded.map((each) => each.net));
  const vat = sum(rounded.map((each) => each.vat));
  const wanted = completed(stated);
  const [wantedNet, wantedVat] = [
    wanted.net ?? net,
    wanted.vat ?? (wanted.total === undefined ? vat : wanted.total - (wanted.net ?? net)),
  ];
  if (wantedNet === net && wantedVat === vat) return { sums: rounded, doubts: doubtsOf(stated) };
  // One rounded line may be a cent off; a larger difference is a discount or charge on the whole.
  const isRounding = Math.abs(wantedNet - net) <= lines && Math.abs(wantedVat - vat) <= lines;
  const fitted =
    isRounding || rounded.length === 1
      ? atLargest(rounded, wantedNet - net, wantedVat - vat)
      : shared(rounded, wantedNet, wantedVat);
  return {
    sums: fitted,
    doubts: [...doubtsOf(stated), ...(isRounding || rounded.length === 1 ? [] : (['rate_computed'] as const))],
  };
}

function atLargest(sums: readonly ForeignSum[], net: number, vat: number): ForeignSum[] {
  const largest = sums.reduce(
    (best, each, place) => (Math.abs(each.vat) > Math.abs(sums[best]?.vat ?? 0) ? place : best),
    0,
  );
  return sums.map((each, place) =>
    place === largest ? { ...each, net: cents(each.net + net), vat: cents(each.vat + vat) } : each,
  );
}

/** Shares the totals of the document among the rates, by the weight of their lines. */
function shared(sums: readonly ForeignSum[], net: number, vat: number): ForeignSum[] {
  const nets = allocate(
    cents(net),
    sums.map((each) => Math.abs(each.net)),
  );
  const vats = allocate(
    cents(vat),
    sums.map((each) => Math.abs(each.vat)),
  );
  return sums.map((each, place) => ({ ...each, net: nets[place] ?? each.net, vat: vats[place] ?? each.vat }));
}
