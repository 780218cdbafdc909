import type { Refused } from '../../refusal.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { ScaledVehicle } from './mileage-scale.ts';

/** The details of a vehicle, as entered. `until` is its last day. */
export type VehicleFacts = ScaledVehicle & {
  readonly name: string;
  readonly from: CivilDay;
  readonly until?: CivilDay | undefined;
};

/** A vehicle whose trips are counted. `test` is its mode. */
export type Vehicle = VehicleFacts & {
  readonly id: string;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** The first and last day with a trip of a vehicle; undefined without trips. */
export type TripDays = { readonly first: CivilDay; readonly last: CivilDay };

/** Vehicles of an account and mode. */
export const VEHICLES_MAX = 100;
/** Characters of the name of a vehicle. */
export const VEHICLE_NAME_MAX = 60;
/** Fiscal horsepower (CV). */
export const POWER_MAX = 200;

/** Why facts are no vehicle: all but mopeds have a power, and the days are in order. */
export function vehicleRefused({
  kind,
  power,
  from,
  until,
}: VehicleFacts): Refused<'vehicle_power' | 'vehicle_days_inverted'> | undefined {
  if ((kind === 'moped') !== (power === undefined)) return { refused: 'vehicle_power', kind };
  return until !== undefined && until < from ? { refused: 'vehicle_days_inverted' } : undefined;
}

/**
 * Why a vehicle cannot be changed: what its amounts were computed from is fixed by its first trip,
 * and its days have to contain its trips.
 */
export function vehicleChangeRefused(
  before: Vehicle,
  after: VehicleFacts,
  trips: TripDays | undefined,
): Refused<'vehicle_power' | 'vehicle_days_inverted' | 'vehicle_fixed' | 'vehicle_has_trips'> | undefined {
  const refused = vehicleRefused(after);
  if (refused || !trips) return refused;
  if (after.kind !== before.kind || after.power !== before.power || after.isElectric !== before.isElectric)
    return { refused: 'vehicle_fixed' };
  const isWithin = after.from <= trips.first && (after.until === undefined || after.until >= trips.last);
  return isWithin ? undefined : { refused: 'vehicle_has_trips', ...trips };
}
