import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { deliverEvent } from '../../../src/jobs/events/deliver-webhook.ts';
import { startQueueWorker } from '../../../src/queue/worker.ts';
import { testCluster } from '../../support/database/test-database.ts';
import { until } from '../../support/runner/wait-until.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';

// n8n itself with the package, if both are installed; `npm run integrations -- --n8n` installs both
// and runs this. A workflow in n8n receives a project over a signed webhook and creates a task in
// response.

/** The folders in which n8n and the built package are installed. */
const [N8N, PACKAGE] = [process.env['N8N_APP'] ?? '', process.env['N8N_PACKAGE'] ?? ''];
/** Milliseconds n8n may take to make its database and start. */
const START_MS_MAX = 180_000;

const CREDENTIAL = 'facturierapikey1';
const WORKFLOW = 'projecttotask001';

let service: ServiceOverHttps;
let worker: ReturnType<typeof startQueueWorker>;
let home: string;
let database: string;
let environment: NodeJS.ProcessEnv;
let running: ChildProcess | undefined;
let log = '';

beforeAll(async () => {
  service = await serviceOverHttps();
  service.clock.now = Math.floor(Date.now() / 1000);
  const quiet = pino({ level: 'silent' });
  worker = startQueueWorker(service.services, quiet, {
    connection: service.database.serving,
    jobs: [deliverEvent(service.services.environment)],
    pollMs: 20,
  });
  home = await mkdtemp(join(tmpdir(), 'facturier-n8n-'));
  database = `n8n_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${database}`);
  environment = await environmentOfN8n();
  await installPackage();
});

afterAll(async () => {
  running?.kill('SIGTERM');
  if (running && running.exitCode === null) await once(running, 'exit');
  await administer(`drop database if exists ${database} with (force)`);
  await worker.stop();
  await service.close();
  await rm(home, { recursive: true, force: true });
});

async function administer(statement: string): Promise<void> {
  const { superuser } = await testCluster();
  const client = new pg.Client(superuser as pg.ClientConfig);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function environmentOfN8n(): Promise<NodeJS.ProcessEnv> {
  const { host, port, user, password } = (await testCluster()).superuser as pg.ClientConfig;
  const ca = join(home, 'ca.pem');
  await writeFile(ca, service.certificate.cert);
  return {
    PATH: process.env['PATH'],
    HOME: home,
    N8N_USER_FOLDER: home,
    N8N_PORT: String(await freePort()),
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
    NODE_EXTRA_CA_CERTS: ca,
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: String(host),
    DB_POSTGRESDB_PORT: String(port),
    DB_POSTGRESDB_USER: String(user),
    DB_POSTGRESDB_PASSWORD: password as string,
    DB_POSTGRESDB_DATABASE: database,
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    WEBHOOK_URL: '',
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The folder in which n8n keeps installed community packages. */
async function installPackage(): Promise<void> {
  const folder = join(home, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-facturier');
  await mkdir(folder, { recursive: true });
  for (const part of ['package.json', 'dist']) await cp(join(PACKAGE, part), join(folder, part), { recursive: true });
}

async function command(name: string, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(N8N, 'node_modules/n8n/bin/n8n'), name, ...args],
    {
      cwd: home,
      env: environment,
      encoding: 'utf8',
      timeout: START_MS_MAX,
    },
  );
  assert.equal(status, 0, `n8n ${name}: ${stdout}${stderr}`);
}

async function imported(name: string, data: object): Promise<void> {
  const file = join(home, `${name}.json`);
  await writeFile(file, JSON.stringify([data]));
  await command(`import:${name}`, `--input=${file}`);
}

const node = (name: string, type: string, x: number, parameters: object) => ({
  ...{ id: name, name, type: `n8n-nodes-facturier.${type}`, typeVersion: 1, position: [x, 0], parameters },
  credentials: { facturierApi: { id: CREDENTIAL, name: 'Facturier' } },
});

test('real n8n: a workflow of the package receives a new project at once and creates a task for it', async () => {
  const { key: apiKey } = (
    await service.call('create-api-key', {
      body: { name: 'n8n', test: false, scopes: ['events:write', 'projects:write', 'customers:write', 'account:read'] },
    })
  ).json;
  const data = { serverUrl: `https://127.0.0.1:${service.port()}`, apiKey, language: 'fr' };
  await imported('credentials', { id: CREDENTIAL, name: 'Facturier', type: 'facturierApi', data });
  const [heard, made] = ['Heard', 'Made'];
  await imported('workflow', {
    ...{ id: WORKFLOW, name: 'A task for each project', active: false, settings: {} },
    nodes: [
      { ...node(heard, 'facturierTrigger', 0, { events: ['project.created'] }), webhookId: 'facturier-trigger-1' },
      node(made, 'facturier', 200, {
        ...{ resource: 'task', operation: 'create', name: '={{ "Appeler " + $json.client[0].lastname }}' },
        additionalFields: { opportunityId: '={{ $json.project.id }}' },
      }),
    ],
    connections: { [heard]: { main: [[{ node: made, type: 'main', index: 0 }]] } },
  });
  await command('update:workflow', `--id=${WORKFLOW}`, '--active=true');
  start();
  const webhooks = async () => {
    assert.equal(running?.exitCode, null, 'n8n has ended');
    return (await service.ask('/v2/webhooks')).json.docs;
  };
  await until('the webhook of the workflow', async () => (await webhooks()).length === 1, START_MS_MAX).catch(shown);
  const [{ url, events, source }] = await webhooks();
  assert.deepEqual([events, source], [['project.created'], 'n8n']);
  console.log(`n8n listens at ${url}`);

  const contact = { firstname: 'Léa', lastname: 'Moreau' };
  const { id: customerId } = (await service.ask('/contact', { body: contact })).json;
  const [column] = (await service.ask('/v2/opportunity/categories')).json;
  const form = { name: 'Refonte du site', amount: 450_000, customerId, categoryId: column.id };
  const began = performance.now();
  const { id } = (await service.ask('/v2/opportunity', { body: form })).json;
  const tasks = async () => (await service.ask('/v2/tasks')).json.docs;
  await until('the task', async () => (await tasks()).length === 1, START_MS_MAX).catch(shown);
  console.log(`from the project to the task in ${Math.round(performance.now() - began)} ms`);
  const [task] = await tasks();
  assert.deepEqual([task.name, task.opportunityId], ['Appeler Moreau', id]);

  const forged = await fetch(url, { method: 'POST', body: '{"event":{"type":"project.created"}}' });
  assert.equal(forged.status, 401);
  assert.equal((await tasks()).length, 1);
});

function start(): void {
  running = spawn(process.execPath, [join(N8N, 'node_modules/n8n/bin/n8n'), 'start'], { cwd: home, env: environment });
  for (const stream of [running.stdout, running.stderr]) {
    stream?.on('data', (chunk) => {
      log += String(chunk);
    });
  }
}

/** Adds the end of n8n's log to an error. */
function shown(error: Error): never {
  throw new Error(`${error.message}\n${log.slice(-4_000)}`, { cause: error });
}
