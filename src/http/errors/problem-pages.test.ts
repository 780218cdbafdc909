import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../api/index.ts';
import { createApp } from '../app.ts';
import { rateLimit } from '../limits/key-rate-limit.ts';

let api: FastifyInstance;
beforeAll(async () => {
  api = await createApp({
    operations,
    services: {
      pool: undefined as never,
      environment: {
        serviceName: 'Atelier',
        publicUrl: 'https://billing.example.org',
        seal: undefined as never,
        webhooks: undefined as never,
        portalTokens: undefined as never,
        printer: undefined as never,
        quotas: undefined as never,
      },
      now: () => 1_790_000_000,
      newId: randomUUID,
    },
    access: { findCaller: async () => undefined, rateLimit: rateLimit(0) },
    log: pino({ level: 'silent' }),
    isReady: async () => true,
    isStopping: () => false,
  });
});
afterAll(() => api.close());

const page = (code: string, language: string) =>
  api.inject({ url: `/problems/${code}`, headers: { 'accept-language': language } });

test('the type of every problem links to a page that explains it, in French and in English', async () => {
  const listed = await readFile(new URL('../../../docs/refusals.md', import.meta.url), 'utf8');
  const codes = [...listed.matchAll(/^\| `([^`]+)` \| (\d+) \| (.+?) \((.+)\) \| /gm)];
  assert.ok(codes.length > 80, `${codes.length} codes`);
  for (const [, code, status, english, french] of codes) {
    for (const [language, title] of Object.entries({ en: english, fr: french })) {
      const { statusCode, body } = await page(code as string, language);
      assert.equal(statusCode, 200, code);
      assert.match(body, new RegExp(`<html lang="${language}">`));
      assert.ok(
        body.includes(`<h1>${title?.replace(/[&<>"]/g, (c) => escapes[c] as string)}</h1>`),
        `${code}: ${title}`,
      );
      assert.ok(body.includes(`HTTP ${status}`), code);
    }
  }
});

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

test('an unknown code has no page', async () => {
  assert.equal((await page('billing.nothing_of_the_kind', 'fr')).statusCode, 404);
});

test('the served description has the name of the service', async () => {
  const { components } = (await api.inject('/openapi.json')).json();
  assert.ok(components.schemas.DisplaySettings.required.includes('displayAtelierLogo'));
});

test('the description and its viewer are compressed with brotli or gzip like other files, and only once', async () => {
  const asked = async (url: string, headers: Record<string, string> = {}) => api.inject({ url, headers });
  // Accepted encodings, how to decode them, and the minimum compression ratio.
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [url, times] of [['/openapi.json', 8] as const, ['/docs/swagger-ui-bundle.js', 3] as const]) {
    const plain = await asked(url);
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [accepted, form] of [
      ['gzip', 'gzip'],
      ['br;q=1.0, gzip;q=0.8', 'br'],
      ['deflate,GZIP', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
    ] as const) {
      const packed = await asked(url, { 'accept-encoding': accepted });
      assert.deepEqual([packed.headers['content-encoding'], packed.headers.vary], [form, 'accept-encoding'], accepted);
      assert.ok(packed.rawPayload.length < plain.rawPayload.length / times, `${url} ${accepted}`);
      assert.ok(unpacked[form](packed.rawPayload).equals(plain.rawPayload), `${url} ${accepted}`);
    }
    for (const accepted of ['gzip;q=0', 'gzip; q=0.0', 'xgzip', 'identity'])
      assert.equal(
        (await asked(url, { 'accept-encoding': accepted })).headers['content-encoding'],
        undefined,
        accepted,
      );
    const again = await asked(url, { 'if-none-match': String(plain.headers.etag) });
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0], 'a browser that has it is sent nothing');
    assert.equal(
      (await asked(url, { 'if-none-match': '"of before"' })).statusCode,
      200,
      'control: of another it is sent',
    );
  }
});
