import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { postmasterOf, type Stage, setUpBench } from '../bench-environment.ts';
import { openConnection, requestText } from '../load/connection.ts';
import { type Ask, mixedRound } from '../load/mixed-load.ts';
import { memoryOfTree } from '../process/process-memory.ts';
import { growthOf, type Sample } from './memory-growth.ts';

// `npm run soak -- --minutes 60`: checks that memory stays flat under mixed load. `--leak 4096`
// leaks that many bytes per request, to verify detection. Exits with 1 if memory grows.

const CLIENTS = 8;
/** Memory samples over the run: one per minute, and at least this many. */
const LOOKS_LEAST = 8;
const LOOKS_MOST = 60;
/** Milliseconds without requests before a sample, so that what is in flight is not counted. */
const QUIET_MS = 10_000;
/** Half of these minutes are load: shorter runs would only pause and measure nothing. */
const MINUTES_LEAST = (2 * LOOKS_LEAST * QUIET_MS) / 60_000;
/** Milliseconds each client pauses after a round: load of a working day, not the maximum. */
const REST_MS = 200;
const MIB = 1024 ** 2;
/**
 * Bytes per request that count as growth: below it, the hundred thousand requests of an hour are
 * within the heap's normal variation.
 */
const BYTES_A_REQUEST_MAX = 256;
const COME_BACK_MS = 500;
const COME_BACK = [429, 503];

const { minutes, leak } = readOptions(process.argv.slice(2));
const flags = ['--expose-gc', '--import', fileURLToPath(new URL('collect-garbage.mjs', import.meta.url))];
if (leak > 0) {
  process.env.LEAKED_BYTES = String(leak);
  flags.push('--import', fileURLToPath(new URL('memory-leak.mjs', import.meta.url)));
}
const stage = await setUpBench({ nodeFlags: flags });
try {
  process.exitCode = (await soaked(stage, minutes * 60_000)) ? 0 : 1;
} finally {
  await stage.close();
}

/** Whether the server's memory stays flat. */
async function soaked(stage: Stage, ms: number): Promise<boolean> {
  const load = { requests: 0, refused: 0, isAtRest: false, isOver: false };
  const looks = Math.min(LOOKS_MOST, Math.max(LOOKS_LEAST, Math.floor(ms / 60_000)));
  const clients = Array.from({ length: CLIENTS }, (_, at) => client(stage, at, load));
  const heap: Sample[] = [];
  const held: Sample[] = [];
  console.log('minutes  requests  heap after GC  server  printers  PostgreSQL (MB)');
  const began = performance.now();
  for (let look = 1; look <= looks; look++) {
    await Promise.race([wait(began + (ms * look) / looks - QUIET_MS - performance.now()), ...clients]);
    load.isAtRest = true;
    await wait(QUIET_MS);
    const { heapUsed, external } = await stage.service.collected();
    const { server, printers, postgres } = memoryOfTree(stage.service.processId, postmasterOf(stage));
    load.isAtRest = false;
    const { requests } = load;
    heap.push({ requests, bytes: heapUsed + external });
    held.push({ requests, bytes: server * MIB });
    const told = [
      (performance.now() - began) / 60_000,
      requests,
      (heapUsed + external) / MIB,
      server,
      printers,
      postgres,
    ];
    console.log(told.map((value, at) => value.toFixed(at === 1 ? 0 : 1).padStart(8)).join('  '));
  }
  load.isOver = true;
  await Promise.all(clients);
  const grown = { heap: growthOf(heap) ?? Number.NaN, server: growthOf(held) ?? Number.NaN };
  const isFlat = grown.heap <= BYTES_A_REQUEST_MAX && grown.server <= BYTES_A_REQUEST_MAX;
  console.log(
    `${isFlat ? 'flat' : 'GROWING'}: ${grown.heap.toFixed(0)} bytes of heap and ${grown.server.toFixed(0)} of the process per request (at most ${BYTES_A_REQUEST_MAX}); ${load.refused} of ${load.requests} refused`,
  );
  return isFlat;
}

type Load = { requests: number; refused: number; isAtRest: boolean; isOver: boolean };

/** One client, until the end. */
async function client(stage: Stage, at: number, load: Load): Promise<void> {
  const { service, accounts, customerId } = stage;
  const key = accounts[at % accounts.length]?.key ?? '';
  const connection = await openConnection(service.port, service.ca);
  const ask: Ask = async (method, path, body) => {
    const text = requestText(service.port, { method, path, key, body: body && JSON.stringify(body) });
    for (;;) {
      const reply = await connection.ask(text);
      load.requests += 1;
      const said = reply.body.toString();
      if (reply.status < 300) return said.startsWith('{') ? JSON.parse(said) : { id: '' };
      // On a busy machine a PDF may time out: reported at the end, because the test is about
      // memory.
      if (!COME_BACK.includes(reply.status)) {
        load.refused += 1;
        return { id: '' };
      }
      await wait(COME_BACK_MS);
    }
  };
  for (let round = at; !load.isOver; round += 1) {
    await mixedRound(ask, { round, customerId, prints: true });
    do await wait(REST_MS);
    while (load.isAtRest && !load.isOver);
  }
  connection.close();
}

function readOptions(args: readonly string[]): { minutes: number; leak: number } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { minutes: { type: 'string', default: '60' }, leak: { type: 'string', default: '0' } },
    });
    const [minutes, leak] = [Number(values.minutes), Number(values.leak)];
    if (!(minutes >= MINUTES_LEAST && minutes <= 10_000))
      throw new Error(`"${values.minutes}" is not a number of minutes from ${MINUTES_LEAST} on`);
    if (!(Number.isInteger(leak) && leak >= 0 && leak <= 1e6))
      throw new Error(`"${values.leak}" is not a number of bytes`);
    return { minutes, leak };
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run soak -- [--minutes 60] [--leak 0]`);
    process.exit(2);
  }
}
