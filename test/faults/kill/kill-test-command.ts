// npm run kill-test -- --kills 500 [--seed 1], --workers 50, --payments 40, --series 120 or
// --platform 1000: the long kill tests. Exits with 1 if anything was lost.

import { optionsOfScript } from '../../support/runner/script-options.ts';
import { seedOf } from '../../support/runner/seeded-random.ts';
import { killPayments } from './kill-payments.ts';
import { killPlatform } from './kill-platform.ts';
import { killSeries } from './kill-recurring-jobs.ts';
import { killServers } from './kill-servers.ts';
import { killWorkers } from './kill-workers.ts';

/** Documents sent to a platform for each kill, and those of its control. */
const DOCUMENTS_A_KILL = 10;
const CONTROL_DOCUMENTS = 4;
/** Concurrent paying customers, and kills of the control. */
const PAYING = 12;
const CONTROL_KILLS = 6;
/** Months of the control of series, and attempts until it is caught. */
const CONTROL_MONTHS = 6;
const CONTROL_TRIES = 5;
/** Months until every series has a date, and the limit of the test clock. */
const MONTHS = { least: 3, most: 120 };
/** Events created while a worker lives, more than it delivers. */
const EVENTS_A_KILL = 100;
const options = {
  kills: { type: 'string' },
  workers: { type: 'string' },
  payments: { type: 'string' },
  series: { type: 'string' },
  platform: { type: 'string' },
  seed: { type: 'string' },
} as const;
const { values } = optionsOfScript(
  'npm run kill-test -- [--kills 500 | --workers 50 | --payments 40 | --series 120 | --platform 1000] [--seed 1]',
  { options },
);
const seed = Number(values.seed ?? seedOf('KILL_SEED'));
const problems = await asked();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function asked(): Promise<string[]> {
  if (values.platform) return ofPlatform(Number(values.platform));
  if (values.series) return ofSeries(Number(values.series));
  if (values.payments) return ofPayments(Number(values.payments));
  if (values.workers) return ofWorkers(Number(values.workers));
  return ofServers(Number(values.kills ?? 500));
}

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

async function ofPlatform(documents: number): Promise<string[]> {
  const kills = Math.ceil(documents / DOCUMENTS_A_KILL);
  console.log(`${documents} documents to a platform, ${kills} kills, --seed ${seed}`);
  const control = await killPlatform({ documents: CONTROL_DOCUMENTS, kills: 0, seed, isUnguarded: true });
  console.log('control, without looking up what was sent:', control);
  const { problems, ...report } = await killPlatform({ documents, kills, seed });
  console.log(report);
  const { lost, doubled, statusesLost, statusesDoubled } = report;
  return [
    ...(control.doubled === 0 ? ['the control was not caught: nothing was sent twice'] : []),
    ...(lost + doubled + statusesLost + statusesDoubled > 0 ? ['documents or statuses were lost or doubled'] : []),
    ...problems,
  ];
}

async function ofSeries(months: number): Promise<string[]> {
  if (!(months >= MONTHS.least && months <= MONTHS.most))
    return [`--series takes ${MONTHS.least} to ${MONTHS.most} months`];
  console.log(`${months} months of series, the service killed while it makes them, --seed ${seed}`);
  let isCaught = false;
  for (let n = 0; n < CONTROL_TRIES && !isCaught; n++) {
    const control = await killSeries({ months: CONTROL_MONTHS, seed: seed + n, withoutKey: true });
    console.log('control, without the key of the occurrences:', control);
    isCaught = control.doubled > 0;
  }
  const report = await killSeries({ months, seed });
  console.log(report);
  const { killsUnderWay, doubled, lost, strange, mailedOtherwise, problems } = report;
  const wrong = doubled + lost + strange + mailedOtherwise;
  return [
    ...(isCaught ? [] : ['the control was not caught: without its key no day was made twice']),
    ...(killsUnderWay === 0 ? ['no kill fell while anything was made'] : []),
    ...(wrong > 0
      ? [`${doubled} made twice, ${lost} lost, ${strange} of no day, ${mailedOtherwise} not mailed as was said`]
      : []),
    ...problems,
  ];
}
