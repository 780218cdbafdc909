import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const HOT_SOONER = new URL('./hot-sooner.ts', import.meta.url).href;

/** Calls of one function, fewer than V8's 3,000, until it is optimized by a process that was started so, or takes itself for one that was; 0 where it never was. */
const callsUntilHot = (told: string): number => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--no-maglev',
      '--allow-natives-syntax',
      '--no-concurrent-recompilation',
      '--input-type=module',
      '--eval',
      of(told),
    ],
    { encoding: 'utf8' },
  );
  assert.notEqual(stdout, '', stderr);
  return Number(stdout);
};

/** It adds up much, so that V8 looks at it after few calls. */
const of = (told: string): string => `
  const { hotSooner } = await import(${JSON.stringify(HOT_SOONER)});
  hotSooner(${told});
  const sum = (given) => ${Array.from({ length: 200 }, (_, n) => `given.n * ${n}`).join(' + ')};
  const IS_OPTIMIZED = 1 << 4;
  let calls = 0;
  do sum({ n: ++calls }); while (calls < 2_500 && !(%GetOptimizationStatus(sum) & IS_OPTIMIZED));
  process.stdout.write(String(calls < 2_500 ? calls : 0));
`;

test('where V8 has no compiler for what is warm, what is called some hundred times is optimized; control: where it is left as it was, it is not', () => {
  const calls = callsUntilHot('');
  assert.ok(calls >= 150 && calls < 1_000, `${calls} calls`);
  assert.equal(callsUntilHot('[]'), 0);
});
