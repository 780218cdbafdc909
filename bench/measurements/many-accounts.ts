import { setTimeout as wait } from 'node:timers/promises';
import { driven, postgresMsOf, postmasterOf, type Stage, setUpBench } from '../bench-environment.ts';
import type { Ask, Outcome } from '../load/load.ts';
import type { Options } from '../options.ts';
import { allOfTree } from '../process/cpu-time.ts';
import { startBeside } from '../process/server-process.ts';
import { type Finding, median, toldOf } from '../report.ts';
import { seedDrafts } from '../seed/seed-accounts.ts';
import { DOCUMENTS_EACH, seedMany } from '../seed/seed-many-accounts.ts';

/**
 * Accounts of the smaller service, and active accounts in both: only the number of idle accounts
 * differs.
 */
const FEW = 10;
const CLIENTS = 8;
const WARM_SECONDS = 2;
/** Maximum cost of a request among many accounts, relative to few. */
const SHARE_MOST = 1.2;
/** Seconds an idle process is measured, after settling for as many. */
const IDLE_SECONDS = 60;
const REST_SECONDS = 30;
const START_SECONDS_MOST = 1.5;
const STARTS = 3;
const IDLE_PERCENT_MOST = 1;

/**
 * Compares a service of 10 accounts with one of very many, 100 documents each, alternating:
 * processor time per request in the server and PostgreSQL, which other load hardly affects; start
 * time of a process; and the cost of an idle service.
 */
export async function measureMany(options: Options): Promise<Finding[]> {
  const few = await setUpBench(options);
  const many = await setUpBench(options).catch(async (error: unknown) => {
    await few.close();
    throw error;
  });
  try {
    const began = performance.now();
    const accounts = Math.round(options.million / DOCUMENTS_EACH);
    await seedMany(few, FEW);
    await seedMany(many, accounts);
    const seeded = {
      what: `created ${options.million} documents`,
      value: (performance.now() - began) / 1000,
      unit: 's',
    } as const;
    const stages = [
      { ...few, accounts: few.accounts.slice(0, FEW) },
      { ...many, accounts: many.accounts.slice(0, FEW) },
    ] as const;
    const findings: Finding[] = [seeded];
    for (const one of asked) findings.push(...(await sideBySide(stages, options, one)));
    return [...findings, ...(await started(stages)), ...(await idle(stages))];
  } finally {
    await many.close();
    await few.close();
  }
}

type Asked = { what: string; asks: (stage: Stage, seconds: number) => Promise<Ask[]>; isOnce?: true };

const asked: readonly Asked[] = [
  { what: 'get a document', asks: async (stage) => shuffledIds(stage) },
  { what: 'list 20 documents', asks: async (stage) => each(stage, () => '/v2/billings?limit=20') },
  { what: 'search by a number', asks: async (stage) => each(stage, (n) => `/v2/billings?search=00${10 + (n % 80)}`) },
  { what: 'search by a word of all', asks: async (stage) => each(stage, () => '/v2/billings?search=refonte') },
  { what: 'finalize', asks: finalizing, isOnce: true },
];

async function sideBySide(
  stages: readonly [Stage, Stage],
  { rounds, seconds }: Options,
  one: Asked,
): Promise<Finding[]> {
  const outcomes: [Outcome[], Outcome[]] = [[], []];
  for (let n = 0; n <= rounds; n++)
    for (const [which, stage] of stages.entries()) {
      const { port, ca } = stage.service;
      const lasting = n === 0 ? WARM_SECONDS : seconds;
      const asks = await one.asks(stage, lasting);
      const load = {
        over: 'https' as const,
        clients: CLIENTS,
        port,
        ca,
        asks,
        ...(one.isOnce ? {} : { seconds: lasting }),
      };
      const outcome = await driven(stage, load);
      if (n > 0) outcomes[which as 0 | 1].push(outcome);
    }
  return [
    compared(one.what, outcomes),
    { what: '  among few', ...rateOf(outcomes[0]) },
    { what: '  among many', ...rateOf(outcomes[1]) },
  ];
}

const costOf = ({ serverMs = 0, postgresMs = 0 }: Outcome): number => serverMs + postgresMs;

function compared(what: string, [few, many]: readonly [readonly Outcome[], readonly Outcome[]]): Finding {
  const of = (figure: (one: Outcome) => number): number[] =>
    many.map((one, n) => figure(one) / figure(few[n] as Outcome));
  const told = (shares: readonly number[]): string => shares.map((share) => share.toFixed(2)).join(', ');
  const costs = of(costOf);
  return {
    what: `${what}: cost among many accounts, relative to few`,
    value: median(costs),
    unit: '×',
    target: { most: SHARE_MOST },
    how: `rounds ${told(costs)}; as many a second ${told(of((one) => one.perSecond))}`,
  };
}

const rateOf = (all: readonly Outcome[]): Omit<Finding, 'what'> => ({
  value: median(all.map((one) => one.perSecond)),
  unit: '/s',
  how: toldOf(all),
});

const each = ({ accounts }: Stage, path: (n: number) => string): Ask[] =>
  accounts.flatMap(({ key }, a) => [0, 1, 2].map((n) => ({ method: 'GET', path: path(a * 7 + n * 13), key })));

/** Documents of all accounts that have a key, shuffled. */
async function shuffledIds({ owner, accounts }: Stage): Promise<Ask[]> {
  const asks: Ask[] = [];
  for (const { id, key } of accounts) {
    const client = await owner.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.account_id', $1, true), set_config('app.test', 'off', true)", [id]);
      const { rows } = await client.query(
        'select id from billing.document where account_id = $1 and number is not null',
        [id],
      );
      await client.query('rollback');
      asks.push(...rows.map((row) => ({ method: 'GET', path: `/v2/billing/${row.id}`, key })));
    } finally {
      client.release();
    }
  }
  return asks.sort((a, b) => (a.path.slice(-6) < b.path.slice(-6) ? -1 : 1));
}

/** Expected finalizations per second, for which drafts are prepared. */
const EXPECTED = 250;

async function finalizing(stage: Stage, seconds: number): Promise<Ask[]> {
  const drafts = await seedDrafts(stage.owner, stage.accounts, stage.model, EXPECTED * seconds);
  return drafts.map(({ id, key }) => ({ method: 'PATCH', path: `/v2/billing/${id}/finalize`, key }));
}

async function started([few, many]: readonly [Stage, Stage]): Promise<Finding[]> {
  const starts: [Start[], Start[]] = [[], []];
  for (let n = 0; n < STARTS; n++)
    for (const [which, stage] of [few, many].entries()) starts[which as 0 | 1].push(await startOf(stage));
  const figures = (all: readonly Start[]) => ({
    value: median(all.map(({ seconds }) => seconds)),
    unit: 's' as const,
    how: `processor ${median(all.map(({ own }) => own)).toFixed(0)} + ${median(all.map(({ postgres }) => postgres)).toFixed(0)} ms`,
  });
  return [
    { what: 'start of another process until its first response: few', ...figures(starts[0]) },
    { what: '  many', ...figures(starts[1]), target: { most: START_SECONDS_MOST } },
  ];
}

/**
 * A start: its duration, and milliseconds of processor time of the process and its PostgreSQL,
 * which other load hardly affects.
 */
type Start = { seconds: number; own: number; postgres: number };

async function startOf(stage: Stage): Promise<Start> {
  const before = postgresMsOf(stage);
  const { seconds, processorMs } = await startBeside(stage.service);
  return { seconds, own: processorMs, postgres: postgresMsOf(stage) - before };
}

async function idle(stages: readonly [Stage, Stage]): Promise<Finding[]> {
  await wait(REST_SECONDS * 1000);
  const used = () =>
    stages.map((stage) => postgresMsOf(stage) + allOfTree(stage.service.processId, postmasterOf(stage)));
  const before = used();
  await wait(IDLE_SECONDS * 1000);
  const after = used();
  const [few, many] = after.map((ms, n) => (ms - (before[n] as number)) / IDLE_SECONDS / 10);
  return [
    { what: 'processor time of an idle service with PostgreSQL: few', value: few as number, unit: '%' },
    { what: '  many', value: many as number, unit: '%', target: { most: IDLE_PERCENT_MOST } },
  ];
}
