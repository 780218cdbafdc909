import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Books } from '../../../test/support/documents/example-books.ts';
import { driver, drove, tripLines } from '../../../test/support/documents/mileage.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';

// What mileage adds to the journals, the result and the closings. Monday is 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const SASU = { ...COMPANY, legalStatus: 'sasu' };
const MICRO = { ...COMPANY, vatRegime: 'franchise', legalStatus: 'micro_enterprise' };
const deduct = (books: Books, use = 'deducted') => books.done('choose-mileage-use', undefined, { year: 2026, use });

const entries = async (books: Books): Promise<string[]> => {
  const { json, refused } = await books.ask('list-accounting-entries', {
    query: { from: '2026-01-01', to: '2027-12-31' },
  });
  assert.equal(refused, undefined);
  return json.docs.map(({ number, on, lines }: any) =>
    [
      number,
      on,
      ...lines.map(({ account, debit, credit }: any) => `${account} ${debit ? `+${debit}` : `-${credit}`}`),
    ].join(' '),
  );
};
const result = async (books: Books) => (await books.ask('get-result', {})).json;

test('142.46 of a sole trader who opted are travel owed to the owner (6251, 108), and leave 142.46 less in March', async () => {
  const { books, car } = await driver(service);
  const trip = await drove(books, car.id);
  assert.deepEqual(await entries(books), []);
  assert.deepEqual([(await result(books)).month.mileage, (await result(books)).month.left], [undefined, 0]);
  await deduct(books);
  assert.deepEqual(await entries(books), ['OD-1 2026-03-01 6251 +14246 108 -14246']);
  const { month, year } = await result(books);
  assert.deepEqual([month.mileage.amount, month.left, year.left], [14_246, -14_246, -14_246]);
  assert.equal(month.mileage.list.path, '/v2/books/mileage/trips');
  await books.done('correct-trip', trip.id, {});
  assert.deepEqual((await entries(books))[1], 'OD-2 2026-03-01 6251 -14246 108 +14246');
  assert.equal((await result(books)).month.left, 0);
});

test('a company owes its director (6251, 455), in the file of entries too; the trial balance has both accounts', async () => {
  const { books, car } = await driver(service, SASU);
  await drove(books, car.id);
  assert.deepEqual(await entries(books), ['OD-1 2026-03-01 6251 +14246 455 -14246']);
  const { file } = await books.ask('download-accounting-entries', { query: { from: '2026-01-01', to: '2026-12-31' } });
  assert.match(
    file?.bytes.toString() ?? '',
    /\t6251\tVoyages et déplacements\t\t\tKM-2026-1\t20260301\tFrais kilométriques Lyon - Grenoble, 224 km\t142,46\t0,00\t/,
  );
  const { accounts } = (await books.ask('get-trial-balance', { query: {} })).json;
  assert.deepEqual(
    accounts.map(({ account, balance }: any) => [account, balance]),
    [
      ['455', -14_246],
      ['6251', 14_246],
    ],
  );
});

test('a micro-enterprise has a log and no entries: 142.46 is not deducted from what is left', async () => {
  const { books, car } = await driver(service, MICRO);
  assert.deepEqual([(await drove(books, car.id)).amount, await entries(books)], [14_246, []]);
  const { month } = await result(books);
  assert.deepEqual([month.mileage, month.left], [undefined, 0]);
});

test('close-books through 1 March freezes the trip; one of February recorded later is booked on 2 March at the distance of its year', async () => {
  const { books, car } = await driver(service);
  await deduct(books);
  await drove(books, car.id, { kilometers: 2_400 });
  const { json: preview } = await books.ask('preview-book-closing', { query: { through: '2026-03-01' } });
  assert.deepEqual(preview.mileage, { count: 1, distance: 4_800, amount: 305_280 });
  const closing = await books.done('close-books', undefined, { through: '2026-03-01' });
  assert.deepEqual([closing.from, closing.mileage.totals], ['2026-01-01', preview.mileage]);
  const late = await drove(books, car.id, { on: '2026-02-10' });
  // 5,024 km in all: 5,024 × 0.357 + 1,395 = 3,188.57.
  assert.deepEqual(
    [late.on, late.bookedOn, late.number, late.amount],
    ['2026-02-10', '2026-03-02', 2, 318_857 - 305_280],
  );
  assert.deepEqual(await entries(books), [
    'OD-1 2026-03-01 6251 +305280 108 -305280',
    'OD-2 2026-03-02 6251 +13577 108 -13577',
  ]);
  assert.equal(await books.refusal('choose-mileage-use', undefined, { year: 2026, use: 'log' }), 'mileage_year_closed');
  assert.equal(await books.refusal('choose-mileage-use', undefined, { year: 2026, use: 'deducted' }), undefined);
  const { json: verified } = await books.ask('verify-book-closings', {});
  assert.deepEqual([verified.intact, verified.lines], [true, 1]);
});

test('a closing without trips states no mileage; a trip of last year is booked in the open year and counts for last year', async () => {
  const { books } = await driver(service);
  const car = await books.done('create-vehicle', undefined, {
    name: 'Clio',
    kind: 'car',
    power: 5,
    from: '2025-01-01',
  });
  const closing = await books.done('close-books', undefined, { through: '2026-01-31' });
  assert.equal(closing.mileage, undefined);
  const late = await drove(books, car.id, { on: '2025-12-30' });
  assert.deepEqual([late.bookedOn, late.number, late.amount], ['2026-02-01', 1, 14_246]);
  const { distance } = (await books.ask('get-mileage', { query: { year: '2025' } })).json;
  assert.deepEqual([distance, (await books.ask('get-mileage', {})).json.distance], [224, 0]);
});

test('revise-mileage: 224 km recorded at 0.603, the scale before, get a line of 7.39 without distance, once', async () => {
  const { books, car, caller } = await driver(service);
  await deduct(books);
  assert.equal(await books.refusal('revise-mileage', undefined, { year: 2026 }), 'mileage_not_revised');
  await written(caller, copyOf(car.id, { amount_cents: '13507' }));
  const { revision, amount } = (await books.ask('get-mileage', {})).json;
  assert.deepEqual([amount, revision], [13_507, 739]);
  const { lines } = await books.done('revise-mileage', undefined, { year: 2026 });
  assert.deepEqual(
    lines.map((line: any) => [line.kind, line.distance, line.amount, line.on, line.purpose]),
    [['revision', 0, 739, '2026-03-02', 'Révision du barème kilométrique 2026']],
  );
  assert.equal(await books.refusal('revise-mileage', undefined, { year: 2026 }), 'mileage_not_revised');
  assert.equal(await books.refusal('correct-trip', lines[0].id), 'trip_not_correctable');
  assert.deepEqual(await entries(books), [
    'OD-1 2026-03-01 6251 +13507 108 -13507',
    'OD-2 2026-03-02 6251 +739 108 -739',
  ]);
});

const written = (caller: { accountId: string }, text: string, pool = service.services.pool) =>
  inTransaction(pool, { accountId: caller.accountId, test: false }, async (tx) => {
    tx.write(sql`${text}`, [caller.accountId]);
    return { commit: true, answer: undefined };
  });

/** A trip to Grenoble as a row, or what changes make of it. */
const copyOf = (vehicleId: string, changes: Record<string, string> = {}): string => {
  const row: Record<string, string> = {
    ...{ account_id: '$1', id: 'gen_random_uuid()', test: 'false', kind: "'trip'", vehicle_id: `'${vehicleId}'` },
    ...{ trip_on: "'2026-03-01'", booked_on: "'2026-03-01'", number: '1', origin: "'Lyon'", destination: "'Grenoble'" },
    ...{ purpose: "'Visite'", distance_km: '224', return_trip: 'true', amount_cents: '14246', created_at: `${MONDAY}` },
    ...changes,
  };
  return `insert into billing.trip (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`;
};

describe('the database refuses to the application', () => {
  test('a change, a deletion, a gap, a day outside the car, another booking day, and counter-entries that differ', async () => {
    const { books, caller, car } = await driver(service);
    const { id } = await drove(books, car.id);
    const back = { kind: "'counter_entry'", corrects_id: `'${id}'`, purpose: "'Visite de chantier'", number: '2' };
    for (const [text, said] of [
      ['update billing.trip set amount_cents = 1 where account_id = $1', /permission denied/],
      ['delete from billing.trip where account_id = $1', /permission denied/],
      ['update billing.vehicle set test = true where account_id = $1', /permission denied/],
      ['delete from billing.vehicle where account_id = $1', /permission denied/],
      ['update billing.vehicle set power = 7 where account_id = $1', /has trips/],
      ["update billing.vehicle set until_day = '2026-02-01' where account_id = $1", /has trips/],
      ['delete from billing.mileage_year where account_id = $1', /permission denied/],
      [copyOf(car.id, { number: '3' }), /leaves a gap/],
      [
        copyOf(car.id, { number: '2', trip_on: "'2025-12-31'", booked_on: "'2025-12-31'" }),
        /leaves a gap|outside the days/,
      ],
      [copyOf(car.id, { number: '1', trip_on: "'2025-12-31'", booked_on: "'2025-12-31'" }), /outside the days/],
      [copyOf(car.id, { number: '2', booked_on: "'2026-03-02'" }), /not on the first open day/],
      [copyOf(car.id, { number: '2', distance_km: '0' }), /trip_check/],
      [copyOf(car.id, { number: '2', amount_cents: '-1' }), /trip_check/],
      [
        copyOf(car.id, { ...back, distance_km: '-223', amount_cents: '-1', return_trip: 'false' }),
        /differs from its trip/,
      ],
      [copyOf(car.id, { number: '2', replaces_id: `'${id}'` }), /was not taken back/],
      [copyOf(car.id, { number: '2', test: 'true' }), /leaves a gap/],
      [copyOf(car.id, { number: '1', test: 'true' }), /foreign key/],
    ] as const)
      await assert.rejects(written(caller, text), said, text);
    // Control: the same statement with the next number is a line.
    await written(caller, copyOf(car.id, { number: '2' }));
    assert.equal((await tripLines(books)).length, 2);
    await assert.rejects(
      written(caller, 'update billing.trip set amount_cents = 1 where account_id = $1', service.owner),
      /append-only/,
    );
  });

  test('a use of a year with a closed trip, and a trip of another account', async () => {
    const { books, caller, car } = await driver(service);
    await drove(books, car.id);
    await written(caller, "update billing.mileage_year set use = 'deducted' where account_id = $1");
    await books.done('close-books', undefined, { through: '2026-03-01' });
    await assert.rejects(
      written(caller, "update billing.mileage_year set use = 'log' where account_id = $1"),
      /closed period/,
    );
    const other = await driver(service);
    await assert.rejects(written(other.caller, copyOf(car.id)), /foreign key|mileage_year|violates/);
  });
});
