import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { processLimits } from '../../src/limits/process-limits.ts';
import { postmasterOf, type Stage, setUpBench } from '../bench-environment.ts';
import { openConnection, requestText } from '../load/connection.ts';
import { type Ask, mixedRound } from '../load/mixed-load.ts';
import { memoryOfTree } from '../process/process-memory.ts';
import { growthOf, type Sample } from './memory-growth.ts';

// `npm run soak -- --minutes 60`: whether memory stays flat under mixed load. `--leak 4096` keeps so many bytes of each request
// for ever, to see that it would be found. Ends with 1 where memory grows.

const CLIENTS = 8;
/** Looks at memory, spread over the run: one a minute, and never fewer than these. */
const LOOKS_LEAST = 8;
const LOOKS_MOST = 60;
/**
 * Milliseconds nobody asks before a look: until then the server forgets what it keeps for lists, which fills up to its limit
 * (`shownDocuments`) by half a kilobyte a request for the first fifty thousand, and is no leak.
 */
const FORGOTTEN_MS = processLimits.shownDocuments.unusedMs * 2;
/** Minutes of which half are worked: in fewer there is rest alone, and nothing to judge. */
const MINUTES_LEAST = (2 * LOOKS_LEAST * FORGOTTEN_MS) / 60_000;
/** Milliseconds each client rests after a round: load as on a working day, not as much as there can be. */
const REST_MS = 200;
const MIB = 1024 ** 2;
/** Bytes a request may leave behind: what an hour's hundred thousand would leave is then no more than the heap breathes. */
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

/** Whether what the server holds stays as it is. */
async function soaked(stage: Stage, ms: number): Promise<boolean> {
  const load = { requests: 0, refused: 0, isAtRest: false, isOver: false };
  const looks = Math.min(LOOKS_MOST, Math.max(LOOKS_LEAST, Math.floor(ms / 60_000)));
  const clients = Array.from({ length: CLIENTS }, (_, at) => client(stage, at, load));
  const heap: Sample[] = [];
  const held: Sample[] = [];
  console.log('minutes  requests  heap after clearing  server  printers  PostgreSQL (MB)');
  const began = performance.now();
  for (let look = 1; look <= looks; look++) {
    await Promise.race([wait(began + (ms * look) / looks - FORGOTTEN_MS - performance.now()), ...clients]);
    load.isAtRest = true;
    await wait(FORGOTTEN_MS);
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
    `${isFlat ? 'flat' : 'GROWING'}: ${grown.heap.toFixed(0)} bytes of heap and ${grown.server.toFixed(0)} of the process with each request (at most ${BYTES_A_REQUEST_MAX}); ${load.refused} of ${load.requests} refused`,
  );
  return isFlat;
}

type Load = { requests: number; refused: number; isAtRest: boolean; isOver: boolean };

/** One of those who work, until it is over. */
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
      // On a machine that is busy otherwise a paper may take too long: told at the end, since it is memory that is looked at.
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
