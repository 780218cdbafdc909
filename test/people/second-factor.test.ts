import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../../src/domain/people/second-factor.ts';
import { switchSecondFactorOff } from '../../src/store/people/second-factors.ts';
import { inTransaction } from '../../src/store/transaction.ts';
import { browser } from '../support/browser.ts';
import type { Answered } from '../support/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service-over-https.ts';
import { newPerson, PASSWORD } from './people.ts';

// A code beside the password: set up, asked for, never taken twice.

const EMAIL = 'zoe@exemple.fr';
let service: ServiceOverHttps;
let zoe: Awaited<ReturnType<typeof newPerson>>;
let secret = '';
let recoveryCodes: string[] = [];
before(async () => {
  service = await serviceOverHttps();
  zoe = await newPerson(service, { email: EMAIL, first: true });
});
after(() => service.close());

const code = ({ json }: Answered): string => json?.code;
/** What the authenticator shows so many steps of 30 seconds from now. */
const shown = (steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: (service.clock.now + 30 * steps) * 1000 });
const post = (path: string, body: object) => zoe.ask(`/v2/person/${path}`, { body });
const enter = (said?: string) => browser(service).signIn(EMAIL, PASSWORD, said);

test('an authenticator is set up by the password and a code, and recovery codes are shown this once', async () => {
  assert.equal(code(await post('second-factor', { password: 'wrong wrong wrong' })), 'person.password_wrong');
  assert.equal(code(await post('recovery-codes', { password: PASSWORD })), 'person.second_factor_off');
  const { json } = await post('second-factor', { password: PASSWORD });
  secret = json.secret;
  assert.match(json.uri, /^otpauth:\/\/totp\/Facturier:zoe%40exemple\.fr\?.*secret=[A-Z2-7]{32}/);
  assert.match(json.qr, /^<svg /);
  // Until a code was shown nothing has changed.
  assert.equal((await enter()).status, 200);
  assert.equal(code(await post('second-factor/confirm', { code: '000000' })), 'person.second_factor_wrong');
  const before = zoe.cookies.get('__Host-facturier-session');
  const confirmed = await post('second-factor/confirm', { code: shown() });
  assert.equal(confirmed.status, 200, confirmed.text);
  recoveryCodes = confirmed.json.recoveryCodes;
  assert.equal(new Set(recoveryCodes).size, RECOVERY_CODES);
  assert.equal(confirmed.json.me.person.secondFactor, true);
  assert.notEqual(zoe.cookies.get('__Host-facturier-session'), before);
  assert.equal((await zoe.ask('/v2/person')).json.person.secondFactor, true);
});

test('the password alone opens nothing, and a wrong password is not told from one without a code', async () => {
  assert.equal(code(await enter()), 'person.second_factor_needed');
  assert.equal(code(await browser(service).signIn(EMAIL, 'wrong wrong wrong', shown(1))), 'person.sign_in_refused');
});

test('a code is taken once: the one it was set up with, one shown again, and one of before are wrong', async () => {
  assert.equal(code(await enter(shown())), 'person.second_factor_wrong');
  assert.equal((await enter(shown(1))).status, 200);
  assert.equal(code(await enter(shown(1))), 'person.second_factor_wrong');
  service.clock.now += 60;
  const next = shown();
  const both = await Promise.all([enter(next), enter(next)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  assert.equal(code(await enter(shown(-1))), 'person.second_factor_wrong');
});

test('a code two steps off is none; one step off it is', async () => {
  service.clock.now += 120;
  assert.equal(code(await enter(shown(2))), 'person.second_factor_wrong');
  assert.equal((await enter(shown(1))).status, 200);
});

test('a recovery code works once, however it is typed, and of two at once one', async () => {
  const [first = '', second = ''] = recoveryCodes;
  const typed = first.toLowerCase().replaceAll('-', ' ');
  assert.equal((await enter(typed)).status, 200);
  assert.equal(code(await enter(first)), 'person.second_factor_wrong');
  const both = await Promise.all([enter(second), enter(second)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  const { json } = await post('recovery-codes', { password: PASSWORD });
  assert.equal(code(await enter(recoveryCodes[2])), 'person.second_factor_wrong');
  recoveryCodes = json.recoveryCodes;
  assert.equal((await enter(recoveryCodes[0])).status, 200);
});

test('neither the secret nor a recovery code is kept as it is', async () => {
  const { world } = service;
  const rows = await inTransaction(world.pool, { accountId: '', test: false, personId: zoe.id }, async (tx) => ({
    commit: false,
    answer: await tx.read({
      text: "select p::text || (select string_agg(c::text, ' ') from billing.recovery_code c) as whole from billing.person p",
    }),
  }));
  const whole: string = rows[0]?.whole;
  // The control: what is looked at is her row and her codes.
  assert.ok(whole.includes(EMAIL) && whole.split('\\x').length > RECOVERY_CODES);
  for (const kept of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))])
    assert.ok(!whole.includes(kept));
});

test('a new password by mail, or by the operator, takes no second factor off', async () => {
  const done = await zoe.ask('/v2/person/password', {
    method: 'PUT',
    body: { password: PASSWORD, newPassword: 'parapluie orange sous la lune' },
  });
  assert.equal(done.status, 200);
  const page = browser(service);
  assert.equal(code(await page.signIn(EMAIL, 'parapluie orange sous la lune')), 'person.second_factor_needed');
  await zoe.ask('/v2/person/password', {
    method: 'PUT',
    body: { password: 'parapluie orange sous la lune', newPassword: PASSWORD },
  });
});

test('it is switched off by the password, and recovery codes with it', async () => {
  assert.equal(
    code(await post('second-factor/switch-off', { password: 'wrong wrong wrong' })),
    'person.password_wrong',
  );
  assert.equal((await post('second-factor/switch-off', { password: PASSWORD })).json.person.secondFactor, false);
  assert.equal((await enter()).status, 200);
});

test('wrong codes are slowed as wrong passwords are', async () => {
  const { json } = await post('second-factor', { password: PASSWORD });
  secret = json.secret;
  service.clock.now += 300;
  await post('second-factor/confirm', { code: shown() });
  const known = browser(service);
  let answer = await known.signIn(EMAIL, PASSWORD, '000000');
  for (let n = 0; n < 40 && answer.status === 401; n++) answer = await known.signIn(EMAIL, PASSWORD, '000000');
  assert.equal(code(answer), 'person.sign_in_slowed');
  await inTransaction(service.world.pool, { accountId: '', test: false, personId: zoe.id }, async (tx) => {
    switchSecondFactorOff(tx, zoe.id);
    return { commit: true, answer: undefined };
  });
});
