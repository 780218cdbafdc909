import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { processLimits } from '../../src/limits/process-limits.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

const own = { ...processLimits.bodies };
let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterEach(() => {
  Object.assign(processLimits.bodies, own);
});
afterAll(() => service.close());

const FILE_BYTES = 7_000_000;
/** Bytes sent before the client checks for a response. */
const FIRST_BYTES = 1_000_000;
/** Milliseconds in which the service has refused, or closed the connection. */
const REFUSED_MS = 500;
const TRIES_MAX = 10;

const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

async function connected(): Promise<tls.TLSSocket> {
  const socket = tls.connect({ host: '127.0.0.1', port: service.port(), ca: service.certificate.cert });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

const head = (lines: readonly string[]): string =>
  ['POST /v2/customers/import HTTP/1.1', 'Host: localhost', 'Content-Type: text/csv', ...lines, '', ''].join('\r\n');

/**
 * Sends the whole body before reading, like many programs. Returns status and Retry-After, or no
 * response, and whether the connection closed.
 */
async function sentThenRead(lines: readonly string[], bytes = FILE_BYTES): Promise<string> {
  const socket = await connected();
  socket.pause();
  const isChunked = lines.some((line) => /chunked/.test(line));
  const part = (length: number) => (isChunked ? chunked(Buffer.alloc(length, 'a')) : Buffer.alloc(length, 'a'));
  socket.write(head(lines));
  socket.write(part(FIRST_BYTES));
  await wait(REFUSED_MS);
  await new Promise((sent) => {
    socket.write(part(bytes - FIRST_BYTES), sent);
    socket.once('close', sent);
  });
  if (isChunked) socket.write('0\r\n\r\n');
  let text = '';
  const whole = new Promise((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (/^connection: keep-alive.*\r\n\r\n\{.*\}/ims.test(text)) resolve(text);
    });
    socket.once('close', resolve);
  });
  socket.resume();
  if (!socket.destroyed) await whole;
  const [, status = 'no answer'] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const [, retryAfter = 'none'] = /^retry-after: (\d+)/im.exec(text) ?? [];
  const isWhole = /\r\n\r\n\{.*\}/s.test(text);
  const ended = socket.destroyed;
  socket.destroy();
  return `${status}, Retry-After ${retryAfter}${isWhole ? '' : ', cut off'}${ended ? ', then closed' : ''}`;
}

/** Bodies that fill the account's quota during the work: it is full once one is refused. */
async function withFullShare<T>(work: () => Promise<T>): Promise<T> {
  const sockets = await Promise.all([0, 1, 2, 3].map(connected));
  const refused = Promise.race(sockets.map((socket) => once(socket, 'data')));
  for (const socket of sockets) socket.write(head([asOwner(), `Content-Length: ${FILE_BYTES}`]));
  const [said] = await refused;
  assert.match(String(said), /^HTTP\/1\.1 429/);
  try {
    return await work();
  } finally {
    for (const socket of sockets) socket.destroy();
    await wait(100);
  }
}

const asOwner = () => `Authorization: Bearer ${service.keys.live}`;
const closing = ['Connection: close', `Content-Length: ${FILE_BYTES}`];
const unknownLength = ['Transfer-Encoding: chunked'];

test('a client that sends 7 MB before reading gets its 429 with Retry-After, 413 or 401, then the close', async () => {
  const told = await withFullShare(async () => [
    await sentThenRead([asOwner(), ...closing]),
    await sentThenRead([asOwner(), ...unknownLength]),
  ]);
  assert.deepEqual(told, ['429, Retry-After 2, then closed', '429, Retry-After 2, then closed']);
  const tooLarge = [asOwner(), `Content-Length: ${2 * FILE_BYTES}`];
  assert.equal(await sentThenRead(tooLarge, 2 * FILE_BYTES), '413, Retry-After none, then closed');
  assert.equal(await sentThenRead(closing), '401, Retry-After none, then closed');
});

test('control: if a refused body is not drained, the client loses its response', async () => {
  Object.assign(processLimits.bodies, { thrownAwayBytesMax: 0, thrownAwayMs: 0 });
  let told = await sentThenRead(closing);
  // If the machine stalled just then, the response came before the close.
  for (let again = 1; !told.startsWith('no answer') && again < TRIES_MAX; again++) told = await sentThenRead(closing);
  assert.match(told, /^no answer/);
});

test('the response arrives while the body is still being sent', async () => {
  const socket = await connected();
  socket.write(head(closing));
  socket.write(Buffer.alloc(FIRST_BYTES, 'a'));
  const [chunk] = await once(socket, 'data');
  assert.match(String(chunk), /^HTTP\/1\.1 401/);
  socket.destroy();
});

/** Milliseconds a busy machine has to cut off a sender. */
const CUT_OFF_MS_MAX = 60_000;

/** Milliseconds until a refused endless sender is cut off; undefined if never. */
async function cutOffAfter(limits: Partial<typeof own>, mostMs = CUT_OFF_MS_MAX): Promise<number | undefined> {
  Object.assign(processLimits.bodies, own, limits);
  const socket = await connected();
  const began = performance.now();
  socket.resume();
  socket.write(head(unknownLength));
  const more = setInterval(() => socket.writable && socket.write(chunked(Buffer.alloc(64 * 1_024))), 20);
  const ended = await Promise.race([once(socket, 'close'), wait(mostMs, 'never', { ref: false })]);
  clearInterval(more);
  socket.destroy();
  return ended === 'never' ? undefined : performance.now() - began;
}

test('an endless body is cut off after a number of bytes or milliseconds', async () => {
  assert.notEqual(await cutOffAfter({ thrownAwayBytesMax: 256 * 1_024 }), undefined);
  assert.notEqual(await cutOffAfter({ thrownAwayMs: 300 }), undefined);
  assert.equal(await cutOffAfter({}, 3_000), undefined, 'control: within 32 MiB and 30 s he is read');
});

/** Whether a fourth chunked body of 7 MB is refused while three wait for their last byte. */
async function fourth(): Promise<string> {
  const sockets = await Promise.all([0, 1, 2].map(connected));
  try {
    for (const socket of sockets) {
      socket.resume();
      socket.write(head([asOwner(), ...unknownLength]));
      await new Promise((sent) => socket.write(chunked(Buffer.alloc(FILE_BYTES, 'a')), sent));
    }
    await wait(300);
    return await sentThenRead([asOwner(), ...unknownLength]);
  } finally {
    for (const socket of sockets) socket.destroy();
    await wait(100);
  }
}

test('chunked bodies count as they arrive: three of 7 MB fill the 24 MiB quota, the fourth is refused', async () => {
  assert.equal(await fourth(), '429, Retry-After 2, then closed');
  // After they are aborted the quota is free: the body is read and is not a table.
  assert.match(await sentThenRead([asOwner(), ...unknownLength]), /^400/);
});

test('control: with an unlimited quota the fourth is read', async () => {
  Object.assign(processLimits.bodies, { bytesPerAccountMax: 1e12, bytesMax: 1e12 });
  await service.restart();
  assert.match(await fourth(), /^400/);
  Object.assign(processLimits.bodies, own);
  await service.restart();
});
