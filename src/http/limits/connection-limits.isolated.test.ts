import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import pino from 'pino';
import { test } from 'vitest';
import { httpClient } from '../../../test/support/service/http-client.ts';
import { sharedCertificate } from '../../../test/support/service/test-certificate.ts';
import { processLimits } from '../../limits/process-limits.ts';
import type { SecurityNote } from '../../services/security-event.ts';
import { type HttpServer, startServer } from '../server/server.ts';

const certificate = await sharedCertificate('service');
const OTHER_ADDRESS = '127.0.0.2';
const own = { ...processLimits.connections };

type Limits = Partial<typeof own>;
type Given = { limits?: Limits; trusted?: string[]; perAddress?: number };

/** Number of requests the test server is processing and will not finish. */
let atWork = 0;

/**
 * Starts a server with these limits and returns its log. All loopback addresses belong to this
 * machine, so a test can act as many clients.
 */
async function withServer(
  given: Given,
  work: (server: HttpServer, noted: SecurityNote[]) => Promise<void>,
): Promise<void> {
  Object.assign(processLimits.connections, own, given.limits);
  const noted: SecurityNote[] = [];
  atWork = 0;
  const environment = { publicUrl: 'https://127.0.0.1', securityLog: (note: SecurityNote) => void noted.push(note) };
  const server = await startServer({
    operations: [],
    services: { pool: undefined as never, environment: environment as never, now: () => 0, newId: () => '' },
    access: { findCaller: async () => undefined, rateLimit: { take: () => 0 } },
    log: pino({ level: 'silent' }),
    // Requests to it stay in progress until the service times out.
    isReady: () => {
      atWork += 1;
      return new Promise(() => {});
    },
    ...{ tls: certificate, host: '0.0.0.0', port: 0, httpPort: 0 },
    trustedProxies: given.trusted ?? [],
    connectionsPerAddress: given.perAddress,
  });
  try {
    await work(server, noted);
  } finally {
    await server.stop();
    Object.assign(processLimits.connections, own);
  }
}

/** A connection that has not started the TLS handshake. */
async function dumb(port: number, localAddress = '127.0.0.1'): Promise<net.Socket> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** A connection after its TLS handshake; undefined if it was refused. */
function secured(port: number, localAddress = '127.0.0.1'): Promise<tls.TLSSocket | undefined> {
  const raw = net.connect({ port, host: '127.0.0.1', localAddress });
  const socket = tls.connect({ socket: raw, ca: certificate.cert, servername: 'localhost' });
  raw.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
    raw.once('close', () => resolve(undefined));
  });
}

/** Milliseconds until the socket closes; undefined if it is still open after `ms`. */
async function closedAfter(socket: net.Socket, ms: number): Promise<number | undefined> {
  const began = performance.now();
  // A reset counts as closed too.
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - began)));
  socket.resume();
  if (socket.destroyed) return 0;
  return Promise.race([closed, wait(ms, undefined, { ref: false })]);
}

/** Number of open sockets, once it has dropped to `expected` or after a timeout. */
async function leftOf(sockets: readonly net.Socket[], expected: number): Promise<number> {
  const open = () => sockets.filter((each) => !each.destroyed && each.readyState === 'open').length;
  for (const each of sockets) each.resume();
  for (const end = performance.now() + SOON_MS; open() > expected && performance.now() < end; ) await wait(20);
  return open();
}

const answers = async (port: number): Promise<number> => {
  const client = httpClient({ port, ca: certificate.cert });
  const { status } = await client.ask('/health/live').finally(() => client.close());
  return status;
};

const SOON_MS = 60_000;
const GET = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n';

test('a handshake that never completes is ended, even if bytes keep trickling in', () =>
  withServer({ limits: { handshakeMs: 500 } }, async ({ port }) => {
    const stalled = await dumb(port);
    stalled.write(Buffer.from([0x16]));
    const dribbling = await dumb(port);
    dribbling.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]));
    const more = setInterval(() => !dribbling.destroyed && dribbling.write(Buffer.alloc(1)), 50);
    const ended = await Promise.all([stalled, dribbling].map((each) => closedAfter(each, SOON_MS)));
    clearInterval(more);
    assert.ok(
      ended.every((ms) => ms !== undefined),
      String(ended),
    );
    assert.equal(await answers(port), 200);
  }));

test('negative control: without a timeout such handshakes stay open', () =>
  withServer({ limits: { handshakeMs: 120_000, firstByteMs: 120_000 } }, async ({ port }) => {
    const stalled = await dumb(port);
    stalled.write(Buffer.from([0x16]));
    assert.equal(await closedAfter(stalled, 1_500), undefined);
    stalled.destroy();
  }));

test('headers sent one byte at a time are answered 408 and the connection ends', () =>
  withServer({ limits: { headersMs: 600, lookMs: 100 } }, async ({ port }) => {
    const slow = (await secured(port)) ?? assert.fail();
    let said = '';
    slow.on('data', (chunk) => {
      said += chunk;
    });
    slow.on('error', () => {});
    const text = `${GET}X-Slow: ${'x'.repeat(10_000)}`;
    let at = 0;
    const more = setInterval(() => slow.writable && slow.write(text.charAt(at++)), 50);
    const ended = await closedAfter(slow, SOON_MS);
    clearInterval(more);
    assert.ok(ended !== undefined && at < 2_000);
    assert.match(said, /^HTTP\/1\.1 408/);
  }));

test('a connection without any request ends, and so does one idle after an answer', () =>
  withServer({ limits: { idleMs: 600, lookMs: 100 } }, async ({ port, httpPort }) => {
    const silent = (await secured(port)) ?? assert.fail();
    const plain = await dumb(httpPort as number);
    const asked = (await secured(port)) ?? assert.fail();
    asked.write(`${GET}\r\n`);
    const ended = await Promise.all([silent, plain, asked].map((each) => closedAfter(each, SOON_MS)));
    assert.ok(
      ended.every((ms) => ms !== undefined),
      String(ended),
    );
  }));

test('of 500 idle connections from one address 50 stay, and another address is served', () =>
  withServer({ perAddress: 50 }, async ({ port }) => {
    const many = await Promise.all(Array.from({ length: 500 }, () => dumb(port, OTHER_ADDRESS)));
    assert.ok((await leftOf(many, 50)) <= 50);
    assert.equal(await answers(port), 200);
    // Other clients of the same address can still connect: the oldest idle connection is closed.
    const beside = (await secured(port, OTHER_ADDRESS)) ?? assert.fail('refused beside the idle ones');
    beside.destroy();
    for (const each of many) each.destroy();
  }));

test('negative control: without a limit per address all 500 stay', () =>
  withServer({ perAddress: 0 }, async ({ port }) => {
    const many = await Promise.all(Array.from({ length: 500 }, () => dumb(port, OTHER_ADDRESS)));
    const closed = await Promise.all(many.map((each) => closedAfter(each, 500)));
    assert.equal(closed.filter((ms) => ms !== undefined).length, 0);
    for (const each of many) each.destroy();
  }));

test('a trusted proxy serves many clients and has no limit of its own', () =>
  withServer({ perAddress: 5, trusted: [OTHER_ADDRESS] }, async ({ port }) => {
    const many = await Promise.all(Array.from({ length: 40 }, () => dumb(port, OTHER_ADDRESS)));
    const closed = await Promise.all(many.map((each) => closedAfter(each, 300)));
    assert.equal(closed.filter((ms) => ms !== undefined).length, 0);
    for (const each of many) each.destroy();
  }));

test('a busy connection is never closed: the next one of its address is refused, and this is logged', () =>
  withServer({ perAddress: 2 }, async ({ port }, noted) => {
    const working = await Promise.all([secured(port), secured(port)]);
    for (const each of working) each?.write('GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n');
    for (const end = performance.now() + SOON_MS; atWork < 2 && performance.now() < end; ) await wait(20);
    assert.equal(atWork, 2);
    assert.ok((await secured(port)) === undefined, 'a third got in');
    assert.deepEqual(noted[0], { event: 'connections_refused', address: '127.0.0.1' });
    for (const each of working) each?.destroy();
  }));

test('above the total limit, a connection of the address that holds the most is closed', () =>
  withServer({ perAddress: 0, limits: { max: 60 } }, async ({ port }) => {
    const modest = await Promise.all(Array.from({ length: 5 }, () => dumb(port, '127.0.0.3')));
    const greedy = await Promise.all(Array.from({ length: 100 }, () => dumb(port, OTHER_ADDRESS)));
    assert.ok((await leftOf([...modest, ...greedy], 60)) <= 60);
    assert.equal(await leftOf(modest, 5), 5, 'the modest one lost nothing');
    assert.equal(await answers(port), 200);
    for (const each of [...modest, ...greedy]) each.destroy();
  }));

/**
 * Sends several requests in one write. Returns how many answers come back and whether the service
 * closes the connection.
 */
async function inOneBreath(port: number, requests: number): Promise<{ answers: number; ended: boolean }> {
  const socket = await secured(port);
  assert.ok(socket);
  let text = '';
  let ended = false;
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    ended = true;
  });
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
  const answers = (): number => text.split('HTTP/1.1 200').length - 1;
  for (const end = performance.now() + SOON_MS; !ended && answers() < requests && performance.now() < end; )
    await wait(20);
  socket.destroy();
  return { answers: answers(), ended };
}

test('thirty pipelined requests are all answered; with three hundred the connection is ended', () =>
  withServer({}, async ({ port }) => {
    assert.deepEqual(await inOneBreath(port, 30), { answers: 30, ended: false });
    const { answers, ended } = await inOneBreath(port, 300);
    assert.equal(ended, true);
    assert.ok(answers < 300, `${answers} were answered`);
  }));

test('negative control: without that limit all three hundred are answered', () =>
  withServer({ limits: { unansweredMax: 1e9 } }, async ({ port }) => {
    assert.deepEqual(await inOneBreath(port, 300), { answers: 300, ended: false });
  }));
