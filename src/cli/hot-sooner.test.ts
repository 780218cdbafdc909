import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const HOT_SOONER = new URL('./hot-sooner.ts', import.meta.url).href;
const { commandLine } = await import(new URL('../../launch/command-line.mjs', import.meta.url).href);

/** What the launcher starts a service with, but for what is loaded with it. */
const { flags }: { flags: string[] } = commandLine('serve', []);
const STARTED_WITH = flags.slice(0, flags.indexOf('--import'));

/** Calls of one function, fewer than V8's 3,000, until a process started as a service is optimizes it, where it is told so; 0 where it never did. */
const callsUntilHot = (told: string): number => {
  const looking = ['--allow-natives-syntax', '--no-concurrent-recompilation', '--input-type=module'];
  const { stdout, stderr } = spawnSync(process.execPath, [...STARTED_WITH, ...looking, '--eval', of(told)], {
    encoding: 'utf8',
  });
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

test('a service as the launcher starts it optimizes what is called some hundred times; control: one that is told nothing does not', () => {
  const calls = callsUntilHot('');
  assert.ok(calls >= 150 && calls < 1_000, `${calls} calls`);
  assert.equal(callsUntilHot('[]'), 0);
});
