import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Emitter } from '../../account/settings.ts';
import { statementDueOn, vatPeriodOn, vatPeriodsUntil } from './vat-periods.ts';

const PARIS = { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' } as const;
const LYON = { line1: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' } as const;
const period = (day: string, emitter: Emitter = {}, vatRegime: 'normal' | 'simplified' = 'normal', quarterly = false) =>
  vatPeriodOn(day, { vatRegime, vatDeclaredQuarterly: quarterly, emitter });
const due = (emitter: Emitter, day = '2026-02-10') => period(day, emitter).dueOn;

test('the normal regime declares months, or quarters if the account says so, on the CA3', () => {
  const { from, to, form, opensOn } = period('2026-02-10');
  assert.deepEqual(
    { from, to, form, opensOn },
    { from: '2026-02-01', to: '2026-02-28', form: 'ca3', opensOn: '2026-03-01' },
  );
  const quarter = period('2026-05-31', {}, 'normal', true);
  assert.deepEqual([quarter.from, quarter.to, quarter.form], ['2026-04-01', '2026-06-30', 'ca3']);
});

test('the simplified regime declares 2026 on the CA12 until 4 May 2027, then quarters from January 2027', () => {
  const last = period('2026-12-31', {}, 'simplified');
  assert.deepEqual([last.from, last.to, last.form, last.dueOn], ['2026-01-01', '2026-12-31', 'ca12', '2027-05-04']);
  assert.equal(period('2024-06-30', {}, 'simplified').dueOn, '2025-05-05', 'Friday 2 and Monday 5 May 2025');
  const first = period('2027-01-01', {}, 'simplified');
  assert.deepEqual([first.from, first.to, first.form], ['2027-01-01', '2027-03-31', 'ca3']);
});

test('a sole trader in Paris declares February 2026 by 16 March up to H, by 17 March from I on; elsewhere by the 16th and 19th', () => {
  const ei = (fullName: string, address: Emitter['address']): string =>
    due({ legalStatus: 'ei', fullName, ...(address && { address }) });
  // The 15th is a Sunday.
  assert.equal(ei('Léa Hamon', PARIS), '2026-03-16');
  assert.equal(ei('Zoé Martin', PARIS), '2026-03-17');
  assert.equal(ei('Léa Hamon', LYON), '2026-03-16');
  assert.equal(ei('Anne Élie', LYON), '2026-03-16');
  assert.equal(ei('Zoé Martin', LYON), '2026-03-19');
});

test('companies in Paris declare on the 19th, 20th or 21st by their SIREN, elsewhere on the 21st; public companies on the 23rd or 24th', () => {
  const month = '2026-09-10';
  const of = (legalStatus: 'sasu' | 'sa' | 'association', siret: string, address = PARIS as Emitter['address']) =>
    due({ legalStatus, siret, ...(address && { address }) }, month);
  assert.equal(of('sasu', '68282932000074'), '2026-10-19');
  assert.equal(of('sasu', '73282932000074'), '2026-10-20');
  assert.equal(of('sasu', '80282932000074'), '2026-10-21');
  assert.equal(of('sasu', '73282932000074', LYON), '2026-10-21');
  assert.equal(of('sa', '73282932000074'), '2026-10-23');
  // The 24th is a Saturday.
  assert.equal(of('sa', '75282932000074'), '2026-10-26');
  assert.equal(of('association', '73282932000074', LYON), '2026-10-26');
});

test('without a known legal form the earliest day counts', () => {
  assert.equal(due({ address: LYON }, '2026-09-10'), '2026-10-16');
  assert.equal(due({ legalStatus: 'other', address: PARIS }, '2026-09-10'), '2026-10-15');
});

test('the last 3 periods before 30 November 2026 are November, October and September', () => {
  const found = vatPeriodsUntil('2026-11-30', { vatRegime: 'normal', emitter: {} }, 3);
  assert.deepEqual(
    found.map(({ from }) => from),
    ['2026-11-01', '2026-10-01', '2026-09-01'],
  );
});

test('sales of services in the Union in April 2026 are stated by 15 May: the 1st, the 8th and Ascension do not count, Saturdays do', () => {
  assert.equal(statementDueOn('2026-04-01'), '2026-05-15');
  assert.equal(statementDueOn('2026-02-01'), '2026-03-12');
});
