// npm run kill-test -- --kills 500 [--seed 1], --workers 50 or --payments 40: the kill tests at length, of servers that finalize, of
// workers that deliver, and of the service while customers pay; its control goes before the last. It ends with 1 where anything was lost.
import { parseArgs } from 'node:util';
import { seedFrom } from '../support/seeded.ts';
import { killPayments } from './kill-payments.ts';
import { killServers } from './kill-servers.ts';
import { killWorkers } from './kill-workers.ts';

/** Customers who pay at once, and kills of the control. */
const PAYING = 12;
const CONTROL_KILLS = 6;
/** Events told while each worker lives: more than it delivers. */
const EVENTS_A_KILL = 100;
const options = {
  kills: { type: 'string' },
  workers: { type: 'string' },
  payments: { type: 'string' },
  seed: { type: 'string' },
} as const;
const { values } = parseArgs({ options });
const seed = Number(values.seed ?? seedFrom('KILL_SEED'));
const problems = values.payments
  ? await ofPayments(Number(values.payments))
  : values.workers
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

async function ofPayments(kills: number): Promise<string[]> {
  console.log(`${kills} kills while customers pay, --seed ${seed}`);
  const control = await killPayments({ kills: CONTROL_KILLS, sessions: PAYING, seed, withoutKey: true });
  console.log('control, without the key of the receipts:', control);
  const report = await killPayments({ kills, sessions: PAYING, seed });
  console.log(report);
  const { doubled, lost, problems } = report;
  return [
    ...(control.doubled === 0 ? ['the control was not caught: without its key no payment was doubled'] : []),
    ...(doubled + lost > 0 ? [`${doubled} paid twice, ${lost} lost`] : []),
    ...problems,
  ];
}
