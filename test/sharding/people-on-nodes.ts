import { TOTP } from 'otpauth';
import { v7 } from 'uuid';
import { openPool } from '../../src/db/connections/pool.ts';
import { enableSharding } from '../../src/db/sharding/sharded-pools.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import { linkInto, PASSWORD } from '../people/people-fixtures.ts';
import { device } from '../people/webauthn-device.ts';
import { type Browser, browser } from '../support/service/browser-session.ts';
import { type Answered, type Ask, httpClient } from '../support/service/http-client.ts';
import { startProcess } from '../support/service/server-process.ts';
import { accountOnEachNode, type Found, type ShardedEnvironment } from './sharded-environment.ts';

const OTHER_PASSWORD = 'agrafe pile correcte cheval';
/** Characters of the log shown on failure. */
const LOG_TOLD = 3_000;
const MAIL = 'people@spread.example';

/** A request and how its response differed from the expected one. */
type Walk = { asked: number; readonly otherwise: string[] };
type Step = (expected: number, path: string, asked?: Ask) => Promise<Answered>;

/**
 * People with accounts on two nodes perform all personal operations: join, read, change name and
 * password, second factor, passkey, sessions, sample data, a second account on the other node,
 * membership and leaving. Each step must answer as on a single PostgreSQL.
 */
export async function peopleOnNodes(ground: ShardedEnvironment): Promise<Found> {
  const server = await startProcess(ground);
  const http = httpClient({ port: server.port, ca: await ground.ca() });
  const pool = openPool(ground.database.serving, { size: 1 });
  enableSharding(pool);
  const services = { pool, newId: v7, now: () => Math.floor(Date.now() / 1000) } as AppServices;
  const walk: Walk = { asked: 0, otherwise: [] };
  try {
    const [one, other] = await accountOnEachNode(ground);
    for (const [own, beside] of [
      [one, other],
      [other, one],
    ] as const) {
      const email = `${own.id}@spread.example`;
      const his = browser(http);
      const step = stepsOf(his, walk);
      const link = (accountId: string, role: 'owner' | 'member') => linkInto({ services, accountId }, { email, role });
      await step(201, '/v2/person/join', {
        body: { secret: await link(own.id, 'owner'), name: 'Paul', password: PASSWORD },
      });
      await ofHimself(step);
      await bySecondFactor(step, his, email);
      await byPasskey(step, server.port);
      await bySample(step);
      await besides(step, { secret: await link(beside.id, 'member'), own: own.id, beside: beside.id });
    }
  } catch (error) {
    walk.otherwise.push(String(error).slice(0, 300));
  } finally {
    http.close();
    await pool.end();
    await server.stop();
  }
  const figures = `${walk.asked} steps of 2 people on 2 nodes, ${walk.otherwise.length} answered otherwise`;
  const held = walk.otherwise.length === 0;
  return { held, figures: [figures, ...walk.otherwise, ...(held ? [] : [server.log().slice(-LOG_TOLD)])].join('; ') };
}

const stepsOf =
  (his: Browser, walk: Walk): Step =>
  async (expected, path, asked) => {
    const answered = await his.ask(path, asked);
    walk.asked += 1;
    const { status, json, text } = answered;
    if (status !== expected)
      walk.otherwise.push(`${asked?.method ?? ''} ${path}: ${status} ${json?.code ?? text.slice(0, 80)}`);
    return answered;
  };

async function ofHimself(step: Step): Promise<void> {
  await step(200, '/v2/person');
  await step(200, '/v2/person', { method: 'PATCH', body: { name: 'Paul Martin' } });
  await step(200, '/v2/person/sessions');
  await step(200, '/v2/person/password', {
    method: 'PUT',
    body: { password: PASSWORD, newPassword: OTHER_PASSWORD },
  });
  await step(204, '/v2/person/reset', { body: { email: MAIL } });
}

async function bySecondFactor(step: Step, his: Browser, email: string): Promise<void> {
  const { secret } = (await step(200, '/v2/person/second-factor', { body: { password: OTHER_PASSWORD } })).json;
  const shown = (steps: number): string => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await step(200, '/v2/person/second-factor/confirm', { body: { code: shown(0) } });
  await step(200, '/v2/person/recovery-codes', { body: { password: OTHER_PASSWORD } });
  await step(204, '/v2/person/sign-out', { body: {} });
  his.cookies.clear();
  await step(200, '/v2/person/sign-in', { body: { email, password: OTHER_PASSWORD, code: shown(1) } });
  await step(200, '/v2/person/second-factor/switch-off', { body: { password: OTHER_PASSWORD } });
}

async function byPasskey(step: Step, port: number): Promise<void> {
  const options = (await step(200, '/v2/person/passkeys/options', { body: { password: OTHER_PASSWORD } })).json;
  const made = device().make(options.options, { origin: `https://localhost:${port}` });
  const { json } = await step(201, '/v2/person/passkeys', {
    body: { name: 'Téléphone', response: made },
  });
  await step(200, '/v2/person/passkeys');
  await step(204, `/v2/person/passkeys/${json?.id}`, { method: 'DELETE' });
}

async function bySample(step: Step): Promise<void> {
  const { accounts } = (await step(201, '/v2/person/sample-data', { body: {} })).json;
  const id = accounts?.find(({ isSample }: { isSample: boolean }) => isSample)?.id;
  const headers = { 'facturier-account': id, 'facturier-mode': 'test' };
  const { docs } = (await step(200, '/v2/billings?limit=100', { headers })).json;
  if (!(docs?.length > 20)) throw new Error(`the sample year has ${docs?.length} documents`);
  await step(200, '/v2/dashboard', { headers });
  await step(409, '/v2/person/sample-data', { body: {} });
  await step(204, '/v2/person/sample-data', { method: 'DELETE' });
}

async function besides(step: Step, { secret, own, beside }: { secret: string; own: string; beside: string }) {
  await step(200, '/v2/person/invitation', { body: { secret } });
  const { accounts } = (await step(201, '/v2/person/join', { body: { secret } })).json;
  const there = accounts.map(({ id }: { id: string }) => id).sort();
  if (JSON.stringify(there) !== JSON.stringify([own, beside].sort())) throw new Error(`a member of ${there}`);
  const inOwn = { headers: { 'facturier-account': own } };
  const invited = { email: `other-${own}@spread.example`, role: 'accountant' };
  const { json } = await step(201, '/v2/invitations', { ...inOwn, body: invited });
  await step(200, '/v2/invitations', inOwn);
  await step(204, `/v2/invitations/${json?.id}`, { ...inOwn, method: 'DELETE' });
  const people = (await step(200, '/v2/people', inOwn)).json;
  if (!(people.people?.length >= 1)) throw new Error('nobody belongs to his account');
  await step(200, '/v2/billings', { headers: { 'facturier-account': beside } });
  await step(204, '/v2/person/sessions', { method: 'DELETE' });
}
