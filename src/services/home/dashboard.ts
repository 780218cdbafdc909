import { pastOwedByAge } from '../../db/billing/past/past-documents.ts';
import { pastTurnoverOf } from '../../db/billing/past/past-payments.ts';
import { takingsByDay } from '../../db/einvoicing/counter-sales.ts';
import { accountProgress } from '../../db/home/first-steps.ts';
import {
  type OfferFigure,
  type Offers,
  type Owed,
  offerTotals,
  owedByAge,
  owedToCustomers,
} from '../../db/home/outstanding-amounts.ts';
import { refundedParts, turnoverByDay } from '../../db/home/turnover-by-day.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { firstStepsOf } from '../../domain/home/first-steps.ts';
import { ages, dueDaysOf } from '../../domain/home/receivable-age.ts';
import { takingsTurnover } from '../../domain/home/takings-turnover.ts';
import { type Threshold, thresholdsOf } from '../../domain/home/thresholds.ts';
import type { TurnoverPart } from '../../domain/home/turnover-part.ts';
import { type InCurrency, type Span, summed, turnoverWithin } from '../../domain/home/turnover-sums.ts';
import { periodOfRegime, spanOf, type VatPeriod, vatWithin } from '../../domain/home/vat-of-period.ts';
import { cents } from '../../domain/money/cents.ts';
import { addDays, addMonths, type CivilDay, endOfMonth, startOfDay, yearOf } from '../../domain/time/civil-day.ts';
import type { DashboardJson, FigureJson } from '../../schemas/home/dashboard.ts';
import type { Context } from '../context.ts';
import {
  billings,
  billTypes,
  claimTypes,
  figure,
  issuedWithin,
  offerTypes,
  type PastQuery,
  pastDocuments,
  receivedWithin,
} from './figure.ts';
import { todoOn } from './todo.ts';

type DashboardQuery = { readonly year: number; readonly today: CivilDay; readonly vatPeriod?: VatPeriod | undefined };
type Home = {
  readonly test: boolean;
  readonly day: CivilDay;
  readonly settings: AccountSettings;
  /** Whether documents of another program count. */
  readonly hasPast: boolean;
};

/**
 * The content of the home page. Amounts owed, to bill and to do are current; turnover, VAT and
 * thresholds are those of the year, up to today or its last day.
 */
export async function dashboardOf(
  context: Context,
  settings: AccountSettings,
  input: DashboardQuery,
): Promise<DashboardJson> {
  const { tx, test } = context;
  const { zone, currency } = settings;
  const { year, today } = input;
  const isRunning = year === yearOf(today);
  const day = isRunning ? today : `${year}-12-31`;
  const quarter = spanOf('quarter', today);
  const years = { from: `${year - 1}-01-01`, to: `${year}-12-31` };
  const [ownOwed, pastOwed, toRefund, offers, todo, begun, booked, refunds, past, takings] = await Promise.all([
    owedByAge(tx, { test, day: today }),
    pastOwedByAge(tx, { test, day: today }),
    owedToCustomers(tx, test),
    offerTotals(tx, { test, day: today, ...instantsOf(quarter, zone) }),
    todoOn(context, { test, day: today, zone }),
    accountProgress(tx, test),
    turnoverByDay(tx, test),
    refundedParts(tx, { test, zone, ...instantsOf(years, zone) }),
    pastTurnoverOf(tx, { test, ...years }),
    takingsByDay(tx, { test, ...years }),
  ]);
  const owed = [...ownOwed, ...pastOwed];
  const parts = [...booked.parts, ...refunds, ...past];
  const home: Home = { test, day, settings, hasPast: past.length > 0 || pastOwed.length > 0 };
  const sold = [...parts, ...takingsTurnover(takings)];
  const standing = { settings, parts: sold, day, isRunning, owedNet: sumOf(owed, 'net', currency) };
  return {
    ...{ day, year, currency },
    ...owedFigures(owed, { ...home, day: today }),
    ...offerFigures(offers, quarter, home),
    toRefund: figure(summed(toRefund, currency), [
      billings(test, 'remainingToRefund', { type: billTypes, toRefund: true }),
    ]),
    todo: todo.todo,
    todoTotal: todo.total,
    turnover: { invoiced: seriesOf(parts, 'invoiced', home), collected: seriesOf(parts, 'collected', home) },
    ...vatOf(parts, home, input.vatPeriod),
    thresholds: thresholdsOf(standing).map(thresholdToJson),
    firstSteps: firstStepsOf(settings, { ...begun, isSent: booked.isSent }).map(({ name, isDone }) => ({
      name,
      done: isDone,
    })),
  };
}

const instantsOf = ({ from, to }: Span, zone: string) => ({
  from: startOfDay(from, zone),
  to: startOfDay(addDays(to, 1), zone) - 1,
});

const sumOf = (owed: readonly Owed[], member: 'net' | 'rest', own: string): never =>
  owed.reduce((all, each) => (each.currency === own ? all + each[member] : all), 0) as never;

function owedFigures(
  owed: readonly Owed[],
  { test, day, settings, hasPast }: Home,
): Pick<DashboardJson, 'owed' | 'late' | 'age'> {
  const of = (
    some: readonly Owed[],
    query: Record<string, boolean | string | string[]>,
    past: PastQuery,
  ): FigureJson => {
    const entries: InCurrency[] = some.map(({ currency, rest, count }) => ({ currency, amount: rest, count }));
    const list = billings(test, 'remainingToPay', { type: claimTypes, ...query });
    return figure(summed(entries, settings.currency), [
      list,
      ...(hasPast ? [pastDocuments('remainingToPay', past)] : []),
    ]);
  };
  const aged = ages.map((age) => {
    const due = dueDaysOf(age, day);
    const query = due ? { late: true, rangeType: 'dueAt', range: [due.from, due.to] } : { unpaid: true, late: false };
    const past = { unpaid: true, ...(due ? { dueFrom: due.from, dueTo: due.to } : { notDueOn: day }) };
    return [
      age,
      of(
        owed.filter((each) => each.age === age),
        query,
        past,
      ),
    ];
  });
  return {
    owed: of(owed, { unpaid: true }, { unpaid: true }),
    late: of(
      owed.filter(({ age }) => age !== 'notDue'),
      { late: true },
      { late: true },
    ),
    age: Object.fromEntries(aged),
  };
}

function offerFigures(
  offers: readonly Offers[],
  quarter: Span,
  { test, settings }: Home,
): Pick<DashboardJson, 'toBill' | 'offers'> {
  const of = (
    name: OfferFigure,
    member: 'withTax' | 'remainingToBill',
    query: Record<string, boolean | string | string[]>,
  ) => {
    const entries = offers.map((each) => ({
      currency: each.currency,
      amount: each[name],
      count: each[`${name}Count`],
    }));
    return figure(summed(entries, settings.currency), [billings(test, member, { type: offerTypes, ...query })]);
  };
  const within = [quarter.from, quarter.to];
  return {
    toBill: of('toBill', 'remainingToBill', { toBill: true }),
    offers: {
      waiting: of('waiting', 'withTax', { situation: ['final', 'waiting', 'expiring'] }),
      signed: of('signed', 'withTax', { state: ['signed'], rangeType: 'signedAt', range: within }),
      refused: of('refused', 'withTax', { state: ['refused'], rangeType: 'refusedAt', range: within }),
    },
  };
}

/** The turnover of the year and its months next to the previous year. */
function seriesOf(
  parts: readonly TurnoverPart[],
  how: TurnoverPart['how'],
  { test, day, hasPast }: Home,
): DashboardJson['turnover']['invoiced'] {
  const of = (span: Span): FigureJson => {
    const lists = how === 'invoiced' ? [issuedWithin(test, span, 'turnover')] : receivedWithin(test, span, 'turnover');
    const past = hasPast ? [pastDocuments('turnover', { ...span, booked: how })] : [];
    return figure(turnoverWithin(parts, how, span), [...lists, ...past]);
  };
  const year = yearOf(day);
  const monthOf = (of: number, month: number): Span => {
    const from = `${of}-${String(month).padStart(2, '0')}-01`;
    return { from, to: endOfMonth(from) };
  };
  return {
    year: of({ from: `${year}-01-01`, to: `${year}-12-31` }),
    lastYearToDate: of({ from: `${year - 1}-01-01`, to: addMonths(day, -12) }),
    months: Array.from({ length: 12 }, (_, place) => ({
      month: monthOf(year, place + 1).from.slice(0, 7),
      thisYear: of(monthOf(year, place + 1)),
      lastYear: of(monthOf(year - 1, place + 1)),
    })),
  };
}

function vatOf(
  parts: readonly TurnoverPart[],
  { test, day, settings, hasPast }: Home,
  requested: VatPeriod | undefined,
): Pick<DashboardJson, 'vat'> {
  const { vatRegime } = settings;
  if (vatRegime === 'franchise' || vatRegime === 'exempt') return {};
  const period = requested ?? periodOfRegime[vatRegime];
  const span = spanOf(period, day);
  const rates = vatWithin(parts, span);
  const total = cents(rates.reduce((all, { onInvoices, onReceipts }) => all + onInvoices + onReceipts, 0));
  const { count: _, ...figureOfVat } = figure({ amount: total, count: 0, others: [] }, [
    issuedWithin(test, span, 'vatDue'),
    ...receivedWithin(test, span, 'vat'),
    ...(hasPast
      ? (['invoiced', 'collected'] as const).map((booked) => pastDocuments('vatDue', { ...span, booked }))
      : []),
  ]);
  return {
    vat: {
      period,
      ...span,
      rates: rates.map(({ code, rate, onInvoices, onReceipts }) => ({
        vatCode: code,
        ratePercent: rate / 100,
        onInvoices,
        onReceipts,
        amount: onInvoices + onReceipts,
      })),
      total: figureOfVat,
    },
  };
}

function thresholdToJson({
  how,
  permille,
  isCrossed,
  lastYear,
  source,
  saidOn,
  ...same
}: Threshold): DashboardJson['thresholds'][number] {
  return {
    ...same,
    counts: how,
    percent: permille / 10,
    crossed: isCrossed,
    lastYear: { turnover: lastYear.turnover, limit: lastYear.limit, crossed: lastYear.isCrossed },
    source: { text: source, on: saidOn },
  };
}
