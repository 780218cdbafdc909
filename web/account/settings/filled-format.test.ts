import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledFormat } from './filled-format.ts';

test('the number that a format makes is seen as it is typed', () => {
  const at = { series: 'F', year: 2026, counter: 72 };
  assert.equal(filledFormat('{series}-{year}-{counter:4}', at), 'F-2026-0072');
  assert.equal(filledFormat('FA{year}/{counter}', at), 'FA2026/72');
  // Half typed, it is shown as it stands.
  assert.equal(filledFormat('{series}-{ye', at), 'F-{ye');
});
