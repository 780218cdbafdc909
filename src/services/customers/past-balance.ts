import { settingsOf } from '../../db/account/settings.ts';
import { type PastFilter, sumsOfPast } from '../../db/billing/past/past-documents.ts';
import { pastTurnoverOf } from '../../db/billing/past/past-payments.ts';
import { summed, turnoverWithin } from '../../domain/home/turnover-sums.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { FigureJson } from '../../schemas/home/dashboard.ts';
import type { Context } from '../context.ts';
import { figure, pastDocuments } from '../home/figure.ts';

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

type PastBalance = Readonly<Record<'owed' | 'late' | 'billedThisYear' | 'billed', FigureJson>>;

/** What documents of another program add to the balance of a customer on a day. */
export async function pastBalance(
  { tx, test }: Pick<Context, 'tx' | 'test'>,
  { customerId, day, year: [from, to] }: { customerId: string; day: CivilDay; year: readonly [CivilDay, CivilDay] },
): Promise<PastBalance> {
  const { currency } = (await settingsOf(tx)).settings;
  const rests = async (filter: PastFilter) =>
    summed(
      (await sumsOfPast(tx, { customerId, isUnpaid: true, ...filter })).map((sums) => ({
        ...{ currency: sums.currency, amount: sums.rest, count: sums.count },
      })),
      currency,
    );
  const [owed, late, parts] = await Promise.all([
    rests({}),
    rests({ lateOn: day }),
    pastTurnoverOf(tx, { test, how: 'invoiced', customerId }),
  ]);
  const billed = (span: { from: CivilDay; to: CivilDay }) => turnoverWithin(parts, 'invoiced', span);
  return {
    owed: figure(owed, [pastDocuments('remainingToPay', { customerId, unpaid: true })]),
    late: figure(late, [pastDocuments('remainingToPay', { customerId, late: true })]),
    billedThisYear: figure(billed({ from, to }), [pastDocuments('turnover', { customerId, from, to })]),
    billed: figure(billed({ from: FIRST_DAY, to: LAST_DAY }), [pastDocuments('turnover', { customerId })]),
  };
}

/** A figure with what documents of another program add to it; the same one if that is nothing. */
export function withPast(own: FigureJson, past: FigureJson): FigureJson {
  if (past.count === 0 && past.amount === 0 && past.others.length === 0) return own;
  const others = Map.groupBy([...own.others, ...past.others], ({ currency }) => currency);
  return {
    amount: own.amount + past.amount,
    count: own.count + past.count,
    lists: [...own.lists, ...past.lists],
    others: [...others].map(([currency, some]) => ({
      currency,
      amount: some.reduce((all, { amount }) => all + amount, 0),
      count: some.reduce((all, { count }) => all + count, 0),
    })),
  };
}
