import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { clientOf } from '../deployment/create-invoice.ts';
import { ran, type Started, started } from '../deployment/start-server.ts';
import { testCluster } from '../support/database/test-database.ts';
import { thisYear, today } from '../support/runner/today.ts';
import { until } from '../support/runner/wait-until.ts';
import { COMPANY } from '../support/service/company.ts';
import { type Ground, ground, settingsOf } from '../support/service/server-process.ts';
import { type Receiver, receiver } from '../webhooks/receiver.ts';

// Searches everything the service stores or sends for the secret of a customer's portal. The
// control of each search is the customer's name, which must be found.

const NAME = 'Boulangerie Introuvable';
const PERSON = 'Introuvablette';
const LINES = [{ designation: 'Audit', quantity: 1, unitPrice: 60_000, vatCode: 'FR_2000' }];
const LYON = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
type Client = Awaited<ReturnType<typeof clientOf>>;

let on: Ground;
let settings: Record<string, string>;
let service: Started;
let hooks: Receiver;
let database: pg.Client;
let live: Client;
let ids: { contact: string; organization: string; invoice: string; creditNote: string; project: string };
/** The portal secrets of the contact and of the contact's organization. */
let secrets: string[];
const kept: { path: string; text: string }[] = [];

beforeAll(async () => {
  on = await ground();
  settings = { ...settingsOf(on), LOG_LEVEL: 'trace' };
  hooks = await receiver({ clear: true });
  service = await started(settings);
  live = await clientOf(service.welcome, service.welcome.keys?.live as string);
  database = new pg.Client({
    ...(await testCluster()).superuser,
    database: (on.database.serving as { database: string }).database,
  } as pg.ClientConfig);
  await database.connect();
  ids = await businessDone();
  const { customer } = (await live.done('GET', `/v2/billing/${ids.invoice}`)).json;
  secrets = [customer.token, customer.parent.token];
});
afterAll(async () => {
  live?.close();
  await database?.end();
  await service?.stop();
  await hooks?.close();
  await on?.discard();
});

/**
 * Creates a customer whose documents are created, finalized, paid, canceled, mailed and sent as
 * events, each request with an idempotency key.
 */
async function businessDone(): Promise<typeof ids> {
  const asked = async (method: string, path: string, body?: unknown) => {
    const key = `key-${kept.length}`;
    const headers = { 'idempotency-key': key };
    const bearer = service.welcome.keys?.live;
    const answer = await live.ask(path, { key: bearer, method, headers, ...(body !== undefined && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    kept.push({ path: JSON.stringify({ method, path, body, key }), text: answer.text });
    return answer.json;
  };
  await live.done('PATCH', '/v2/company', { ...COMPANY, email: 'zoe@example.org' });
  await live.done('POST', '/v2/webhooks', { url: `${hooks.url}all`, events: ['*'] });
  const organization = (
    await asked('POST', '/organization', { name: NAME, siret: '55208131766522', billingAddress: LYON })
  ).id;
  const person = { firstname: 'Léa', lastname: PERSON, emails: ['lea@example.org'], billingAddress: LYON };
  const contact = (await asked('POST', `/organization/${organization}/contact`, { ...person, defaultContact: true }))
    .id;
  const [column] = (await live.done('GET', '/v2/opportunity/categories')).json;
  const planned = { name: 'Audit', amount: 1, customerId: contact, categoryId: column.id };
  const project = (await asked('POST', '/v2/opportunity', planned)).id;
  const estimate = (await asked('POST', `/v2/billing/estimate/${organization}`, { lines: LINES })).id;
  await asked('PATCH', `/v2/billing/${estimate}/finalize`, {});
  const invoice = (await asked('POST', `/v2/billing/invoice/${organization}`, { lines: LINES })).id;
  await asked('PATCH', `/v2/billing/${invoice}/finalize`, {});
  const payments = [{ amount: 1_000, receivedAt: Math.floor(Date.now() / 1000), method: 'transfer' }];
  await asked('POST', `/v2/accounting-billing/invoice/${invoice}/reconciliate`, { payments });
  const another = (await asked('POST', `/v2/billing/invoice/${contact}`, { lines: LINES })).id;
  await asked('PATCH', `/v2/billing/${another}/finalize`, {});
  const creditNote = (await asked('POST', `/v2/billing/invoice/${another}/asset`, {})).id;
  await asked('PATCH', `/v2/billing/${creditNote}/finalize`, {});
  for (const format of ['pdf', 'cii']) await live.done('GET', `/v2/billing/${invoice}/download?format=${format}`);
  const trial = await clientOf(service.welcome, service.welcome.keys?.test as string);
  const trialContact = (await trial.done('POST', '/contact', { ...person, lastname: NAME })).json.id;
  const tried = (await trial.done('POST', `/v2/billing/invoice/${trialContact}`, { lines: LINES })).json.id;
  await trial.done('PATCH', `/v2/billing/${tried}/finalize`, {});
  const mail = { emails: ['lea@example.org'], subject: `Facture ${NAME}`, content: `<p>Bonjour ${PERSON}</p>` };
  await trial.done('POST', `/v2/billing/${tried}/send-by-email`, mail);
  trial.close();
  return { contact, organization, invoice, creditNote, project };
}

/** All reads that return the customer's documents. */
const READS = (): readonly string[] => [
  `/v2/billing/${ids.invoice}`,
  `/v2/billing/invoice/${ids.invoice}`,
  `/v2/billing/asset/${ids.creditNote}`,
  '/v2/billings?limit=100&test=false',
  `/v2/opportunity/${ids.project}`,
  '/v2/opportunities',
];
const tokensIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/"token":"([^"]*)"/g)].map(([, token]) => token as string));

test('callers with customers:read see the same portal secret of contacts and organizations on every document', async () => {
  assert.equal(new Set(secrets).size, 2);
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/);
  for (const path of READS()) assert.deepEqual(tokensIn((await live.done('GET', path)).text), new Set(secrets), path);
  const answeredOnce = kept.filter(({ text }) => text.includes('"token"'));
  assert.equal(answeredOnce.length, 10);
  for (const { path, text } of answeredOnce) assert.deepEqual(tokensIn(text), new Set(secrets), path);
});

test('a key without customers:read gets no portal secret from reads, writes, replays or tools', async () => {
  const scopes = ['billing:write', 'projects:read', 'events:read'];
  const made = await live.done('POST', '/v2/api-keys', { name: 'Boutique', scopes });
  const shop = await clientOf(service.welcome, made.json.key);
  for (const path of READS()) assert.deepEqual(tokensIn((await shop.done('GET', path)).text), new Set(['']), path);
  const draft = await shop.done('POST', `/v2/billing/invoice/${ids.organization}`, { lines: LINES });
  assert.deepEqual(tokensIn(draft.text), new Set(['']));
  const tool = await shop.done('POST', '/v2/tools/get-billing-by-id', { billingId: ids.invoice });
  assert.deepEqual(tokensIn(tool.text), new Set(['']));
  const finalizing = kept.find(({ path }) => path.includes(`${ids.invoice}/finalize`));
  const { method, path, body, key: idempotencyKey } = JSON.parse(finalizing?.path ?? '');
  const headers = { 'idempotency-key': idempotencyKey };
  const again = await shop.ask(path, { key: made.json.key, method, body, headers });
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true']);
  assert.deepEqual(tokensIn(again.text), new Set(['']));
  shop.close();
});

test('an idempotent replay equals the first response to the byte, including secrets', async () => {
  for (const { path: said, text } of kept) {
    const { method, path, body, key } = JSON.parse(said);
    const bearer = service.welcome.keys?.live;
    const again = await live.ask(path, { key: bearer, method, body, headers: { 'idempotency-key': key } });
    assert.equal(again.headers['idempotent-replayed'], 'true', said);
    assert.equal(again.text, text, said);
  }
});

/** The tables with a row that contains a text in any column, including binary ones. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await database.query(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'billing'::regnamespace order by 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hex = Buffer.from(text).toString('hex');
    const said = 'position($1 in t::text) > 0 or position($2 in t::text) > 0';
    const { rowCount } = await database.query(`select from billing.${name} t where ${said} limit 1`, [text, hex]);
    if (rowCount) found.push(name);
  }
  return found;
}

test('no table stores the portal secret: seals, events, idempotent responses, mails or customers', async () => {
  for (const secret of secrets) assert.deepEqual(await tablesWith(secret), []);
  assert.deepEqual(await tablesWith(NAME), ['customer', 'document', 'event', 'file', 'idempotency', 'mail']);
});

test('no webhook and no log at the most verbose level contains the portal secret', async () => {
  const { rows } = await database.query('select count(*)::int as events from billing.event where not test');
  await until('every event is delivered', () => hooks.received.length >= rows[0].events);
  const sent = hooks.received.map(({ body }) => body).join('\n');
  const log = service.err();
  for (const secret of secrets) assert.ok(!sent.includes(secret) && !log.includes(secret));
  assert.ok(sent.includes(NAME), 'control: the customer is in what was sent');
  assert.ok(log.includes('/v2/billing/:id/finalize'), 'control: requests are in the log');
});

test('neither the tax archive nor a file of the data folder contains the portal secret', async () => {
  const file = join(on.dataFolder, 'archive.tar');
  const made = await ran(['archive', '--from', `${thisYear()}-01-01`, '--to', today(), file, '--json'], settings);
  assert.equal(made.code, 0, made.err);
  const entries = await readdir(on.dataFolder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
  assert.ok(files.length > 5);
  for (const secret of secrets) assert.ok(!files.some((bytes) => bytes.includes(secret)));
  assert.ok((await readFile(file)).includes(NAME), 'control: the customer is in the archive');
  assert.equal((await ran(['verify'], settings)).code, 0);
});

test('PostgreSQL refuses to seal a portal secret', async () => {
  const draft = await live.done('POST', `/v2/billing/invoice/${ids.organization}`, { lines: LINES });
  const seal = (content: string) =>
    database.query(
      `update billing.document d set state = 'finalized', number = 'X-1', prefix = s.prefix, year = s.year, counter = 99,
         finalized_at = 1, sealed_sha256 = sha256('x'), content = ${content}
       from (select prefix, year from billing.series where not test and prefix = 'F') s where d.id = $1`,
      [draft.json.id],
    );
  await assert.rejects(seal(`'{"sealed":{"customer":{"token":"x"}}}'`), { code: 'FA004' });
  await database.query('begin');
  assert.equal(
    (await seal(`'{"lines":[{"designation":"\\"token\\":\\"x\\""}]}'`)).rowCount,
    1,
    'the control: a line that only speaks of it',
  );
  await database.query('rollback');
});
