import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { CLIO, driver, drove, GRENOBLE, TRADER, tripLines } from '../../../test/support/documents/mileage.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scopesOfRole } from '../../domain/people/role.ts';

// Vehicles and trips of the mileage log through the API. The clock stands on Monday 2 March 2026.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const MICRO = { ...COMPANY, vatRegime: 'franchise', legalStatus: 'micro_enterprise' };
const inShort = (line: any) => [line.number, line.on, line.distance, line.amount];

test('record-trip: 224 km with 5 CV add 142.46; the trip that goes over 5,000 km adds what the second band says', async () => {
  const { books, car } = await driver(service);
  const first = await drove(books, car.id);
  assert.deepEqual(
    [...inShort(first), first.kilometers, first.returnTrip, first.vehicleName, first.use, first.corrected, first.test],
    [1, '2026-03-01', 224, 14_246, 112, true, 'Clio', 'log', false, false],
  );
  // 4,724 km: 4,948 km in all are 3,146.93 at 0.636.
  const second = await drove(books, car.id, { kilometers: 4_724, returnTrip: false });
  assert.equal(first.amount + second.amount, 314_693);
  // 5,172 km in all: 1,395.00 and 0.357 a kilometre are 3,241.40.
  const third = await drove(books, car.id, { on: '2026-02-01' });
  assert.equal(first.amount + second.amount + third.amount, 324_140);
  assert.deepEqual((await tripLines(books)).map(inShort), [
    [2, '2026-03-01', 4_724, second.amount],
    [1, '2026-03-01', 224, 14_246],
    [3, '2026-02-01', 224, third.amount],
  ]);
});

test('get-mileage: each vehicle is on the scale apart: 4,000 km with 5 CV and with an electric motorcycle are 2,544.00 and 1,783.20', async () => {
  const { books, car } = await driver(service);
  const moto = await books.done('create-vehicle', undefined, {
    ...{ name: 'Zero', kind: 'motorcycle', power: 3, electric: true, from: '2026-01-01' },
  });
  await drove(books, car.id, { kilometers: 2_000 });
  await drove(books, moto.id, { kilometers: 4_000, returnTrip: false });
  const { json } = await books.ask('get-mileage', {});
  // 4,000 × 0.082 + 1,158 = 1,486.00, and a fifth.
  assert.deepEqual(
    json.vehicles.map(({ vehicle, trips, distance, amount, revision }: any) => [
      vehicle.name,
      trips,
      distance,
      amount,
      revision,
    ]),
    [
      ['Clio', 1, 4_000, 254_400, 0],
      ['Zero', 1, 4_000, 178_320, 0],
    ],
  );
  assert.deepEqual(
    [
      json.year,
      json.trips,
      json.distance,
      json.amount,
      json.counted,
      json.use,
      json.scale.since,
      json.scale.provisional,
    ],
    [2026, 2, 8_000, 432_720, 0, 'log', 2022, true],
  );
  const earlier = (await books.ask('get-mileage', { query: { year: '2025' } })).json;
  assert.deepEqual([earlier.year, earlier.amount, earlier.scale.provisional], [2025, 0, false]);
  assert.equal((await books.ask('get-mileage', { query: { year: '2021' } })).refused, 'input_invalid');
});

test('record-trip refuses a day to come, before the car or after it, before 2022, a stranger, and unreadable facts', async () => {
  const { books, car } = await driver(service);
  const old = await books.done('create-vehicle', undefined, { ...CLIO, from: '2021-01-01', until: '2025-12-31' });
  const refusal = async (change: object) =>
    (await books.ask('record-trip', { body: { ...GRENOBLE, vehicleId: car.id, ...change } })).refused;
  const { test: trial } = await service.newAccount('Autre');
  assert.equal(await refusal({ on: '2026-03-03' }), 'trip_to_come');
  assert.equal(await refusal({ on: '2025-12-31' }), 'trip_outside_vehicle');
  assert.equal(await refusal({ vehicleId: old.id, on: '2026-01-01' }), 'trip_outside_vehicle');
  assert.equal(await refusal({ vehicleId: old.id, on: '2021-12-31' }), 'trip_before_scale');
  assert.equal(await refusal({ vehicleId: trial.accountId }), 'vehicle_not_found');
  assert.equal(await refusal({ customerId: car.id }), 'customer_not_found');
  for (const bad of [
    ...[{ kilometers: 0 }, { kilometers: 1.5 }, { kilometers: 5_001 }, { kilometers: '12' }, { origin: ' ' }],
    ...[{ destination: 'x'.repeat(101) }, { purpose: 'x'.repeat(201) }, { purpose: 'a\nb' }, { on: '2026-02-30' }],
  ])
    assert.equal(await refusal(bad), 'input_invalid', JSON.stringify(bad));
  assert.deepEqual(await tripLines(books, { from: '2021-01-01' }), []);
});

describe('correct-trip', () => {
  test('112 km that were 110: a counter-entry of 224 km, and 220 km; the amounts are those of the year throughout', async () => {
    const { books, car } = await driver(service);
    const { id } = await drove(books, car.id);
    const { counterEntry, replacement } = await books.done('correct-trip', id, {
      replacement: { ...GRENOBLE, vehicleId: car.id, kilometers: 110 },
    });
    assert.deepEqual(
      (await tripLines(books)).map((line) => [
        ...inShort(line),
        line.kind,
        line.corrected,
        line.correctsId,
        line.replacesId,
      ]),
      [
        [3, '2026-03-01', 220, 13_992, 'trip', false, undefined, id],
        [2, '2026-03-01', -224, -14_246, 'counter_entry', false, id, undefined],
        [1, '2026-03-01', 224, 14_246, 'trip', true, undefined, undefined],
      ],
    );
    assert.deepEqual([counterEntry.kilometers, replacement.number], [-112, 3]);
    assert.deepEqual((await books.ask('get-mileage', {})).json.vehicles[0].trips, 1);
  });

  test('a withdrawn trip, a counter-entry and an unknown one are not corrected; a replacement to come leaves no counter-entry', async () => {
    const { books, car } = await driver(service);
    const { id } = await drove(books, car.id);
    const late = { replacement: { ...GRENOBLE, vehicleId: car.id, on: '2026-03-03' } };
    const answer = await books.ask('correct-trip', { path: { id }, body: late });
    assert.deepEqual([answer.refused, (answer as { within?: string }).within], ['trip_to_come', 'replacement']);
    assert.equal((await tripLines(books)).length, 1);
    const { counterEntry } = await books.done('correct-trip', id, {});
    assert.equal(await books.refusal('correct-trip', id), 'trip_corrected');
    assert.equal(await books.refusal('correct-trip', counterEntry.id), 'trip_not_correctable');
    assert.equal(await books.refusal('correct-trip', car.id), 'trip_not_found');
    assert.deepEqual((await tripLines(books)).length, 2);
  });

  test('eight corrections and eight trips at once: one counter-entry, numbers without gaps, the amount of the year', async () => {
    const { books, car } = await driver(service);
    const { id } = await drove(books, car.id, { kilometers: 1_500 });
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        n % 2 === 0
          ? books.ask('correct-trip', { path: { id }, body: {} })
          : books.ask('record-trip', { body: { ...GRENOBLE, vehicleId: car.id, kilometers: 1_000 } }),
      ),
    );
    assert.equal(all.filter(({ refused }) => refused === 'trip_corrected').length, 7);
    const lines = await tripLines(books);
    assert.deepEqual(
      lines.map(({ number }) => number).toSorted((a, b) => a - b),
      Array.from({ length: 10 }, (_, n) => n + 1),
    );
    const { distance, amount, revision } = (await books.ask('get-mileage', {})).json;
    // 16,000 × 0.357 + 1,395.
    assert.deepEqual([distance, amount, revision], [16_000, 710_700, 0]);
  });
});

test('create-vehicle and update-vehicle: a power is needed but for mopeds; the first trip fixes it and bounds the days', async () => {
  const { books, car } = await driver(service);
  const create = async (body: object) => (await books.ask('create-vehicle', { body: { ...CLIO, ...body } })).refused;
  assert.equal(await create({ power: null }), 'vehicle_power');
  assert.equal(await create({ kind: 'moped' }), 'vehicle_power');
  assert.equal(await create({ kind: 'moped', power: undefined }), undefined);
  assert.equal(await create({ until: '2025-12-31' }), 'vehicle_days_inverted');
  for (const bad of [{ power: 0 }, { power: 201 }, { name: ' ' }, { kind: 'bicycle' }, { from: '2026-13-01' }])
    assert.equal(await create(bad), 'input_invalid', JSON.stringify(bad));
  const changed = await books.done('update-vehicle', car.id, { name: 'Zoé', power: 4, electric: true });
  assert.deepEqual([changed.name, changed.power, changed.electric, changed.from], ['Zoé', 4, true, '2026-01-01']);
  await drove(books, car.id);
  assert.equal(await books.refusal('update-vehicle', car.id, { power: 5 }), 'vehicle_fixed');
  assert.equal(await books.refusal('update-vehicle', car.id, { until: '2026-02-28' }), 'vehicle_has_trips');
  assert.equal(await books.refusal('update-vehicle', car.id, { until: '2025-12-31' }), 'vehicle_days_inverted');
  const ended = await books.done('update-vehicle', car.id, { until: '2026-03-01' });
  assert.equal(ended.until, '2026-03-01');
  assert.equal(
    await books.refusal('record-trip', undefined, { ...GRENOBLE, vehicleId: car.id, on: '2026-03-02' }),
    'trip_outside_vehicle',
  );
  assert.equal((await books.done('update-vehicle', car.id, { until: null })).until, undefined);
  const unknown = car.id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
  assert.equal(await books.refusal('update-vehicle', unknown), 'vehicle_not_found');
  const { docs } = (await books.ask('list-vehicles', {})).json;
  assert.deepEqual(
    docs.map(({ name }: any) => name),
    ['Zoé', 'Clio'],
  );
});

test('a hundred vehicles are the most', async () => {
  const { books } = await driver(service);
  for (let n = 1; n < 100; n++) await books.done('create-vehicle', undefined, CLIO);
  assert.equal(await books.refusal('create-vehicle', undefined, CLIO), 'vehicles_full');
});

describe('choose-mileage-use', () => {
  const choose = async (company: object, use: string) => {
    const { books } = await driver(service, company);
    return books.refusal('choose-mileage-use', undefined, { year: 2026, use });
  };
  test('a micro-enterprise keeps a log; a sole trader may deduct; a company reimburses', async () => {
    assert.deepEqual(
      [await choose(MICRO, 'deducted'), await choose(MICRO, 'log')],
      ['mileage_use_not_allowed', undefined],
    );
    assert.deepEqual(
      [await choose(TRADER, 'reimbursed'), await choose(TRADER, 'deducted')],
      ['mileage_use_not_allowed', undefined],
    );
    const sasu = { ...COMPANY, legalStatus: 'sasu' };
    assert.deepEqual(
      [await choose(sasu, 'deducted'), await choose(sasu, 'log')],
      ['mileage_use_not_allowed', undefined],
    );
    assert.equal(await choose(TRADER, 'gold'), 'input_invalid');
  });

  test('a company reimburses without a choice; the choice of a sole trader concerns all trips of the year and no other', async () => {
    const company = await driver(service, { ...COMPANY, legalStatus: 'sasu' });
    assert.equal((await drove(company.books, company.car.id)).use, 'reimbursed');
    const { books, car } = await driver(service);
    await drove(books, car.id);
    const { use, counted, allowedUses } = await books.done('choose-mileage-use', undefined, {
      year: 2026,
      use: 'deducted',
    });
    assert.deepEqual([use, counted, allowedUses], ['deducted', 14_246, ['log', 'deducted']]);
    assert.deepEqual(
      (await tripLines(books)).map((line) => line.use),
      ['deducted'],
    );
    assert.equal((await books.ask('get-mileage', { query: { year: '2025' } })).json.use, 'log');
  });
});

test('list-trips, export-mileage and download-mileage: three trips in pages of two, CSV in French, a workbook; an inverted period is refused', async () => {
  const { books, car } = await driver(service);
  for (const on of ['2026-02-03', '2026-02-01', '2026-02-02']) await drove(books, car.id, { on });
  const first = (await books.ask('list-trips', { query: { limit: 2 } })).json;
  assert.deepEqual([first.totalDocs, first.docs.map(({ on }: any) => on)], [3, ['2026-02-03', '2026-02-02']]);
  const second = (await books.ask('list-trips', { query: { limit: 2, cursor: first.nextCursor } })).json;
  assert.deepEqual([second.docs.map(({ on }: any) => on), second.nextCursor], [['2026-02-01'], undefined]);
  const { csv } = (await books.ask('export-mileage', {})).json;
  const rows = csv.trim().split('\r\n');
  assert.match(
    rows[0],
    /N°;Date;Ligne;Véhicule;Départ;Arrivée;Motif;Aller et retour;Kilomètres;Montant du barème;Emploi/,
  );
  assert.match(rows[1], /^2;2026-02-01;Trajet;Clio;Lyon;Grenoble;Visite de chantier;oui;224;142,47;Relevé sans effet/);
  assert.equal(rows.length, 4);
  const { file } = await books.ask('download-mileage', {});
  assert.deepEqual(
    [file?.name, file?.bytes.subarray(0, 2).toString()],
    ['frais-kilometriques-2026-01-01-2026-03-02.xlsx', 'PK'],
  );
  const query = { from: '2026-03-02', to: '2026-03-01' };
  for (const name of ['list-trips', 'export-mileage', 'download-mileage'])
    assert.equal((await books.ask(name, { query })).refused, 'period_inverted', name);
});

test('a customer with trips is kept; live and test logs are apart, and an accountant reads but does not record', async () => {
  const { books, car, account } = await driver(service);
  const lea = await books.contact();
  assert.equal((await drove(books, car.id, { customerId: lea })).customerId, lea);
  assert.equal(await books.refusal('delete-contact', lea), 'customer_has_trips');
  const other = await books.contact({ firstname: 'Max' });
  await books.done('delete-contact', other);
  const trial = booksOf(service, account.test);
  assert.deepEqual([(await trial.ask('list-vehicles', {})).json.docs, await tripLines(trial)], [[], []]);
  assert.equal(await trial.refusal('record-trip', undefined, { ...GRENOBLE, vehicleId: car.id }), 'vehicle_not_found');
  const own = await trial.done('create-vehicle', undefined, CLIO);
  assert.equal((await drove(trial, own.id)).number, 1);
  assert.equal(
    await trial.refusal('record-trip', undefined, { ...GRENOBLE, vehicleId: own.id, customerId: lea }),
    'customer_not_found',
  );
  assert.equal((await tripLines(books)).length, 1);
  const reader = booksOf(service, { ...account.live, scopes: scopesOfRole('accountant', { test: false }) });
  assert.equal((await tripLines(reader)).length, 1);
  for (const name of ['record-trip', 'create-vehicle', 'choose-mileage-use', 'revise-mileage'])
    assert.equal((await reader.ask(name, { body: {} })).refused, 'scope_missing', name);
});
