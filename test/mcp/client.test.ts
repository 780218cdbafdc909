import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, test } from 'vitest';
import {
  type Ground,
  ground,
  type ServerProcess,
  settingsOf,
  startProcess,
} from '../support/service/server-process.ts';
import { PATH_OF_MACHINE } from './bridge-process.ts';

// The official client, which assistants use, against a service with its own process and
// certificate.

const PROJECT = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
const LAUNCHER = join(PROJECT, 'bootstrap/facturier.mjs');

let on: Ground;
let service: ServerProcess;
let key: string;
beforeAll(async () => {
  on = await ground();
  service = await startProcess(on);
  key = service.welcome.keys?.test ?? assert.fail('no key');
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), String(await on.ca())]);
});
afterAll(() => on.discard());

const machine = { ...getDefaultEnvironment(), PATH: PATH_OF_MACHINE };
const environment = () => ({ ...machine, ...settingsOf(on, service.port) });

const roads = {
  HTTPS: () =>
    new StreamableHTTPClientTransport(new URL(`${service.welcome.address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  stdio: () =>
    new StdioClientTransport({
      command: 'node',
      args: [LAUNCHER, 'mcp'],
      env: { ...environment(), FACTURIER_KEY: key },
      stderr: 'ignore',
    }),
} as const;

async function connected(
  transport: ReturnType<(typeof roads)[keyof typeof roads]>,
  mode: VersionNegotiationMode = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'assistant', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

type Product = { id: string; unitPrice: number; priceWithTaxes: number };
type Answer = { product: Product; products: Product[]; total: number; error?: { code: string } };

/** What a tool answers, as data. */
async function answer(client: Client, name: string, said: Record<string, unknown>): Promise<Answer> {
  const { structuredContent } = await client.callTool({ name, arguments: said });
  return structuredContent as Answer;
}

const FIVE = ['get-products', 'get-product-by-id', 'create-product', 'update-product', 'delete-product'];
const DAY = { designation: 'Développement web', type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000' };

const ways = [
  { revision: '2026-07-28', mode: { pin: '2026-07-28' } },
  { revision: '2026-07-28', mode: 'auto' },
  { revision: '2025-11-25', mode: 'legacy' },
] as const;

for (const [road, transport] of Object.entries(roads)) {
  for (const { revision, mode } of ways) {
    const how = typeof mode === 'string' ? mode : 'pinned';
    test(`an assistant maintains the catalogue over ${road}, by ${revision} (${how})`, async () => {
      const client = await connected(transport(), mode);
      try {
        assert.equal(client.getNegotiatedProtocolVersion(), revision);
        await keepsTheCatalogue(client);
      } finally {
        await client.close();
      }
    });
  }
}

async function keepsTheCatalogue(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  assert.deepEqual(
    FIVE.filter((name) => !tools.some((tool) => tool.name === name)),
    [],
  );

  const { product } = await answer(client, 'create-product', { ...DAY, unitPrice: 45_000 });
  assert.equal(product.priceWithTaxes, 54_000);

  const productId = product.id;
  const found = await answer(client, 'get-products', { search: 'DEVELOPPEMENT' });
  assert.deepEqual([found.total, found.products[0]?.id], [1, productId]);
  assert.equal((await answer(client, 'get-products', { search: 'plomberie' })).total, 0);

  const changed = { ...DAY, productId, purchasePrice: 40_000, productMargin: 30 };
  assert.equal((await answer(client, 'update-product', changed)).product.unitPrice, 52_000);
  assert.equal((await answer(client, 'get-product-by-id', { productId })).product.priceWithTaxes, 62_400);

  assert.deepEqual(await answer(client, 'delete-product', { productId }), { success: true, productId });
  const gone = await client.callTool({ name: 'get-product-by-id', arguments: { productId } });
  assert.equal(gone.isError, true);
  assert.equal((gone.structuredContent as Answer).error?.code, 'product.not_found');
}

type Program = { command: string; args: string[]; env: { FACTURIER_KEY: string } };
type Address = { type: string; url: string; headers: { Authorization: string } };

/** The page about assistants in one language. */
const pageOf = (language: string): Promise<string> =>
  readFile(join(PROJECT, `docs/${language}/integrate/assistants.md`), 'utf8');
const codeOf = (page: string): string[] => page.match(/^```\w+\n.+?^```$/gms) ?? [];

/** The settings for assistants, as documented. */
async function shown(): Promise<{ program: Program; address: Address }> {
  const page = await pageOf('en');
  const blocks = [...page.matchAll(/^```json\n(.+?)^```$/gms)].map(([, json = '']) => JSON.parse(json));
  const servers = blocks.flatMap(({ mcpServers }) => (mcpServers?.facturier ? [mcpServers.facturier] : []));
  assert.equal(servers.length, 2);
  return { program: servers.find(({ command }) => command), address: servers.find(({ url }) => url) };
}

const hasFive = async (client: Client): Promise<void> => {
  const { tools } = await client.listTools();
  assert.deepEqual(
    FIVE.filter((name) => !tools.some((tool) => tool.name === name)),
    [],
  );
  await client.close();
};

test('the documented configuration for assistants that start a program works unchanged, with the key it creates', async () => {
  const page = await pageOf('en');
  const line = /^npx facturier (key create .+)$/m.exec(page)?.[1] ?? assert.fail('no line that makes a key');
  assert.deepEqual(codeOf(await pageOf('fr')), codeOf(page), 'the page in French has the same configuration');
  const made = await promisify(execFile)('node', [LAUNCHER, ...line.split(' '), '--json'], { env: environment() });
  const own: string = JSON.parse(made.stdout).key;
  assert.match(own, /^fk_test_/);
  const { command, args, env } = (await shown()).program;
  assert.deepEqual(Object.keys(env), ['FACTURIER_KEY']);
  const mine = (text: string): string => text.replace('/path/to/facturier', PROJECT).replace('fk_test_…', own);
  const given = { ...environment(), FACTURIER_KEY: mine(env.FACTURIER_KEY) };
  const transport = new StdioClientTransport({ command, args: args.map(mine), env: given, stderr: 'ignore' });
  const client = await connected(transport);
  const { tools } = await client.listTools();
  // Its scopes allow the catalogue, and nothing else.
  assert.deepEqual(tools.map(({ name }) => name).sort(), [...FIVE].sort());
  await client.close();
});

test('the documented options work too: another address, its authority, a key in a file', async () => {
  const pages = await Promise.all(['fr', 'en'].map(pageOf));
  for (const words of ['"FACTURIER_URL": "https://…"', '"--ca", "/path/to/ca.pem"', '"--key-file", "/path/to/key"'])
    assert.ok(
      pages.every((page) => page.includes(words)),
      words,
    );
  const file = join(on.dataFolder, 'key of the assistant');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  const args = [LAUNCHER, 'mcp', '--ca', join(on.dataFolder, 'tls', 'ca.pem'), '--key-file', file];
  // Another data folder has no data of this service.
  const env = { ...machine, FACTURIER_DATA: join(on.dataFolder, 'other') };
  const given = { ...env, FACTURIER_URL: service.welcome.address };
  await hasFive(await connected(new StdioClientTransport({ command: 'node', args, env: given, stderr: 'ignore' })));
});

test('the documented configuration for assistants that call addresses works unchanged, on Node too', async () => {
  const { type, url, headers } = (await shown()).address;
  assert.equal(type, 'http');
  const address = new URL(url);
  assert.equal(address.href, 'https://localhost:8443/mcp');
  address.port = String(service.port);
  const given = { authorization: headers.Authorization.replace('fk_test_…', key) };
  await hasFive(await connected(new StreamableHTTPClientTransport(address, { requestInit: { headers: given } })));

  const status = `fetch(process.argv[1]).then(({ status }) => console.log(status), ({ cause }) => console.log(cause.code))`;
  const alone = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['-e', status, address.href], {
      env: { ...getDefaultEnvironment(), ...env },
    });
  const trusting = await alone({ NODE_EXTRA_CA_CERTS: join(on.dataFolder, 'tls', 'ca.pem') });
  assert.equal(trusting.stdout.trim(), '405');
  assert.match((await alone({})).stdout, /CERT|SIGNATURE/);
});
