import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openWebhookSecrets } from '../../../src/audit/secrets/webhook-secrets.ts';
import { quickFolder } from '../../support/runner/memory-folder.ts';
import { seeded } from '../../support/runner/seeded-random.ts';
import { type TestService, testService } from '../../support/service/in-process-service.ts';
import { emitEvents } from '../../webhooks/emit-events.ts';
import { type Receiver, receiver } from '../../webhooks/receiver.ts';
import { superuserQuery } from '../../webhooks/superuser-query.ts';

const PROGRAM = new URL('./worker-process.ts', import.meta.url).pathname;
/** One endpoint each. */
const TYPES = ['project.created', 'task.created', 'invoice.paid', 'contact.created', 'product.updated'];
/** Milliseconds a receiver takes to respond; a kill falls within them. */
const ANSWER_MS = 100;
/** One in this many events fails once and is retried seconds later. */
const FAILS_ONCE = 25;
/** Milliseconds within which an event must have been tried. */
const ARRIVAL_MS_MAX = 300_000;
/** Milliseconds the last worker has for the rest, after the lease. */
const REST_MS_MAX = 600_000;

export type WorkerKillReport = {
  kills: number;
  /** Kills during a delivery of the killed worker. */
  killsInFlight: number;
  events: number;
  /** Events that reached no receiver. */
  lost: number;
  /** Number of repeats of an accepted event. */
  doubled: number;
  /** IDs of unknown events. */
  strangers: number;
  /** Jobs the last worker left. */
  waiting: number;
};

/**
 * Kills workers (SIGKILL) one after the other at a random point of a random delivery, then checks
 * what arrived. A killed worker's jobs are due again after `leaseSeconds`.
 */
export async function killWorkers(given: {
  kills: number;
  events: number;
  seed: number;
  leaseSeconds: number;
  /** Milliseconds to wait for the rest if some of it is not expected. */
  restMs?: number;
}): Promise<WorkerKillReport> {
  const dataFolder = await mkdtemp(join(quickFolder(), 'facturier workers '));
  const service = await testService();
  service.clock.now = Math.floor(Date.now() / 1000);
  service.services.environment.webhooks.secrets = await openWebhookSecrets(dataFolder);
  const seen = new Map<string, number>();
  let open = 0;
  /** Returns whether the worker dies during this delivery, which then gets no response. */
  let onArrival: (() => boolean) | undefined;
  const hooks = await receiver({
    clear: true,
    behave: ({ id }, response) => {
      open++;
      response.on('close', () => open--);
      const isFirst = !seen.has(id);
      const fails = isFirst && [...id].reduce((sum, each) => sum + each.charCodeAt(0), 0) % FAILS_ONCE === 0;
      seen.set(id, (seen.get(id) ?? 0) + (fails ? 0 : 1));
      if (!onArrival?.()) setTimeout(() => response.writeHead(fails ? 500 : 200).end(), ANSWER_MS);
    },
  });
  const start = () => startWorker({ serving: service.database.serving, dataFolder, leaseSeconds: given.leaseSeconds });
  try {
    await createEndpoints(service, hooks);
    const chance = seeded(given.seed);
    const ids: string[] = [];
    const each = Math.ceil(given.events / given.kills / TYPES.length);
    let killsInFlight = 0;
    for (let kill = 0; kill < given.kills; kill++) {
      const worker = await start();
      // Enough events for every arrival that may be drawn.
      const drawn = { arrival: chance.int(1, each * TYPES.length), afterMs: chance.int(0, ANSWER_MS - 1) };
      let arrivals = 0;
      onArrival = () => {
        const isLast = ++arrivals === drawn.arrival;
        if (isLast) setTimeout(strike, drawn.afterMs);
        return isLast;
      };
      const strike = (): void => {
        if (open > 0) killsInFlight++;
        worker.kill('SIGKILL');
      };
      const ended = once(worker, 'exit', { signal: AbortSignal.timeout(ARRIVAL_MS_MAX) });
      for (const type of TYPES) ids.push(...(await emitEvents(service, each, { type, caller: service.live })));
      await ended;
    }
    onArrival = undefined;
    const last = await start();
    const restMs = given.restMs ?? given.leaseSeconds * 1_000 + REST_MS_MAX;
    const waiting = await leftAfter(service, restMs);
    last.kill('SIGKILL');
    await once(last, 'exit');
    return {
      ...{ kills: given.kills, killsInFlight, events: ids.length, waiting },
      lost: ids.filter((id) => !seen.get(id)).length,
      doubled: [...seen.values()].reduce((sum, times) => sum + Math.max(0, times - 1), 0),
      strangers: [...seen.keys()].filter((id) => !ids.includes(id)).length,
    };
  } finally {
    await hooks.close();
    await service.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function createEndpoints(service: TestService, hooks: Receiver): Promise<void> {
  for (const type of TYPES) {
    const made = await service.call('create-webhook', { body: { url: `${hooks.url}${type}`, events: [type] } });
    if (made.refused) throw new Error(`no webhook: ${JSON.stringify(made)}`);
  }
}

async function startWorker(given: object): Promise<ChildProcess> {
  const args = ['--disable-warning=ExperimentalWarning', PROGRAM, JSON.stringify(given)];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'facturier-test-compile-cache') };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (!String(said).includes('at work')) throw new Error(`the worker ended: ${said}`);
  return child;
}

/** Deliveries still waiting when none is left or the time is up. */
async function leftAfter(service: TestService, mostMs: number): Promise<number> {
  const end = performance.now() + mostMs;
  const { query, close } = await superuserQuery(service.database);
  try {
    for (;;) {
      const [row] = await query("select count(*)::int as many from billing.job where lane = 'delivery'");
      const waiting = row?.many as number;
      if (waiting > 0 && performance.now() < end) await wait(100);
      else return waiting;
    }
  } finally {
    await close();
  }
}
