import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { newPerson } from '../../../test/people/people-fixtures.ts';
import { until } from '../../../test/support/runner/wait-until.ts';
import type { Browser } from '../../../test/support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { openInstallation } from '../../cli/installation.ts';
import { checkForUpdates } from '../../jobs/account/check-for-updates.ts';
import { createJobs } from '../../jobs/index.ts';
import { scheduleTasks } from '../../queue/scheduled-task.ts';
import { startQueueWorker } from '../../queue/worker.ts';

const PATH = '/v2/installation/updates';
const DAY = 86_400;
const log = pino({ level: 'silent' });
let service: ServiceOverHttps;
let owner: Browser;
let member: Browser;
let feed: Awaited<ReturnType<typeof releaseFeed>>;
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'zoe@exemple.fr', first: true });
  member = await newPerson(service, { email: 'marc@exemple.fr', role: 'member' });
  feed = await releaseFeed();
});
beforeEach(async () => {
  feed.asked.length = 0;
  await open();
  await put(false);
});
afterAll(async () => {
  await feed.stop();
  await service.close();
});

type Answering = (response: ServerResponse) => void;

/** A server of releases on this machine: its requests, and how it answers. */
async function releaseFeed() {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const standing: { answer: Answering } = { answer: (response) => response.end() };
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    standing.answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest?channel=stable`,
    says: (answer: Answering | object | string) => {
      standing.answer =
        typeof answer === 'function'
          ? (answer as Answering)
          : (response) => response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const release = (tag_name: string, more: object = {}) => ({
  tag_name,
  ...{ html_url: `https://forge.exemple.fr/releases/${tag_name}`, published_at: '2026-12-01T08:00:00Z' },
  ...{ draft: false, prerelease: false, assets: [], body: 'What is new', ...more },
});

type Given = Partial<Parameters<typeof openInstallation>[0]['config']>;

/** The settings of a process with this configuration, whose version is 1.0.0. */
async function open(config: Given = { updatesUrl: feed.url }, version = '1.0.0') {
  const { environment, pool, now } = service.services;
  const opened = await openInstallation({
    config: { settingsOnScreens: true, dataFolder: '/nonexistent', ...config },
    ...{ owner: service.owner, pool, secrets: environment.webhooks.secrets, environment, now },
    ...{ isSharded: false, isEmbedded: false },
  });
  environment.installation = { ...opened, version };
  return opened;
}
const put = (isOn: unknown, who = owner) => who.ask(PATH, { method: 'PUT', body: { isOn } });
const shown = async () => (await owner.ask(PATH)).json;

/** Runs the daily check once. */
async function check({ networks = ['127.0.0.0/8'], answerMs = 5_000, url = '' } = {}): Promise<void> {
  const { updates } = await open(url ? { updatesUrl: url } : undefined);
  const job = checkForUpdates({ feed: updates.feed, record: updates.record, allowedNetworks: networks, answerMs });
  const { signal } = new AbortController();
  const turn = { services: service.services, log, chance: () => 0.5, isEnding: () => false, signal };
  const done = await job.run({ tried: 0 } as Parameters<typeof job.run>[0], turn);
  await job.close?.();
  assert.deepEqual(done, { nextAt: service.clock.now + DAY, fresh: true }, 'once a day, also after a failure');
}

test('checks are off at first: get-update-setting says so, and the job requests nothing', async () => {
  const { source, isOn, host, installed, checkedAt, available, failed } = await shown();
  assert.deepEqual({ source, isOn, installed }, { source: 'none', isOn: false, installed: '1.0.0' });
  assert.deepEqual([checkedAt, available, failed, host], [null, null, null, new URL(feed.url).host]);
  await check();
  assert.equal(feed.asked.length, 0);
});

test('set-updates queues the first check at once, which sends nothing about the service; then one a day; off forgets the result', async () => {
  feed.says(release('v1.1.0'));
  const { environment, pool, now } = service.services;
  environment.webhooks = { ...environment.webhooks, allowedNetworks: ['127.0.0.0/8'] };
  const jobs = (
    await createJobs({
      environment,
      software: '1.0.0',
      mail: { server: () => undefined, owner: service.owner, dataFolder: '/nonexistent' },
      stamping: undefined,
      copies: undefined,
    })
  ).filter(({ lane }) => lane.name === 'updates');
  assert.equal(jobs.length, 1);
  await scheduleTasks({ pool, now }, jobs);
  const worker = startQueueWorker(service.services, log, {
    connection: service.database.serving,
    jobs,
    pollMs: 20,
  });
  const rows = () =>
    service.owner.query("select due_at from billing.job where lane = 'updates' and leased_until is null");
  await until('the task waits for its next day', async () => Number((await rows()).rows[0]?.due_at) > now());
  assert.equal(feed.asked.length, 0, 'still off');
  const on = await put(true);
  assert.deepEqual([on.status, on.json.isOn, on.json.source], [200, true, 'screen'], on.text);
  await until('the first check', async () => (await shown()).checkedAt !== null);
  const { available, failed } = await shown();
  assert.equal(failed, null);
  assert.deepEqual(available, {
    version: '1.1.0',
    url: 'https://forge.exemple.fr/releases/v1.1.0',
    publishedAt: Date.UTC(2026, 11, 1, 8) / 1_000,
  });
  assert.deepEqual(
    feed.asked.map(({ url, headers }) => [url, headers['user-agent'], headers.cookie, headers.authorization]),
    [['/latest?channel=stable', 'facturier', undefined, undefined]],
  );
  const { changedAt } = await shown();
  service.clock.now += DAY;
  await until('the next day', () => feed.asked.length === 2);
  assert.equal((await shown()).changedAt, changedAt, 'a check is no change of the setting');
  await worker.stop();
  assert.equal((await put(false)).json.checkedAt, null);
  await check();
  assert.equal(feed.asked.length, 2);
});

test('only a newer final release is available', async () => {
  await put(true);
  for (const [answer, expected] of [
    [release('v1.1.0'), '1.1.0'],
    [release('2.0.0', { published_at: null }), '2.0.0'],
    [release('v1.0.0'), null],
    [release('v0.9.12'), null],
    [release('v1.1.0-rc.1'), null],
    [release('v1.2.0', { prerelease: true }), null],
    [release('v1.2.0', { draft: true }), null],
  ] as const) {
    feed.says(answer);
    await check();
    await open();
    const { available, failed, checkedAt } = await shown();
    assert.deepEqual([available?.version ?? null, failed, checkedAt], [expected, null, service.clock.now]);
  }
  feed.says(release('v1.1.0'));
  await check();
  await open(undefined, '1.1.0');
  assert.equal((await shown()).available, null, 'it was installed');
  await open(undefined, '1.1.0-rc.2');
  assert.equal((await shown()).available.version, '1.1.0', 'a pre-release is older than its release');
});

const faults: readonly { what: string; answer: Answering | object | string; fault: string; status?: number }[] = [
  { what: 'an error', answer: (response) => response.writeHead(503).end(), fault: 'status', status: 503 },
  {
    what: 'a redirect',
    answer: (response) => response.writeHead(302, { location: feed.url }).end(),
    ...{ fault: 'status', status: 302 },
  },
  { what: 'a page', answer: '<html>soon</html>', fault: 'unreadable' },
  { what: 'half a response', answer: JSON.stringify(release('v1.1.0')).slice(0, 40), fault: 'unreadable' },
  { what: 'no version', answer: release('nightly'), fault: 'unreadable' },
  { what: 'a script as link', answer: release('v1.1.0', { html_url: 'javascript:alert(1)' }), fault: 'unreadable' },
  {
    what: 'a plain http link',
    answer: release('v1.1.0', { html_url: 'http://forge.exemple.fr' }),
    fault: 'unreadable',
  },
  { what: 'a megabyte', answer: release('v1.1.0', { body: 'x'.repeat(1_048_576) }), fault: 'too_long' },
  { what: 'a closed connection', answer: (response) => response.destroy(), fault: 'connection' },
  { what: 'no response', answer: () => {}, fault: 'timeout' },
  {
    what: 'a response that stalls',
    answer: (response) => void response.writeHead(200).write('{"tag_name":'),
    fault: 'timeout',
  },
];
for (const { what, answer, fault, status = null } of faults)
  test(`a feed that answers with ${what} is a failure (${fault}), and the last result stays`, async () => {
    await put(true);
    feed.says(release('v1.1.0'));
    await check();
    feed.says(answer);
    await check({ answerMs: fault === 'timeout' ? 300 : 5_000 });
    await open();
    const { available, failed } = await shown();
    assert.deepEqual(failed, { at: service.clock.now, fault, status });
    assert.equal(available.version, '1.1.0');
    assert.equal(feed.asked.length, 2);
  });

test('a private address that is not allowed, and an unknown host, are failures without a request', async () => {
  await put(true);
  await check({ networks: [] });
  await open();
  assert.equal((await shown()).failed.fault, 'address_forbidden');
  await check({ url: 'https://forge.invalid/latest' });
  await open();
  assert.ok(['name_not_found', 'timeout'].includes((await shown()).failed.fault), 'without a network, no name server');
  assert.equal(feed.asked.length, 0);
});

test('an empty UPDATES_URL wins; with SETTINGS_SCREENS=off nothing is requested; other roles, keys and test mode are refused', async () => {
  await put(true);
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { isOn: true }],
  ] as const) {
    assert.equal((await member.ask(PATH, { method, body })).json.code, 'installation.operator_needed', method);
    assert.equal((await service.ask(PATH, { method, body })).json.code, 'installation.operator_needed', method);
    const inTest = await owner.ask(PATH, { method, body, headers: { 'facturier-mode': 'test' } });
    assert.equal(inTest.json.code, 'api_key.live_key_needed', method);
  }
  assert.equal((await put('yes')).status, 400);
  const off = await open({});
  assert.equal(await off.updates.feed(), undefined);
  const { source, variable, isOn, host } = await shown();
  assert.deepEqual([source, variable, isOn, host], ['environment', 'UPDATES_URL', false, null]);
  assert.equal((await put(true)).json.code, 'installation.set_by_environment');
  const closed = await open({ updatesUrl: feed.url, settingsOnScreens: false });
  assert.equal(await closed.updates.feed(), undefined);
  assert.equal((await put(true)).json.code, 'installation.settings_screens_off');
});
