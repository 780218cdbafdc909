import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { parseApiKey } from '../../../src/domain/account/api-key.ts';
import { processLimits } from '../../../src/limits/process-limits.ts';
import { longDocument } from '../../load-test/long-document.ts';
import { type ServerUnderLoad, serverUnderLoad } from '../../load-test/server-under-load.ts';
import { until } from '../../support/runner/wait-until.ts';
import { httpClient } from '../../support/service/http-client.ts';
import { firstCustomer, ONE_LINE } from '../../support/service/retrying-client.ts';
import { type Ground, ground } from '../../support/service/server-process.ts';

/** Milliseconds from SIGTERM to exit by the service's own limits; a busy machine takes longer. */
const END_MS_MAX = 15_000;
/** Milliseconds a busy machine has for it. */
const PATIENCE_MS = 180_000;
/** More than twice the number printed at once, so some wait. */
const PAPERS = 7;
/** PDFs printed at once, the spare process included. */
const PRINTED_AT_ONCE = 3;

let on: Ground;
let key: string;
let customerId: string;
let hurried: Ended;
let neverHurried: Ended;
/** Whether it exited without being killed, and how long after SIGTERM. */
type Ended = { byItself: boolean; ms: number; edit: string; papers: string[]; title: string | null };

beforeAll(async () => {
  on = await ground();
  const first = await serverUnderLoad(on);
  key = first.keys?.live as string;
  customerId = await firstCustomer(on, first, key);
  const modules = [new URL('./slow-shutdown.ts', import.meta.url).href];
  const second = await serverUnderLoad(on, { modules });
  try {
    const ends = Promise.withResolvers<void>();
    const one = askedToEndWhileAllWaits(first, wait(PATIENCE_MS, undefined, { ref: false })).finally(ends.resolve);
    // As long as the other took, plus its limit.
    const asLong = Promise.all([ends.promise, wait(END_MS_MAX)]);
    [hurried, neverHurried] = await Promise.all([one, askedToEndWhileAllWaits(second, asLong)]);
  } finally {
    await Promise.all([first.kill(), second.kill()]);
  }
});
afterAll(() => on.discard());

/**
 * Stops a server with an edit waiting for a lock, waiting PDFs, a stalled upload and an idle
 * connection. Kills it after `patience`.
 */
async function askedToEndWhileAllWaits(server: ServerUnderLoad, patience: Promise<unknown>): Promise<Ended> {
  const ca = await on.ca();
  const client = httpClient({ port: server.port, ca });
  const outside = new pg.Client({ ...on.database.ownerUrl });
  outside.on('error', () => {});
  await outside.connect();
  try {
    const draft = async (body: object | string) => {
      for (;;) {
        const made = await client.ask(`/v2/billing/invoice/${customerId}`, { key, method: 'POST', body });
        // A busy machine may answer so.
        if (made.status === 429 || made.status === 503) continue;
        assert.equal(made.status, 201, made.text);
        return made.json.id as string;
      }
    };
    const locked = await draft({ lines: ONE_LINE });
    const long = await draft(longDocument(200));
    await outside.query('begin');
    await outside.query("select set_config('app.account_id', $1, true)", [parseApiKey(key)?.accountId]);
    const { rowCount } = await outside.query('select 1 from billing.document where id = $1 for update', [locked]);
    assert.equal(rowCount, 1);
    const answered = (path: string, ask: object) =>
      client.ask(path, { key, ...ask }).then(
        ({ status }) => String(status),
        () => 'cut off',
      );
    const papers = Array.from({ length: PAPERS }, () => answered(`/v2/billing/${long}/download`, {}));
    await connected(server, ca);
    const upload = await connected(server, ca);
    upload.write(
      `POST /v2/customers/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\nContent-Length: 7000000\r\n\r\n`,
    );
    // This request came after the PDFs, so they have arrived.
    await until('an answer beside the papers', async () => (await answered('/v2/company/me', {})) === '200');
    const { edit } = await waitingEdit(outside, () =>
      answered(`/v2/billing/${locked}/title`, { method: 'PATCH', body: { title: 'Refonte' } }),
    );
    const end = await endOf(server, patience);
    if (!end.byItself) await server.kill();
    const { rows } = await outside.query('select title from billing.document where id = $1', [locked]);
    return { ...end, edit: await edit, papers: await Promise.all(papers), title: rows[0].title };
  } finally {
    await outside.end();
    client.close();
  }
}

/** An edit that waits for this connection's lock; repeated if a busy machine refuses it first. */
async function waitingEdit(outside: pg.Client, asks: () => Promise<string>): Promise<{ edit: Promise<string> }> {
  for (;;) {
    let isOver = false;
    const edit = asks();
    void edit.then(() => {
      isOver = true;
    });
    for (; !isOver; await wait(20)) {
      if ((await outside.query(WAITING_FOR_IT)).rows[0].many > 0) return { edit };
    }
    assert.equal(await edit, '503', 'what is held cannot be edited');
  }
}

async function connected({ port }: ServerUnderLoad, ca: Buffer): Promise<tls.TLSSocket> {
  const socket = tls.connect({ host: '127.0.0.1', port, ca });
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'secureConnect');
  return socket;
}

/** Sessions waiting for this connection's lock. */
const WAITING_FOR_IT = `select count(*)::int as many from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;

async function endOf(server: ServerUnderLoad, patience: Promise<unknown>): Promise<Pick<Ended, 'byItself' | 'ms'>> {
  const began = performance.now();
  process.kill(server.pid, 'SIGTERM');
  let isOver = false;
  void patience.then(() => {
    isOver = true;
  });
  while (server.isAlive() && !isOver) await wait(50);
  return { byItself: !server.isAlive(), ms: performance.now() - began };
}

test('SIGTERM ends the process within 15 s despite a held lock, PDFs in progress and a stalled upload', () => {
  console.log(JSON.stringify(hurried));
  assert.ok(hurried.byItself, 'it did not end');
  assert.ok(processLimits.stopping.allMs < END_MS_MAX);
  // Waiting PDFs are delivered or refused for a retry; only requests in progress are cut off.
  const cutOff = hurried.papers.filter((said) => said !== '200' && said !== '503');
  assert.ok(cutOff.length <= PRINTED_AT_ONCE && cutOff.every((said) => said === 'cut off'), cutOff.join());
  assert.match(hurried.edit, /^(503|cut off)$/);
  assert.equal(hurried.title, null, 'what was under way is not done');
});

test('control: a server that waits for all of them is still running after 15 s', () => {
  assert.equal(neverHurried.byItself, false);
});
