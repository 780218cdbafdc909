import { setTimeout as wait } from 'node:timers/promises';
import { driven, INVOICE, type Stage } from '../bench-environment.ts';
import type { Ask, Outcome } from '../load/load.ts';
import type { MeasurementName, Options } from '../options.ts';
import { type Finding, median, toldOf } from '../report.ts';
import { shuffled } from '../seed/seed-accounts.ts';

/** The lists show random pages of the newest documents, this many. */
const LISTED = 45_000;
/** Documents read repeatedly. */
const READ = 5_000;
const WARM_SECONDS = 2;
const SAMPLE_MS = 200;

type Measured = {
  name: MeasurementName;
  what: string;
  clients: number;
  target?: number;
  p99Most?: number;
  asks: (stage: Stage, ids: readonly string[]) => Ask[];
};

/**
 * Lists show the newest first, so created documents come after the finalized ones were listed, and
 * are then listed as drafts.
 */
const measured: readonly Measured[] = [
  { name: 'get', what: 'get a document', clients: 16, target: 2_500, asks: getting },
  { name: 'list', what: 'list 20 whole documents', clients: 8, target: 400, p99Most: 50, asks: listing(20) },
  { name: 'list', what: 'list 100 whole documents', clients: 8, target: 150, asks: listing(100) },
  { name: 'create', what: 'create an invoice with 5 lines', clients: 16, target: 600, asks: creating },
  { name: 'create', what: '  the same in two requests', clients: 16, asks: creatingInTwo },
  {
    name: 'create',
    what: '  list 100 of these drafts',
    clients: 8,
    asks: listing(100, { filter: '&state=draft', listed: 3_000 }),
  },
];

/** Requests by several clients at once, a few rounds each; also the server's memory meanwhile. */
export async function measureRequests(stage: Stage, options: Options, ids: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, what, clients, target, p99Most, asks } of measured) {
    if (!options.only.includes(name)) continue;
    const { port, ca } = stage.service;
    const load = { over: 'https' as const, clients, port, ca, asks: asks(stage, ids) };
    const run = (seconds: number): Promise<Outcome> => driven(stage, { ...load, seconds });
    await run(WARM_SECONDS);
    const outcomes: Outcome[] = [];
    for (let n = 0; n < options.rounds; n++) outcomes.push(await run(options.seconds));
    const value = median(outcomes.map((o) => o.perSecond));
    findings.push({ what, value, unit: '/s', ...(target && { target: { least: target } }), how: toldOf(outcomes) });
    if (p99Most === undefined) continue;
    const p99 = median(outcomes.map((o) => o.p99));
    findings.push({ what: '  p99', value: p99, unit: 'ms', target: { most: p99Most } });
  }
  return findings;
}

/** Maximum memory of the server process during `work`. */
export async function watchingMemory<T>(
  { service }: Stage,
  work: () => Promise<T>,
): Promise<{ done: T; most: number }> {
  let most = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await service.memory());
      await wait(SAMPLE_MS);
    }
  })();
  const done = await work().finally(() => {
    over = true;
  });
  await watching;
  return { done, most };
}

function creating({ large, customerId }: Stage): Ask[] {
  const path = `/v2/billing/invoice/${customerId}`;
  return [{ method: 'POST', path, key: large.key, body: JSON.stringify(INVOICE) }];
}

function creatingInTwo({ large: { key }, customerId }: Stage): Ask[] {
  const path = `/v2/billing/invoice/${customerId}`;
  const lines = JSON.stringify({ lines: INVOICE.lines });
  return [
    {
      method: 'POST',
      path,
      key,
      body: '{}',
      then: [{ method: 'PATCH', path: '/v2/billing/{id}/lines', key, body: lines }],
    },
  ];
}

function getting({ large: { key } }: Stage, ids: readonly string[]): Ask[] {
  const step = Math.max(1, Math.floor(ids.length / READ));
  return ids.filter((_, n) => n % step === 0).map((id) => ({ method: 'GET', path: `/v2/billing/${id}`, key }));
}

function listing(limit: number, { filter = '', listed = LISTED } = {}) {
  return ({ large: { key } }: Stage, ids: readonly string[]): Ask[] => {
    const pages = Math.max(1, Math.floor(Math.min(listed, ids.length) / limit));
    const asks = Array.from({ length: pages }, (_, n) => ({
      method: 'GET',
      path: `/v2/billings?page=${n + 1}&limit=${limit}${filter}`,
      key,
    }));
    return shuffled(asks);
  };
}
