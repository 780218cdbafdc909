import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Booked, bookProblems } from '../../support/documents/numbering-check.ts';
import { type Chance, seeded } from '../../support/runner/seeded-random.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../../support/service/server-process.ts';

/** Control: takes its numbers from a sequence, dies with one in hand, and must be caught. */
export const SEQUENCE_PROGRAM = new URL('./sequence-number-server.ts', import.meta.url).pathname;
/** The service, which can die between a commit and its response. */
const DYING_PROGRAM = new URL('./die-before-response.ts', import.meta.url).pathname;
const CLIENTS = 10;
/**
 * Milliseconds a server lives after a response: a few requests, so that a kill hits any point of
 * them.
 */
const LIFE_MS_MIN = 20;
const LIFE_MS_MAX = 250;
const ASKED_WITHIN_MS = 30_000;
/** Limit of extra kills until half of the requested number have hit a request; nearly each does. */
const TIMES_MAX = 10;
/** Milliseconds a client has to get the missing response from the other server. */
const REPLAYED_WITHIN_MS = 120_000;
/** Milliseconds a client pauses before a request while a server restarts. */
const REST_MS = 400;

/** Requests of one client and their responses. */
type Intent = { at: number; id?: string; number?: string };

/** Settings of all clients. */
type Working = { stop: boolean; restMs: number };

export type KillReport = {
  kills: number;
  /** Kills while the killed server was answering a request. */
  killsInFlight: number;
  /** Requests whose response was cut off. */
  cutOff: number;
  /** Replayed responses for a client that never received the first: committed, not acknowledged. */
  replayed: number;
  finalized: number;
  documents: number;
  links: number;
  problems: string[];
};

/**
 * Kills servers (SIGKILL) at random points while clients create and finalize invoices, restarts
 * each on its data folder, and checks the books. Two servers take turns, so clients are never idle.
 */
export async function killServers(given: {
  kills: number;
  /**
   * Number of final kills placed between a commit and its response (control: between a number and
   * its commit), as few hit that by chance.
   */
  answering?: number;
  /** Minimum number of finalized invoices; a slow machine gets the time for them. */
  finalizedLeast?: number;
  seed: number;
  program?: string;
  /** Servers that take turns, two by default. With one, clients wait for its restart. */
  servers?: 1 | 2;
  onKill?: (done: number) => void;
}): Promise<KillReport> {
  const on = await ground();
  try {
    if (given.program === SEQUENCE_PROGRAM) await makeSequence(on);
    const program = given.program ?? DYING_PROGRAM;
    const first = await startProcess(on, { program });
    const key = first.welcome.keys?.live as string;
    const customerId = await firstCustomer(on, first, key);
    const servers = given.servers === 1 ? [first] : [first, await startProcess(on, { program })];
    const client = await patientClient(on, { key, ports: servers.map(({ port }) => port) });
    const working: Working = { stop: false, restMs: 0 };
    const intents: Intent[] = [];
    const clients = Promise.all(
      Array.from({ length: CLIENTS }, () => bill(client, { customerId, intents, working, salt: given.seed })),
    );
    clients.catch(() => {});

    const killing = killInTurn(servers, { ...given, program, on, client, working, chance: seeded(given.seed) });
    // A failing client ends the run at once.
    const killed = await Promise.race([killing, clients.then(() => killing)]);
    const isEnough = () => intents.filter(({ number }) => number).length >= (given.finalizedLeast ?? 0);
    await Promise.race([untilSo(isEnough), clients]);
    working.stop = true;
    await clients;
    client.close();
    for (const server of servers) {
      const code = await server.stop();
      if (code !== 0) throw new Error(`a restarted server ended with ${code}: ${server.log()}`);
    }
    const books = await bookProblems(on);
    return {
      ...killed,
      cutOff: client.seen.cutOff,
      replayed: client.seen.replayed,
      finalized: books.documents.filter(({ number }) => number !== null).length,
      documents: books.documents.length,
      links: books.links,
      problems: [...books.problems, ...promisesBroken(intents, books.documents)],
    };
  } finally {
    await on.discard();
  }
}

/** Waits for a condition with a timeout. */
async function untilSo(isSo: () => boolean, mostMs = Number.POSITIVE_INFINITY): Promise<void> {
  const until = performance.now() + mostMs;
  while (!isSo() && performance.now() < until) await wait(1);
}

async function killInTurn(
  servers: ServerProcess[],
  given: {
    kills: number;
    answering?: number;
    program: string;
    on: Ground;
    client: PatientClient;
    working: Working;
    chance: Chance;
    onKill?: (done: number) => void;
  },
): Promise<{ kills: number; killsInFlight: number }> {
  const { kills, answering = 0, client } = given;
  let killsInFlight = 0;
  let kill = 0;
  for (; kill < kills || (killsInFlight < kills / 2 && kill < kills * TIMES_MAX); kill++) {
    await wait(given.chance.int(LIFE_MS_MIN, LIFE_MS_MAX));
    const victim = servers[kill % servers.length] as ServerProcess;
    const { port } = victim;
    // A kill between two requests proves little, so it waits for a request if there is one.
    await untilSo(() => client.askedOf(port) > 0, ASKED_WITHIN_MS);
    const before = client.seen.cutOff;
    if (kill < kills - answering || kill >= kills) await victim.kill();
    else await diesAnswering(victim, client, given.program);
    given.working.restMs = REST_MS;
    const again = startProcess(given.on, { port, program: given.program });
    servers[kill % servers.length] = await again;
    given.working.restMs = 0;
    if (client.seen.cutOff > before) killsInFlight += 1;
    given.onKill?.(kill + 1);
  }
  return { kills: kill, killsInFlight };
}

/**
 * Makes a server die during the next finalization and waits until the other has answered the
 * client.
 */
async function diesAnswering({ child }: ServerProcess, client: PatientClient, program: string): Promise<void> {
  const ended = once(child, 'exit');
  const before = client.seen.replayed;
  child.kill('SIGUSR2');
  await ended;
  if (program === DYING_PROGRAM) await untilSo(() => client.seen.replayed > before, REPLAYED_WITHIN_MS);
}

/** A client that creates and finalizes invoices, each with its own idempotency key. */
async function bill(
  client: PatientClient,
  given: { customerId: string; intents: Intent[]; working: Working; salt: number },
): Promise<void> {
  const { customerId, intents, working, salt } = given;
  while (!working.stop) {
    await wait(working.restMs);
    const intent: Intent = { at: intents.length };
    intents.push(intent);
    const create = { method: 'POST', body: { title: `Intent ${intent.at}`, lines: ONE_LINE } };
    const made = await client.insist(`/v2/billing/invoice/${customerId}`, create, `make-${salt}-${intent.at}`);
    intent.id = made.json.id;
    const path = `/v2/billing/${intent.id}/finalize`;
    const sealed = await client.insist(path, { method: 'PATCH' }, `seal-${salt}-${intent.at}`);
    intent.number = sealed.json.number;
  }
}

/** Acknowledged but missing writes, and single requests with two effects. */
function promisesBroken(intents: readonly Intent[], documents: readonly Booked[]): string[] {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const problems: string[] = [];
  for (const { at, id, number } of intents) {
    if (!id || !number) problems.push(`intent ${at} was not done`);
    else if (!byId.has(id)) problems.push(`intent ${at}: ${id} was acknowledged and is lost`);
    else if (byId.get(id)?.number !== number)
      problems.push(`${number} was acknowledged, ${byId.get(id)?.number} is kept`);
  }
  if (documents.length !== intents.length) problems.push(`${intents.length} intents, ${documents.length} documents`);
  return problems;
}

/** The sequence of the negative control. */
async function makeSequence(on: Ground): Promise<void> {
  const owner = new pg.Client(on.database.ownerUrl);
  await owner.connect();
  await owner.query(
    'create sequence billing.number_of_the_control; grant usage on sequence billing.number_of_the_control to facturier_app',
  );
  await owner.end();
}
