import { type Cents, cents } from '../../money/cents.ts';
import type { Refused } from '../../refusal.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import { FIRST_SCALE_YEAR, type MileageScale, mileageAmount, type ScaledVehicle } from './mileage-scale.ts';
import type { Vehicle } from './vehicle.ts';

/** The details of a trip, as entered. */
export type TripFacts = {
  readonly vehicleId: string;
  readonly on: CivilDay;
  readonly origin: string;
  readonly destination: string;
  readonly purpose: string;
  /** Whole kilometres one way, from 1. */
  readonly kilometers: number;
  /** The way back counts too. */
  readonly isReturn: boolean;
  readonly customerId?: string | undefined;
};

/**
 * A line of the mileage log. It never changes: a trip is taken back by a counter-entry. A revision
 * has no distance; it adjusts the amount of a year whose scale was rewritten.
 */
export type MileageLine = {
  readonly id: string;
  readonly kind: 'trip' | 'counter_entry' | 'revision';
  readonly vehicleId: string;
  /** The day of the trip; its year decides the scale and the distance that counts. */
  readonly on: CivilDay;
  /** The day of the trip, or the first open day if that one was closed before. */
  readonly bookedOn: CivilDay;
  /** From 1 in the year of `bookedOn`, without gaps, in the order of recording. */
  readonly number: number;
  readonly origin?: string | undefined;
  readonly destination?: string | undefined;
  readonly purpose: string;
  /** All kilometres of the line: both ways, negative in a counter-entry, 0 in a revision. */
  readonly distance: number;
  readonly isReturn: boolean;
  readonly customerId?: string | undefined;
  /** What the line adds to the amount of its vehicle and year: cents of euros. */
  readonly amount: Cents;
  readonly correctsId?: string | undefined;
  readonly replacesId?: string | undefined;
  /** Unix seconds. */
  readonly createdAt: number;
};

/** Whole kilometres of a trip one way. */
export const TRIP_KILOMETERS_MAX = 5_000;
/** Lines of a year per account and mode, counter-entries included. */
export const TRIPS_OF_YEAR_MAX = 20_000;
/** Characters of a place and of a purpose. */
export const PLACE_MAX = 100;
export const PURPOSE_MAX = 200;

/** Why facts cannot be a trip: its day is to come, has no known scale, or is not the vehicle’s. */
export function tripRefused(
  { on }: Pick<TripFacts, 'on'>,
  { vehicle, today }: { readonly vehicle: Vehicle; readonly today: CivilDay },
): Refused<'trip_to_come' | 'trip_before_scale' | 'trip_outside_vehicle'> | undefined {
  if (on > today) return { refused: 'trip_to_come', today };
  if (Number(on.slice(0, 4)) < FIRST_SCALE_YEAR) return { refused: 'trip_before_scale', year: FIRST_SCALE_YEAR };
  const { from, until } = vehicle;
  if (on < from || (until !== undefined && on > until))
    return { refused: 'trip_outside_vehicle', from, ...(until !== undefined && { until }) };
  return undefined;
}

/** The kilometres of a trip, both ways if it is a return trip. */
export const distanceOf = ({ kilometers, isReturn }: Pick<TripFacts, 'kilometers' | 'isReturn'>): number =>
  isReturn ? kilometers * 2 : kilometers;

/**
 * What a distance adds to the amount of its vehicle and year, in cents. Trips count in the order in
 * which they are recorded, so that recorded amounts stay and add up to that of the year.
 */
export const addedAmount = (
  scale: MileageScale,
  vehicle: ScaledVehicle,
  { before, distance }: { readonly before: number; readonly distance: number },
): Cents => cents(mileageAmount(scale, vehicle, before + distance) - mileageAmount(scale, vehicle, before));

/** The sums of lines: whole kilometres and cents of euros. */
export type MileageTotals = { readonly count: number; readonly distance: number; readonly amount: Cents };

/** The recorded distance and amount of a vehicle in a year: whole kilometres and cents. */
export type VehicleYear = { readonly distance: number; readonly amount: number };

/** What the scale of today adds to the recorded amount of a vehicle and year. */
export const revisionOf = (scale: MileageScale, vehicle: ScaledVehicle, { distance, amount }: VehicleYear): Cents =>
  cents(mileageAmount(scale, vehicle, distance) - amount);
