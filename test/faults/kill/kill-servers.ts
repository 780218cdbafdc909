import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Booked, bookProblems } from '../../support/documents/numbering-check.ts';
import { type Chance, seeded } from '../../support/runner/seeded-random.ts';
import { firstCustomer, ONE_LINE, type PatientClient, patientClient } from '../../support/service/retrying-client.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../../support/service/server-process.ts';

/** The control: it takes its numbers from a sequence, and must be caught. Told to die, it does with a number in hand. */
export const SEQUENCE_PROGRAM = new URL('./sequence-number-server.ts', import.meta.url).pathname;
/** The service, which can be told to die between a commit and its answer. */
const DYING_PROGRAM = new URL('./die-before-response.ts', import.meta.url).pathname;
const CLIENTS = 10;
/** Milliseconds a server lives after it answers: time for a few requests, and for a kill at any point of them. */
const LIFE_MS_MIN = 20;
const LIFE_MS_MAX = 250;
const ASKED_WITHIN_MS = 30_000;
/** How many times as often it kills at most until half as many kills as were asked for have hit a request: nearly each does. */
const TIMES_MAX = 10;
/** Milliseconds a client has to hear again of what a kill kept from it, from the other server. */
const REPLAYED_WITHIN_MS = 120_000;
/** Milliseconds a client rests before each request while a server starts again: what it took from the start proves nothing more. */
const REST_MS = 400;

/** What one client meant to do, and what it was told. */
type Intent = { at: number; id?: string; number?: string };

/** What all clients are told. */
type Working = { stop: boolean; restMs: number };

export type KillReport = {
  kills: number;
  /** Kills while at least one request was being answered by the killed server. */
  killsInFlight: number;
  /** Requests whose answer the kill cut off. */
  cutOff: number;
  /** Answers that had been given before, to a client that never read them: committed, but not acknowledged. */
  replayed: number;
  finalized: number;
  documents: number;
  links: number;
  problems: string[];
};

/**
 * Kills servers (SIGKILL) at random points while clients create and finalize invoices, restarts each on the same data
 * folder, and looks at the books afterwards. Two servers take turns to be killed, so that the clients are never idle.
 */
export async function killServers(given: {
  kills: number;
  /** How many of the kills, the last, fall between a commit and its answer (in the control, between a number and its commit): by chance few do. */
  answering?: number;
  /** Invoices that are finalized before it ends: a slow machine is given the time for them. */
  finalizedLeast?: number;
  seed: number;
  program?: string;
  /** Servers that take turns, two by default. With one the clients wait for it to start again. */
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
    // A client that fails ends it at once.
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

/** Waits until something is so, or for so long. */
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
    // A kill between two requests proves little: it falls while the server is asked something, where it is asked at all.
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

/** Tells a server to die over the next finalization, and waits until whoever asked for what it had done was answered by the other. */
async function diesAnswering({ child }: ServerProcess, client: PatientClient, program: string): Promise<void> {
  const ended = once(child, 'exit');
  const before = client.seen.replayed;
  child.kill('SIGUSR2');
  await ended;
  if (program === DYING_PROGRAM) await untilSo(() => client.seen.replayed > before, REPLAYED_WITHIN_MS);
}

/** One client: creates an invoice and finalizes it, again and again, each with a key of its own. */
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

/** What was acknowledged and is not so, and what was asked once and is there twice. */
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

/** The sequence that the negative control takes its numbers from. */
async function makeSequence(on: Ground): Promise<void> {
  const owner = new pg.Client(on.database.ownerUrl);
  await owner.connect();
  await owner.query(
    'create sequence billing.number_of_the_control; grant usage on sequence billing.number_of_the_control to facturier_app',
  );
  await owner.end();
}
