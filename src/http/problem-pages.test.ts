import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { operations } from '../operations/index.ts';
import { makeApi } from './api.ts';
import { rateLimit } from './rate-limit.ts';

let api: FastifyInstance;
before(async () => {
  api = await makeApi({
    operations,
    world: {
      pool: undefined as never,
      surroundings: {
        serviceName: 'Atelier',
        publicUrl: 'https://billing.example.org',
        seal: undefined as never,
        webhooks: undefined as never,
        portalTokens: undefined as never,
        shownDocuments: undefined as never,
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
after(() => api.close());

const page = (code: string, language: string) =>
  api.inject({ url: `/problems/${code}`, headers: { 'accept-language': language } });

test('the type of every problem leads to a page that explains it, in French and in English', async () => {
  const listed = await readFile(new URL('../../docs/refusals.md', import.meta.url), 'utf8');
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

test('a code we never answer has no page', async () => {
  assert.equal((await page('billing.nothing_of_the_kind', 'fr')).statusCode, 404);
});

test('the description that is served bears the name of the service', async () => {
  const { components } = (await api.inject('/openapi.json')).json();
  assert.ok(components.schemas.DisplaySettings.required.includes('displayAtelierLogo'));
});

test('the description goes out as a tenth of its size where gzip is taken, and as it is elsewhere', async () => {
  const asked = async (accepted?: string) =>
    api.inject({ url: '/openapi.json', headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
  const plain = await asked();
  assert.equal(plain.headers['content-encoding'], undefined);
  for (const accepted of ['gzip', 'br;q=1.0, gzip;q=0.8', 'deflate,GZIP']) {
    const packed = await asked(accepted);
    assert.equal(packed.headers['content-encoding'], 'gzip', accepted);
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 8, accepted);
    assert.ok(gunzipSync(packed.rawPayload).equals(plain.rawPayload), accepted);
  }
  for (const accepted of ['gzip;q=0', 'gzip; q=0.0, br', 'xgzip', 'identity'])
    assert.equal((await asked(accepted)).headers['content-encoding'], undefined, accepted);
});
