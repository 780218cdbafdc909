import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { postmasterOf, type Stage } from '../bench-environment.ts';
import type { Measured, Work } from '../capacity/capacity-plan.ts';
import { openConnection, requestText } from '../load/connection.ts';
import { INVOICE } from '../load/mixed-load.ts';
import { cpuOfTree } from '../process/cpu-time.ts';
import { seedAccounts } from '../seed/seed-accounts.ts';
import { startReceiver } from './start-receiver.ts';

/** Concurrent clients. */
const CLIENTS = 8;
/** Reads and PDFs of this many documents. */
const READS_EACH = 2;
const PAPERS_MAX = 100;
/** Accounts created to measure the size of one. */
const ACCOUNTS = 300;
/** Milliseconds to wait for a round's deliveries, and for writes after responses. */
const DELIVERED_WITHIN_MS = 120_000;
const BEHIND_MS = 2_500;
const POLL_MS = 100;
/** Tables with rows kept for days, by what they belong to; all others are kept forever. */
const DAYS: Readonly<Record<string, 'answers' | 'events' | 'none'>> = {
  ...{ idempotency: 'answers', event: 'events', job: 'events', try: 'events' },
  // The key request log has a limit per account; daily counters expire.
  ...{ key_request: 'none', day_count: 'none' },
};

/**
 * Measures the cost of documents like the three-line model on this machine: bytes per table,
 * processor time per process. `many` documents per round.
 */
export async function measureCapacity(stage: Stage, many: number): Promise<Measured & { tables: Sizes }> {
  const receiver = await startReceiver();
  try {
    const client = await askingFor(stage);
    // Steady state: space of deleted drafts is reused by later ones.
    const warm = await client.documents(Math.ceil(many / 2));
    await vacuumed(stage);
    const empty = await sizes(stage);
    const made = await client.documents(many);
    const grown = less(await sizes(stage), empty);
    const read = await client.reads(made.ids);
    const paper = await client.papers([...made.ids, ...warm.ids].slice(0, PAPERS_MAX));
    await client.hook(receiver.url);
    await wait(BEHIND_MS);
    const before = await sizes(stage);
    const delivered = await client.documents(many, async () => {
      for (
        const until = performance.now() + DELIVERED_WITHIN_MS;
        (await receiver.ask('count')).taken < many;
        await wait(POLL_MS)
      )
        if (performance.now() > until) throw new Error('not every event was delivered');
      await wait(BEHIND_MS);
    });
    const told = less(await sizes(stage), before);
    const rows = byLife(grown, many);
    return {
      bytes: {
        account: await bytesOfAccount(stage),
        document: rows.forever,
        answers: rows.answers,
        events: byLife(told, many).events,
        pdf: paper.bytes,
        log: made.log,
      },
      work: {
        document: made.work,
        read: read.work,
        delivery: over(delivered.work, made.work),
        pdf: { ...paper.work, printer: paper.printer },
      },
      tables: told,
    };
  } finally {
    receiver.close();
  }
}

type Sizes = Readonly<Record<string, number>>;
type Cost = { readonly work: Work; readonly printer: number };

/** Sends requests as one account, and measures the cost of each. */
async function askingFor(stage: Stage) {
  const { service, account, customerId } = stage;
  const connections = await Promise.all(
    Array.from({ length: CLIENTS }, () => openConnection(service.port, service.ca)),
  );
  const all = async <T, R>(list: readonly T[], ask: (each: T, on: Ask) => Promise<R>): Promise<R[]> => {
    const waiting = list.entries();
    const results: R[] = [];
    await Promise.all(
      connections.map(async (connection) => {
        const on: Ask = async (method, path, body) => {
          const once = method === 'GET' ? {} : { idempotencyKey: randomUUID() };
          const said = body && JSON.stringify(body);
          const text = requestText(service.port, { method, path, key: account.key, body: said, ...once });
          const reply = await connection.ask(text);
          if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.toString()}`);
          return reply.body;
        };
        for (const [at, each] of waiting) results[at] = await ask(each, on);
      }),
    );
    return results;
  };
  const documents = async (many: number, then: () => Promise<void> = async () => {}) => {
    const log = await logPosition(stage);
    let ids: string[] = [];
    const cost = await costOf(stage, many, async () => {
      ids = await all(Array.from({ length: many }), async (_, ask) => {
        const { id } = JSON.parse((await ask('POST', `/v2/billing/invoice/${customerId}`, INVOICE)).toString());
        await ask('PATCH', `/v2/billing/${id}/finalize`);
        return id as string;
      });
      await then();
    });
    return { ...cost, ids, log: ((await logPosition(stage)) - log) / many };
  };
  return {
    documents,
    reads: (ids: readonly string[]) =>
      costOf(stage, ids.length * READS_EACH, async () => {
        await all([...ids, ...ids], (id, ask) => ask('GET', `/v2/billing/${id}`));
      }),
    papers: async (ids: readonly string[]) => {
      let bytes = 0;
      const cost = await costOf(stage, ids.length, async () => {
        await all(ids, async (id, ask) => {
          const paper = await ask('GET', `/v2/billing/${id}/download`);
          bytes += paper.length;
        });
      });
      return { ...cost, bytes: bytes / ids.length };
    },
    hook: (url: string) =>
      all([url], (each, ask) => ask('POST', '/v2/webhooks', { url: each, events: ['invoice.finalized'] })),
  };
}

type Ask = (method: string, path: string, body?: object) => Promise<Buffer>;

/** Milliseconds of processor time per item, of the server, PostgreSQL and the printers. */
async function costOf(stage: Stage, many: number, work: () => Promise<void>): Promise<Cost> {
  const look = () => ({
    server: cpuOfTree(stage.service.processId, postmasterOf(stage)),
    postgres: cpuOfTree(postmasterOf(stage)),
  });
  const before = look();
  await work();
  const after = look();
  const { own, children } = after.server;
  const postgres = after.postgres.own + after.postgres.children - before.postgres.own - before.postgres.children;
  return {
    work: { server: (own - before.server.own) / many, postgres: postgres / many },
    printer: (children - before.server.children) / many,
  };
}

const over = (all: Work, without: Work): Work => ({
  server: Math.max(0, all.server - without.server),
  postgres: Math.max(0, all.postgres - without.postgres),
});

async function sizes(stage: Stage): Promise<Sizes> {
  const { rows } = await stage.owner.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'billing'::regnamespace`,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const less = (after: Sizes, before: Sizes): Sizes =>
  Object.fromEntries(Object.entries(after).map(([name, bytes]) => [name, Math.max(0, bytes - (before[name] ?? 0))]));

function byLife(grown: Sizes, many: number): { forever: number; answers: number; events: number } {
  const sum = { forever: 0, answers: 0, events: 0, none: 0 };
  for (const [name, bytes] of Object.entries(grown)) sum[DAYS[name] ?? 'forever'] += bytes / many;
  return sum;
}

async function logPosition({ owner }: Stage): Promise<number> {
  const { rows } = await owner.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at");
  return Number(rows[0]?.at);
}

/** As autovacuum does in idle times. */
async function vacuumed({ service }: Stage): Promise<void> {
  const client = new pg.Client(service.database.ownerUrl);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Size of an account that has a key and no documents. */
async function bytesOfAccount(stage: Stage): Promise<number> {
  const before = await sizes(stage);
  const seal = await openChainSigner(stage.service.dataFolder, { lock: withFileLock });
  await seedAccounts(stage.owner, seal, ACCOUNTS);
  await seal.close();
  const grown = less(await sizes(stage), before);
  return Object.values(grown).reduce((sum, bytes) => sum + bytes, 0) / ACCOUNTS;
}
