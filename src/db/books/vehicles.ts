import type { TripDays, Vehicle } from '../../domain/books/mileage/vehicle.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `v.id, v.name, v.kind, v.power, v.electric, v.from_day::text as from_day, v.until_day::text as until_day,
  v.created_at`;
const INSERT = sql`
  insert into billing.vehicle (account_id, id, test, name, kind, power, electric, from_day, until_day, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const UPDATE = sql`
  update billing.vehicle set name = $3, kind = $4, power = $5, electric = $6, from_day = $7, until_day = $8
  where account_id = $1 and id = $2`;
const LIST = sql`
  select ${COLUMNS} from billing.vehicle v where v.account_id = $1 and v.test = $2 order by v.created_at, v.id`;
const FIND = sql`select ${COLUMNS} from billing.vehicle v where v.account_id = $1 and v.test = $2 and v.id = $3`;
const TRIP_DAYS = sql`
  select min(t.trip_on)::text as first, max(t.trip_on)::text as last from billing.trip t
  where t.account_id = $1 and t.vehicle_id = $2 and t.kind <> 'revision'`;

const valuesOf = ({ name, kind, power, isElectric, from, until }: Vehicle): unknown[] => [
  ...[name, kind, power ?? null, isElectric, from, until ?? null],
];

export const insertVehicle = (tx: Tx, vehicle: Vehicle): void =>
  tx.write(INSERT, [tx.accountId, vehicle.id, tx.test, ...valuesOf(vehicle), vehicle.createdAt]);

export const updateVehicle = (tx: Tx, vehicle: Vehicle): void =>
  tx.write(UPDATE, [tx.accountId, vehicle.id, ...valuesOf(vehicle)]);

/** The vehicles of the caller’s mode, in the order of their creation. */
export const listVehicles = async (tx: Tx): Promise<Vehicle[]> =>
  (await tx.read(LIST, [tx.accountId, tx.test])).map(vehicleFrom);

/** A vehicle of the caller’s mode. */
export async function findVehicle(tx: Tx, id: string): Promise<Vehicle | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && vehicleFrom(row);
}

/** The first and last day with a trip of a vehicle; undefined without trips. */
export async function tripDaysOf(tx: Tx, id: string): Promise<TripDays | undefined> {
  const [row] = await tx.read(TRIP_DAYS, [tx.accountId, id]);
  return row?.first == null ? undefined : { first: row.first, last: row.last };
}

const vehicleFrom = (row: Row): Vehicle => ({
  ...{ id: row.id, name: row.name, kind: row.kind, isElectric: row.electric, from: row.from_day },
  ...(row.power !== null && { power: row.power }),
  ...(row.until_day !== null && { until: row.until_day }),
  createdAt: row.created_at,
});
