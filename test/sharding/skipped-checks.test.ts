import assert from 'node:assert/strict';
import { test } from 'vitest';
import { reportChecks } from './report-checks.ts';
import type { ShardedEnvironment } from './sharded-environment.ts';
import { shardingChecks, type Wanted } from './sharding-checks.ts';

/** Machines that must not be used: any access is reported. */
const NO_MACHINES = new Proxy({} as ShardedEnvironment, {
  get: (_, part) =>
    part === 'owner' || part === 'serving'
      ? { query: () => Promise.reject(new Error('asked the machines')) }
      : () => Promise.reject(new Error('asked the machines')),
});
const NOTHING_SAID: Wanted = { years: 1, only: [] };

async function toldOf(rows: Parameters<typeof reportChecks>[0]) {
  const lines: string[] = [];
  const exitCode = await reportChecks(rows, (line) => void lines.push(line));
  return { lines, exitCode };
}

test('sharding test rows that need more settings are reported as skipped, with the settings they need', async () => {
  const untried = shardingChecks(NO_MACHINES, NOTHING_SAID).filter(([, look]) => 'say' in look);
  const { lines, exitCode } = await toldOf(untried);
  assert.deepEqual(lines, [
    '– a killed migration: not tried: say --older',
    '– a killed node: not tried: say --kill and --revive',
    '– work beside: not tried: say --kill and --revive',
    '– a silent node: not tried: say --freeze and --thaw',
    '– a turn beside a silent one: not tried: say --freeze and --thaw',
    '– work beside a silent one: not tried: say --freeze and --thaw',
    '0 held, 0 did not, 6 not tried',
  ]);
  assert.equal(exitCode, 1, 'nothing was tried, so nothing was proved');
  const all = { kill: 'k', revive: 'r', freeze: 'f', thaw: 't', older: 'postgresql://older' };
  const tried = shardingChecks(NO_MACHINES, { ...NOTHING_SAID, ...all });
  assert.ok(!tried.some(([, look]) => 'say' in look), 'control: with all of it said each is tried');
});

test('every sharding test row that cannot be checked is reported as failed, with the reason', async () => {
  const { lines, exitCode } = await toldOf(
    shardingChecks(NO_MACHINES, { ...NOTHING_SAID, only: ['places', 'numbers'] }),
  );
  assert.equal(exitCode, 1);
  assert.match(lines[0] ?? '', /^✖ places \(\d+ s\): Error: asked the machines$/);
  assert.match(lines[1] ?? '', /^✖ numbers and feed \(\d+ s\): Error: asked the machines$/);
  assert.equal(lines[2], '0 held, 2 did not, 0 not tried');
  const held = await toldOf([['a row', async () => ({ held: true, figures: 'all of it' })]]);
  assert.deepEqual([held.exitCode, held.lines.at(-1)], [0, '1 held, 0 did not, 0 not tried']);
});
