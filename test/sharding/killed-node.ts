import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Node } from '../../src/db/sharding/shard-placement.ts';
import { type Ask, httpClient } from '../support/service/http-client.ts';
import { firstCustomer, ONE_LINE } from '../support/service/retrying-client.ts';
import { startProcess } from '../support/service/server-process.ts';
import { accountOnEachNode, type Found, type Placed, type ShardedEnvironment } from './sharded-environment.ts';
import { startBeside } from './start-alongside-migration.ts';
import { until } from './wait-until.ts';

/** The members of a document that are read. */
type Made = { readonly id: string; readonly number: string; readonly code?: string };

/** Shell commands that kill and start a node, given in NODE_HOST and NODE_PORT. */
export type Killing = { readonly kill: string; readonly revive: string };

/**
 * Invoices each account finalizes before, during and after the outage, and refusals awaited during
 * it.
 */
const INVOICES = 15;
const REFUSALS = 10;
/** Characters of the log shown on failure. */
const LOG_TOLD = 1_500;
/** Milliseconds a client waits after a refusal. */
const PAUSE_MS = 20;
/** Clients per account. */
const CLIENTS = 2;

/**
 * Responses to one account: counts by status (409 by code), finalized invoices and their numbers.
 */
type Seen = { readonly answers: Map<string, number>; readonly numbers: string[] };

/**
 * Kills and restarts a node while two accounts bill, one on it and one on another. The other
 * account gets no refusal; the account of the node gets only 503 until it is back; every success
 * persists. A process that starts meanwhile serves the other account.
 */
export async function killedNode(ground: ShardedEnvironment, { kill, revive }: Killing): Promise<Found> {
  const server = await startProcess(ground);
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  let over = false;
  try {
    const [spared, struck] = await accountOnEachNode(ground);
    const lives = [spared, struck].map(({ live }) => live) as [string, string];
    const customers = await Promise.all(lives.map((live) => firstCustomer(ground, server, live)));
    const seen = lives.map((): Seen => ({ answers: new Map(), numbers: [] })) as [Seen, Seen];
    const clients = lives.flatMap((key, n) =>
      Array.from({ length: CLIENTS }, (_, c) =>
        billing((path, asked) => http.ask(path, { key, ...asked }), {
          ...{ customer: customers[n] as string, seen: seen[n] as Seen, name: `${n}-${c}`, isOver: () => over },
        }),
      ),
    );
    const working = Promise.all(clients);
    const [other, own] = seen;
    const billed = async (what: string, of: readonly Seen[]) => {
      const from = of.map(({ numbers }) => numbers.length);
      await Promise.race([
        until(what, () => of.every(({ numbers }, n) => numbers.length >= (from[n] ?? 0) + INVOICES)),
        working,
      ]);
    };
    await billed('billing before', [other, own]);
    await onNode(kill, struck.node);
    const before = own.answers.get('503') ?? 0;
    await until('a refusal by 503', () => (own.answers.get('503') ?? 0) >= before + REFUSALS);
    await billed('billing beside the node that is away', [other]);
    const started = await startBeside(ground, spared, struck);
    await onNode(revive, struck.node);
    await billed('billing after', [other, own]);
    over = true;
    await working;
    const lost = (await Promise.all([lostOf(ground, spared, other), lostOf(ground, struck, own)])).flat();
    const held =
      started.held && lost.length === 0 && isAll(other, DONE) && isAll(own, [...DONE, '503', STILL_UNDER_WAY]);
    const node = `${struck.node.host}:${struck.node.port}`;
    const stalled = server.log().split('could not be claimed or settled').length - 1;
    const said = [
      `${node} away: its account ${told(own)}`,
      `the other ${told(other)}`,
      `${lost.length} of ${own.numbers.length + other.numbers.length} answered numbers lost`,
      `work of all put off ${stalled} times`,
      started.figures,
    ].join('; ');
    return { held, figures: held ? said : `${said} ${server.log().slice(0, LOG_TOLD)}` };
  } finally {
    over = true;
    http.close();
    await server.stop();
  }
}

/**
 * Creates and finalizes invoices one after the other; retries refusals with the same idempotency
 * key.
 */
async function billing(
  ask: (path: string, asked: Ask) => Promise<{ status: number; json: Made }>,
  given: { customer: string; seen: Seen; name: string; isOver: () => boolean },
): Promise<void> {
  const { customer, seen, name, isOver } = given;
  const insist = async (path: string, key: string, asked: Ask): Promise<Made | undefined> => {
    while (!isOver()) {
      const { status, json } = await ask(path, { ...asked, headers: { 'idempotency-key': key } });
      const said = status === 409 ? `409 ${json.code}` : String(status);
      seen.answers.set(said, (seen.answers.get(said) ?? 0) + 1);
      if (status < 300) return json;
      await wait(PAUSE_MS);
    }
  };
  for (let n = 0; !isOver(); n++) {
    const draft = await insist(`/v2/billing/invoice/${customer}`, `make-${name}-${n}`, { body: { lines: ONE_LINE } });
    if (!draft) return;
    const sealed = await insist(`/v2/billing/${draft.id}/finalize`, `seal-${name}-${n}`, { method: 'PATCH' });
    if (sealed) seen.numbers.push(sealed.number);
  }
}

/** Runs a shell command for a node. */
export const onNode = (line: string, { host, port }: Node) =>
  promisify(execFile)('/bin/sh', ['-c', line], { env: { ...process.env, NODE_HOST: host, NODE_PORT: String(port) } });

/** Numbers that were returned but are missing from the books or duplicated. */
async function lostOf({ owner }: ShardedEnvironment, { id }: Placed, { numbers }: Seen): Promise<string[]> {
  const { rows } = await owner.query<{ number: string }>(
    'select number from billing.document where account_id = $1 and number is not null',
    [id],
  );
  return numbers.filter(
    (number, n) => rows.filter((row) => row.number === number).length !== 1 || numbers.indexOf(number) !== n,
  );
}

const DONE = ['200', '201'];
/**
 * The first attempt still runs on the coordinator, which does not know yet that its node is back.
 */
const STILL_UNDER_WAY = '409 idempotency.in_flight';

const isAll = ({ answers }: Seen, allowed: readonly string[]): boolean =>
  [...answers.keys()].every((said) => allowed.includes(said));
const told = ({ answers, numbers }: Seen): string =>
  `${numbers.length} finalized (${[...answers].map(([said, n]) => `${n} × ${said}`).join(', ')})`;
