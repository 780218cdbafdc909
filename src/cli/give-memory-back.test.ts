import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveMemoryBack } from './give-memory-back.ts';

test('memory is given back once in each quiet time, after 30 seconds of it, and never while there is work', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let [used, collected] = [0, 0];
  const collect = (): void => {
    collected += 1;
    // It is work too, and must not be taken for somebody's.
    used += 900_000;
  };
  let rested = 0;
  const rest = async (): Promise<void> => {
    rested += 1;
    throw new Error('PostgreSQL does not answer');
  };
  let trimmed = 0;
  const trim = (): void => {
    trimmed += 1;
  };
  const end = giveMemoryBack({ collect, rest, trim, used: () => used });
  const pass = (seconds: number, microseconds: number): number => {
    for (let n = 0; n < seconds; n += 10) {
      used += microseconds;
      t.mock.timers.tick(10_000);
    }
    return collected;
  };
  assert.equal(pass(60, 5_000_000), 0);
  assert.equal(pass(20, 0), 0);
  assert.equal(pass(10, 0), 1);
  assert.equal(pass(3_600, 100_000), 1);
  assert.equal(pass(10, 400_000), 1);
  assert.equal(pass(30, 0), 2);
  assert.equal(rested, 2);
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(trimmed, 2);
  end();
  assert.equal(pass(10, 400_000), 2);
  assert.equal(pass(60, 0), 2);
});
