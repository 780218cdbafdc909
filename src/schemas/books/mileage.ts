import * as z from 'zod';
import { FIRST_SCALE_YEAR, type MileageScale, vehicleKinds } from '../../domain/books/mileage/mileage-scale.ts';
import { type MileageUse, mileageUses } from '../../domain/books/mileage/mileage-use.ts';
import {
  type MileageLine,
  PLACE_MAX,
  PURPOSE_MAX,
  TRIP_KILOMETERS_MAX,
  TRIPS_OF_YEAR_MAX,
  type TripFacts,
} from '../../domain/books/mileage/trip.ts';
import { POWER_MAX, VEHICLE_NAME_MAX, type Vehicle, type VehicleFacts } from '../../domain/books/mileage/vehicle.ts';
import { worded } from '../fields/enum-schema.ts';
import { idOf } from '../fields/id.ts';
import { oneLineText } from '../fields/text.ts';
import { day } from '../fields/timestamp.ts';
import { isTest } from '../lists/list-query.ts';

const euros = (what: string) => z.int().meta({ description: `Cents of euros: ${what}` });
const dayJson = (what: string) => z.string().meta({ format: 'date', description: what });
const KINDS = '`car`; `motorcycle`, also a scooter over 50 cm³; `moped`: up to 50 cm³.';
const USES =
  '`log`: without effect on the books; `deducted`: by a non-commercial sole trader, instead of the costs of all vehicles; `reimbursed`: owed by a company to its director.';
const MAX_YEAR = 9_999;

const name = oneLineText(VEHICLE_NAME_MAX).meta({ description: 'How you call it.', example: 'Clio' });
const kind = worded(vehicleKinds).meta({ description: KINDS });
const power = z
  .int()
  .min(1)
  .max(POWER_MAX)
  .nullish()
  .meta({ description: 'Fiscal horsepower (P.6 of the registration certificate); none for a moped.', example: 5 });
const electric = z.boolean().default(false).meta({ description: 'Runs on electricity alone: a fifth more.' });
const from = day.meta({ description: 'The first day with it.', example: '2026-01-01' });
const until = day.nullish().meta({ description: 'The last day with it.', example: '2026-12-31' });

export const vehicleForm = z.object({ name, kind, power, electric, from, until });

/** What changes; a member that is left out stays. */
export const vehicleChangeForm = z.object({
  name: name.optional(),
  kind: kind.optional(),
  power,
  electric: z.boolean().optional().meta({ description: 'Runs on electricity alone: a fifth more.' }),
  from: from.optional(),
  until: until.meta({ description: 'The last day with it; null if it is still used.' }),
});

export const vehicleFactsOf = ({
  electric: isElectric,
  power: stated,
  until: last,
  ...form
}: z.output<typeof vehicleForm>): VehicleFacts => ({
  ...{ ...form, name: form.name.trim(), isElectric },
  ...(stated != null && { power: stated }),
  ...(last != null && { until: last }),
});

/** A vehicle with what a body changes. */
export const changedVehicle = (before: Vehicle, form: z.output<typeof vehicleChangeForm>): VehicleFacts =>
  vehicleFactsOf({
    name: form.name ?? before.name,
    kind: form.kind ?? before.kind,
    power: form.power === undefined ? before.power : form.power,
    electric: form.electric ?? before.isElectric,
    from: form.from ?? before.from,
    until: form.until === undefined ? before.until : form.until,
  });

export const VehicleJson = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(vehicleKinds).meta({ description: KINDS }),
    power: z.int().optional().meta({ description: 'Fiscal horsepower; none of a moped.' }),
    electric: z.boolean(),
    from: dayJson('The first day with it.'),
    until: dayJson('The last day with it.').optional(),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    test: isTest,
  })
  .meta({ id: 'Vehicle' });

/** The JSON of a vehicle. */
export const vehicleToJson = (
  { isElectric, power: stated, until: last, ...vehicle }: Vehicle,
  test: boolean,
): z.input<typeof VehicleJson> => ({
  ...{ ...vehicle, electric: isElectric, test },
  ...(stated !== undefined && { power: stated }),
  ...(last !== undefined && { until: last }),
});

const tripMembers = {
  vehicleId: idOf('the vehicle'),
  on: day.meta({ description: 'The day of the trip, in the account’s time zone.', example: '2026-03-01' }),
  origin: oneLineText(PLACE_MAX).meta({ description: 'Where it begins.', example: 'Lyon' }),
  destination: oneLineText(PLACE_MAX).meta({ description: 'Where it ends.', example: 'Grenoble' }),
  purpose: oneLineText(PURPOSE_MAX).meta({
    description: 'Why: visit, delivery, training …',
    example: 'Visite de chantier',
  }),
  kilometers: z.int().min(1).max(TRIP_KILOMETERS_MAX).meta({ description: 'Whole kilometres one way.', example: 112 }),
  returnTrip: z.boolean().default(false).meta({ description: 'The way back counts too.' }),
  customerId: idOf('the customer who was visited').optional(),
};

export const tripForm = z.object(tripMembers);
const TripFormJson = z.object(tripMembers).meta({ id: 'TripForm' });

export const correctTripForm = z.object({
  replacement: TripFormJson.optional().meta({ description: 'What the trip should have been.' }),
});

/** The facts of a trip that a body states. */
export const tripFactsOf = ({ returnTrip, ...form }: z.output<typeof tripForm>): TripFacts => ({
  ...{ ...form, isReturn: returnTrip },
  ...{ origin: form.origin.trim(), destination: form.destination.trim(), purpose: form.purpose.trim() },
});

const lineKinds = ['trip', 'counter_entry', 'revision'] as const;

export const TripJson = z
  .object({
    id: z.string(),
    number: z
      .int()
      .meta({ description: 'The number in the year of `bookedOn`: from 1, without gaps, in the order of recording.' }),
    kind: z.enum(lineKinds).meta({
      description:
        '`trip`; `counter_entry`: takes a trip back; `revision`: adjusts the amounts of a year whose scale was rewritten.',
    }),
    vehicleId: z.string(),
    vehicleName: z.string(),
    on: dayJson('The day of the trip. Its year decides scale and distance.'),
    bookedOn: dayJson('The day in the books: `on`, or the first open day if that one was closed before.'),
    origin: z.string().optional(),
    destination: z.string().optional(),
    purpose: z.string(),
    kilometers: z.int().meta({ description: 'One way; negative in counter-entries.' }),
    returnTrip: z.boolean(),
    distance: z.int().meta({ description: 'All kilometres, both ways; negative in counter-entries.' }),
    customerId: z.string().optional(),
    amount: euros('what the line adds to the amount of its vehicle and year.'),
    use: z.enum(mileageUses).meta({ description: `What the mileage of the year is for. ${USES}` }),
    correctsId: z.string().optional().meta({ description: 'The trip that this counter-entry takes back.' }),
    replacesId: z.string().optional().meta({ description: 'The trip, taken back, that this one stands for.' }),
    corrected: z.boolean().meta({ description: 'Whether a counter-entry takes this trip back.' }),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
    test: isTest,
  })
  .meta({ id: 'Trip' });

/** A line with the name of its vehicle, the use of its year, and whether it was taken back. */
type ShownTrip = MileageLine & {
  readonly vehicleName: string;
  readonly use: MileageUse;
  readonly isCorrected: boolean;
};

/** The JSON of a line. */
export const tripToJson = (line: ShownTrip, test: boolean): z.input<typeof TripJson> => {
  const { origin, destination, customerId, correctsId, replacesId, isCorrected, isReturn, ...trip } = line;
  return {
    ...{ ...trip, returnTrip: isReturn, corrected: isCorrected, test },
    kilometers: isReturn ? trip.distance / 2 : trip.distance,
    ...(origin !== undefined && { origin }),
    ...(destination !== undefined && { destination }),
    ...(customerId !== undefined && { customerId }),
    ...(correctsId !== undefined && { correctsId }),
    ...(replacesId !== undefined && { replacesId }),
  };
};

export const TripCorrectionJson = z
  .object({ counterEntry: TripJson, replacement: TripJson.optional() })
  .meta({ id: 'TripCorrection' });

const year = z
  .int()
  .min(FIRST_SCALE_YEAR)
  .max(MAX_YEAR)
  .meta({ description: `The year of the trips, from ${FIRST_SCALE_YEAR}.`, example: 2026 });

/** A year in a query; by default the running one. */
export const yearInQuery = z.coerce
  .number()
  .int()
  .min(FIRST_SCALE_YEAR)
  .max(MAX_YEAR)
  .optional()
  .meta({ description: 'The year of the trips; by default the running one.', example: 2026 });

export const mileageUseForm = z.object({ year, use: worded(mileageUses).meta({ description: USES }) });
export const mileageRevisionForm = z.object({ year });
export const MileageRevisionJson = z
  .object({ lines: z.array(TripJson).meta({ description: 'A line for each vehicle whose amount differed.' }) })
  .meta({ id: 'MileageRevision' });

const driven = {
  trips: z.int().meta({ description: 'Trips that were not taken back.' }),
  distance: z.int().meta({ description: 'Whole kilometres.' }),
  amount: euros('the recorded amount.'),
  revision: euros('what the current scale adds to that amount; 0 unless the scale changed after trips were recorded.'),
};

export const MileageYearJson = z
  .object({
    year: z.int(),
    use: z.enum(mileageUses).meta({ description: USES }),
    allowedUses: z.array(z.enum(mileageUses)).meta({ description: 'What the legal form of the business allows.' }),
    counted: euros('what of the amount is an expense: all of it, or nothing of a log.'),
    scale: z
      .object({
        since: z.int().meta({ description: 'The first year it applies to.' }),
        source: z.string().meta({ description: 'The text of law.' }),
        provisional: z.boolean().meta({ description: 'It may still be rewritten for this year.' }),
      })
      .meta({ id: 'MileageScale' }),
    vehicles: z
      .array(z.object({ vehicle: VehicleJson, ...driven }).meta({ id: 'MileageOfVehicle' }))
      .meta({ description: 'Vehicles with a line of the year. The scale applies to each of them apart.' }),
    ...driven,
  })
  .meta({ id: 'MileageYear' });

type Driven = { readonly trips: number; readonly distance: number; readonly amount: number; readonly revision: number };

/** The JSON of the mileage of a year. */
export const mileageYearToJson = (
  {
    vehicles,
    scale,
    isProvisional,
    allowedUses,
    ...mileage
  }: Driven & {
    readonly year: number;
    readonly use: MileageUse;
    readonly allowedUses: readonly MileageUse[];
    readonly counted: number;
    readonly scale: Pick<MileageScale, 'since' | 'source'>;
    readonly isProvisional: boolean;
    readonly vehicles: readonly (Driven & { readonly vehicle: Vehicle })[];
  },
  test: boolean,
): z.input<typeof MileageYearJson> => ({
  ...{ ...mileage, allowedUses: [...allowedUses] },
  scale: { since: scale.since, source: scale.source, provisional: isProvisional },
  vehicles: vehicles.map(({ vehicle, ...driven }) => ({ vehicle: vehicleToJson(vehicle, test), ...driven })),
});

/** The sums of lines of the log. */
export const MileageTotalsJson = z
  .object({
    count: z.int().meta({ description: 'Lines of the log.' }),
    distance: z.int().meta({ description: 'Whole kilometres.' }),
    amount: euros('by the official scale.'),
  })
  .meta({ id: 'MileageTotals' });

/** Where a page of the log starts. */
export const tripPlace = z.object({
  on: z.iso.date().refine((said) => !said.startsWith('0000')),
  n: z.int().min(0).max(TRIPS_OF_YEAR_MAX),
});

/** The place of a line, for the next page. */
export const tripPlaceOf = ({
  bookedOn,
  number,
}: Pick<MileageLine, 'bookedOn' | 'number'>): z.output<typeof tripPlace> => ({
  ...{ on: bookedOn, n: number },
});

export const VehiclesJson = z.object({ docs: z.array(VehicleJson) }).meta({ id: 'Vehicles' });
