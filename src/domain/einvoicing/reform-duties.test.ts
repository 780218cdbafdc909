import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AccountSettings } from '../account/settings.ts';
import { dutiesOf } from './reform-duties.ts';

const LYON = { line1: '1 rue de la Paix', city: 'Lyon', zipCode: '69003', country: 'FR' } as const;
const MAYOTTE = { ...LYON, zipCode: '97600' };
const none = { sends: false, receives: false };

const states = (
  { address = LYON, vatRegime = 'franchise' }: { address?: typeof MAYOTTE; vatRegime?: AccountSettings['vatRegime'] },
  prepared: { today: string; sends: boolean; receives: boolean },
) => dutiesOf({ vatRegime, emitter: { name: 'Zoé', address } }, prepared).map(({ state }) => state);

test('a business in franchise receives since 1 September 2026, and has until 1 September 2027 to send', () => {
  assert.deepEqual(states({}, { today: '2026-08-31', ...none }), [
    'to_prepare',
    'to_prepare',
    'to_prepare',
    'to_prepare',
  ]);
  assert.deepEqual(states({}, { today: '2026-09-01', ...none }), ['to_do', 'to_prepare', 'to_prepare', 'to_prepare']);
  assert.deepEqual(states({}, { today: '2027-09-01', ...none }), ['to_do', 'to_do', 'to_do', 'to_do']);
});

test('a connected platform makes each duty ready: for receiving alone, or for both', () => {
  const today = '2027-10-01';
  assert.deepEqual(states({}, { today, sends: false, receives: true }), ['ready', 'to_do', 'to_do', 'to_do']);
  assert.deepEqual(states({}, { today, sends: true, receives: true }), ['ready', 'ready', 'ready', 'ready']);
});

test('a business whose sales are all exempt receives, and neither sends nor reports', () => {
  assert.deepEqual(states({ vatRegime: 'exempt' }, { today: '2027-10-01', ...none }), [
    'to_do',
    ...Array(3).fill('not_concerned'),
  ]);
});

test('a business in Mayotte, which the platforms do not reach, has no duty', () => {
  assert.deepEqual(states({ address: MAYOTTE }, { today: '2027-10-01', ...none }), Array(4).fill('not_concerned'));
});
