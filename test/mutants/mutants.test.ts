import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'vitest';
import { isLongForm } from '../support/runner/long-form.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.ts';
import { runMutants, testFileOf, unplantable } from './run-mutants.ts';

// The short form of `npm run mutants`: one of the planted faults, drawn with a seed that is
// printed.

const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const seed = seedOf('MUTANTS_SEED');
const drawn = isLongForm ? PLANTED_FAULTS : seeded(seed).shuffled(PLANTED_FAULTS).slice(0, 1);

/** A change to the text that does not change any result. */
const HARMLESS: PlantedFault = {
  fault: 'None: the payments are added in another order',
  subject: 'payments',
  file: 'src/domain/payments/pay-off.ts',
  text: 'sum(payments)',
  replacement: 'sum([...payments].reverse())',
};

describe('the table of mutants', () => {
  test('the table has 16 distinct mutants in the critical business rules', () => {
    assert.equal(PLANTED_FAULTS.length, 16);
    assert.equal(new Set(PLANTED_FAULTS.map(({ fault }) => fault)).size, 16);
  });

  for (const planted of PLANTED_FAULTS)
    test(`${planted.fault}: its text occurs once in the rule, and a test file exists next to the rule`, () => {
      const source = existsSync(path(planted.file)) ? readFileSync(path(planted.file), 'utf8') : undefined;
      assert.equal(unplantable(planted, source), undefined);
      assert.ok(existsSync(path(testFileOf(planted))), `${testFileOf(planted)} does not exist`);
    });
});

test('control: a renamed text, a duplicate text and a missing file are each reported', () => {
  assert.match(
    unplantable(HARMLESS, 'total(payments)') ?? '',
    /The text «sum\(payments\)» was not found in src.*pay-off/,
  );
  assert.match(unplantable(HARMLESS, 'sum(payments) + sum(payments)') ?? '', /occurs 2 times/);
  assert.match(unplantable(HARMLESS, undefined) ?? '', /pay-off\.ts does not exist/);
  assert.equal(unplantable(HARMLESS, 'sum(payments)'), undefined);
});

test('the test file next to the rule kills each drawn mutant; controls survive or do not load', async () => {
  const broken = { ...HARMLESS, fault: 'The rule does not load', replacement: 'sum(payments' };
  const { failedControls, outcomes } = await runMutants([...drawn, HARMLESS, broken]);
  assert.deepEqual(failedControls, []);
  const results = outcomes.map(({ planted, result }) => [planted.fault, result]);
  assert.deepEqual(
    results,
    [...drawn.map(({ fault }) => [fault, 'killed']), [HARMLESS.fault, 'survived'], [broken.fault, 'unusable']],
    `Repeat with MUTANTS_SEED=${seed}`,
  );
});
