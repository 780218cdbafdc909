import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isFinalVersion, isNewer } from './release.ts';

test('a release is newer by its numbers, not by its letters', () => {
  for (const [offered, installed, expected] of [
    ['1.1.0', '1.0.0', true],
    ['1.0.10', '1.0.9', true],
    ['2.0.0', '1.99.99', true],
    ['1.0.0', '1.0.0', false],
    ['1.0.0', '1.1.0', false],
    ['1.9.0', '1.10.0', false],
    ['1.1.0', '1.1.0-rc.1', true],
    ['1.1.0-rc.1', '1.0.0', false],
    ['latest', '1.0.0', false],
    ['1.1.0', '', false],
  ] as const)
    assert.equal(isNewer(offered, installed), expected, `${offered} after ${installed}`);
});

test('only three numbers are a final version', () => {
  assert.ok(isFinalVersion('1.12.0'));
  for (const text of ['1.2', '1.2.3-beta', 'v1.2.3', '1.2.3.4', `1.2.${'9'.repeat(10)}`, ''])
    assert.ok(!isFinalVersion(text), text);
});
