// Another account in a separate process: small usual reads and writes in sequence. It reports each
// latency to the last byte, and errors.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answered, type Ask, httpClient } from '../support/service/http-client.ts';

export type BystanderGiven = { port: number; ca: string; key: string; customerId: string; serverPid: number };
/**
 * One request: start (Unix milliseconds), duration and error; the part the server's event loop
 * worked, and the part other programs held the CPUs.
 */
export type Asked = { at: number; ms: number; workedMs: number; keptMs: number; what: string; wrong?: string };

/** Concurrent requests, and milliseconds between two. */
const LOOPS = 2;
const PAUSE_MS = 12;
const TELL_EVERY_MS = 200;
const PATIENCE_MS = 10_000;

const LINES = [{ designation: 'Conseil', quantity: 1, quantityUnit: 'day', unitPrice: 45_000, vatCode: 'FR_2000' }];

let serverPid = 0;
process.on('message', (given: BystanderGiven) => {
  const begins = serverPid === 0;
  serverPid = given.serverPid;
  if (begins) void goOn(given);
});
process.on('disconnect', () => process.exit());

async function goOn(given: BystanderGiven): Promise<void> {
  const said: Asked[] = [];
  setInterval(() => process.send?.(said.splice(0)), TELL_EVERY_MS);
  await Promise.all(Array.from({ length: LOOPS }, () => live(given, said)));
}

async function live({ port, ca, key, customerId }: BystanderGiven, said: Asked[]): Promise<never> {
  const client = httpClient({ port, ca });
  let invoice = '';
  const usual: readonly (() => [path: string, asked: Ask])[] = [
    () => [`/v2/billing/invoice/${customerId}`, { method: 'POST', body: { lines: LINES } }],
    () => [`/v2/billing/${invoice}`, {}],
    () => [`/v2/billing/${invoice}/title`, { method: 'PATCH', body: { title: 'Refonte du site' } }],
    () => ['/v2/company/me', {}],
    () => ['/v2/billings?limit=5', {}],
    () => [`/contact/${customerId}`, {}],
  ];
  for (let turn = 0; ; turn++) {
    const [path, asked] = (usual[turn % usual.length] as (typeof usual)[number])();
    if (path.includes('//')) continue;
    const before = timesOf(serverPid);
    const began = performance.now();
    const at = Date.now();
    const answer = await answered(client, path, { key, ...asked });
    const wrong = typeof answer === 'string' ? answer : answer.status >= 300 ? String(answer.status) : undefined;
    const ms = performance.now() - began;
    const after = timesOf(serverPid);
    const times = { workedMs: after.worked - before.worked, keptMs: after.kept - before.kept };
    said.push({ at, ms, ...times, what: `${asked.method ?? 'GET'} ${path}`, ...(wrong && { wrong }) });
    if (typeof answer !== 'string' && turn % usual.length === 0) invoice = answer.json?.id ?? invoice;
    await wait(wrong ? 50 : PAUSE_MS);
  }
}

/**
 * Milliseconds the server's event loop has worked, and that it and we waited for a CPU (`proc(5)`,
 * schedstat).
 */
function timesOf(pid: number): { worked: number; kept: number } {
  const [server, own] = [schedstat(pid), schedstat(process.pid)];
  return { worked: server.worked, kept: server.kept + own.kept };
}

function schedstat(pid: number): { worked: number; kept: number } {
  try {
    const [worked, kept] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return { worked: Number(worked) / 1e6, kept: Number(kept) / 1e6 };
  } catch {
    return { worked: 0, kept: 0 };
  }
}

async function answered(client: ReturnType<typeof httpClient>, path: string, asked: Ask): Promise<Answered | string> {
  const late = new AbortController();
  const failed = client.ask(path, asked).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  const lost = wait(PATIENCE_MS, 'no answer', { signal: late.signal }).catch(() => 'no answer');
  const answer = await Promise.race([failed, lost]);
  late.abort();
  return answer;
}
