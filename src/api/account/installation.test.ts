import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { mailCa, mailServer, PASSWORD, type MailServer as Smtp, USER } from '../../../test/mail/mail-server.ts';
import { newPerson } from '../../../test/people/people-fixtures.ts';
import { printed } from '../../../test/support/runner/captured-output.ts';
import { until } from '../../../test/support/runner/wait-until.ts';
import type { Browser } from '../../../test/support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { grantOperator } from '../../cli/accounts/person.ts';
import type { CommandContext } from '../../cli/command-context.ts';
import { type OpenInstallation, openInstallation } from '../../cli/installation.ts';
import { openPool } from '../../db/connections/pool.ts';
import { createJobs } from '../../jobs/index.ts';
import { startQueueWorker } from '../../queue/worker.ts';
import type { AppEnvironment } from '../../services/app-environment.ts';

let service: ServiceOverHttps;
let [owner, member, accountant]: Browser[] = [];
let smtp: Smtp;
beforeAll(async () => {
  service = await serviceOverHttps();
  smtp = await mailServer();
  owner = await newPerson(service, { email: 'zoe@exemple.fr', first: true });
  member = await newPerson(service, { email: 'marc@exemple.fr', role: 'member' });
  accountant = await newPerson(service, { email: 'ada@exemple.fr', role: 'accountant' });
  await open();
});
afterEach(async () => {
  smtp.behave({});
  await open();
  await asOwner('/v2/installation/mail', { method: 'DELETE' });
});
afterAll(async () => {
  await smtp.stop();
  await service.close();
});

type Given = Parameters<typeof openInstallation>[0]['config'];

/** Opens the settings as a process with this configuration does; of another process, elsewhere. */
async function open(
  config: Partial<Given> = {},
  environment: AppEnvironment = service.services.environment,
): Promise<OpenInstallation> {
  const opened = await openInstallation({
    config: { settingsOnScreens: true, dataFolder: '/nonexistent', ...config },
    ...{ isEmbedded: false, now: service.services.now },
    ...{ owner: service.owner, pool: service.services.pool, secrets: environment.webhooks.secrets },
    ...{ isSharded: false, environment, mailCa },
  });
  environment.installation = opened;
  return opened;
}

const asOwner = (path: string, asked: object = {}) => (owner as Browser).ask(path, asked);
const port = (): number => Number(new URL(smtp.url).port);
const settings = (more: object = {}) => ({
  ...{ host: '127.0.0.1', port: port(), security: 'tls', user: USER, password: PASSWORD, from: 'factures@zoe.example' },
  ...more,
});
const put = (more: object = {}, who = owner as Browser) =>
  who.ask('/v2/installation/mail', { method: 'PUT', body: settings(more) });
/** `facturier person operator`, and what it prints. */
const command = (options: { email: string; revoke?: boolean }): Promise<string> => {
  const context = { owner: service.owner, pool: service.services.pool, services: service.services };
  return printed(() => grantOperator(context as unknown as CommandContext, { json: true, ...options }));
};
const tryIt = () => asOwner('/v2/installation/mail/test', { method: 'POST', body: {} });

test('set-mail-server stores the password encrypted, get-mail-server never returns it, and test-mail-server sends to the owner', async () => {
  const before = await asOwner('/v2/installation/mail');
  assert.deepEqual([before.status, before.json.source, before.json.server], [200, 'none', null]);
  const { status, json, text } = await put();
  assert.equal(status, 200, text);
  assert.deepEqual(json.server, {
    ...{ host: '127.0.0.1', port: port(), security: 'tls', user: USER },
    ...{ from: 'factures@zoe.example', hasPassword: true, isPasswordLost: false },
  });
  const { rows } = await service.owner.query("select value from public.facturier_setting where name = 'mail'");
  assert.ok(rows[0].value.includes(USER));
  for (const shown of [text, (await asOwner('/v2/installation/mail')).text, rows[0].value])
    assert.ok(!shown.includes(PASSWORD) && !shown.includes(encodeURIComponent(PASSWORD)));

  const count = smtp.arrived.length;
  const sent = await tryIt();
  assert.equal(sent.status, 200, sent.text);
  assert.equal(sent.json.to, 'zoe@exemple.fr');
  assert.deepEqual(
    smtp.arrived.slice(count).map(({ to, from, user, secure }) => ({ to, from, user, secure })),
    [{ to: ['zoe@exemple.fr'], from: 'factures@zoe.example', user: USER, secure: true }],
  );
});

test('the stored password is never sent to another server, port or user, nor less securely; a new sender keeps it', async () => {
  await put();
  const { password: _, ...kept } = settings();
  const change = (more: object) => asOwner('/v2/installation/mail', { method: 'PUT', body: { ...kept, ...more } });
  for (const more of [{ host: 'localhost' }, { port: 2525 }, { user: 'autre' }, { security: 'none' }]) {
    const { status, json } = await change(more);
    assert.deepEqual(
      [status, json.code, json.errors[0].pointer],
      [400, 'installation.mail_password_needed', '/password'],
      JSON.stringify(more),
    );
  }
  assert.equal((await change({ from: 'zoe@zoe.example' })).status, 200);
  assert.equal((await tryIt()).status, 200);
  assert.equal(smtp.arrived.at(-1)?.from, 'zoe@zoe.example');
});

test('test-mail-server names the cause: name, connection, encryption, password, sender, recipient, later', async () => {
  const closed = await mailServer();
  const closedPort = Number(new URL(closed.url).port);
  await closed.stop();
  const plain = await mailServer({ clear: true });
  const plainPort = Number(new URL(plain.url).port);
  const cases: [string, object, Parameters<Smtp['behave']>[0]][] = [
    ['name_not_found', { host: 'smtp.introuvable.invalid' }, {}],
    ['connection', { port: closedPort }, {}],
    ['tls', { port: plainPort }, {}],
    ['login_refused', { password: 'faux' }, {}],
    ['sender_refused', {}, { sender: () => [550, 'Sender not owned by user'] }],
    ['refused', {}, { recipient: () => [550, 'No such user'] }],
    ['deferred', {}, { data: () => [451, 'Try later'] }],
  ];
  for (const [fault, more, behaviour] of cases) {
    assert.equal((await put(more)).status, 200, fault);
    smtp.behave(behaviour);
    const { status, json, text } = await tryIt();
    assert.deepEqual([status, json.code, json.fault], [422, 'installation.mail_test_failed', fault], text);
    assert.ok(json.detail.length > 20 && !text.includes(PASSWORD), text);
  }
  await plain.stop();
});

test('without encryption only a private address is accepted, and no more is asked of it', async () => {
  const open = { security: 'none', user: null, password: null };
  for (const host of ['1.1.1.1', 'smtp.introuvable.invalid']) {
    const { status, json } = await put({ ...open, host });
    assert.deepEqual([status, json.code], [400, 'installation.mail_encryption_needed'], host);
  }
  const plain = await mailServer({ clear: true });
  assert.equal((await put({ ...open, port: Number(new URL(plain.url).port) })).status, 200);
  assert.equal((await tryIt()).status, 200);
  assert.equal(plain.arrived.length, 1);
  await plain.stop();
});

test('get-installation and the settings by role, scope, account and mode; remove-mail-server too', async () => {
  await put();
  const requests: [string, string, object | undefined][] = [
    ['GET', '/v2/installation/mail', undefined],
    ['PUT', '/v2/installation/mail', settings()],
    ['POST', '/v2/installation/mail/test', {}],
    ['DELETE', '/v2/installation/mail', undefined],
  ];
  for (const [method, path, body] of requests) {
    for (const who of [member, accountant] as Browser[])
      assert.equal(
        (await who.ask(path, { method, body })).json.code,
        'installation.operator_needed',
        `${method} ${path}`,
      );
    assert.equal((await service.ask(path, { method, body })).json.code, 'installation.operator_needed');
    const inTest = await asOwner(path, { method, body, headers: { 'facturier-mode': 'test' } });
    assert.equal(inTest.json.code, 'api_key.live_key_needed', `${method} ${path}`);
  }
  const isOperator = async (who: Browser, headers = {}) =>
    (await who.ask('/v2/installation', { headers })).json.isOperator;
  assert.deepEqual([await isOperator(owner as Browser), await isOperator(member as Browser)], [true, false]);
  assert.equal((await service.ask('/v2/installation')).json.isOperator, false);

  // With a second account, only people the operator named.
  const other = await service.newAccount('Autre');
  const otto = await newPerson(service, { email: 'otto@exemple.fr', accountId: other.accountId });
  for (const who of [owner as Browser, otto])
    assert.equal((await who.ask('/v2/installation/mail')).json.code, 'installation.operator_needed');
  const said = await command({ email: 'otto@exemple.fr' });
  assert.deepEqual(JSON.parse(said), { operator: true });
  assert.deepEqual([await isOperator(otto), (await otto.ask('/v2/installation/mail')).status], [true, 200]);
  await command({ email: 'otto@exemple.fr', revoke: true });
  assert.equal((await otto.ask('/v2/installation/mail')).status, 403);
  // Samples do not count as accounts.
  await service.owner.query(
    `set app.account_id = '${other.accountId}'; update billing.account set settings = '{"demo":true,' || substr(settings, 2)
     where account_id = '${other.accountId}'; reset app.account_id`,
  );
});

test('SMTP_URL wins and is named; SETTINGS_SCREENS=off closes the settings', async () => {
  await put();
  await open({ mail: { smtpUrl: smtp.url, from: 'env@zoe.example' } });
  const shown = await asOwner('/v2/installation/mail');
  assert.deepEqual(
    [shown.json.source, shown.json.variable, shown.json.server.from, shown.json.server.hasPassword],
    ['environment', 'SMTP_URL', 'env@zoe.example', true],
  );
  assert.ok(!shown.text.includes(encodeURIComponent(PASSWORD)) && !shown.text.includes(PASSWORD));
  for (const answer of [await put(), await asOwner('/v2/installation/mail', { method: 'DELETE' })])
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.variable],
      [409, 'installation.set_by_environment', 'SMTP_URL'],
    );
  assert.equal((await tryIt()).status, 200);
  assert.equal(smtp.arrived.at(-1)?.from, 'env@zoe.example');
  await open({ settingsOnScreens: false });
  assert.equal((await put()).json.code, 'installation.settings_screens_off');
  assert.equal((await asOwner('/v2/installation')).json.settingsOpen, false);
});

test('mail that waited without a server is sent by another process once one is set, without a restart', async () => {
  const elsewhere: AppEnvironment = { ...service.services.environment };
  const other = await open({}, elsewhere);
  const services = { ...service.services, environment: elsewhere };
  const log = pino({ level: 'silent' });
  const stopFollowing = other.watch(log, 20);
  const jobs = await createJobs({
    ...{ environment: elsewhere, software: '1.0.0', stamping: undefined, copies: undefined },
    mail: { server: other.mailServer, owner: service.owner, dataFolder: '/nonexistent' },
  });
  const mail = jobs.filter(({ lane }) => lane.name === 'mail');
  const worker = startQueueWorker(services, log, { connection: service.database.serving, jobs: mail, pollMs: 20 });
  try {
    assert.equal(elsewhere.mail, undefined);
    assert.equal((await asOwner('/v2/usage')).json.sendsMail, false);
    await put({ security: 'none', user: null, password: null, port: 9 });
    await until('the other process has the first server', async () => elsewhere.mail?.from === 'factures@zoe.example');
    await put();
    assert.equal((await asOwner('/v2/usage')).json.sendsMail, true);
    await asOwner('/v2/installation/mail', { method: 'DELETE' });
    await until('no server remains', async () => elsewhere.mail === undefined);
    // Queued by this process while it still had a server.
    const plain = await mailServer({ clear: true });
    service.services.environment.mail = { from: 'factures@zoe.example' };
    const invited = await asOwner('/v2/invitations', { body: { email: 'nina@exemple.fr', role: 'member' } });
    assert.equal(invited.status, 201, invited.text);
    await wait(200);
    assert.equal(plain.arrived.length, 0);
    await put({ security: 'none', user: null, password: null, port: Number(new URL(plain.url).port) });
    // Its next try waits on the clock of the test, which is moved here. By then other mail of the
    // account may be due.
    const isSent = () => plain.arrived.some(({ to }) => to.includes('nina@exemple.fr'));
    await until('the waiting mail is sent', async () => {
      service.clock.now += 30;
      return isSent();
    });
    await plain.stop();
  } finally {
    stopFollowing();
    await worker.stop();
  }
});

test('a password whose key was replaced counts as lost: no mail is sent until it is entered again', async () => {
  await put();
  const secrets = { lock: () => '', open: () => assert.fail('another key') };
  const environment = { ...service.services.environment };
  environment.webhooks = { ...environment.webhooks, secrets };
  const opened = await open({}, environment);
  assert.deepEqual([environment.mail, opened.mailServer()], [undefined, undefined]);
  assert.deepEqual([opened.mail.current().isPasswordLost, opened.mail.current().hasPassword], [true, true]);
});

test('the serving role sees that a setting changed, and neither its value nor the operators', async () => {
  await put();
  const serving = openPool(service.database.serving, { size: 1 });
  try {
    const { rows } = await serving.query('select name, version from public.facturier_setting');
    assert.equal(rows[0].name, 'mail');
    for (const statement of [
      'select value from public.facturier_setting',
      'update public.facturier_setting set version = 9',
      'delete from public.facturier_setting',
      'select from public.facturier_operator',
      'insert into public.facturier_operator values (gen_random_uuid(), 1)',
    ])
      await assert.rejects(serving.query(statement), { code: '42501' }, statement);
  } finally {
    await serving.end();
  }
});
