import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveMemoryBack } from './give-memory-back.ts';

test('on a slow machine, where looks at due work take 7 to 13 % of the processor, memory is given back all the same; from 15 % on it is work', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let [used, collected] = [0, 0];
  const collect = (): void => void (collected += 1);
  const end = giveMemoryBack({ collect, rest: async () => {}, trim: () => {}, used: () => used });
  const pass = (...shares: number[]): number => {
    for (const share of shares) {
      used += share * 10_000_000;
      t.mock.timers.tick(10_000);
    }
    return collected;
  };
  assert.equal(pass(0.9, 0.9, 0.9, 0.9), 0);
  assert.equal(pass(0.07, 0.13), 0);
  assert.equal(pass(0.1), 1);
  assert.equal(pass(0.16, 0.1, 0.16, 0.1, 0.1), 1);
  assert.equal(pass(0.12), 2);
  assert.equal(pass(0.16, 0.16, 0.16, 0.16), 2);
  end();
});

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
  assert.equal(pass(3_600, 500_000), 1);
  assert.equal(pass(10, 700_000), 1);
  assert.equal(pass(30, 0), 2);
  assert.equal(rested, 2);
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(trimmed, 2);
  end();
  assert.equal(pass(10, 700_000), 2);
  assert.equal(pass(60, 0), 2);
});
