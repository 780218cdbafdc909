import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, test } from 'vitest';
import { builtWebIn } from './built-files.ts';
import { serveWebApp } from './web-app.ts';

// Tests how the service serves built files; the e2e tests cover the pages themselves.

const SCRIPT = "console.log('bonjour');";
const PAGE = '<h1>Install</h1>';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let folder: string;
let app: FastifyInstance;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'facturier-web-'));
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script nonce="__NONCE__"></script>');
  writeFileSync(join(folder, 'built.json'), '{}');
  writeFileSync(join(folder, 'app', 'index-Ab3_d-9z.js'), SCRIPT);
  writeFileSync(join(folder, 'app', 'index-Ab3_d-9z.js.gz'), gzipSync(SCRIPT));
  mkdirSync(join(folder, 'aide', 'en', 'start'), { recursive: true });
  writeFileSync(join(folder, 'aide', 'index.html'), '<h1>Aide</h1>');
  writeFileSync(join(folder, 'aide', 'en', 'index.html'), '<h1>Help</h1>');
  writeFileSync(join(folder, 'aide', '404-fr.html'), '<a href="__UP__">Aide</a>');
  writeFileSync(join(folder, 'aide', '404-en.html'), '<a href="__UP__en/">Help</a>');
  writeFileSync(join(folder, 'aide', 'en', 'start', 'install.html'), PAGE);
  writeFileSync(join(folder, 'aide', 'en', 'start', 'install.html.gz'), gzipSync(PAGE));
  app = Fastify();
  app.decorate('publicUrl', 'https://localhost');
  serveWebApp(app, builtWebIn(folder));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('a browser gets the web app with a new nonce in each answer; a program gets nothing at these addresses', async () => {
  const first = await app.inject({ url: '/reglages/cles', headers: BROWSER });
  const second = await app.inject({ url: '/reglages/cles', headers: BROWSER });
  assert.equal(first.statusCode, 200);
  const policy = String(first.headers['content-security-policy']);
  const [, nonce = ''] = /'nonce-([^']{22,})'/.exec(policy) ?? [];
  assert.ok(first.body.includes(`nonce="${nonce}"`) && nonce !== '');
  assert.ok(!second.body.includes(nonce), 'the next answer has another');
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);

  for (const accept of ['*/*', 'application/json', 'text/html;q=0', 'text/htmlx']) {
    const { statusCode, body } = await app.inject({ url: '/devis', headers: { accept } });
    assert.deepEqual([accept, statusCode, JSON.parse(body).code], [accept, 404, 'request.route_not_found']);
  }
});

test('assets are cached permanently, in the smallest encoding the client accepts', async () => {
  const asked = (encodings: string) =>
    app.inject({ url: '/app/index-Ab3_d-9z.js', headers: { 'accept-encoding': encodings } });
  const packed = await asked('gzip, br');
  assert.equal(packed.headers['content-encoding'], 'gzip', 'there is no brotli of it');
  assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(packed.headers.vary, 'accept-encoding');
  for (const encodings of ['', 'identity', 'gzip;q=0', 'br']) {
    const plain = await asked(encodings);
    assert.deepEqual([plain.headers['content-encoding'], plain.body], [undefined, SCRIPT]);
  }
});

test('no other file of the disk is served', async () => {
  const names = [
    '..%2Fbuilt.json',
    '..%2Findex.html',
    '%2e%2e%2findex.html',
    'index-Ab3_d-9z.js.gz',
    'nothing.js',
    '%00.js',
  ];
  for (const name of names) {
    const { statusCode } = await app.inject({ url: `/app/${name}` });
    assert.equal(statusCode, 404, name);
  }
});

test('without a built web app its addresses answer nothing', async () => {
  const bare = Fastify();
  bare.decorate('publicUrl', 'https://localhost');
  serveWebApp(bare, undefined);
  for (const url of ['/devis', '/app/index-Ab3_d-9z.js', '/aide/', '/aide/start/install']) {
    const { statusCode } = await bare.inject({ url, headers: BROWSER });
    assert.equal(statusCode, 404, url);
  }
  await bare.close();
});

test('the manual is served at /aide with a policy that allows no inline script, and revalidated', async () => {
  const home = await app.inject({ url: '/aide/' });
  assert.deepEqual([home.statusCode, home.body], [200, '<h1>Aide</h1>']);
  const page = await app.inject({ url: '/aide/en/start/install', headers: { 'accept-encoding': 'gzip' } });
  assert.deepEqual([page.statusCode, page.headers['content-encoding']], [200, 'gzip']);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['content-security-policy']), /script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe|nonce|\*|https?:/);
  const again = await app.inject({
    url: '/aide/en/start/install',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(page.headers.etag) },
  });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});

test('home pages of the manual end with a slash, so that their relative links work under any address', async () => {
  for (const [url, to] of [
    ['/aide', 'aide/'],
    ['/aide/en', 'en/'],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url });
    assert.deepEqual([statusCode, headers.location], [308, to]);
  }
});

test('a page of the manual with a trailing slash redirects to its address without one', async () => {
  for (const [url, to] of [
    ['/aide/en/start/install/', '../install'],
    ['/aide/en/start/install//', '../../install'],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url });
    assert.deepEqual([statusCode, headers.location], [308, to], url);
    const page = await app.inject({ url: new URL(to, `https://localhost${url}`).pathname });
    assert.deepEqual([page.statusCode, page.body], [200, PAGE]);
  }
});

test('an unknown page of the manual is a page in its language for browsers, a problem for programs', async () => {
  for (const [url, link] of [
    ['/aide/nothing', 'href="./"'],
    ['/aide/start/nothing', 'href="../"'],
    ['/aide/en/start/..%2f..%2f..%2findex', 'href="../../../../../en/"'],
  ] as const) {
    const { statusCode, body } = await app.inject({ url, headers: BROWSER });
    assert.deepEqual([statusCode, body.includes(link)], [404, true], `${url}: ${body}`);
  }
  const { statusCode, body } = await app.inject({ url: '/aide/nothing' });
  assert.deepEqual([statusCode, JSON.parse(body).code], [404, 'request.route_not_found']);
});
