import type { MileageUse } from '../../domain/books/mileage/mileage-use.ts';
import type { MileageLine, MileageTotals, VehicleYear } from '../../domain/books/mileage/trip.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { type Reading, type Row, sql, type Tx } from '../transaction.ts';

/** A line with the name of its vehicle, the use of its year, and whether it was taken back. */
export type KeptTrip = MileageLine & {
  readonly vehicleName: string;
  readonly use: MileageUse;
  readonly isCorrected: boolean;
};

const COLUMNS = `t.id, t.kind, t.vehicle_id, t.trip_on::text as trip_on, t.booked_on::text as booked_on, t.number, t.origin,
  t.destination, t.purpose, t.distance_km, t.return_trip, t.customer_id, t.amount_cents, t.corrects_id, t.replaces_id,
  t.created_at, v.name as vehicle_name, y.use,
  exists (select from billing.trip c where c.account_id = $1 and c.corrects_id = t.id) as corrected`;
const FROM = `billing.trip t
  join billing.vehicle v on v.account_id = $1 and v.id = t.vehicle_id
  join billing.mileage_year y on y.account_id = $1 and y.test = t.test and y.year = t.trip_year`;

const INSERT = sql`
  insert into billing.trip (account_id, id, test, kind, vehicle_id, trip_on, booked_on, number, origin, destination,
    purpose, distance_km, return_trip, customer_id, amount_cents, corrects_id, replaces_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`;
const LAST_NUMBER = sql`
  select coalesce(max(t.number), 0)::int as last from billing.trip t
  where t.account_id = $1 and t.test = $2 and t.year = $3`;
const FIND = sql`select ${COLUMNS} from ${FROM} where t.account_id = $1 and t.test = $2 and t.id = $3`;
const SPAN = `t.account_id = $1 and t.test = $2 and t.booked_on between $3 and $4`;
const PAGE = sql`
  select ${COLUMNS} from ${FROM} where ${SPAN} and (t.booked_on, t.number) > ($5::date, $6::int)
  order by t.booked_on, t.number limit $7`;
const LATEST = sql`
  select ${COLUMNS} from ${FROM} where ${SPAN} and (t.booked_on, t.number) < ($5::date, $6::int)
  order by t.booked_on desc, t.number desc limit $7`;
const COUNT = sql`select count(*)::int as total from billing.trip t where ${SPAN}`;
const FIRST_DAY = sql`
  select min(t.booked_on)::text as first from billing.trip t where t.account_id = $1 and t.test = $2`;
// The distance and amount of a vehicle for the trips of a year, whenever they were booked.
const OF_YEAR = sql`
  select t.vehicle_id, count(*) filter (where t.kind = 'trip' and c.id is null)::int as trips,
    sum(t.distance_km)::int as distance, sum(t.amount_cents)::bigint as amount
  from billing.trip t left join billing.trip c on c.account_id = $1 and c.corrects_id = t.id
  where t.account_id = $1 and t.test = $2 and t.trip_year = $3 and ($4::uuid is null or t.vehicle_id = $4)
  group by t.vehicle_id`;
const OF_SPAN = sql`
  select count(*)::int as count, coalesce(sum(t.distance_km), 0)::int as distance,
    coalesce(sum(t.amount_cents), 0)::bigint as amount
  from billing.trip t where ${SPAN}`;
const BY_DAY = sql`
  select t.booked_on::text as "on", sum(t.amount_cents)::bigint as amount from billing.trip t
  join billing.mileage_year y on y.account_id = $1 and y.test = t.test and y.year = t.trip_year and y.use <> 'log'
  where ${SPAN} group by t.booked_on`;
const USE = sql`select y.use from billing.mileage_year y where y.account_id = $1 and y.test = $2 and y.year = $3`;
const SET_USE = sql`
  insert into billing.mileage_year as y (account_id, test, year, use) values ($1, $2, $3, $4)
  on conflict (account_id, test, year) do update set use = excluded.use where y.use <> excluded.use`;
const OF_YEAR_BOOKED = sql`
  select exists (select from billing.trip t
    where t.account_id = $1 and t.test = $2 and t.trip_year = $3 and t.booked_on <= $4) as booked`;
const OF_CUSTOMER = sql`select exists (select from billing.trip t where t.account_id = $1 and t.customer_id = $2) as used`;
const CUSTOMER = sql`
  select c.id from billing.customer c where c.account_id = $1 and c.test = $2 and c.id = $3 for key share`;

/** Adds a line. Only under the lock of the books. */
export const insertTrip = (tx: Tx, line: MileageLine): void =>
  tx.write(INSERT, [
    ...[tx.accountId, line.id, tx.test, line.kind, line.vehicleId, line.on, line.bookedOn, line.number],
    ...[line.origin ?? null, line.destination ?? null, line.purpose, line.distance, line.isReturn],
    ...[line.customerId ?? null, line.amount, line.correctsId ?? null, line.replacesId ?? null, line.createdAt],
  ]);

/** The last number of a year of booking; 0 if it has no line. */
export const lastTripNumber = async (tx: Tx, year: number): Promise<number> =>
  (await tx.read<{ last: number }>(LAST_NUMBER, [tx.accountId, tx.test, year]))[0]?.last ?? 0;

/** A line of the caller’s mode. */
export async function findTrip(tx: Tx, id: string): Promise<KeptTrip | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && tripFrom(row);
}

/** Days of booking, both included. */
type TripSpan = { readonly from: CivilDay; readonly to: CivilDay };
/** Where a page starts: after a line. */
export type TripPlace = { readonly on: CivilDay; readonly n: number };

/** The lines of the caller’s mode by day of booking, then number, after a place. */
export async function tripsAfter(
  tx: Reading,
  { from, to }: TripSpan,
  { place, limit }: { place: TripPlace | undefined; limit: number },
): Promise<KeptTrip[]> {
  const { on, n } = place ?? { on: from, n: 0 };
  return (await tx.read(PAGE, [tx.accountId, tx.test, from, to, on, n, limit])).map(tripFrom);
}

/** The same, the latest first, before a place. */
export async function tripsBefore(
  tx: Tx,
  { from, to }: TripSpan,
  { place, limit }: { place: TripPlace | undefined; limit: number },
): Promise<KeptTrip[]> {
  const { on, n } = place ?? { on: to, n: AFTER_ALL };
  return (await tx.read(LATEST, [tx.accountId, tx.test, from, to, on, n, limit])).map(tripFrom);
}
/** Above every number. */
const AFTER_ALL = 2_147_483_647;

export const countTrips = async (tx: Tx, { from, to }: TripSpan): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test, from, to]))[0]?.total ?? 0;

/** The first day with a line. */
export const firstTripDay = async (tx: Tx): Promise<CivilDay | undefined> =>
  (await tx.read(FIRST_DAY, [tx.accountId, tx.test]))[0]?.first ?? undefined;

/** What a vehicle was driven in a year: trips that stand, whole kilometres, cents. */
export type DrivenOfYear = VehicleYear & { readonly vehicleId: string; readonly trips: number };

/** The vehicles with trips of a year, or one of them. */
export const drivenInYear = async (tx: Tx, year: number, vehicleId?: string): Promise<DrivenOfYear[]> =>
  (await tx.read(OF_YEAR, [tx.accountId, tx.test, year, vehicleId ?? null])).map((row) => ({
    ...{ vehicleId: row.vehicle_id, trips: row.trips, distance: row.distance, amount: row.amount },
  }));

/** The sums of the lines booked in a span. */
export async function tripSums(tx: Tx, { from, to }: TripSpan): Promise<MileageTotals> {
  const [row] = await tx.read(OF_SPAN, [tx.accountId, tx.test, from, to]);
  return { count: row?.count ?? 0, distance: row?.distance ?? 0, amount: cents(row?.amount ?? 0) };
}

/** What mileage counts as an expense by day of booking: nothing of years that are a log. */
export const mileageByDay = async (
  tx: Tx,
  { from, to }: TripSpan,
): Promise<{ readonly on: CivilDay; readonly amount: number }[]> =>
  (await tx.read(BY_DAY, [tx.accountId, tx.test, from, to])).map(({ on, amount }) => ({ on, amount }));

/** The use of a year; undefined before its first trip or choice. */
export const mileageUseOf = async (tx: Tx, year: number): Promise<MileageUse | undefined> =>
  (await tx.read(USE, [tx.accountId, tx.test, year]))[0]?.use;

export const setMileageUse = (tx: Tx, year: number, use: MileageUse): void =>
  tx.write(SET_USE, [tx.accountId, tx.test, year, use]);

/** Whether a trip of a year is booked through a day. */
export const hasTripsBooked = async (tx: Tx, year: number, through: CivilDay): Promise<boolean> =>
  (await tx.read(OF_YEAR_BOOKED, [tx.accountId, tx.test, year, through]))[0]?.booked ?? false;

/** Whether a customer has trips. The customer is locked. */
export const hasTrips = async (tx: Tx, customerId: string): Promise<boolean> =>
  (await tx.read(OF_CUSTOMER, [tx.accountId, customerId]))[0]?.used ?? false;

/** Whether the caller’s mode has a customer; it stays until the transaction ends. */
export const holdCustomer = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.read(CUSTOMER, [tx.accountId, tx.test, id])).length > 0;

const tripFrom = (row: Row): KeptTrip => ({
  ...{ id: row.id, kind: row.kind, vehicleId: row.vehicle_id, on: row.trip_on, bookedOn: row.booked_on },
  number: row.number,
  ...(row.origin !== null && { origin: row.origin }),
  ...(row.destination !== null && { destination: row.destination }),
  ...{ purpose: row.purpose, distance: row.distance_km, isReturn: row.return_trip },
  ...(row.customer_id !== null && { customerId: row.customer_id }),
  amount: cents(row.amount_cents),
  ...(row.corrects_id !== null && { correctsId: row.corrects_id }),
  ...(row.replaces_id !== null && { replacesId: row.replaces_id }),
  ...{ createdAt: row.created_at, vehicleName: row.vehicle_name, use: row.use, isCorrected: row.corrected },
});
