import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import pg from 'pg';
import { parseApiKey } from '../../src/domain/account/api-key.ts';
import { type BesiegedServer, besiegedServer } from '../siege/besieged-server.ts';
import { longDocument } from '../siege/costly-shots.ts';
import { firstCustomer, ONE_LINE } from '../support/clients-of-processes.ts';
import { httpClient } from '../support/http-client.ts';
import { type Ground, ground } from '../support/server-process.ts';

/** Milliseconds from SIGTERM to the end of the process, whatever waits. */
const END_MS_MAX = 15_000;
const PAPERS = 30;
/** Papers that are printed at a time, the spare process included. */
const PRINTED_AT_ONCE = 3;

let on: Ground;
let key: string;
let customerId: string;
/** How long each server took to end; undefined where it did not within the time. */
let hurried: Ended;
let neverHurried: Ended;
type Ended = { ms: number | undefined; edit: string; papers: string[]; title: string | null };

before(async () => {
  on = await ground();
  const first = await besiegedServer(on);
  key = first.keys?.live as string;
  customerId = await firstCustomer(on, first, key);
  const modules = [new URL('./never-hurried.ts', import.meta.url).href];
  const second = await besiegedServer(on, { modules });
  try {
    [hurried, neverHurried] = (await Promise.all([first, second].map(toldToEndWhileAllWaits))) as [Ended, Ended];
  } finally {
    await Promise.all([first.kill(), second.kill()]);
  }
});
after(() => on.discard());

/**
 * An edit waits for a lock that somebody outside holds, papers wait to be printed, an upload stands still, a connection is
 * idle: then the server is told to end.
 */
async function toldToEndWhileAllWaits(server: BesiegedServer): Promise<Ended> {
  const ca = await on.ca();
  const client = httpClient({ port: server.port, ca });
  const outside = new pg.Client({ ...on.database.ownerUrl });
  outside.on('error', () => {});
  await outside.connect();
  try {
    const draft = async (body: object | string) => {
      const made = await client.ask(`/v2/billing/invoice/${customerId}`, { key, method: 'POST', body });
      assert.equal(made.status, 201, made.text);
      return made.json.id as string;
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
    const edit = answered(`/v2/billing/${locked}/title`, { method: 'PATCH', body: { title: 'Refonte' } });
    const papers = Array.from({ length: PAPERS }, () => answered(`/v2/billing/${long}/download`, {}));
    await connected(server, ca);
    const upload = await connected(server, ca);
    upload.write(
      `POST /v2/customers/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\nContent-Length: 7000000\r\n\r\n`,
    );
    await wait(1_000);
    const ms = await endOf(server);
    if (ms === undefined) await server.kill();
    const { rows } = await outside.query('select title from billing.document where id = $1', [locked]);
    return { ms, edit: await edit, papers: await Promise.all(papers), title: rows[0].title };
  } finally {
    await outside.end();
    client.close();
  }
}

async function connected({ port }: BesiegedServer, ca: Buffer): Promise<tls.TLSSocket> {
  const socket = tls.connect({ host: '127.0.0.1', port, ca });
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'secureConnect');
  return socket;
}

async function endOf(server: BesiegedServer): Promise<number | undefined> {
  const began = performance.now();
  process.kill(server.pid, 'SIGTERM');
  while (performance.now() - began < END_MS_MAX) {
    if (!server.isAlive()) return performance.now() - began;
    await wait(50);
  }
  return undefined;
}

test('SIGTERM ends the process within 15 s whatever waits: a lock, papers, an upload that stands still', (t) => {
  t.diagnostic(JSON.stringify(hurried));
  assert.notEqual(hurried.ms, undefined, 'it did not end');
  // Who waits for a paper has it, or is told to come back; only what was under way after all that time is cut off.
  const cutOff = hurried.papers.filter((said) => said !== '200' && said !== '503');
  assert.ok(cutOff.length <= PRINTED_AT_ONCE && cutOff.every((said) => said === 'cut off'), cutOff.join());
  assert.match(hurried.edit, /^(503|cut off)$/);
  assert.equal(hurried.title, null, 'what was under way is not done');
});

test('control: a server that waits for all of it has not ended by then', () => {
  assert.equal(neverHurried.ms, undefined);
});
