import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { processLimits } from '../../src/limits/process-limits.ts';
import { longDocument } from '../load-test/long-document.ts';
import { copyDrafts } from '../support/database/copy-drafts.ts';
import { until } from '../support/runner/wait-until.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

const own = { ...processLimits.answers };
const PAGE = '/v2/billings?limit=100';
const MEBIBYTE = 1_048_576;

let service: ServiceOverHttps;
/** Bytes of the page: more than the buffers of two sockets. */
let pageBytes: number;
beforeAll(async () => {
  service = await serviceOverHttps();
  pageBytes = await madePage();
});
afterEach(() => {
  Object.assign(processLimits.answers, own);
});
afterAll(() => service.close());

const CONTACT = {
  firstname: 'Léa',
  lastname: 'Moreau',
  billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
};

/** Thirty drafts of 500 lines: one page of the list. */
async function madePage(): Promise<number> {
  const { id: customerId } = (await service.ask('/contact', { body: CONTACT })).json;
  const made = await service.ask(`/v2/billing/invoice/${customerId}`, { method: 'POST', body: longDocument(40) });
  assert.equal(made.status, 201, made.text);
  const { accountId } = service.live;
  await copyDrafts(service.services.pool, { accountId, documentId: made.json.id, copies: 29 });
  const page = await service.ask(PAGE);
  assert.equal(page.status, 200, page.text.slice(0, 500));
  return Buffer.byteLength(page.text);
}

/**
 * Requests the page without reading until asked to; returns the bytes received before the close.
 */
async function unread(): Promise<{ read: (pauseMs?: number) => Promise<number> }> {
  const socket = tls.connect({ host: '127.0.0.1', port: service.port(), ca: service.certificate.cert });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  socket.pause();
  const head = [`GET ${PAGE} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${service.keys.live}`];
  socket.write([...head, 'Connection: close', '', ''].join('\r\n'));
  return {
    read: async (pauseMs = 0) => {
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (pauseMs === 0) return;
        socket.pause();
        setTimeout(() => socket.resume(), pauseMs);
      });
      socket.resume();
      if (!socket.destroyed) await once(socket, 'close');
      return bytes;
    },
  };
}

/** The response to a small request of the same account. */
async function asked(): Promise<string> {
  const { status, headers, json } = await service.ask('/v2/company/me');
  return status === 200 ? '200' : `${status} ${json.code}, Retry-After ${String(headers['retry-after'])}`;
}

const REFUSED = '429 request.account_busy, Retry-After 2';

/** Initial timeout in milliseconds for a reader; extended if the machine stalled. */
const TAKING_MS = 3_000;

/** An unread page that fills the quota, once other requests of the account are refused. */
async function readerWhoDoesNotRead(limits: Partial<typeof own>): Promise<{ read: () => Promise<number> }> {
  for (let takingMs = TAKING_MS; ; takingMs *= 2) {
    Object.assign(processLimits.answers, { takingMs }, limits, { bytesPerOwnerMax: pageBytes });
    await service.restart();
    const reader = await unread();
    for (const end = performance.now() + 2 * takingMs; performance.now() < end; await wait(20))
      if ((await asked()) === REFUSED) return reader;
  }
}

test('an unread response takes the quota of its account until its connection is closed', async () => {
  assert.ok(pageBytes > 4 * MEBIBYTE, `${pageBytes} bytes`);
  const reader = await readerWhoDoesNotRead({ sentBytesPerSecondMin: 1e12 });
  await until('its bytes are given back', async () => (await asked()) === '200');
  assert.ok((await reader.read()) < pageBytes, 'it was cut off');
});

test('control: without a timeout the quota stays full, and a late reader gets the full response', async () => {
  const reader = await readerWhoDoesNotRead({ takingMs: Number.POSITIVE_INFINITY });
  await wait(4_000);
  assert.equal(await asked(), REFUSED);
  assert.ok((await reader.read()) > pageBytes, 'with its head');
  await until('its bytes are given back', async () => (await asked()) === '200');
});

test('a slow reader gets the full response', async () => {
  Object.assign(processLimits.answers, { takingMs: 0 });
  const reader = await unread();
  assert.ok((await reader.read(10)) > pageBytes);
});
