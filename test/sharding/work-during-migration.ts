import { openPool } from '../../src/db/connections/pool.ts';
import { claimJobs, NO_ACCOUNT_SCOPE } from '../../src/db/job-queue.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { type Answered, httpClient } from '../support/service/http-client.ts';
import { startProcess } from '../support/service/server-process.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';
import { type Killing, onNode } from './killed-node.ts';
import { accountOnEachNode, type Found, type Placed, type ShardedEnvironment } from './sharded-environment.ts';
import { until } from './wait-until.ts';

/** Contacts created per batch, each with an event to deliver. */
const CONTACTS = 10;
/** Characters of a log shown on failure. */
const LOG_TOLD = 1_500;

/** An account with a webhook receiver, and the client that creates its events. */
type Teller = { readonly account: Placed; readonly contact: () => Promise<Answered> };
type Around = { readonly ground: ShardedEnvironment; readonly killing: Killing; readonly hooks: Receiver };

/**
 * Kills one node, then the other: jobs of the account on the running node are processed, jobs of
 * the other account run once its node is back. Control: claiming across all nodes fails meanwhile.
 */
export async function workDuringMigration(ground: ShardedEnvironment, killing: Killing): Promise<Found> {
  const hooks = await receiver({ clear: true });
  const server = await startProcess(ground);
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  try {
    const tellers: Teller[] = [];
    for (const account of await accountOnEachNode(ground)) {
      const ask = (path: string, body: object) => http.ask(path, { key: account.live, body });
      await ask('/v2/webhooks', { url: `${hooks.url}${account.id}`, events: ['contact.created'] });
      tellers.push({ account, contact: () => ask('/contact', { firstname: 'Léa', lastname: 'Moreau' }) });
    }
    const [one, other] = tellers as [Teller, Teller];
    const around = { ground, killing, hooks };
    const found = [await besideOneAway(around, one, other), await besideOneAway(around, other, one)];
    return { held: true, figures: found.join('; ') };
  } catch (error) {
    return { held: false, figures: `${String(error).slice(0, 300)} ${server.log().slice(-LOG_TOLD)}` };
  } finally {
    http.close();
    await server.stop();
    await hooks.close();
  }
}

async function besideOneAway({ ground, killing, hooks }: Around, stays: Teller, goes: Teller): Promise<string> {
  const { node } = goes.account;
  await until('what was told before', arrival(hooks, [...(await tell(stays)), ...(await tell(goes))]));
  await onNode(killing.kill, node);
  const meanwhile = await tell(stays);
  await until('what the account told whose node stays', arrival(hooks, meanwhile));
  const control = await whyNotAcrossAll(ground);
  await onNode(killing.revive, node);
  let answered: Answered | undefined;
  await until('an answer to the account whose node was away', async () => {
    answered = await goes.contact();
    return answered.status === 201;
  });
  await until('what that account told', arrival(hooks, [answered?.json.id]));
  if (control === undefined) throw new Error('the control holds: across all nodes something was found');
  return `${node.host}:${node.port} away: ${meanwhile.length} events of the account on the other arrived (control: ${control})`;
}

/** Creates contacts and returns their IDs. */
async function tell({ contact }: Teller): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: CONTACTS }, contact));
  return made.map(({ status, text, json }) => {
    if (status !== 201) throw new Error(`a contact: ${status} ${text}`);
    return json.id;
  });
}

const arrival = (hooks: Receiver, ids: readonly string[]) => (): boolean => {
  const seen = new Set(hooks.received.map(({ body }) => JSON.parse(body).contact?.id));
  return ids.every((id) => seen.has(id));
};

/** Why jobs cannot be claimed for all accounts at once; undefined if they can. */
async function whyNotAcrossAll({ database }: ShardedEnvironment): Promise<string | undefined> {
  const pool = openPool(database.serving, { size: 1 });
  enableSharding(pool);
  const none = { busyAccounts: new Map(), busyShares: new Map(), past: undefined };
  const claim = { lane: 'delivery', troubled: false, now: 0, leaseSeconds: 1, room: 1, perAccount: 1, perShare: 1 };
  try {
    await inTransaction(pool, NO_ACCOUNT_SCOPE, async (tx) => ({
      commit: false,
      answer: await claimJobs(tx, { ...claim, ...none }),
    }));
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await pool.end();
  }
}
