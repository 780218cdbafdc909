import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '../../src/db/connections/pool.ts';
import type { Replica } from '../../src/db/connections/replica.ts';
import { createWalPositions } from '../../src/db/connections/wal-positions.ts';
import { type Operation, operation } from '../../src/pipeline/operation.ts';
import { serviceVersion } from '../../src/runtime/service-version.ts';
import { httpClient } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { callTool, revisions, say } from './mcp-client.ts';

let service: ServiceOverHttps;
/** The position each read required of a replica, which never has it. */
const wanted: number[] = [];
const shows = (_: string, saw: number): boolean => wanted.push(saw) === 0;
beforeAll(async () => {
  const replica = { shows, close: async () => {} } as unknown as Replica;
  service = await serviceOverHttps({}, { reading: async () => ({ replica, positions: createWalPositions() }) });
});
afterAll(() => service.close());

type Listed = {
  name: string;
  title: string;
  description: string;
  inputSchema: { additionalProperties: boolean; properties: Record<string, { enum?: string[] }> };
  outputSchema: object;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
};

const listed = async (): Promise<Listed[]> =>
  (await say(service, 'tools/list', { revision: '2026-07-28' })).message.result.tools;
const one = async (name: string): Promise<Listed> =>
  (await listed()).find((tool) => tool.name === name) ?? assert.fail(name);

const AUDIT = { designation: 'Audit', vatCode: 'FR_2000', type: 'SERVICE_DELIVERY', unit: 'DAY', unitPrice: 60_000 };

test('initialize returns the server information and instructions with the main cautions', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const { message } = await say(service, 'initialize', { revision: '2025-11-25', params });
  assert.equal(message.result.protocolVersion, '2025-11-25');
  const { name, title, version } = message.result.serverInfo;
  assert.deepEqual([name, title], ['facturier', 'Facturier']);
  assert.equal(version, serviceVersion());
  for (const word of [/cents/, /cannot be undone/, /Ask the user/]) assert.match(message.result.instructions, word);
  const discovered = await say(service, 'server/discover', { revision: '2026-07-28' });
  assert.ok(discovered.message.result.supportedVersions.includes('2026-07-28'));
  assert.equal(discovered.message.result.instructions, message.result.instructions);
});

test('an older protocol version is still supported', async () => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const headers = { 'mcp-protocol-version': '2025-06-18' };
  const { message } = await say(service, 'initialize', { revision: '2025-11-25', params, headers });
  assert.equal(message.result.protocolVersion, '2025-06-18');
});

test('an assistant sends no read position, so its reads never use a replica that lacks its own writes', async () => {
  const wantedBy = async (reading: () => Promise<{ status: number }>): Promise<number | undefined> => {
    wanted.length = 0;
    assert.equal((await reading()).status, 200);
    return wanted[0];
  };
  const headers = { 'facturier-position': 'ff' };
  assert.equal(await wantedBy(() => callTool(service, 'get-products')), Number.POSITIVE_INFINITY);
  assert.equal(await wantedBy(() => callTool(service, 'get-products', { headers })), 255);
  // Control: HTTP clients receive a position, and may send it or not.
  assert.equal(await wantedBy(() => service.ask('/v2/catalog')), 0);
});

/** These make something leave the account; the others only act on it. */
const REACHES_OTHERS: ReadonlySet<string> = new Set([
  'send-to-platform',
  'answer-supplier-invoice',
  'transmit-e-report',
]);

test('the list of all tools is complete, and short enough to be read whole', async () => {
  const { text } = await say(service, 'tools/list', { revision: '2026-07-28' });
  assert.ok(text.length < 120_000, `${text.length} bytes`);
  assert.doesNotMatch(text, /"\$ref"|"\$defs"|"serviceLogo"/);
  const tools = await listed();
  assert.ok(tools.length >= 5);
  for (const tool of tools) {
    assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
    // The summary is in the description only.
    assert.equal(tool.title.toLowerCase().replaceAll(' ', '-'), tool.name);
    assert.ok(tool.description, tool.name);
    assert.equal(tool.annotations.openWorldHint, REACHES_OTHERS.has(tool.name), tool.name);
    assert.ok(!(tool.annotations.readOnlyHint && tool.annotations.destructiveHint), tool.name);
  }
});

test('the output schema of a tool names the fields of a product', async () => {
  const { outputSchema } = (await one('create-product')) as { outputSchema: any };
  const { product } = outputSchema.properties;
  for (const member of ['unitPrice', 'priceWithTaxes', 'productMargin', 'stock', 'isDeliveryOfGood'])
    assert.ok(member in product.properties, member);
});

test('a tool declares its effects on data and the values it accepts', async () => {
  assert.deepEqual((await one('get-products')).annotations, {
    readOnlyHint: true,
    openWorldHint: false,
  });
  assert.equal((await one('delete-product')).annotations.destructiveHint, true);
  const { readOnlyHint, destructiveHint } = (await one('create-product')).annotations;
  assert.deepEqual([readOnlyHint, destructiveHint], [false, false]);
  assert.ok((await one('create-product')).inputSchema.properties.vatCode?.enum?.includes('FR_2000'));
});

test('an answer comes as data and as text, identical, and matches the output schema', async () => {
  for (const revision of revisions) {
    const { message } = await callTool(service, 'create-product', { revision, said: AUDIT });
    const { structuredContent, content, isError } = message.result;
    assert.equal(isError, undefined);
    assert.equal(structuredContent.product.unitPrice, 60_000);
    assert.deepEqual(
      content.map(({ type }: { type: string }) => type),
      ['text'],
    );
    assert.deepEqual(JSON.parse(content[0].text), structuredContent);
    const holds = new Ajv2020({ strict: false }).compile((await one('create-product')).outputSchema);
    assert.ok(holds(structuredContent), JSON.stringify(holds.errors));
    assert.ok(!holds({ success: true, product: 'none' }), 'the promise binds nothing');
  }
});

test('a refusal is an answer the assistant can act on, and matches the output schema', async () => {
  for (const revision of revisions) {
    for (const wrong of [{ designation: 5 }, { colour: 'red' }]) {
      const said = { ...AUDIT, ...wrong };
      const headers = { 'accept-language': 'en' };
      const { status, message } = await callTool(service, 'create-product', { revision, said, headers });
      const { structuredContent, content, isError } = message.result;
      assert.deepEqual([status, isError, structuredContent.success], [200, true, false]);
      assert.equal(structuredContent.error.code, 'request.invalid');
      assert.deepEqual(JSON.parse(content[0].text), structuredContent);
      const holds = new Ajv2020({ strict: false }).compile((await one('create-product')).outputSchema);
      assert.ok(holds(structuredContent), JSON.stringify(holds.errors));
    }
  }
  const missing = await callTool(service, 'get-product-by-id', { said: { productId: randomUUID() } });
  assert.deepEqual([missing.status, missing.message.result.isError], [200, true]);
});

test('a refusal is in the language the client requests, and in English by default', async () => {
  for (const [language, said] of [
    [undefined, /not found/],
    ['*', /not found/],
    ['en-GB', /not found/],
    ['fr-FR, en;q=0.5', /introuvable/],
  ] as const) {
    const headers = language === undefined ? {} : { 'accept-language': language };
    const { message } = await callTool(service, 'get-product-by-id', { said: { productId: randomUUID() }, headers });
    assert.match(message.result.structuredContent.error.message, said, String(language));
  }
});

test('a call repeated with its idempotency key has one effect', async () => {
  const headers = { 'idempotency-key': 'audit-once' };
  const ids = new Set();
  for (let i = 0; i < 3; i++) {
    const { message } = await callTool(service, 'create-product', { said: AUDIT, headers });
    ids.add(message.result.structuredContent.product.id);
  }
  assert.equal(ids.size, 1);
  const other = await callTool(service, 'create-product', { said: AUDIT });
  assert.ok(!ids.has(other.message.result.structuredContent.product.id));
  const odd = await callTool(service, 'create-product', { said: AUDIT, headers: { 'idempotency-key': 'é' } });
  assert.deepEqual([odd.status, odd.json.code], [400, 'request.header_malformed']);
});

const none = z.object({});
const acting = (name: string, run: () => Promise<void>): Operation =>
  operation({
    name,
    summary: 'Acts',
    chapter: 'Account',
    routes: [`GET /v2/${name}`],
    scope: 'account:read',
    path: none,
    query: none,
    body: none,
    success: 200,
    output: none,
    refusals: [],
    run: async () => {
      await run();
      return { body: {} };
    },
    tool: { name, output: none, answer: () => ({ done: true }) },
  });

test('an internal error is a protocol error without details, and is logged with its request id', async () => {
  const breaking = acting('break-down', () => Promise.reject(new Error('the secret plans')));
  const broken = await serviceOverHttps({ operations: [breaking] });
  try {
    for (const revision of revisions) {
      const headers = { 'x-request-id': `order-${revision}` };
      const { text, message } = await callTool(broken, 'break-down', { revision, headers });
      assert.equal(message.error.code, -32_603);
      assert.deepEqual(message.error.data, { code: 'service.internal_error', requestId: `order-${revision}` });
      assert.doesNotMatch(text, /secret|plans/);
      const line = broken.logged.find((each) => each.includes(`order-${revision}`)) ?? assert.fail('nothing logged');
      assert.match(line, /the secret plans/);
    }
    assert.equal(broken.logged.length, 2);
  } finally {
    await broken.close();
  }
});

test('without its database the service answers that nothing is lost, and does not log a bug', async () => {
  const nowhere = openPool({ host: '/nowhere', user: 'nobody', database: 'none' });
  const lost = await serviceOverHttps({ services: { ...service.services, pool: nowhere } });
  try {
    for (const revision of revisions) {
      const { message } = await callTool(lost, 'get-products', { revision });
      assert.equal(message.error.code, -32_603);
      assert.equal(message.error.data.code, 'service.database_unreachable');
    }
    assert.deepEqual(lost.logged, []);
  } finally {
    await lost.close();
    await nowhere.end();
  }
});

test('an assistant that disconnects during a call does not interrupt it, and affects no other caller', async () => {
  let [began, ended] = [0, 0];
  let held = Promise.resolve();
  const slow = acting('take-time', async () => {
    began++;
    await held;
    ended++;
  });
  const patient = await serviceOverHttps({ operations: [slow] });
  try {
    await callTool(patient, 'take-time');
    for (const revision of revisions) {
      const hasty = httpClient({ port: patient.port(), ca: patient.certificate.cert });
      const ask: typeof patient.ask = (path, asked) => hasty.ask(path, { key: patient.keys.live, ...asked });
      const { promise, resolve: letGo } = Promise.withResolvers<void>();
      held = promise;
      const before = began;
      const cut = assert.rejects(callTool({ ask }, 'take-time', { revision }));
      while (began === before) await wait(5);
      hasty.close();
      await cut;
      letGo();
    }
    const { message } = await callTool(patient, 'take-time');
    assert.deepEqual(message.result.structuredContent, { done: true });
    assert.equal(ended, 4);
    assert.deepEqual(patient.logged, []);
  } finally {
    await patient.close();
  }
});
