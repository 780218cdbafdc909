import assert from 'node:assert/strict';
import { test } from 'vitest';
import { processLimits } from '../../limits/process-limits.ts';
import { guessLimit } from './guess-limit.ts';

/**
 * Number of guesses at one user that several processes allow at the same moment, from as many
 * addresses as needed.
 */
function letPass(processes: number, known: number): number {
  const doors = Array.from({ length: processes }, () => guessLimit(known));
  let passed = 0;
  for (let turn = 0; turn < 1_000; turn++) {
    const guess = { network: `192.0.2.${turn}`, aim: 'léa@example.com', isKnown: false };
    const door = doors[turn % processes];
    if (door?.wait(guess) !== 0) continue;
    door.failed(guess);
    passed += 1;
  }
  return passed;
}

test('for one client, n processes allow no more attempts than one, apart from rounding', () => {
  const { perTargetMax } = processLimits.guesses;
  assert.equal(letPass(1, 1), perTargetMax);
  assert.equal(letPass(2, 2), perTargetMax);
  assert.equal(letPass(4, 4), 4 * Math.ceil(perTargetMax / 4));
  // Control: processes that do not know their number each allow the full limit.
  assert.equal(letPass(4, 1), 4 * perTargetMax);
});

test('the processes together refill an attempt as slowly as one', () => {
  const { perTargetMax, targetRefillSeconds } = processLimits.guesses;
  const door = guessLimit(2);
  const guess = { network: '192.0.2.1', aim: 'paul@example.com', isKnown: true };
  for (let turn = 0; turn < perTargetMax; turn++) door.failed(guess);
  assert.ok(door.wait(guess) > targetRefillSeconds, 'one alone would have earned one by then');
});
