import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, test } from 'vitest';
import { ran } from '../../deployment/start-server.ts';
import { testCluster } from '../../support/database/test-database.ts';
import { waitingForLocks } from '../../support/database/waiting-for-locks.ts';
import { bookProblems } from '../../support/documents/numbering-check.ts';
import { longFormOnly } from '../../support/runner/long-form.ts';
import { until } from '../../support/runner/wait-until.ts';
import { browser } from '../../support/service/browser-session.ts';
import { healthCheckingProxy } from '../../support/service/health-checking-proxy.ts';
import { type Answered, type Ask, httpClient } from '../../support/service/http-client.ts';
import { firstCustomer, ONE_LINE } from '../../support/service/retrying-client.ts';
import {
  type Ground,
  ground,
  type Machine,
  type ServerProcess,
  secondMachine,
  settingsOf,
  startProcess,
} from '../../support/service/server-process.ts';
import { receiver } from '../../webhooks/receiver.ts';

// Two machines with a data folder each, one PostgreSQL and a shared secret: one serves, the other
// serves and runs the worker.

const CLIENTS = 4;
/**
 * Seconds a stopping process keeps serving, more than the proxy needs to notice; more on a busy
 * machine.
 */
const DRAIN_SECONDS = { first: 3, most: 100 };
const settings = { WEB_PROCESSES: '2', DRAIN_SECONDS: String(DRAIN_SECONDS.first) };

let on: Ground;
let beside: Machine;
let servers: [ServerProcess, ServerProcess];
let key: string;
let customerId: string;
beforeAll(async () => {
  on = await ground();
  beside = await secondMachine(on);
  const first = await startProcess(on, { role: 'web', settings: { ...settings, ...beside.sharing } });
  await beside.takeCertificate();
  servers = [first, await startOn(beside)];
  key = first.welcome.keys?.live as string;
  customerId = await firstCustomer(on, first, key);
});
afterAll(async () => {
  await on.discard();
  await beside.discard();
});

const startOn = (machine: Machine, port?: number, more: Record<string, string> = {}) =>
  startProcess(on, {
    ...(port !== undefined && { port }),
    settings: { ...settings, ...machine.sharing, ...machine.own, ...more },
  });

const clientOf = async (port: number) => httpClient({ port, ca: await on.ca() });
/** Sends a request to each machine. */
async function ofBoth<T>(work: (ask: (path: string, asked?: Ask) => Promise<Answered>, which: number) => Promise<T>) {
  const clients = await Promise.all(servers.map(({ port }) => clientOf(port)));
  try {
    return (await Promise.all(
      clients.map(({ ask }, which) => work((path, asked = {}) => ask(path, { key, ...asked }), which)),
    )) as [T, T];
  } finally {
    for (const client of clients) client.close();
  }
}

test('one machine delivers webhooks for the other with the same signature, and both create the same portal link', async () => {
  const hooks = await receiver({ clear: true });
  try {
    const made = await ofBoth(async (ask, which) => {
      if (which === 1) return undefined;
      const url = `${hooks.url}hook`;
      return (await ask('/webhook', { body: { url, events: ['contact.created'], isActivated: true } })).json;
    });
    await ofBoth(
      async (ask, which) => which === 0 && ask('/contact', { body: { firstname: 'Paul', lastname: 'Müller' } }),
    );
    await until('what the first told', () => hooks.received.length === 1);
    const [delivered] = hooks.received;
    const headers = delivered?.headers as Record<string, string>;
    assert.ok(new Webhook(made[0].secret).verify(delivered?.body as string, headers));
    // Control: with another secret the link differs.
    const another = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`);
    assert.throws(() => another.verify(delivered?.body as string, headers));
    const { id } = (await asked(0, `/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } })).json;
    const portals = await ofBoth(async (ask) => (await ask(`/v2/billing/${id}`)).json.customer.token);
    assert.match(String(portals[0]), /^[\w-]{43}$/);
    assert.equal(portals[0], portals[1]);
  } finally {
    await hooks.close();
  }
});

test('one idempotency key sent to both machines at once creates one document, and both return it', async () => {
  const before = await documents();
  const headers = { 'idempotency-key': randomUUID() };
  const asked = { method: 'POST', headers, body: { lines: ONE_LINE } };
  const ids = await ofBoth(async (ask) => {
    for (;;) {
      const answer = await ask(`/v2/billing/invoice/${customerId}`, asked);
      if (answer.status === 201) return answer.json.id as string;
      assert.equal(answer.json.code, 'idempotency.in_flight', answer.text);
    }
  });
  assert.equal(ids[0], ids[1]);
  assert.equal(await documents(), before + 1);
  // Control: without the key there are two.
  await ofBoth((ask) => ask(`/v2/billing/invoice/${customerId}`, { method: 'POST', body: { lines: ONE_LINE } }));
  assert.equal(await documents(), before + 3);
});

async function documents(): Promise<number> {
  const [many] = await ofBoth(async (ask) => (await ask('/v2/billings?limit=1')).json.totalDocs as number);
  return many;
}

test('a key revoked on one machine is soon refused on the other, even if it has just been used there', async () => {
  const { json: made } = await asked(0, '/v2/api-keys', { body: { name: 'Atelier', test: false } });
  assert.equal((await asked(1, '/contacts', { key: made.key })).status, 200);
  assert.equal((await asked(0, `/v2/api-keys/${made.id}`, { method: 'DELETE' })).status, 204);
  await until('the other to hear of it', async () => (await asked(1, '/contacts', { key: made.key })).status === 401);
  assert.equal((await asked(1, '/contacts')).status, 200, 'control: other keys open as before');
});

async function asked(which: 0 | 1, path: string, ask: Ask = {}): Promise<Answered> {
  const client = await clientOf(servers[which].port);
  try {
    return await client.ask(path, { key, ...ask });
  } finally {
    client.close();
  }
}

test('of two concurrent writers on two machines, one succeeds and the other gets a conflict, in either order', async () => {
  const draft = async (): Promise<string> =>
    (await asked(0, `/v2/billing/invoice/${customerId}`, { body: { lines: ONE_LINE } })).json.id;
  const id = await draft();
  const finalized = await racing(id, (ask) => ask(`/v2/billing/${id}/finalize`, { method: 'PATCH' }));
  assert.deepEqual(told(finalized), ['200', '409 billing.already_finalized']);
  const { emittedAt, total } = finalized[0].json;
  const payments = [{ amount: total.amountWithTaxAfterDiscount, receivedAt: emittedAt, method: 'transfer' }];
  const pay = { method: 'POST', body: { payments } };
  const paid = await racing(id, (ask) => ask(`/v2/accounting-billing/invoice/${id}/reconciliate`, pay));
  assert.deepEqual(told(paid), ['200', '409 payment.nothing_due']);
  const other = await draft();
  const { headers } = await asked(0, `/v2/billing/${other}`);
  const change = (which: number) => ({ method: 'PUT', body: { locale: which === 0 ? 'en' : 'de' } });
  const ifMatch = { 'if-match': String(headers.etag) };
  const changed = await racing(other, (ask, which) =>
    ask(`/v2/billing/invoice/${other}/locale`, { ...change(which), headers: ifMatch }),
  );
  assert.deepEqual(told(changed), ['200', '412 version.stale']);
  // Control: a writer that sends no ETag succeeds.
  const both = await racing(other, (ask, which) => ask(`/v2/billing/invoice/${other}/locale`, change(which)));
  assert.deepEqual(told(both), ['200', '200']);
});

/**
 * Sends the request to both machines while the document is locked, so that both wait for the lock.
 */
async function racing(
  id: string,
  work: (ask: (path: string, asked?: Ask) => Promise<Answered>, which: number) => Promise<Answered>,
): Promise<[Answered, Answered]> {
  const holder = new pg.Client(await aboveAll());
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from billing.document where id = $1 for update', [id]);
    const answers = ofBoth(async (ask, which) => {
      for (;;) {
        const answer = await work(ask, which);
        // It waited for the maximum time, and nothing was done.
        if (answer.status !== 503) return answer;
      }
    });
    await waitingForLocks(on.database, 2);
    await holder.query('commit');
    const [one, other] = await answers;
    return one.status < 300 ? [one, other] : [other, one];
  } finally {
    await holder.end();
  }
}

const told = (answers: readonly Answered[]): string[] =>
  answers.map(({ status, json }) => (status < 300 ? `${status}` : `${status} ${json.code}`));

async function aboveAll(): Promise<pg.ClientConfig> {
  const { database } = on.database.serving as { database: string };
  return { ...(await testCluster()).superuser, database } as pg.ClientConfig;
}

test('a session is valid on both machines; signing out ends it on both and keeps the session of another browser', async () => {
  const secret = new URL(String(servers[0].welcome.link)).hash.slice('#secret='.length);
  const person = { email: 'zoe@exemple.fr', password: 'cheval agrafe pile correcte' };
  const [home, there, elsewhere] = [browserOf(0), browserOf(1), browserOf(0)];
  const joined = await home.ask('/v2/person/join', { body: { secret, name: 'Zoé', ...person } });
  assert.equal(joined.status, 201, joined.text);
  assert.equal((await elsewhere.signIn(person.email, person.password)).status, 200);
  for (const [name, value] of home.cookies) there.cookies.set(name, value);
  assert.equal((await there.ask('/v2/person')).status, 200);
  assert.equal((await there.ask('/v2/person/sign-out', { method: 'POST', body: {} })).status, 204);
  await until('the first to hear of it', async () => (await home.ask('/v2/person')).json.code === 'auth.session_ended');
  assert.equal((await elsewhere.ask('/v2/person')).status, 200, 'control: the other session of the same person');
});

const browserOf = (which: 0 | 1) => browser({ ask: (path, ask) => asked(which, path, ask) });

test('a test clock moved on one machine moves on the other; the live clock does not move', async () => {
  const mode = { key: servers[0].welcome.keys?.test };
  const person = { firstname: 'Paul', lastname: 'Müller', billingAddress: LYON };
  const { id } = (await asked(1, '/contact', { ...mode, body: person })).json;
  const issued = async (which: 0 | 1, ask: Ask, customer: string): Promise<number> => {
    const made = await asked(which, `/v2/billing/invoice/${customer}`, { ...ask, body: { lines: ONE_LINE } });
    const done = await asked(which, `/v2/billing/${made.json.id}/finalize`, { ...ask, method: 'PATCH' });
    return done.json.emittedAt;
  };
  const before = await issued(1, mode, id);
  const moved = await asked(0, '/v2/test-clock/advance', { ...mode, body: { months: 6 } });
  assert.equal(moved.status, 200, moved.text);
  const arrived = async () => (await asked(1, '/v2/test-clock', mode)).json.movingTo === null;
  await until('the clock to be where it goes', arrived);
  for (const which of [0, 1] as const)
    await until('what is issued then', async () => (await issued(which, mode, id)) > before + HALF_A_YEAR_SECONDS);
  assert.ok((await issued(1, {}, customerId)) < before + HALF_A_YEAR_SECONDS, 'control: live');
});

const LYON = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };
const HALF_A_YEAR_SECONDS = 170 * 86_400;

test('a machine without the secret or without the shared folder is refused, and so is an outdated service', async () => {
  const own = { ...settingsOf(on), ...beside.own, LC_ALL: 'en' };
  const without = await ran(['account', 'list'], own);
  assert.deepEqual([without.code, /KEYS_SECRET: the keys .* are encrypted/.test(without.err)], [2, true], without.err);
  const client = new pg.Client(on.database.ownerUrl);
  await client.connect();
  await client.query(
    "insert into public.facturier_migration (number, name, sha256) values (9999, '9999-to-come.sql', '')",
  );
  const older = await ran(['account', 'list'], { ...own, ...beside.sharing });
  assert.deepEqual([older.code, /9999-to-come/.test(older.err)], [1, true], older.err);
  assert.deepEqual(await ofBoth(async (ask) => (await ask('/health/ready')).status), [200, 200]);
  assert.deepEqual(await ofBoth(async (ask) => (await ask('/contacts')).status), [200, 200]);
  await client.query('delete from public.facturier_migration where number = 9999');
  await client.end();
});

test('behind a proxy, a rolling restart of both machines fails no request; killing them fails some', async (t) => {
  if (longFormOnly) t.skip(longFormOnly);
  const proxy = await healthCheckingProxy({ ports: servers.map(({ port }) => port), ca: await on.ca() });
  const ready = (port: number) => until('a process that is ready', () => proxy.isReady(port));
  const working = { stop: false, failed: [] as string[], answered: 0 };
  try {
    await Promise.all(servers.map(({ port }) => ready(port)));
    const clients = Array.from({ length: CLIENTS }, () => bills(proxy.port, working));
    for (const which of [0, 1] as const) {
      const { port } = servers[which];
      for (let seconds = DRAIN_SECONDS.first; ; seconds *= 2) {
        const before = working.answered;
        await until('clients that are busy', () => working.answered > before + CLIENTS);
        assert.equal(await servers[which].stop(), 0, servers[which].log());
        const isInTime = proxy.wasTold(port);
        const more = { DRAIN_SECONDS: String(isInTime ? DRAIN_SECONDS.first : seconds * 2) };
        servers[which] = which === 0 ? await startFirst(port, more) : await startOn(beside, port, more);
        await ready(port);
        if (isInTime) break;
        // The proxy did not notice the shutdown in time, so the run proves nothing: allow more
        // time.
        assert.ok(seconds < DRAIN_SECONDS.most);
        working.failed.length = 0;
      }
      assert.deepEqual(working.failed, []);
    }
    // Control: a process killed without a graceful shutdown.
    for (let turn = 0; working.failed.length === 0 && turn < 20; turn++) {
      const before = working.answered;
      await until('clients that are busy', () => working.answered > before + CLIENTS);
      await servers[0].kill();
      servers[0] = await startFirst(servers[0].port);
      await ready(servers[0].port);
    }
    assert.ok(working.failed.length > 0);
    working.stop = true;
    await Promise.all(clients);
  } finally {
    working.stop = true;
    await proxy.close();
  }
  assert.deepEqual((await bookProblems(on)).problems, []);
});

const startFirst = (port: number, more: Record<string, string> = {}) =>
  startProcess(on, { port, role: 'web', settings: { ...settings, ...beside.sharing, ...more } });

/** A client on its own connection that creates, finalizes and reads invoices in a loop. */
async function bills(port: number, working: { stop: boolean; failed: string[]; answered: number }): Promise<void> {
  const client = await clientOf(port);
  const ask = async (path: string, asked: Ask): Promise<Answered | undefined> => {
    const answer = await client.ask(path, { key, ...asked }).catch((error: Error) => error);
    if (answer instanceof Error || answer.status >= 300)
      working.failed.push(`${path}: ${answer instanceof Error ? answer.message : answer.text}`);
    else working.answered += 1;
    return answer instanceof Error ? undefined : answer;
  };
  while (!working.stop) {
    const made = await ask(`/v2/billing/invoice/${customerId}`, { method: 'POST', body: { lines: ONE_LINE } });
    if (!made?.json?.id) continue;
    await ask(`/v2/billing/${made.json.id}/finalize`, { method: 'PATCH' });
    await ask(`/v2/billing/${made.json.id}`, {});
  }
  client.close();
}
