// npm run kill-test -- --kills 500 [--seed 1], or --workers 50: the kill tests at length, of servers that finalize and of
// workers that deliver. It ends with 1 where anything was lost.
import { parseArgs } from 'node:util';
import { seedFrom } from '../support/seeded.ts';
import { killServers } from './kill-servers.ts';
import { killWorkers } from './kill-workers.ts';

/** Events told while each worker lives: more than it delivers. */
const EVENTS_A_KILL = 100;
const options = { kills: { type: 'string' }, workers: { type: 'string' }, seed: { type: 'string' } } as const;
const { values } = parseArgs({ options });
const seed = Number(values.seed ?? seedFrom('KILL_SEED'));
const problems = values.workers
  ? await ofWorkers(Number(values.workers))
  : await ofServers(Number(values.kills ?? 500));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function ofServers(kills: number): Promise<string[]> {
  console.log(`${kills} kills, --seed ${seed}`);
  const onKill = (done: number): void => {
    if (done % 50 === 0) console.log(`${done} kills`);
  };
  const { problems, ...report } = await killServers({ kills, seed, onKill });
  console.log(report);
  return problems;
}

async function ofWorkers(kills: number): Promise<string[]> {
  console.log(`${kills} kills of workers, --seed ${seed}`);
  const report = await killWorkers({ kills, events: kills * EVENTS_A_KILL, seed, leaseSeconds: 3 });
  console.log(report);
  const { lost, waiting, strangers } = report;
  return lost + waiting + strangers > 0 ? [`${lost} lost, ${waiting} left, ${strangers} never told`] : [];
}
