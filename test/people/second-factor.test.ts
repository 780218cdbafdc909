import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, test } from 'vitest';
import { insertPasskey } from '../../src/db/people/passkeys.ts';
import { switchSecondFactorOff } from '../../src/db/people/second-factors.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { CHALLENGE_LIFE_SECONDS, PASSKEYS_MAX } from '../../src/domain/people/passkey.ts';
import { RECOVERY_CODES } from '../../src/domain/people/second-factor.ts';
import { browser } from '../support/service/browser-session.ts';
import type { Answered } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { newPerson, PASSWORD } from './people-fixtures.ts';
import { device, type Otherwise } from './webauthn-device.ts';

// The second factor: setup, sign-in, and single use of codes.

const EMAIL = 'zoe@exemple.fr';
let service: ServiceOverHttps;
let zoe: Awaited<ReturnType<typeof newPerson>>;
let secret = '';
let recoveryCodes: string[] = [];
beforeAll(async () => {
  service = await serviceOverHttps();
  zoe = await newPerson(service, { email: EMAIL, first: true });
});
afterAll(() => service.close());

const code = ({ json }: Answered): string => json?.code;
/** The authenticator code a number of 30-second steps from now. */
const shown = (steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: (service.clock.now + 30 * steps) * 1000 });
const post = (path: string, body: object) => zoe.ask(`/v2/person/${path}`, { body });
const enter = (said?: string) => browser(service).signIn(EMAIL, PASSWORD, said);

test('setting up an authenticator needs the password and a code, and shows recovery codes once', async () => {
  assert.equal(code(await post('second-factor', { password: 'wrong wrong wrong' })), 'person.password_wrong');
  assert.equal(code(await post('recovery-codes', { password: PASSWORD })), 'person.second_factor_off');
  const { json } = await post('second-factor', { password: PASSWORD });
  secret = json.secret;
  assert.match(json.uri, /^otpauth:\/\/totp\/Facturier:zoe%40exemple\.fr\?.*secret=[A-Z2-7]{32}/);
  assert.match(json.qr, /^<svg /);
  // Nothing changes until a code is confirmed.
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

test('the password alone grants no access, and a wrong password gets the same answer as a missing code', async () => {
  assert.equal(code(await enter()), 'person.second_factor_needed');
  assert.equal(code(await browser(service).signIn(EMAIL, 'wrong wrong wrong', shown(1))), 'person.sign_in_refused');
});

test('a code works once: the setup code, a reused code and an earlier code are refused', async () => {
  assert.equal(code(await enter(shown())), 'person.second_factor_wrong');
  assert.equal((await enter(shown(1))).status, 200);
  assert.equal(code(await enter(shown(1))), 'person.second_factor_wrong');
  service.clock.now += 60;
  const next = shown();
  const both = await Promise.all([enter(next), enter(next)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  assert.equal(code(await enter(shown(-1))), 'person.second_factor_wrong');
});

test('a code one time step off is accepted, two steps off is refused', async () => {
  service.clock.now += 120;
  assert.equal(code(await enter(shown(2))), 'person.second_factor_wrong');
  assert.equal((await enter(shown(1))).status, 200);
});

test('a recovery code works once in any spelling, and only one of two concurrent uses succeeds', async () => {
  const [first = '', second = ''] = recoveryCodes;
  const typed = first.toLowerCase().replaceAll('-', ' ');
  assert.equal((await enter(typed)).status, 200);
  assert.equal(code(await enter(first)), 'person.second_factor_wrong');
  const both = await Promise.all([enter(second), enter(second)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  const { json } = await post('recovery-codes', { password: PASSWORD, code: recoveryCodes[3] });
  assert.equal(code(await enter(recoveryCodes[2])), 'person.second_factor_wrong');
  recoveryCodes = json.recoveryCodes;
  assert.equal((await enter(recoveryCodes[0])).status, 200);
});

test('the authenticator secret and recovery codes are never stored in plain text', async () => {
  const { services } = service;
  const rows = await inTransaction(services.pool, { accountId: '', test: false, personId: zoe.id }, async (tx) => ({
    commit: false,
    answer: await tx.read({
      text: "select p::text || (select string_agg(c::text, ' ') from billing.recovery_code c) as whole from billing.person p",
    }),
  }));
  const whole: string = rows[0]?.whole;
  // Control: the search covers the person’s row and codes.
  assert.ok(whole.includes(EMAIL) && whole.split('\\x').length > RECOVERY_CODES);
  for (const kept of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))])
    assert.ok(!whole.includes(kept));
});

test('a password reset by mail or by the operator keeps the second factor', async () => {
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

test('disabling the second factor needs the password and a code, and deletes the recovery codes', async () => {
  assert.equal(
    code(await post('second-factor/switch-off', { password: 'wrong wrong wrong' })),
    'person.password_wrong',
  );
  const off = { password: PASSWORD, code: recoveryCodes[1] };
  assert.equal((await post('second-factor/switch-off', off)).json.person.secondFactor, false);
  assert.equal((await enter()).status, 200);
});

test('wrong codes are rate limited like wrong passwords', async () => {
  const { json } = await post('second-factor', { password: PASSWORD });
  secret = json.secret;
  service.clock.now += 300;
  await post('second-factor/confirm', { code: shown() });
  const known = browser(service);
  let answer = await known.signIn(EMAIL, PASSWORD, '000000');
  for (let n = 0; n < 40 && answer.status === 401; n++) answer = await known.signIn(EMAIL, PASSWORD, '000000');
  assert.equal(code(answer), 'person.sign_in_slowed');
  await inTransaction(service.services.pool, { accountId: '', test: false, personId: zoe.id }, async (tx) => {
    switchSecondFactorOff(tx, zoe.id);
    return { commit: true, answer: undefined };
  });
});

test('a passkey is created with the password, then signs in without password and code', async () => {
  const phone = device();
  assert.equal(code(await post('passkeys/options', { password: 'wrong wrong wrong' })), 'person.password_wrong');
  const { options } = (await post('passkeys/options', { password: PASSWORD })).json;
  assert.deepEqual([options.rp.id, options.user.name], ['localhost', EMAIL]);
  const made = phone.make(options);
  const added = await post('passkeys', { name: 'Téléphone', response: made });
  assert.equal(added.status, 201, added.text);
  // A repeated response and one signed for another person are refused.
  assert.equal(code(await post('passkeys', { name: 'Encore', response: made })), 'person.passkey_refused');
  const listed = (await zoe.ask('/v2/person/passkeys')).json.passkeys;
  assert.deepEqual(
    listed.map(({ name, lastUsedAt }: any) => [name, lastUsedAt]),
    [['Téléphone', null]],
  );
  const signedIn = await byPasskey(phone);
  assert.equal(signedIn.status, 200, signedIn.text);
  assert.equal(signedIn.json.person.email, EMAIL);
  // A removed passkey no longer signs in.
  const remove = () => zoe.ask(`/v2/person/passkeys/${listed[0].id}`, { method: 'DELETE' });
  assert.equal((await remove()).status, 204);
  assert.equal(code(await remove()), 'passkey.not_found');
  assert.equal(code(await byPasskey(phone)), 'person.passkey_refused');
});

const passkeyOptions = async () =>
  (await browser(service).ask('/v2/person/sign-in/passkey/options', { body: {} })).json.options;
const byPasskey = async (phone: ReturnType<typeof device>, otherwise: Otherwise = {}) => {
  const response = phone.show(await passkeyOptions(), otherwise);
  return browser(service).ask('/v2/person/sign-in/passkey', { body: { response } });
};

test('a passkey is refused for another site or person, without user verification, if copied or too late', async () => {
  const phone = device();
  const { options } = (await post('passkeys/options', { password: PASSWORD })).json;
  for (const otherwise of [{ origin: 'https://evil.example' }, { site: 'evil.example' }, { verified: false }])
    assert.equal(
      code(await post('passkeys', { name: 'X', response: phone.make(options, otherwise) })),
      'person.passkey_refused',
    );
  assert.equal((await post('passkeys', { name: 'X', response: phone.make(options) })).status, 201);
  for (const otherwise of [
    { origin: 'https://evil.example' },
    { site: 'evil.example' },
    { verified: false },
    // A copied device continues from the counter at the time of the copy.
    { counter: 1 },
    { credential: device().credential },
  ])
    assert.equal(code(await byPasskey(phone, otherwise)), 'person.passkey_refused', JSON.stringify(otherwise));
  assert.equal((await byPasskey(phone, { counter: 100 })).status, 200);
  // A replayed signature with a valid counter.
  const asked = await passkeyOptions();
  const enter = (response: object) => browser(service).ask('/v2/person/sign-in/passkey', { body: { response } });
  assert.equal((await enter(phone.show(asked, { counter: 101 }))).status, 200);
  assert.equal(code(await enter(phone.show(asked, { counter: 102 }))), 'person.passkey_refused');
  // An unknown challenge, and an earlier one.
  const own = { ...asked, challenge: Buffer.from('mine').toString('base64url') };
  assert.equal(code(await enter(phone.show(own, { counter: 103 }))), 'person.passkey_refused');
  const late = await passkeyOptions();
  service.clock.now += CHALLENGE_LIFE_SECONDS;
  assert.equal(code(await enter(phone.show(late, { counter: 104 }))), 'person.passkey_refused');
  // A claim that another person owns the passkey: it is not among theirs.
  const paul = await newPerson(service, { email: 'paul@exemple.fr', role: 'member' });
  phone.belongsTo(Buffer.from(paul.id).toString('base64url'));
  assert.equal(code(await byPasskey(phone, { counter: 105 })), 'person.passkey_refused');
});

test('a person has at most 20 passkeys', async () => {
  await inTransaction(service.services.pool, { accountId: '', test: false, personId: zoe.id }, async (tx) => {
    for (let n = 0; n < PASSKEYS_MAX; n++)
      insertPasskey(tx, zoe.id, {
        ...{
          id: service.services.newId(),
          credential: `c${n}`,
          publicKey: new Uint8Array(1),
          counter: 0,
          transports: [],
        },
        ...{ name: `P${n}`, createdAt: 1 },
      });
    return { commit: true, answer: undefined };
  });
  assert.equal(code(await post('passkeys/options', { password: PASSWORD })), 'person.too_many_passkeys');
});
