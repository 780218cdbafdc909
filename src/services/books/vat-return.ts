import { settingsOf } from '../../db/account/settings.ts';
import { owesVatForSuppliers } from '../../db/books/purchases.ts';
import { vatCreditWithin } from '../../db/books/vat-credits.ts';
import { sellsInUnion } from '../../db/books/vat-documents.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { vatLengthRefused } from '../../domain/books/vat-return/vat-limit.ts';
import { declaresVat, type VatReturnPeriod, vatPeriodOn } from '../../domain/books/vat-return/vat-periods.ts';
import { sheetOf, type VatSheet } from '../../domain/books/vat-return/vat-sheet.ts';
import { type StatementLine, VatSums } from '../../domain/books/vat-return/vat-sums.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { addDays, addMonths, type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { territoryOf } from '../../domain/vat/vat-territory.ts';
import type { Context } from '../context.ts';
import { lengthOfVat, openVat, type PlacedPiece, type VatSource, vatPieces } from './vat-pieces.ts';

/** Months before a period from which its credit carried over is computed. */
const CREDIT_MONTHS = 12;

/** The requested period, with the settings that decide its form. */
export type VatAsked = {
  readonly settings: AccountSettings;
  readonly today: CivilDay;
  readonly period: VatReturnPeriod;
  /** Whether there is a return: under the franchise, only if VAT is owed for a supplier. */
  readonly declares: boolean;
};

/** The period of a day; by default the last one that has ended. */
export async function vatAsked({ tx, now }: Pick<Context, 'tx' | 'now'>, on: CivilDay | undefined): Promise<VatAsked> {
  const { settings } = await settingsOf(tx);
  const today = civilDayOf(now, settings.zone);
  const period = vatPeriodOn(on ?? addDays(vatPeriodOn(today, settings).from, -1), settings);
  const declares = declaresVat(settings) || (await owesVatForSuppliers(tx, period));
  return { settings, today, period, declares };
}

/** The credit of the return before: whole euros, and whether the owner stated it. */
type CreditBefore = {
  readonly euros: number;
  readonly isStated: boolean;
  /** The first day of the months it was computed from. */
  readonly since: CivilDay;
};

export type VatReturn = {
  readonly sheet: VatSheet;
  readonly sums: VatSums;
  readonly creditBefore: CreditBefore;
};

type TooLong = Refused<'vat_return_too_long'>;

/** The return of a period. Each batch of its pieces is also passed to `see`. */
export async function vatReturn(
  tx: Tx,
  { settings, period }: VatAsked,
  see?: (pieces: readonly PlacedPiece[]) => void,
): Promise<VatReturn | TooLong> {
  const creditBefore = await creditOf(tx, settings, period);
  if (isRefusal(creditBefore)) return creditBefore;
  const sums = await sumsOf(tx, settings, period, see);
  if (isRefusal(sums)) return sums;
  return { sheet: sheet(settings, period, sums, creditBefore.euros), sums, creditBefore };
}

/** The return of a period in which no VAT is declared. */
export function emptyReturn({ settings, period }: VatAsked): VatReturn {
  const sums = new VatSums();
  return {
    sheet: sheet(settings, period, sums, 0),
    sums,
    creditBefore: { euros: 0, isStated: false, since: period.from },
  };
}

const sheet = (settings: AccountSettings, period: VatReturnPeriod, sums: VatSums, creditBefore: number): VatSheet =>
  sheetOf(sums.boxes, {
    ...{ form: period.form, from: period.from, creditBefore },
    isOverseas: territoryOf(settings.emitter.address) === 'own_rates',
  });

/**
 * The services sold to businesses of the Union in a period whose sales are not declared. They are
 * stated to customs under the franchise too (CGI art. 289 B).
 */
export async function unionServicesAside(
  tx: Tx,
  { settings, period: { from, to } }: VatAsked,
): Promise<readonly StatementLine[] | TooLong> {
  if (declaresVat(settings) || !(await sellsInUnion(tx, { test: tx.test, from, to }))) return [];
  const sums = await sumsOfSource(tx, { ...(await openVat(tx, settings, { from, to })), isWhole: true });
  return isRefusal(sums) ? sums : sums.statements('services');
}

async function sumsOf(
  tx: Tx,
  settings: AccountSettings,
  { from, to }: Pick<VatReturnPeriod, 'from' | 'to'>,
  see?: (pieces: readonly PlacedPiece[]) => void,
): Promise<VatSums | TooLong> {
  return sumsOfSource(tx, await openVat(tx, settings, { from, to }), see);
}

async function sumsOfSource(
  tx: Tx,
  source: VatSource,
  see?: (pieces: readonly PlacedPiece[]) => void,
): Promise<VatSums | TooLong> {
  const tooLong = vatLengthRefused(await lengthOfVat(tx, source));
  if (tooLong) return tooLong;
  const sums = new VatSums();
  for await (const pieces of vatPieces(tx, source)) {
    for (const piece of pieces) sums.add(piece);
    see?.(pieces);
  }
  return sums;
}

/**
 * The credit that the return of a period carries over: as stated for it, or computed from the
 * returns of the year before it, from the last stated credit on.
 */
async function creditOf(tx: Tx, settings: AccountSettings, period: VatReturnPeriod): Promise<CreditBefore | TooLong> {
  const earliest = vatPeriodOn(addMonths(period.from, -CREDIT_MONTHS), settings).from;
  const stated = await vatCreditWithin(tx, earliest, period.from);
  if (stated?.from === period.from) return { euros: stated.euros, isStated: true, since: period.from };
  const since = stated ? vatPeriodOn(stated.from, settings).from : earliest;
  let euros = stated?.euros ?? 0;
  for (let before = vatPeriodOn(since, settings); before.from < period.from; ) {
    const sums = await sumsOf(tx, settings, before);
    if (isRefusal(sums)) return sums;
    euros = sheet(settings, before, sums, euros).credit;
    before = vatPeriodOn(addDays(before.to, 1), settings);
  }
  return { euros, isStated: false, since };
}
