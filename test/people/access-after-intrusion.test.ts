import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, test } from 'vitest';
import { WRONG_CODES_MAX, WRONG_CODES_TOLD } from '../../src/domain/people/second-factor.ts';
import { until } from '../support/runner/wait-until.ts';
import { browser } from '../support/service/browser-session.ts';
import type { Answered } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { inAccountOf, mailedLink, newPerson, PASSWORD } from './people-fixtures.ts';
import { device } from './webauthn-device.ts';

// An intruder had a browser and the password. The owner gets a mail about each change, and a reset
// shuts the intruder out.

const EMAIL = 'zoe@exemple.fr';
const NEW_PASSWORD = 'parapluie orange sous la lune';
let service: ServiceOverHttps;
let zoe: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
  service = await serviceOverHttps();
  zoe = await newPerson(service, { email: EMAIL, first: true });
});
afterAll(() => service.close());

const code = ({ json }: Answered): string => json?.code;
const post = (path: string, body: object) => zoe.ask(`/v2/person/${path}`, { body });
/** Recipient and text of each mail, oldest first. */
async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await inAccountOf(service, 'select content from billing.mail order by id');
  return rows.map(({ content }) => {
    const { recipients, subject, text } = JSON.parse(content);
    return { to: recipients[0].address, subject, text };
  });
}
const lastMail = async () => (await mails()).at(-1);
const byPasskey = async (phone: ReturnType<typeof device>) => {
  const at = browser(service);
  const { options } = (await at.ask('/v2/person/sign-in/passkey/options', { body: {} })).json;
  return at.ask('/v2/person/sign-in/passkey', { body: { response: phone.show(options) } });
};
async function passkey(name: string, said: object = {}): Promise<ReturnType<typeof device>> {
  const phone = device();
  const { options } = (await post('passkeys/options', { password: PASSWORD, ...said })).json;
  assert.equal((await post('passkeys', { name, response: phone.make(options) })).status, 201);
  return phone;
}
async function secondFactorOn(): Promise<(steps?: number) => string> {
  service.clock.now += 90;
  const { json } = await post('second-factor', { password: PASSWORD });
  const shown = (steps = 0): string =>
    new TOTP({ secret: json.secret }).generate({ timestamp: (service.clock.now + 30 * steps) * 1000 });
  assert.equal((await post('second-factor/confirm', { code: shown() })).status, 200);
  return shown;
}

test('passkeys, second factor, recovery codes and password: each change sends a mail', async () => {
  await passkey('Téléphone de Mallory');
  const added = await lastMail();
  assert.deepEqual([added?.to, added?.subject], [EMAIL, 'Nouvelle clé d’accès']);
  assert.match(added?.text ?? '', /Téléphone de Mallory/);
  assert.match(added?.text ?? '', /depuis 127\.0\.0\.1/);
  assert.match(added?.text ?? '', /\/reinitialiser/);
  const [{ id }] = (await zoe.ask('/v2/person/passkeys')).json.passkeys;
  assert.equal((await zoe.ask(`/v2/person/passkeys/${id}`, { method: 'DELETE' })).status, 204);
  const removed = await lastMail();
  assert.equal(removed?.subject, 'Clé d’accès retirée');
  assert.match(removed?.text ?? '', /Téléphone de Mallory/);
  const shown = await secondFactorOn();
  assert.equal((await lastMail())?.subject, 'Second facteur activé');
  service.clock.now += 60;
  assert.equal((await post('recovery-codes', { password: PASSWORD, code: shown() })).status, 200);
  assert.equal((await lastMail())?.subject, 'Nouveaux codes de secours');
  service.clock.now += 60;
  assert.equal((await post('second-factor/switch-off', { password: PASSWORD, code: shown() })).status, 200);
  assert.equal((await lastMail())?.subject, 'Second facteur désactivé');
  const change = (password: string, newPassword: string) =>
    zoe.ask('/v2/person/password', { method: 'PUT', body: { password, newPassword } });
  assert.equal((await change(PASSWORD, NEW_PASSWORD)).status, 200);
  assert.equal((await lastMail())?.subject, 'Mot de passe changé');
  await change(NEW_PASSWORD, PASSWORD);
});

test('security mails are in the account’s language, including English', async () => {
  const { json } = await zoe.ask('/v2/company', { method: 'PATCH', body: { defaults: { locale: 'en' } } });
  assert.notEqual(json?.code, 'request.invalid', JSON.stringify(json));
  await passkey('Laptop');
  const mail = await lastMail();
  assert.equal(mail?.subject, 'New passkey');
  assert.match(mail?.text ?? '', /If it was not you, choose a new password at once/);
  await zoe.ask('/v2/company', { method: 'PATCH', body: { defaults: { locale: 'fr' } } });
});

test('a new or rotated API key sends each owner a mail with its name and creator; members get none', async () => {
  const paul = await newPerson(service, { email: 'paul@exemple.fr', role: 'owner' });
  await newPerson(service, { email: 'nina@exemple.fr', role: 'member' });
  const before = (await mails()).length;
  const made = await paul.ask('/v2/api-keys', { body: { name: 'Caisse' } });
  assert.equal(made.status, 201);
  const first = (await mails()).slice(before);
  assert.deepEqual(first.map(({ to }) => to).sort(), ['paul@exemple.fr', EMAIL]);
  for (const { subject, text } of first) {
    assert.match(subject, /^Nouvelle clé d’API/);
    assert.match(text, /«\sCaisse\s»/);
    assert.match(text, /Créée par paul\./);
    assert.match(text, /\/reglages\/integrations/);
    assert.ok(!text.includes(made.json.key));
  }
  assert.equal((await paul.ask(`/v2/api-keys/${made.json.id}/rotate`, { body: {} })).status, 201);
  assert.equal((await mails()).length, before + 4);
});

test('joining, a role change and a removal send each owner a mail, and the person one about their change', async () => {
  const owners = ['paul@exemple.fr', EMAIL];
  const told = async (from: number) =>
    (await mails()).slice(from).filter(({ subject }) => subject.startsWith('Personnes du compte'));
  let from = (await mails()).length;
  await newPerson(service, { email: 'lea@exemple.fr', role: 'member' });
  const joined = await told(from);
  assert.deepEqual(joined.map(({ to }) => to).sort(), owners);
  assert.match(joined[0]?.text ?? '', /lea \(lea@exemple\.fr\) a rejoint le compte[^]*Rôle\s: membre/);
  const { people } = (await zoe.ask('/v2/people')).json;
  const { id } = people.find(({ email }: { email: string }) => email === 'lea@exemple.fr');
  from = (await mails()).length;
  const change = (role: string) => zoe.ask(`/v2/people/${id}`, { method: 'PATCH', body: { role } });
  assert.equal((await change('accountant')).status, 200);
  assert.equal((await change('accountant')).status, 200, 'the same role once more is no change');
  assert.deepEqual((await told(from)).map(({ to }) => to).sort(), ['lea@exemple.fr', ...owners]);
  from = (await mails()).length;
  assert.equal((await zoe.ask(`/v2/people/${id}`, { method: 'DELETE' })).status, 204);
  const left = await told(from);
  assert.deepEqual(left.map(({ to }) => to).sort(), ['lea@exemple.fr', ...owners]);
  assert.match(left[0]?.text ?? '', /n’est plus dans le compte[^]*Fait par zoe\./);
});

test('with the second factor on, the password alone cannot disable or replace it, renew codes or add a passkey', async () => {
  const shown = await secondFactorOn();
  const acts = ['second-factor/switch-off', 'second-factor', 'recovery-codes', 'passkeys/options'];
  for (const act of acts) {
    assert.equal(code(await post(act, { password: PASSWORD })), 'person.second_factor_needed', act);
    assert.equal(code(await post(act, { password: PASSWORD, code: '000000' })), 'person.second_factor_wrong', act);
  }
  service.clock.now += 60;
  assert.equal((await post('second-factor/switch-off', { password: PASSWORD, code: shown() })).status, 200);
  assert.equal((await post('second-factor', { password: PASSWORD })).status, 200, 'without one no code is asked for');
});

test('a password reset suspends passkeys and drops a pending address; the review removes the selected items', async () => {
  const before = browser(service);
  assert.equal((await before.signIn(EMAIL, PASSWORD)).status, 200);
  const [mine, intruders] = [await passkey('À moi'), await passkey('Mallory')];
  const key = (await zoe.ask('/v2/api-keys', { body: { name: 'Mallory', scopes: ['billing:read'] } })).json;
  const kept = (await zoe.ask('/v2/api-keys', { body: { name: 'Boutique', scopes: ['billing:read'] } })).json;
  const moving = await zoe.ask('/v2/person', {
    method: 'PATCH',
    body: { email: 'mallory@exemple.fr', password: PASSWORD },
  });
  assert.equal(moving.json.person.newEmail.email, 'mallory@exemple.fr');
  const { secret: toIntruder } = await mailedLink(service);

  assert.equal((await browser(service).ask('/v2/person/reset', { body: { email: EMAIL } })).status, 204);
  await until('the link is mailed', async () => /nouveau-mot-de-passe/.test((await lastMail())?.text ?? ''));
  const { secret } = await mailedLink(service);
  const reset = { secret, newPassword: NEW_PASSWORD };
  assert.equal((await browser(service).ask('/v2/person/reset/password', { body: reset })).status, 204);
  assert.equal((await lastMail())?.subject, 'Mot de passe réinitialisé');
  assert.equal((await before.ask('/v2/person')).status, 401, 'every session has ended');
  for (const phone of [mine, intruders]) assert.equal(code(await byPasskey(phone)), 'person.passkeys_suspended');
  const confirm = await browser(service).ask('/v2/person/address', { body: { secret: toIntruder } });
  assert.notEqual(confirm.status, 200, 'the link to another address is of no use');

  const signedIn = await zoe.signIn(EMAIL, NEW_PASSWORD);
  assert.equal(signedIn.json.person.accessReview, true);
  const review = (await zoe.ask('/v2/person/review')).json;
  assert.equal(review.isNeeded, true);
  const named = (list: { name: string; id: string }[], name: string) => list.find((each) => each.name === name)?.id;
  assert.ok(named(review.passkeys, 'À moi') && named(review.keys, 'Boutique'));
  assert.ok(review.sessions.some(({ isThis }: { isThis: boolean }) => isThis));
  const removed = { passkeys: [named(review.passkeys, 'Mallory')], keys: [named(review.keys, 'Mallory')] };
  const finished = await post('review', removed);
  assert.equal(finished.json.person.accessReview, false, finished.text);
  assert.equal(code(await byPasskey(intruders)), 'person.passkey_refused');
  assert.equal((await byPasskey(mine)).status, 200);
  const asks = async (bearer: string) => (await service.ask('/v2/billings', { key: bearer })).status;
  await until('the key has ended', async () => (await asks(key.key)) === 401);
  assert.equal(await asks(kept.key), 200);
  assert.equal((await zoe.ask('/v2/person/review')).json.isNeeded, false);
  await zoe.ask('/v2/person/password', {
    method: 'PUT',
    body: { password: NEW_PASSWORD, newPassword: PASSWORD },
  });
});

test('the review cannot remove items of another person', async () => {
  const otto = await newPerson(service, { email: 'otto@exemple.fr', role: 'owner' });
  const { id, key } = (await otto.ask('/v2/api-keys', { body: { name: 'De Otto', scopes: ['billing:read'] } })).json;
  const listed = (await zoe.ask('/v2/person/review')).json.keys.map((each: { id: string }) => each.id);
  assert.ok(!listed.includes(id));
  assert.equal((await post('review', { keys: [id] })).status, 200);
  assert.equal((await service.ask('/v2/billings', { key })).status, 200);
});

test('slow code guesses with the right password: a mail after 5, and after 20 no code works until a new password', async () => {
  const shown = await secondFactorOn();
  // A new process each day, so that counters in memory are lost.
  const guess = (said: string) =>
    service.ask('/v2/person/sign-in', {
      ...{ key: undefined, body: { email: EMAIL, password: PASSWORD, code: said } },
    });
  let guessed = 0;
  const wrong = async () => {
    if (guessed % 8 === 7) await service.restart();
    service.clock.now += 3_600;
    guessed += 1;
    return guess(shown() === '000000' ? '111111' : '000000');
  };
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  const TOLD = 'Quelqu’un essaie d’entrer avec votre mot de passe';
  for (let n = 1; n < WRONG_CODES_TOLD; n++) assert.equal(code(await wrong()), 'person.second_factor_wrong');
  assert.ok(!(await subjects()).includes(TOLD));
  assert.equal(code(await wrong()), 'person.second_factor_wrong');
  assert.equal((await subjects()).at(-1), TOLD);
  service.clock.now += 3_600;
  assert.equal((await guess(shown())).status, 200, 'the person signs in meanwhile, and the count goes on');
  for (let n = WRONG_CODES_TOLD; n < WRONG_CODES_MAX; n++)
    assert.equal(code(await wrong()), 'person.second_factor_wrong');
  assert.equal((await subjects()).at(-1), 'Connexion par code arrêtée');
  service.clock.now += 31 * 86_400;
  assert.equal(code(await guess(shown())), 'person.second_factor_stopped', 'the right code too');

  await browser(service).ask('/v2/person/reset', { body: { email: EMAIL } });
  await until('the link is mailed', async () => /nouveau-mot-de-passe/.test((await lastMail())?.text ?? ''));
  const { secret } = await mailedLink(service);
  await browser(service).ask('/v2/person/reset/password', { body: { secret, newPassword: NEW_PASSWORD } });
  const entered = await browser(service).signIn(EMAIL, NEW_PASSWORD, shown(1));
  assert.equal(entered.status, 200, entered.text);
});
