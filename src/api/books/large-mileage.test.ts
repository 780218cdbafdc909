import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { Books } from '../../../test/support/documents/example-books.ts';
import { CLIO, driver, GRENOBLE } from '../../../test/support/documents/mileage.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// A log of 20,000 trips in 2024 and in 2025, the most of a year.

const LINES = 20_000;
/** Milliseconds; the usual time is below 200. */
const PAGE_MS_MAX = 1_000;

const FILL = sql`
  insert into billing.trip (account_id, id, test, kind, vehicle_id, trip_on, booked_on, number, origin, destination, purpose,
    distance_km, return_trip, amount_cents, created_at)
  select $1, gen_random_uuid(), false, 'trip', $2, ($3 || '-01-01')::date + n % 365, ($3 || '-01-01')::date + n % 365, n,
    'Lyon', 'Grenoble', 'Visite', 1, false, 43, 0
  from generate_series(1, $4::int) n order by n`;
const USE = sql`insert into billing.mileage_year (account_id, test, year, use) values ($1, false, $2, 'deducted')`;

let service: TestService;
let books: Books;
let vehicleId: string;
beforeAll(async () => {
  service = await testService();
  const made = await driver(service);
  books = made.books;
  vehicleId = (await books.done('create-vehicle', undefined, { ...CLIO, from: '2024-01-01' })).id;
  const { accountId } = made.caller;
  for (const year of [2024, 2025])
    await inTransaction(service.services.pool, { accountId, test: false }, async (tx) => {
      tx.write(USE, [accountId, year]);
      tx.write(FILL, [accountId, vehicleId, String(year), LINES]);
      return { commit: true, answer: undefined };
    });
  await service.owner.query('analyze billing.trip');
}, 120_000);
afterAll(() => service.close());

test('line 20,001 of a year is refused, and the next year begins with line 1', async () => {
  const full = await books.ask('record-trip', { body: { ...GRENOBLE, vehicleId, on: '2025-06-01' } });
  assert.deepEqual([full.refused, (full as { limit?: number }).limit], ['trips_of_year_full', LINES]);
  assert.equal((await books.done('record-trip', undefined, { ...GRENOBLE, vehicleId })).number, 1);
});

test('of 40,000 lines a page and the sums of a year are read in less than a second each', async () => {
  for (const [name, query] of [
    ['list-trips', { from: '2025-01-01', to: '2025-12-31', limit: 100 }],
    ['get-mileage', { year: '2025' }],
    ['get-result', { month: '2025-12' }],
  ] as const) {
    const began = performance.now();
    const { json, refused } = await books.ask(name, { query });
    const took = performance.now() - began;
    assert.equal(refused, undefined);
    console.log(`${name}: ${Math.round(took)} ms`);
    assert.ok(took < PAGE_MS_MAX, `${name}: ${took} ms`);
    if (name === 'get-mileage') assert.deepEqual([json.trips, json.distance, json.amount], [LINES, LINES, LINES * 43]);
  }
});

test('a workbook of 20,000 lines is made, one of 40,000 is refused', async () => {
  const { file } = await books.ask('download-mileage', { query: { from: '2025-01-01', to: '2025-12-31' } });
  assert.ok((file?.bytes.length ?? 0) > 100_000);
  const long = await books.ask('download-mileage', { query: { from: '2024-01-01', to: '2025-12-31' } });
  assert.deepEqual([long.refused, (long as { limit?: number }).limit], ['mileage_log_too_long', 30_000]);
});
