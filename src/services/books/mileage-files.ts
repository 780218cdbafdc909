import { settingsOf } from '../../db/account/settings.ts';
import {
  countTrips,
  drivenInYear,
  type KeptTrip,
  mileageUseOf,
  type TripPlace,
  tripsAfter,
} from '../../db/books/trips.ts';
import { listVehicles } from '../../db/books/vehicles.ts';
import type { Reading } from '../../db/transaction.ts';
import { isProvisional, type MileageScale, mileageScaleOf } from '../../domain/books/mileage/mileage-scale.ts';
import type { MileageUse } from '../../domain/books/mileage/mileage-use.ts';
import { allowedUses, usualUse } from '../../domain/books/mileage/mileage-use-rules.ts';
import { revisionOf } from '../../domain/books/mileage/trip.ts';
import type { Vehicle } from '../../domain/books/mileage/vehicle.ts';
import { periodRefused } from '../../domain/customers/statement.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf, yearOf } from '../../domain/time/civil-day.ts';
import type { Context } from '../context.ts';
import { type ShownColumn, shownMoney, shownNumber, shownYesOrNo } from '../import-export/column.ts';
import { openWorkbook, WORKBOOK_TYPE } from '../import-export/workbook.ts';
import type { BookPeriodAsked } from './book-files.ts';

/** Lines of a workbook: bounds its time. */
const LOG_LINES_MAX = 30_000;
/** Lines read per batch: bounds the memory of an export. */
export const MILEAGE_BATCH = 1_000;

type LogSpan = { readonly from: CivilDay; readonly to: CivilDay };

/** The log of the requested period; by default this year until today. */
export async function mileageLogAsked(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  asked: BookPeriodAsked,
): Promise<LogSpan | Refused<'period_inverted'>> {
  const { settings } = await settingsOf(tx);
  const to = asked.to ?? civilDayOf(now, settings.zone);
  const from = asked.from ?? `${to.slice(0, 4)}-01-01`;
  return periodRefused({ from, to }) ?? { from, to };
}

const kindNames: Readonly<Record<KeptTrip['kind'], string>> = {
  trip: 'Trajet',
  counter_entry: 'Annulation',
  revision: 'Révision',
};
const useNames: Readonly<Record<MileageUse, string>> = {
  log: 'Relevé sans effet',
  deducted: 'Déduit',
  reimbursed: 'Remboursé par la société',
};

/** The columns of the mileage log in a spreadsheet. */
export const mileageColumns: readonly (ShownColumn<KeptTrip> & { readonly isDay?: true })[] = [
  { names: ['N°'], show: ({ number }) => shownNumber(number) },
  { names: ['Date'], show: ({ on }) => on, isDay: true },
  { names: ['Ligne'], show: ({ kind }) => kindNames[kind] },
  { names: ['Véhicule'], show: ({ vehicleName }) => vehicleName },
  { names: ['Départ'], show: ({ origin }) => origin },
  { names: ['Arrivée'], show: ({ destination }) => destination },
  { names: ['Motif'], show: ({ purpose }) => purpose },
  { names: ['Aller et retour'], show: ({ isReturn }) => shownYesOrNo(isReturn) },
  { names: ['Kilomètres'], show: ({ distance }) => shownNumber(distance) },
  { names: ['Montant du barème'], show: ({ amount }) => shownMoney(amount) },
  { names: ['Emploi'], show: ({ use }) => useNames[use] },
  { names: ['Comptabilisé le'], show: ({ bookedOn }) => bookedOn, isDay: true },
  { names: ['Identifiant'], show: ({ id }) => id },
  { names: ['Annule'], show: ({ correctsId }) => correctsId },
  { names: ['Remplace'], show: ({ replacesId }) => replacesId },
  { names: ['Client'], show: ({ customerId }) => customerId },
];

export const mileageFileName = ({ from, to }: LogSpan, ending: string): string =>
  `frais-kilometriques-${from}-${to}.${ending}`;

/** The log as a workbook. */
export async function mileageWorkbook(
  { tx }: Pick<Context, 'tx'>,
  span: LogSpan,
): Promise<
  { readonly name: string; readonly mediaType: string; readonly bytes: Buffer } | Refused<'mileage_log_too_long'>
> {
  if ((await countTrips(tx, span)) > LOG_LINES_MAX) return { refused: 'mileage_log_too_long', limit: LOG_LINES_MAX };
  const columns = mileageColumns.map(({ names, isDay }) => ({ name: names[0] ?? '', ...(isDay && { isDay }) }));
  const workbook = openWorkbook('Frais kilométriques', columns);
  for await (const lines of eachTrip(tx, span))
    workbook.add(lines.map((line) => mileageColumns.map(({ show }) => show(line))));
  return { name: mileageFileName(span, 'xlsx'), mediaType: WORKBOOK_TYPE, bytes: workbook.end() };
}

/** The log of a span, batch by batch. */
export async function* eachTrip(tx: Reading, span: LogSpan): AsyncGenerator<KeptTrip[]> {
  for (let place: TripPlace | undefined; ; ) {
    const lines = await tripsAfter(tx, span, { place, limit: MILEAGE_BATCH });
    yield lines;
    const last = lines.at(-1);
    if (!last || lines.length < MILEAGE_BATCH) return;
    place = { on: last.bookedOn, n: last.number };
  }
}

type Driven = { readonly trips: number; readonly distance: number; readonly amount: number; readonly revision: number };

/** The mileage of a year: in all, and of each vehicle with a line. */
export type MileageOfYear = Driven & {
  readonly year: number;
  readonly use: MileageUse;
  readonly allowedUses: readonly MileageUse[];
  readonly counted: number;
  readonly scale: MileageScale;
  readonly isProvisional: boolean;
  readonly vehicles: readonly (Driven & { readonly vehicle: Vehicle })[];
};

/** The mileage of the trips of a year from 2022 on; by default of the running year. */
export async function mileageOfYear(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  asked: number | undefined,
): Promise<MileageOfYear> {
  const { settings } = await settingsOf(tx);
  const { legalStatus } = settings.emitter;
  const year = asked ?? yearOf(civilDayOf(now, settings.zone));
  const scale = mileageScaleOf(year) as MileageScale;
  const [known, driven, chosen] = await Promise.all([listVehicles(tx), drivenInYear(tx, year), mileageUseOf(tx, year)]);
  const use = chosen ?? usualUse(legalStatus);
  const vehicles = known.flatMap((vehicle) => {
    const own = driven.find(({ vehicleId }) => vehicleId === vehicle.id);
    if (!own) return [];
    const { trips, distance, amount } = own;
    return [{ vehicle, trips, distance, amount, revision: revisionOf(scale, vehicle, own) }];
  });
  const sum = (of: (each: Driven) => number): number => vehicles.reduce((all, each) => all + of(each), 0);
  const amount = sum((each) => each.amount);
  return {
    ...{ year, use, allowedUses: allowedUses(legalStatus), counted: use === 'log' ? 0 : amount },
    ...{ scale, isProvisional: isProvisional(scale, year), vehicles, amount },
    ...{ trips: sum(({ trips }) => trips), distance: sum(({ distance }) => distance) },
    revision: sum(({ revision }) => revision),
  };
}
