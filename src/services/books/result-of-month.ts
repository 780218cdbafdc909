import { closedApart, spentByDay, type TakingsOfDay, takingsByDay } from '../../db/books/result-sums.ts';
import { mileageByDay } from '../../db/books/trips.ts';
import { refundedParts, turnoverByDay } from '../../db/home/turnover-by-day.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { microSocialByDefault } from '../../domain/books/micro-social.ts';
import type { ServiceMix } from '../../domain/books/receipts-book.ts';
import {
  firstDayOf,
  type MonthResult,
  monthResult,
  type ReceivedOfDay,
  type ResultSituation,
  receivedByLine,
  receivedByParts,
  resultSpans,
} from '../../domain/books/result.ts';
import { declaresVat } from '../../domain/books/vat-return/vat-periods.ts';
import { addDays, type CivilDay, startOfDay } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { apartLines, openBook } from './read-receipts.ts';

/** What concerns a business: Urssaf if it is a micro-enterprise, VAT if it declares any. */
const situationOf = (settings: AccountSettings): ResultSituation => ({
  social:
    settings.emitter.legalStatus === 'micro_enterprise' ? (settings.microSocial ?? microSocialByDefault) : undefined,
  declaresVat: declaresVat(settings),
});

/**
 * The result of a month (`2026-03`). The sums of documents and payments are kept by day, so that no
 * payment is read again; the rest of the receipts book is added to them.
 */
export async function resultOfMonth(
  { tx, test }: Pick<Context, 'tx' | 'test'>,
  settings: AccountSettings,
  { month, today }: { readonly month: string; readonly today: CivilDay },
): Promise<MonthResult> {
  const situation = situationOf(settings);
  const spans = resultSpans(month, today);
  const span = { from: firstDayOf(spans, situation.social), to: spans.month.to };
  const { zone } = settings;
  const instants = { from: startOfDay(span.from, zone), to: startOfDay(addDays(span.to, 1), zone) - 1 };
  const [booked, refunds, spent, mileage, takings, book] = await Promise.all([
    turnoverByDay(tx, test),
    refundedParts(tx, { test, zone, ...instants }),
    spentByDay(tx, span),
    mileageByDay(tx, span),
    takingsByDay(tx, span),
    openBook(tx, settings, span),
  ]);
  const [apart, closed] = await Promise.all([
    apartLines(tx, book),
    book.openness.closedThrough === undefined ? [] : closedApart(tx, span),
  ]);
  const parts = booked.parts.filter(({ on }) => on >= span.from && on <= span.to);
  const received = [
    ...receivedByParts([...parts, ...refunds]),
    ...takings.map((each) => receivedByTakings(each, book.services)),
    ...apart.kept.flatMap((line) => receivedByLine(line, line.on, 1)),
    ...apart.late.flatMap((line) => [
      ...receivedByLine(line, line.receivedOn ?? line.on, -1),
      ...receivedByLine(line, line.on, 1),
    ]),
    ...closed.flatMap(({ line, on, receivedOn, isOnlyClosed }) => [
      ...(isOnlyClosed ? [] : receivedByLine(line, receivedOn, -1)),
      ...receivedByLine(line, on, 1),
    ]),
  ];
  return monthResult({ parts, received, spent, mileage }, spans, situation);
}

const receivedByTakings = ({ on, sold, amount, vat }: TakingsOfDay, services: ServiceMix['nature']): ReceivedOfDay => ({
  ...{ on, nature: sold === 'services' ? services : 'bic_goods', net: amount - vat, vat, vatDue: vat },
});
