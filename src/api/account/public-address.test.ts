import assert from 'node:assert/strict';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { newPerson } from '../../../test/people/people-fixtures.ts';
import { until } from '../../../test/support/runner/wait-until.ts';
import type { Browser } from '../../../test/support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { openInstallation } from '../../cli/installation.ts';

const PATH = '/v2/installation/address';
let service: ServiceOverHttps;
let owner: Browser;
let member: Browser;
let own: string;
let stopWatching = (): void => {};
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'zoe@exemple.fr', first: true });
  member = await newPerson(service, { email: 'marc@exemple.fr', role: 'member' });
  own = service.services.environment.publicUrl;
  await open();
});
afterAll(async () => {
  stopWatching();
  await service.close();
});

type Given = Partial<Parameters<typeof openInstallation>[0]['config']>;

async function open(config: Given = {}, environment = service.services.environment) {
  const { pool, now } = service.services;
  const opened = await openInstallation({
    config: { settingsOnScreens: true, dataFolder: '/nonexistent', ...config },
    ...{ owner: service.owner, pool, secrets: environment.webhooks.secrets, environment, now },
    ...{ isSharded: false, isEmbedded: false },
  });
  environment.installation = opened;
  return opened;
}
const put = (url: unknown, who = owner) => who.ask(PATH, { method: 'PUT', body: { url } });
const inviteLink = async (): Promise<string> => {
  const body = { email: `${service.services.newId()}@exemple.fr`, role: 'member' };
  const { json, text } = await owner.ask('/v2/invitations', { method: 'POST', body });
  assert.equal(typeof json.link, 'string', text);
  return json.link;
};

test('set-public-address takes effect at once in links, headers and metadata, and soon in the other processes; remove-public-address ends it', async () => {
  const before = await owner.ask(PATH);
  assert.deepEqual([before.json.source, before.json.url], ['none', own], before.text);
  const otherEnvironment = { ...service.services.environment };
  const other = await open({}, otherEnvironment);
  stopWatching = other.watch(pino({ level: 'silent' }), 20);
  const { status, json, text } = await put(' https://Factures.exemple.fr./compta/ ');
  assert.equal(status, 200, text);
  assert.deepEqual([json.source, json.url], ['screen', 'https://factures.exemple.fr/compta']);
  await until('the other process follows', async () => otherEnvironment.publicUrl === json.url);
  const problem = await service.ask('/v2/nothing');
  assert.match(problem.json.type, /^https:\/\/factures\.exemple\.fr\/compta\/problems\//);
  const metadata = await service.ask('/.well-known/oauth-protected-resource/mcp');
  assert.equal(metadata.json.resource, 'https://factures.exemple.fr/compta/mcp', metadata.text);
  // A path changes the names of cookies, so a link is created at an address without one.
  const removed = await openAgain();
  assert.equal(removed, own);
  assert.equal((await put('https://factures.exemple.fr')).status, 200);
  assert.match(await inviteLink(), /^https:\/\/factures\.exemple\.fr\/invitation#/);
  const { headers } = await owner.ask(PATH);
  assert.match(String(headers['strict-transport-security']), /max-age/, 'the address has a name of its own');
  assert.equal((await owner.ask(PATH, { method: 'DELETE' })).status, 204);
  assert.deepEqual([(await owner.ask(PATH)).json.url, (await inviteLink()).startsWith(own)], [own, true]);
  await until('the other process follows', async () => otherEnvironment.publicUrl === own);
});

/** Removes the address as another process does, and returns the one in use afterwards. */
async function openAgain(): Promise<string> {
  const opened = service.services.environment.installation;
  await opened?.address.store(undefined, { by: service.services.newId(), at: service.clock.now });
  return service.services.environment.publicUrl;
}

test('an address that PUBLIC_URL would not accept is refused at its field', async () => {
  for (const url of [
    'http://factures.exemple.fr',
    'factures.exemple.fr',
    'https://factures.exemple.fr/?a=1',
    'https://factures.exemple.fr/#a',
    'https://zoe:secret@factures.exemple.fr',
    'https://*.exemple.fr',
    'https://factures.exemple.fr/été',
    `https://exemple.fr/${'a'.repeat(300)}`,
    '',
  ]) {
    const { status, json, text } = await put(url);
    assert.deepEqual([status, json.errors?.[0]?.property], [400, 'url'], text);
  }
  assert.equal(service.services.environment.publicUrl, own);
});

test('PUBLIC_URL and DOMAIN win and are named by get-public-address; other roles, keys and test mode are refused', async () => {
  assert.equal((await put('https://ecran.exemple.fr')).status, 200);
  for (const variable of ['PUBLIC_URL', 'DOMAIN'] as const) {
    service.services.environment.publicUrl = 'https://variable.exemple.fr';
    await open({ publicUrlFrom: variable });
    const { json } = await owner.ask(PATH);
    assert.deepEqual([json.source, json.variable, json.url], ['environment', variable, 'https://variable.exemple.fr']);
    for (const answer of [await put('https://b.exemple.fr'), await owner.ask(PATH, { method: 'DELETE' })])
      assert.deepEqual([answer.json.code, answer.json.variable], ['installation.set_by_environment', variable]);
  }
  await open();
  assert.equal(
    service.services.environment.publicUrl,
    'https://ecran.exemple.fr',
    'without a variable, the stored one',
  );
  await owner.ask(PATH, { method: 'DELETE' });
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { url: 'https://b.exemple.fr' }],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await member.ask(PATH, { method, body })).json.code, 'installation.operator_needed', method);
    assert.equal((await service.ask(PATH, { method, body })).json.code, 'installation.operator_needed', method);
    const inTest = await owner.ask(PATH, { method, body, headers: { 'facturier-mode': 'test' } });
    assert.equal(inTest.json.code, 'api_key.live_key_needed', method);
  }
  await open({ settingsOnScreens: false });
  assert.equal((await put('https://b.exemple.fr')).json.code, 'installation.settings_screens_off');
  await open();
});
