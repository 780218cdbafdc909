import * as z from 'zod';
import { lockPurchases } from '../../db/books/purchases.ts';
import { findVehicle, insertVehicle, listVehicles, tripDaysOf, updateVehicle } from '../../db/books/vehicles.ts';
import {
  VEHICLES_MAX,
  type Vehicle,
  vehicleChangeRefused,
  vehicleRefused,
} from '../../domain/books/mileage/vehicle.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  changedVehicle,
  VehicleJson,
  VehiclesJson,
  vehicleChangeForm,
  vehicleFactsOf,
  vehicleForm,
  vehicleToJson,
} from '../../schemas/books/mileage.ts';
import { idOr } from '../../schemas/fields/id.ts';

const none = z.object({});
const about = { chapter: 'Books', query: none, path: none, body: none } as const;

export const listMileageVehicles = operation({
  ...about,
  name: 'list-vehicles',
  summary: `Lists the vehicles of the mileage log: at most ${VEHICLES_MAX}, in the order of their creation.`,
  routes: ['GET /v2/books/mileage/vehicles'],
  scope: 'billing:read',
  success: 200,
  output: VehiclesJson,
  refusals: [],
  run: async ({ tx, test }) => ({
    body: { docs: (await listVehicles(tx)).map((vehicle) => vehicleToJson(vehicle, test)) },
  }),
});

export const createMileageVehicle = operation({
  ...about,
  name: 'create-vehicle',
  summary: 'Creates a vehicle of the mileage log, with what the official scale needs.',
  routes: ['POST /v2/books/mileage/vehicles'],
  scope: 'billing:write',
  body: vehicleForm,
  success: 201,
  output: VehicleJson,
  refusals: ['vehicle_power', 'vehicle_days_inverted', 'vehicles_full'],
  example: { name: 'Clio', kind: 'car', power: 5, from: '2026-01-01' },
  async run({ tx, test, now, newId }, form) {
    const facts = vehicleFactsOf(form);
    const refused = vehicleRefused(facts);
    if (refused) return refused;
    await lockPurchases(tx);
    if ((await listVehicles(tx)).length >= VEHICLES_MAX) return { refused: 'vehicles_full', limit: VEHICLES_MAX };
    const vehicle: Vehicle = { ...facts, id: newId(), createdAt: now };
    insertVehicle(tx, vehicle);
    return { body: vehicleToJson(vehicle, test) };
  },
});

export const updateMileageVehicle = operation({
  ...about,
  name: 'update-vehicle',
  summary: 'Changes a vehicle of the mileage log, or states its last day.',
  description:
    'Members that are left out stay. From its first trip on, kind, power and electricity are fixed, and the days have to contain the trips.',
  routes: ['PATCH /v2/books/mileage/vehicles/{vehicleId}'],
  scope: 'billing:write',
  path: z.object({ id: idOr('vehicle_not_found') }),
  body: vehicleChangeForm,
  success: 200,
  output: VehicleJson,
  refusals: ['vehicle_not_found', 'vehicle_power', 'vehicle_days_inverted', 'vehicle_fixed', 'vehicle_has_trips'],
  example: { until: '2026-06-30' },
  async run({ tx, test }, { id, ...form }) {
    await lockPurchases(tx);
    const before = await findVehicle(tx, id);
    if (!before) return { refused: 'vehicle_not_found' };
    const facts = changedVehicle(before, form);
    const refused = vehicleChangeRefused(before, facts, await tripDaysOf(tx, id));
    if (refused) return refused;
    const vehicle: Vehicle = { ...facts, id, createdAt: before.createdAt };
    updateVehicle(tx, vehicle);
    return { body: vehicleToJson(vehicle, test) };
  },
});
