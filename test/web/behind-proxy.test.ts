import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { FILE_BYTES_MAX } from '../../src/http/request/file-body.ts';
import { isLongForm } from '../support/runner/long-form.ts';
import { chromiumPath, NO_CHROMIUM } from './chromium.ts';
import { userJourney as acceptInvitation } from './e2e/accept-invitation.ts';
import { userJourney as commandPalette } from './e2e/command-palette.ts';
import { userJourney as secondFactor } from './e2e/second-factor.ts';
import { userJourney as signAndPay } from './e2e/sign-and-pay.ts';
import { type Behind, openE2eEnvironments, type ReverseProxy } from './e2e-environment.ts';
import { type E2eTest, journey } from './e2e-test.ts';
import { installedProxies, type Neighbour, proxyHere, realProxy } from './reverse-proxies.ts';

// The service behind a reverse proxy in a real browser: with a name of its own, and under a path
// (PUBLIC_URL with a path). In this process always; with nginx and Caddy and the files of
// `deploy/proxies` if they are installed.

const chromium = chromiumPath();
const neighbour: Neighbour = { cookies: [] };

/** The path is also the name of a screen, so that a path removed once too often shows. */
const PATH = '/factures';

const everyPart: E2eTest = journey({
  name: 'pages, files, cookies, redirects, documentation, MCP and uploads',
  run: async ({ page, visit, address }) => {
    // A proxy closes a kept connection after a while, also at the moment of the next request.
    const get = (url: string) => page.request.get(url, { maxRetries: 3 });
    const path = new URL(address).pathname.replace(/\/$/, '');
    await page.goto(address);
    await page.locator('h1:visible').first().waitFor();
    assert.equal(page.url().replace(/\/$/, ''), address, 'without a redirect');
    const cookies = await page.context().cookies();
    assert.deepEqual(
      cookies
        .filter(({ name }) => name.endsWith('facturier-session'))
        .map((each) => [each.name, each.path, each.secure]),
      [[`${path === '' ? '__Host-' : '__Secure-'}facturier-session`, path || '/', true]],
    );
    await page.getByRole('link', { name: 'Factures', exact: true }).first().click();
    await page.waitForURL(`${address}/factures`);
    await page.reload();
    await page.locator('h1:visible').first().waitFor();

    const manifest = new URL((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '', address).href;
    const { start_url, scope, icons } = await (await get(manifest)).json();
    for (const each of [start_url, scope]) assert.equal(new URL(each, manifest).href, `${address}/`);
    for (const { src } of icons) assert.equal((await get(new URL(src, manifest).href)).status(), 200);

    await visit('/docs/');
    assert.equal(new URL(page.url()).pathname, `${path}/docs`);
    await page.locator('a[href*="chapter="]').first().click();
    await page.locator('#description .opblock').first().waitFor();
    const description = await (await get(`${address}/openapi.json`)).json();
    assert.deepEqual(description.servers, [{ url: path || '/' }]);
    const refused = await (await get(`${address}/v2/billing/x`)).json();
    assert.equal(refused.instance, `${path}/v2/billing/x`);
    assert.equal((await get(refused.type)).status(), 200, 'the explanation of a refusal');

    const asked = await page.request.post(`${address}/mcp`, { data: {} });
    const [, known = ''] = /resource_metadata="([^"]+)"/.exec(asked.headers()['www-authenticate'] ?? '') ?? [];
    assert.equal((await (await get(known)).json()).resource, `${address}/mcp`);
    const inserted = new URL(`/.well-known/oauth-protected-resource${path}/mcp`, address).href;
    if (!address.includes(PATH)) assert.equal((await get(inserted)).status(), 200, 'RFC 9728');

    await visit('/aide');
    assert.equal(new URL(page.url()).pathname, `${path}/aide/`, 'the manual');
    const { csrf } = await (await get(`${address}/v2/person`)).json();
    const large = await page.request.post(`${address}/v2/billing/${randomUUID()}/attachments`, {
      headers: { 'facturier-csrf': csrf, 'content-type': 'application/json' },
      data: Buffer.alloc(FILE_BYTES_MAX + 1),
    });
    assert.equal((await large.json()).code, 'request.body_too_large', 'the service refuses it, not the proxy');
    await page.goto(new URL('/', address).href);
    assert.doesNotMatch(neighbour.cookies.join(), /facturier/, 'the other program receives no cookie');
  },
});

type Case = readonly [name: string, proxy: (behind: Behind) => Promise<ReverseProxy>, journeys: readonly E2eTest[]];

const cases: readonly Case[] = [
  [
    'a proxy that passes the path on',
    (behind) => proxyHere(behind, { path: PATH, neighbour }),
    [everyPart, acceptInvitation, signAndPay, ...(isLongForm ? [commandPalette] : [])],
  ],
  ['a proxy that removes the path', (behind) => proxyHere(behind, { path: PATH, strips: true }), [everyPart]],
  ...installedProxies().flatMap((program): Case[] => [
    [
      `${program} with a name`,
      (behind) => realProxy(program, behind, { isUnderPath: false }),
      [everyPart, secondFactor],
    ],
    [
      `${program} under a path`,
      (behind) => realProxy(program, behind, { isUnderPath: true }),
      [everyPart, secondFactor],
    ],
  ]),
];

if (!chromium)
  test('the service behind a proxy', (t) => {
    if (process.env.CI !== 'true') t.skip(NO_CHROMIUM);
    assert.fail(NO_CHROMIUM);
  });
else {
  for (const [name, proxyFor, journeys] of cases)
    describe(`behind ${name}`, () => {
      let stages: Awaited<ReturnType<typeof openE2eEnvironments>>;
      beforeAll(async () => {
        stages = await openE2eEnvironments(chromium, proxyFor);
      });
      afterAll(() => stages.close());
      for (const each of journeys) test(each.name, () => stages.run(each));
    });
}
