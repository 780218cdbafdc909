import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { lockSettings } from '../../src/db/account/accounts.ts';
import { findPerson, namePerson, saveCredentials } from '../../src/db/people/persons.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { ADDRESS_CHANGE_LIFE_SECONDS } from '../../src/domain/people/address-change.ts';
import { RESET_LIFE_SECONDS } from '../../src/domain/people/password-reset.ts';
import { ofPerson } from '../../src/services/people/sign-in/signed-in.ts';
import { until } from '../support/runner/wait-until.ts';
import { type Browser, browser } from '../support/service/browser-session.ts';
import type { Answered } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';
import { asPerson, inAccountOf, linkInto, mailedLink, newPerson, PASSWORD } from './people-fixtures.ts';

// Personal settings: name, address, password and signed-in browsers.

type Somebody = Browser & { id: string };
let service: ServiceOverHttps;
let [owner, member]: Somebody[] = [];
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'owner@exemple.fr', first: true });
  member = await newPerson(service, { email: 'member@exemple.fr', role: 'member' });
});
afterAll(() => service.close());

const code = ({ json }: Answered): string => json?.code;

test('change-person: a name changes at once; an address needs the password and a mail confirmation', async () => {
  const anna = await newPerson(service, { email: 'anna@exemple.fr', role: 'member' });
  const change = (body: object) => anna.ask('/v2/person', { method: 'PATCH', body });
  assert.equal((await change({ name: 'Anna B.' })).json.person.name, 'Anna B.');
  assert.equal(code(await change({ email: 'b@exemple.fr' })), 'person.password_wrong');
  assert.equal(code(await change({ email: 'OWNER@exemple.fr', password: PASSWORD })), 'person.email_taken');
  const asked = await change({ email: 'b@exemple.fr', password: PASSWORD });
  assert.deepEqual([asked.json.person.email, asked.json.person.newEmail.email], ['anna@exemple.fr', 'b@exemple.fr']);
  assert.equal((await browser(service).signIn('b@exemple.fr', PASSWORD)).status, 401);
  assert.equal(
    (await browser(service).signIn('anna@exemple.fr', PASSWORD)).status,
    200,
    'the old one signs in until then',
  );
  const { to, secret } = await mailedLink(service);
  assert.equal(to, 'b@exemple.fr');
  const [told] = await inAccountOf(service, 'select content from billing.mail order by id desc offset 1 limit 1');
  const { recipients, text } = JSON.parse(told?.content);
  assert.deepEqual(
    [recipients[0].address, text.includes('b@exemple.fr')],
    ['anna@exemple.fr', true],
    'the old one is told',
  );
  assert.ok(!text.includes('#secret='), 'and gets no link');
  assert.deepEqual(
    [(await confirm(secret)).json, code(await confirm(secret))],
    [{ email: 'b@exemple.fr' }, 'invitation.not_found'],
  );
  const { person } = (await anna.ask('/v2/person')).json;
  assert.deepEqual([person.email, person.newEmail], ['b@exemple.fr', null]);
  assert.equal((await browser(service).signIn('b@exemple.fr', PASSWORD)).status, 200);
  assert.equal((await browser(service).signIn('anna@exemple.fr', PASSWORD)).status, 401);
});

const confirm = (secret: string) => browser(service).ask('/v2/person/address', { body: { secret } });

test('change-person: dismissing the first steps hides them in every browser, and they can be restored', async () => {
  const lou = await newPerson(service, { email: 'put-away@exemple.fr', role: 'member' });
  const told = async (where: Browser) => (await where.ask('/v2/person')).json.person.firstStepsPutAway;
  assert.equal(await told(lou), false);
  const change = (firstStepsPutAway: boolean) =>
    lou.ask('/v2/person', { method: 'PATCH', body: { firstStepsPutAway } });
  assert.equal((await change(true)).json.person.firstStepsPutAway, true);
  const elsewhere = browser(service);
  await elsewhere.signIn('put-away@exemple.fr', PASSWORD);
  assert.deepEqual([await told(elsewhere), await told(owner as Browser)], [true, false]);
  await lou.ask('/v2/person', { method: 'PATCH', body: { name: 'Lou B.' } });
  assert.equal(await told(lou), true, 'what is left out stays');
  await change(false);
  assert.equal(await told(elsewhere), false);
});

test('confirm-address accepts the latest request for one day, unless it was withdrawn or the address was taken', async () => {
  const eva = await newPerson(service, { email: 'eva@exemple.fr', role: 'member' });
  const ask = async (email: string) => {
    const { status } = await eva.ask('/v2/person', { method: 'PATCH', body: { email, password: PASSWORD } });
    assert.equal(status, 200);
    return (await mailedLink(service)).secret;
  };
  const before = await ask('eva1@exemple.fr');
  const late = await ask('eva2@exemple.fr');
  assert.equal(code(await confirm(before)), 'invitation.not_found');
  const began = service.clock.now;
  service.clock.now = began + ADDRESS_CHANGE_LIFE_SECONDS;
  assert.equal(code(await confirm(late)), 'invitation.not_found');
  service.clock.now = began;
  await eva.ask('/v2/person', { method: 'PATCH', body: { email: 'eva@exemple.fr' } });
  assert.equal(code(await confirm(late)), 'invitation.not_found', 'the present one takes back what waits');
  const last = await ask('eva3@exemple.fr');
  await newPerson(service, { email: 'eva3@exemple.fr', role: 'member' });
  assert.equal(code(await confirm(last)), 'person.email_taken');
  assert.equal(code(await confirm(await linkInto(service, { email: 'eva4@exemple.fr' }))), 'invitation.not_found');
  const right = await ask('eva5@exemple.fr');
  service.clock.now = began + ADDRESS_CHANGE_LIFE_SECONDS - 1;
  assert.equal((await confirm(right)).status, 200, 'control: the same in time is confirmed');
  service.clock.now = began;
});

test('the database moves no address without consuming a link, and no link is used twice', async () => {
  const { id } = await newPerson(service, { email: 'ida@exemple.fr', role: 'member' });
  const own = (...statements: string[]) => asPerson(service, id, statements);
  const MOVE = "update billing.person set email = 'ida2@exemple.fr', email_folded = 'ida2@exemple.fr'";
  const ASK = `insert into billing.address_change (person_id, id, email, email_folded, secret_sha256, created_at, ends_at)
    values ('${id}', '${id}', 'ida2@exemple.fr', 'ida2@exemple.fr', decode(repeat('00', 32), 'hex'), 1, 9)`;
  const USE = 'update billing.address_change set used_at = 2';
  await assert.rejects(own(MOVE), { code: 'FA007' });
  await own(ASK);
  await assert.rejects(own(MOVE), { code: 'FA007' }, 'nobody has used the link');
  await assert.rejects(own(USE.replace('2', '9')), { code: '23514' }, 'too late');
  await own(USE);
  await assert.rejects(own(MOVE), { code: 'FA007' }, 'it was used for something else');
  await assert.rejects(own(USE), { code: 'FA005' });
  await own('delete from billing.address_change', ASK, USE, MOVE);
  assert.equal(
    (await browser(service).signIn('ida2@exemple.fr', PASSWORD)).status,
    200,
    'control: with it, it is moved',
  );
});

test('change-person: of two concurrent address changes one awaits confirmation, and both get a response', async () => {
  const ines = await newPerson(service, { email: 'ines@exemple.fr', role: 'member' });
  const asked = ['ines2@exemple.fr', 'ines3@exemple.fr'].map(
    (email) => () => ines.ask('/v2/person', { method: 'PATCH', body: { email, password: PASSWORD } }),
  );
  // Mails belong to the account and lock its settings, so both requests meet there.
  const both = await inTransaction(service.services.pool, { accountId: service.accountId, test: false }, async (tx) => {
    await lockSettings(tx);
    const answers = Promise.all(asked.map((ask) => ask()));
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    answers.then(over, over);
    const WAITING = 'select from pg_locks where not granted';
    while (!isOver && ((await service.owner.query(WAITING)).rowCount ?? 0) < 2) await wait(10);
    return { commit: false, answer: () => answers };
  });
  assert.deepEqual(
    (await both()).map(({ status }) => status),
    [200, 200],
  );
  const { secret, to } = await mailedLink(service);
  const { person } = (await ines.ask('/v2/person')).json;
  assert.deepEqual([person.email, person.newEmail.email], ['ines@exemple.fr', to]);
  assert.equal((await confirm(secret)).json.email, to);

  // A person read just before a rename keeps the new address.
  const before = { ...person, name: 'Inès', stepsPutAway: false };
  await inTransaction(service.services.pool, ofPerson(ines.id), async (tx) => {
    namePerson(tx, { ...before, id: ines.id }, before.email);
    return { commit: true, answer: undefined };
  });
  const after = (await ines.ask('/v2/person')).json.person;
  assert.deepEqual([after.name, after.email], ['Inès', to]);
});

test('a new password ends pending sign-ins and pending changes made with the previous password', async () => {
  const lise = await newPerson(service, { email: 'lise@exemple.fr', role: 'member' });
  const credentialsOf = async ({ id }: { id: string }) =>
    inTransaction(service.services.pool, ofPerson(id), async (tx) => {
      const found = await findPerson(tx, id);
      assert.ok(found);
      return { commit: false, answer: found.credentials };
    });
  const asked = [
    () => browser(service).signIn('lise@exemple.fr', PASSWORD),
    () =>
      lise.ask('/v2/person/password', {
        method: 'PUT',
        body: { password: PASSWORD, newPassword: 'une autre phrase de passe' },
      }),
  ];
  const before = await credentialsOf(lise);
  const others = await credentialsOf(owner as Somebody);
  for (const ask of asked) {
    // The new password is written but not committed: the old one is checked and still valid.
    const answer = await inTransaction(service.services.pool, ofPerson(lise.id), async (tx) => {
      saveCredentials(tx, lise.id, others);
      await findPerson(tx, lise.id);
      let isOver = false;
      const answered = ask().finally(() => {
        isOver = true;
      });
      const WAITING = 'select from pg_locks where not granted';
      // Checked here too, because a slow machine could roll back a transaction that stays idle too
      // long.
      while (!isOver && (await service.owner.query(WAITING)).rowCount === 0)
        await Promise.all([wait(10), findPerson(tx, lise.id)]);
      return { commit: true, answer: () => answered };
    });
    const { status, text } = await answer();
    assert.ok(status >= 400 && status < 500, text);
    assert.deepEqual(await credentialsOf(lise), others);
    await inTransaction(service.services.pool, ofPerson(lise.id), async (tx) => {
      saveCredentials(tx, lise.id, before);
      return { commit: true, answer: undefined };
    });
  }
  for (const ask of asked) assert.equal((await ask()).status, 200, 'control: left alone both go through');
});

test('a person without an account confirms no address; without a mail server the address changes at once', async () => {
  const leo = await newPerson(service, { email: 'leo@exemple.fr', role: 'member' });
  const change = (email: string) => leo.ask('/v2/person', { method: 'PATCH', body: { email, password: PASSWORD } });
  const { environment } = service.services;
  const { mail } = environment;
  environment.mail = undefined;
  const moved = await change('leo2@exemple.fr');
  environment.mail = mail;
  assert.deepEqual([moved.json.person.email, moved.json.person.newEmail], ['leo2@exemple.fr', null]);
  assert.equal((await browser(service).signIn('leo2@exemple.fr', PASSWORD)).status, 200);
  await (owner as Somebody).ask(`/v2/people/${leo.id}`, { method: 'DELETE' });
  assert.equal(code(await change('leo3@exemple.fr')), 'person.address_not_confirmable');
});

test('change-password ends every other session, renews this token, and the old password stops working', async () => {
  const paul = await newPerson(service, { email: 'paul@exemple.fr', role: 'member' });
  const elsewhere = browser(service);
  await elsewhere.signIn('paul@exemple.fr', PASSWORD);
  const before = paul.cookies.get('__Host-facturier-session');
  const change = (password: string, newPassword: string) =>
    paul.ask('/v2/person/password', { method: 'PUT', body: { password, newPassword } });
  const NEXT = 'parapluie orange sous la lune';
  assert.equal(code(await change('wrong wrong wrong', NEXT)), 'person.password_wrong');
  assert.equal(code(await change(PASSWORD, 'motdepasse123')), 'person.password_weak');
  assert.equal((await change(PASSWORD, NEXT)).status, 200);
  assert.notEqual(paul.cookies.get('__Host-facturier-session'), before);
  assert.equal((await paul.ask('/v2/person')).status, 200);
  assert.equal(code(await elsewhere.ask('/v2/person')), 'auth.session_ended');
  assert.equal((await browser(service).signIn('paul@exemple.fr', PASSWORD)).status, 401);
  assert.equal((await browser(service).signIn('paul@exemple.fr', NEXT)).status, 200);
});

test('list-sessions shows each browser and place; ending one or all others affects only the own sessions', async () => {
  const rosa = await newPerson(service, { email: 'rosa@exemple.fr', role: 'member' });
  const [second, third] = [browser(service, { headers: { 'user-agent': 'Phone' } }), browser(service)];
  for (const each of [second, third]) await each.signIn('rosa@exemple.fr', PASSWORD);
  const sessions = async () => (await rosa.ask('/v2/person/sessions')).json.sessions;
  const listed = await sessions();
  assert.deepEqual(listed.map(({ isThis }: any) => isThis).sort(), [false, false, true]);
  const phone = listed.find(({ userAgent }: any) => userAgent === 'Phone');
  assert.match(phone.address, /127\.0\.0\.1/);
  const end = (who: Somebody, id: string) => who.ask(`/v2/person/sessions/${id}`, { method: 'DELETE' });
  assert.equal(code(await end(member as Somebody, phone.id)), 'session.not_found');
  assert.equal((await end(rosa, phone.id)).status, 204);
  assert.equal(code(await second.ask('/v2/person')), 'auth.session_ended');
  assert.equal((await third.ask('/v2/person')).status, 200);
  // end-session and end-other-sessions
  assert.equal((await rosa.ask('/v2/person/sessions', { method: 'DELETE' })).status, 204);
  assert.equal(code(await third.ask('/v2/person')), 'auth.session_ended');
  assert.equal((await sessions()).length, 1);
  assert.equal((await (member as Somebody).ask('/v2/person')).status, 200);
});

test('reset-password mails a one-time link for 30 minutes, reveals no registered address and ends every session', async () => {
  const lou = await newPerson(service, { email: 'lou@exemple.fr', role: 'member' });
  const ask = (email: string) => browser(service).ask('/v2/person/reset', { body: { email } });
  const COUNT =
    "select count(*)::int as many from billing.mail where content like '%lou@exemple.fr%' and content like '%#secret=%'";
  const mails = async () => (await inAccountOf(service, COUNT))[0]?.many;
  const [known, unknown] = [await ask('LOU@exemple.fr'), await ask('nobody@exemple.fr')];
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  await until('the mail is written', async () => (await mails()) === 1);
  const first = await mailedLink(service);
  assert.equal(first.to, 'lou@exemple.fr');
  const NEXT = 'parapluie orange sous la lune';
  const set = (secret: string, newPassword = NEXT) =>
    browser(service).ask('/v2/person/reset/password', { body: { secret, newPassword } });
  const began = service.clock.now;
  service.clock.now = began + RESET_LIFE_SECONDS;
  assert.equal(code(await set(first.secret)), 'invitation.not_found');
  service.clock.now = began + RESET_LIFE_SECONDS - 1;
  assert.equal(code(await set(first.secret, 'lou@exemple.fr')), 'person.password_weak');
  assert.equal((await set(first.secret)).status, 204);
  service.clock.now = began;
  assert.equal(code(await set(first.secret)), 'invitation.not_found');
  assert.equal(code(await lou.ask('/v2/person')), 'auth.session_ended');
  assert.equal((await browser(service).signIn('lou@exemple.fr', NEXT)).status, 200);
  // Links of sessions and invitations cannot reset a password, and vice versa.
  const invitation = await linkInto(service, { email: 'lou2@exemple.fr', role: 'member' });
  assert.equal(code(await set(invitation)), 'invitation.not_found');
});

const SECRET = /f[sira]_[\w-]{20}/;

test('sessions, links and passwords are never stored in plain text', async () => {
  const tables = ['person', 'person_session', 'invitation', 'password_reset', 'address_change'];
  const above = await superuserQuery(service.database);
  for (const table of tables) {
    const rows = await above.query(`select t::text as whole from billing.${table} t`);
    assert.notEqual(rows.length, 0, `${table}: what nobody sees proves nothing`);
    for (const { whole } of rows) {
      assert.doesNotMatch(whole, SECRET, table);
      assert.ok(!whole.includes(PASSWORD), table);
    }
  }
  // Control: a secret stored in plain text, here in a person’s name, is found.
  const kept = await linkInto(service, { email: 'kept@exemple.fr', role: 'member' });
  await above.query('update billing.person set name = $1 where email = $2', [kept, 'lou@exemple.fr']);
  const names = await above.query('select t::text as whole from billing.person t');
  assert.ok(names.some(({ whole }) => SECRET.test(whole)));
  await above.close();
});
