import assert from 'node:assert/strict';
import { test } from 'vitest';
import { seeded, seedOf } from '../../../../test/support/runner/seeded-random.ts';
import {
  isProvisional,
  type MileageScale,
  mileageAmount,
  mileageScaleOf,
  type ScaledVehicle,
} from './mileage-scale.ts';
import { addedAmount, revisionOf } from './trip.ts';

const scale = mileageScaleOf(2026) as MileageScale;
const car = (power: number, isElectric = false): ScaledVehicle => ({ kind: 'car', power, isElectric });
const motorcycle = (power: number): ScaledVehicle => ({ kind: 'motorcycle', power, isElectric: false });
const MOPED: ScaledVehicle = { kind: 'moped', isElectric: false };
const euros = (vehicle: ScaledVehicle, kilometers: number): number => mileageAmount(scale, vehicle, kilometers) / 100;

test('examples by hand: 4,000 km with 6 CV are 2,660.00, 6,000 km with 5 CV 3,537.00, 22,000 km with 7 CV 10,340.00', () => {
  assert.equal(euros(car(6), 4_000), 2_660);
  assert.equal(euros(car(5), 6_000), 3_537);
  assert.equal(euros(car(5), 12_000), 5_679);
  assert.equal(euros(car(7), 22_000), 10_340);
  // Electric: 3,537.00 and a fifth.
  assert.equal(euros(car(5, true), 6_000), 4_244.4);
  assert.equal(euros(motorcycle(5), 5_000), 1_568);
  assert.equal(euros(MOPED, 7_000), 1_386);
  assert.equal(euros(car(4), 0), 0);
});

test('at the ends of the bands: 5,000 and 5,001 km, 20,000 and 20,001 km with 3 CV', () => {
  assert.deepEqual(
    [5_000, 5_001, 20_000, 20_001].map((kilometers) => euros(car(3), kilometers)),
    [2_645, 2_645.32, 7_385, 7_400.37],
  );
  assert.equal(euros(car(1), 100), euros(car(3), 100));
  assert.equal(euros(car(12), 100), euros(car(7), 100));
  assert.notEqual(euros(car(3), 100), euros(car(4), 100));
  assert.deepEqual(
    [2, 3, 5, 6].map((power) => euros(motorcycle(power), 1_000)),
    [395, 468, 468, 606],
  );
});

test('the scale of 2023 is in force from 2022, confirmed through 2025 and provisional in 2026; before 2022 there is none', () => {
  assert.equal(mileageScaleOf(2021), undefined);
  assert.equal(mileageScaleOf(2022), scale);
  assert.deepEqual(
    [2025, 2026].map((year) => isProvisional(scale, year)),
    [false, true],
  );
  const later: MileageScale = { ...scale, since: 2027, confirmedThrough: 2027 };
  const known = [later, scale];
  assert.deepEqual(
    [2026, 2027, 2028].map((year) => mileageScaleOf(year, known)?.since),
    [2022, 2027, 2027],
  );
});

/** The article as it is printed: power, up to the first end, up to the second, beyond. */
const PRINTED = {
  car: {
    ends: [5_000, 20_000],
    rows: [
      '3 | d × 0,529 | (d × 0,316) + 1 065 | d × 0,370',
      '4 | d × 0,606 | (d × 0,340) + 1 330 | d × 0,407',
      '5 | d × 0,636 | (d × 0,357) + 1 395 | d × 0,427',
      '6 | d × 0,665 | (d × 0,374) + 1 457 | d × 0,447',
      '999 | d × 0,697 | (d × 0,394) + 1 515 | d × 0,470',
    ],
  },
  motorcycle: {
    ends: [3_000, 6_000],
    rows: [
      '2 | d × 0,395 | (d × 0,099) + 891 | d × 0,248',
      '5 | d × 0,468 | (d × 0,082) + 1 158 | d × 0,275',
      '999 | d × 0,606 | (d × 0,079) + 1 583 | d × 0,343',
    ],
  },
  moped: { ends: [3_000, 6_000], rows: ['999 | d × 0,315 | (d × 0,079) + 711 | d × 0,198'] },
} as const;

/** Reads the printed formula and computes in ten-thousandths of cents, rounded half up. */
function printedCents({ kind, power = 0, isElectric }: ScaledVehicle, kilometers: number): number {
  if (kilometers === 0) return 0;
  const { ends, rows } = PRINTED[kind];
  const [, ...formulas] = rows.map((each) => each.split(' | ')).find(([most]) => power <= Number(most)) as string[];
  const formula = formulas[ends.filter((end) => kilometers > end).length] as string;
  const [, rate = '', plus = '0'] = /× 0,(\d{3})\)?(?: \+ ([\d ]+))?$/.exec(formula) ?? [];
  const thousandths = BigInt(rate) * BigInt(kilometers) + BigInt(plus.replace(' ', '')) * 1_000n;
  const tenThousandths = thousandths * (isElectric ? 120n : 100n);
  return Number((tenThousandths + 500n) / 1_000n);
}

test('2,000 random years of trips: each trip adds what the printed article says, and the trips add up to the year', () => {
  const seed = seedOf('MILEAGE_SEED');
  console.log(`MILEAGE_SEED=${seed}`);
  const random = seeded(seed);
  let bands = 0;
  for (let turn = 0; turn < 2_000; turn++) {
    const kind = random.pick(['car', 'motorcycle', 'moped'] as const);
    const power = kind === 'moped' ? undefined : random.int(1, 12);
    const vehicle = { kind, power, isElectric: random.int(0, 3) === 0 };
    let [distance, sum] = [0, 0];
    const driven: number[] = [];
    for (let trip = random.int(1, 60); trip > 0; trip--) {
      // Some trips are taken back.
      const back =
        driven.length > 0 && random.int(0, 5) === 0 ? driven.splice(random.int(0, driven.length - 1), 1)[0] : undefined;
      const added = back === undefined ? random.int(1, 1_200) : -back;
      if (back === undefined) driven.push(added);
      const amount = addedAmount(scale, vehicle, { before: distance, distance: added });
      assert.ok(Math.sign(amount) === Math.sign(added) || amount === 0, `${added} km adds ${amount}`);
      distance += added;
      sum += amount;
      assert.equal(sum, printedCents(vehicle, distance), `${kind} ${power} ${vehicle.isElectric} ${distance} km`);
    }
    if (distance > PRINTED[kind].ends[1]) bands += 1;
    assert.equal(revisionOf(scale, vehicle, { distance, amount: sum }), 0);
    // Control: a cent off is found.
    assert.equal(revisionOf(scale, vehicle, { distance, amount: sum - 1 }), 1);
  }
  assert.ok(bands > 200, `${bands} years reached the last band`);
});

test('the amount never falls with the distance, so that no trip is negative: 0 to 21,000 km of every row', () => {
  const vehicles = [3, 4, 5, 6, 7].map((power) => car(power)).concat([2, 5, 6].map(motorcycle), MOPED);
  for (const vehicle of vehicles)
    for (let kilometers = 0; kilometers < 21_000; kilometers++) {
      const [before, after] = [
        mileageAmount(scale, vehicle, kilometers),
        mileageAmount(scale, vehicle, kilometers + 1),
      ];
      assert.ok(after >= before, `${vehicle.kind} ${vehicle.power} at ${kilometers} km`);
      assert.equal(after, printedCents(vehicle, kilometers + 1));
    }
});
