import { settingsOf } from '../../db/account/settings.ts';
import { lastClosing } from '../../db/books/closings.ts';
import { lockPurchases } from '../../db/books/purchases.ts';
import {
  drivenInYear,
  findTrip,
  hasTripsBooked,
  holdCustomer,
  insertTrip,
  type KeptTrip,
  lastTripNumber,
  mileageUseOf,
  setMileageUse,
} from '../../db/books/trips.ts';
import { findVehicle, listVehicles } from '../../db/books/vehicles.ts';
import { bookingDay } from '../../domain/books/closing.ts';
import { type MileageScale, mileageScaleOf } from '../../domain/books/mileage/mileage-scale.ts';
import type { MileageUse } from '../../domain/books/mileage/mileage-use.ts';
import { useRefused, usualUse } from '../../domain/books/mileage/mileage-use-rules.ts';
import {
  addedAmount,
  distanceOf,
  type MileageLine,
  revisionOf,
  TRIPS_OF_YEAR_MAX,
  type TripFacts,
  tripRefused,
} from '../../domain/books/mileage/trip.ts';
import type { Vehicle } from '../../domain/books/mileage/vehicle.ts';
import { cents } from '../../domain/money/cents.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { type CivilDay, civilDayOf, yearOf } from '../../domain/time/civil-day.ts';
import { tripToJson } from '../../schemas/books/mileage.ts';
import type { Context } from '../context.ts';
import { publishEvent } from '../events/publish-event.ts';

type Here = Pick<Context, 'tx' | 'test' | 'now' | 'newId'>;
type FactsRefusal = Refused<
  'vehicle_not_found' | 'customer_not_found' | 'trip_to_come' | 'trip_before_scale' | 'trip_outside_vehicle'
>;
type Full = Refused<'trips_of_year_full'>;

/** Records a trip with what it adds to the amount of its vehicle and year. */
export async function recordTripOf(context: Here, facts: TripFacts): Promise<KeptTrip | FactsRefusal | Full> {
  await lockPurchases(context.tx);
  const vehicle = await driveable(context, facts);
  if (isRefusal(vehicle)) return vehicle;
  const recorded = await appendTrip(context, facts, { vehicle });
  if (!isRefusal(recorded))
    publish(context, 'trip.recorded', { trip: tripToJson(recorded, context.test) }, recorded.id);
  return recorded;
}

/** Takes a trip back by a counter-entry, and records what it should have been, if given. */
export async function correctTripOf(
  context: Here,
  id: string,
  replacement: TripFacts | undefined,
): Promise<
  | { readonly counterEntry: KeptTrip; readonly replacement?: KeptTrip }
  | FactsRefusal
  | Full
  | Refused<'trip_not_found' | 'trip_corrected' | 'trip_not_correctable'>
> {
  await lockPurchases(context.tx);
  const original = await findTrip(context.tx, id);
  if (!original) return { refused: 'trip_not_found' };
  if (original.kind !== 'trip') return { refused: 'trip_not_correctable' };
  if (original.isCorrected) return { refused: 'trip_corrected' };
  const driven = await findVehicle(context.tx, original.vehicleId);
  if (!driven) return { refused: 'trip_not_found' };
  const vehicle = replacement && (await driveable(context, replacement));
  if (vehicle && isRefusal(vehicle)) return inReplacement(vehicle);
  const counterEntry = await append(context, {
    ...original,
    ...{ vehicle: driven, kind: 'counter_entry', distance: -original.distance },
    ...{ correctsId: id, replacesId: undefined },
  });
  if (isRefusal(counterEntry)) return counterEntry;
  const replaced = replacement && vehicle && (await appendTrip(context, replacement, { vehicle, replacesId: id }));
  if (replaced && isRefusal(replaced)) return replaced;
  const { test } = context;
  publish(
    context,
    'trip.corrected',
    { trip: tripToJson(counterEntry, test), ...(replaced && { replacement: tripToJson(replaced, test) }) },
    id,
  );
  return { counterEntry, ...(replaced && { replacement: replaced }) };
}

/**
 * Adjusts the recorded amounts of a year to its scale, by a line without distance for each vehicle
 * that differs. Nothing differs unless the scale was rewritten after trips were recorded.
 */
export async function reviseMileageOf(
  context: Here,
  year: number,
): Promise<readonly KeptTrip[] | Full | Refused<'mileage_not_revised'>> {
  const { tx } = context;
  await lockPurchases(tx);
  const [vehicles, driven] = await Promise.all([listVehicles(tx), drivenInYear(tx, year)]);
  const { today } = await todayOf(context);
  const on = `${year}-12-31` < today ? `${year}-12-31` : today;
  const lines: KeptTrip[] = [];
  for (const each of driven) {
    const vehicle = vehicles.find(({ id }) => id === each.vehicleId);
    const scale = mileageScaleOf(year);
    const amount = vehicle && scale ? revisionOf(scale, vehicle, each) : 0;
    if (!vehicle || amount === 0) continue;
    const purpose = `Révision du barème kilométrique ${year}`;
    const line = await append(context, {
      ...{ kind: 'revision', vehicle, on, purpose, distance: 0, isReturn: false, amount: cents(amount) },
    });
    if (isRefusal(line)) return line;
    lines.push(line);
  }
  return lines.length === 0 ? { refused: 'mileage_not_revised', year } : lines;
}

/** Chooses how the mileage of a year is used. */
export async function chooseMileageUse(
  context: Here,
  year: number,
  use: MileageUse,
): Promise<undefined | Refused<'mileage_use_not_allowed' | 'mileage_year_closed'>> {
  const { tx } = context;
  await lockPurchases(tx);
  const [{ settings }, closing, before] = await Promise.all([settingsOf(tx), lastClosing(tx), mileageUseOf(tx, year)]);
  const isClosed = closing !== undefined && before !== use && (await hasTripsBooked(tx, year, closing.to));
  const refused = useRefused(use, { legalStatus: settings.emitter.legalStatus, isClosed });
  if (refused) return refused;
  setMileageUse(tx, year, use);
  return undefined;
}

const inReplacement = (refusal: FactsRefusal): FactsRefusal =>
  refusal.refused === 'vehicle_not_found' || refusal.refused === 'customer_not_found'
    ? refusal
    : { ...refusal, within: 'replacement' };

const todayOf = async ({ tx, now }: Here) => {
  const { settings } = await settingsOf(tx);
  return { today: civilDayOf(now, settings.zone), settings };
};

/** The vehicle of a trip that can be recorded. */
async function driveable(context: Here, facts: TripFacts): Promise<Vehicle | FactsRefusal> {
  const { tx } = context;
  const vehicle = await findVehicle(tx, facts.vehicleId);
  if (!vehicle) return { refused: 'vehicle_not_found' };
  const refused = tripRefused(facts, { vehicle, ...(await todayOf(context)) });
  if (refused) return refused;
  const isKnown = facts.customerId === undefined || (await holdCustomer(tx, facts.customerId));
  return isKnown ? vehicle : { refused: 'customer_not_found' };
}

const appendTrip = (
  context: Here,
  { kilometers, ...facts }: TripFacts,
  links: { readonly vehicle: Vehicle; readonly replacesId?: string },
) => append(context, { ...facts, ...links, kind: 'trip', distance: distanceOf({ kilometers, ...facts }) });

type NewLine = Omit<MileageLine, 'id' | 'bookedOn' | 'number' | 'amount' | 'createdAt' | 'vehicleId'> & {
  readonly vehicle: Vehicle;
  /** Only for a revision: the amount of a trip is computed. */
  readonly amount?: MileageLine['amount'];
};

/** The next line of the year in which it is booked. Only under the lock of the books. */
async function append({ tx, now, newId }: Here, line: NewLine): Promise<KeptTrip | Full> {
  const { vehicle, kind, distance, amount: given, ...facts } = line;
  const year = yearOf(line.on);
  const bookedOn: CivilDay = bookingDay(line.on, (await lastClosing(tx))?.to);
  const [last, [driven], use] = await Promise.all([
    lastTripNumber(tx, yearOf(bookedOn)),
    drivenInYear(tx, year, vehicle.id),
    useInYear(tx, year),
  ]);
  if (last >= TRIPS_OF_YEAR_MAX) return { refused: 'trips_of_year_full', limit: TRIPS_OF_YEAR_MAX };
  // A trip of a year without a scale is refused before.
  const scale = mileageScaleOf(year) as MileageScale;
  const amount =
    kind === 'revision' && given !== undefined
      ? given
      : addedAmount(scale, vehicle, { before: driven?.distance ?? 0, distance });
  const { on, origin, destination, purpose, isReturn, customerId, correctsId, replacesId } = facts;
  const added: MileageLine = {
    ...{ id: newId(), kind, vehicleId: vehicle.id, on, bookedOn, number: last + 1, origin, destination, purpose },
    ...{ distance, isReturn, customerId, amount, correctsId, replacesId, createdAt: now },
  };
  insertTrip(tx, added);
  return { ...added, vehicleName: vehicle.name, use, isCorrected: false };
}

/** The use of a year, which its first trip fixes until it is chosen. */
async function useInYear(tx: Here['tx'], year: number): Promise<MileageUse> {
  const chosen = await mileageUseOf(tx, year);
  if (chosen) return chosen;
  const use = usualUse((await settingsOf(tx)).settings.emitter.legalStatus);
  setMileageUse(tx, year, use);
  return use;
}

const publish = (
  context: Here,
  type: 'trip.recorded' | 'trip.corrected',
  members: Readonly<Record<string, unknown>>,
  subjectId: string,
): void => publishEvent(context, { type, subjectId, test: context.test }, members);
