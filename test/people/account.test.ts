import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allows } from '../../src/domain/account/scope.ts';
import { ADDRESS_CHANGE_LIFE_SECONDS } from '../../src/domain/people/address-change.ts';
import { PEOPLE_MAX } from '../../src/domain/people/membership.ts';
import { RESET_LIFE_SECONDS } from '../../src/domain/people/password-reset.ts';
import { scopesOfRole } from '../../src/domain/people/role.ts';
import { operations } from '../../src/operations/index.ts';
import { booksOf, TRAINING } from '../support/books.ts';
import { type Browser, browser } from '../support/browser.ts';
import type { Answered } from '../support/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service-over-https.ts';
import { acrossAccounts } from '../webhooks/across-accounts.ts';
import { until } from '../webhooks/delivering.ts';
import { asPerson, inAccountOf, linkInto, newPerson, PASSWORD } from './people.ts';

// The people of an account: who comes, what each may do, who goes.

type Somebody = Browser & { id: string };
let service: ServiceOverHttps;
let [owner, member, accountant]: Somebody[] = [];
before(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'owner@exemple.fr', first: true });
  member = await newPerson(service, { email: 'member@exemple.fr', role: 'member' });
  accountant = await newPerson(service, { email: 'accountant@exemple.fr', role: 'accountant' });
});
after(() => service.close());

const code = ({ json }: Answered): string => json?.code;
const links = () => inAccountOf(service, `select link from billing.chain_link where not test order by seq`);

test('no operation that writes is open to an accountant, and every one is to an owner', () => {
  const held = scopesOfRole('accountant', { test: false });
  for (const { name, routes, scope } of operations) {
    // A preview is asked with a body, and keeps nothing.
    const writes = name !== 'preview-theme' && routes.some((route) => !route.startsWith('GET'));
    // What only owners administer, they alone read too: what each key asked.
    assert.equal(allows(held, scope), !writes && scope !== 'account:admin', name);
    assert.ok(allows(scopesOfRole('owner', { test: false }), scope), name);
    assert.equal(allows(scopesOfRole('member', { test: false }), scope), scope !== 'account:admin', name);
    assert.equal(allows(scopesOfRole('owner', { test: true }), scope), scope !== 'account:admin', name);
  }
});

test('over HTTPS: the accountant reads and exports, the member bills, the owner administers; nobody does more', async () => {
  const books = booksOf(service);
  const contact = await books.contact();
  const draft = await books.invoice(contact, { lines: [TRAINING] });
  const asked: readonly [string, string, object | undefined, readonly number[]][] = [
    // What is asked, and what the owner, the member and the accountant are answered.
    ['GET', '/v2/billings', undefined, [200, 200, 200]],
    ['GET', '/v2/customers/export', undefined, [200, 200, 200]],
    ['GET', '/v2/people', undefined, [200, 200, 200]],
    ['POST', '/contact', { firstname: 'Ada', lastname: 'Lovelace' }, [201, 201, 403]],
    ['PATCH', `/v2/billing/${draft.id}/title`, { title: 'Été' }, [200, 200, 403]],
    ['PATCH', '/v2/company', { phone: '+33 1 02 03 04 05' }, [200, 403, 403]],
    ['POST', '/v2/api-keys', { name: 'K' }, [201, 403, 403]],
    ['POST', '/v2/invitations', { email: 'x@exemple.fr', role: 'member' }, [201, 403, 403]],
  ];
  for (const [method, path, body, statuses] of asked) {
    const answers = [];
    for (const who of [owner, member, accountant]) answers.push(await (who as Somebody).ask(path, { method, body }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      statuses,
      `${method} ${path} ${answers.map(({ text }) => text.slice(0, 300)).join('\n')}`,
    );
    for (const answer of answers) if (answer.status === 403) assert.equal(code(answer), 'auth.scope_missing');
  }
});

test('list-people: everybody of the account by name and role, and nobody of another', async () => {
  const other = await service.newAccount('Autre');
  await newPerson(service, { email: 'otto@exemple.fr', accountId: other.accountId });
  const { json } = await (accountant as Somebody).ask('/v2/people');
  assert.deepEqual(
    json.people.map(({ name, role, leftAt }: any) => [name, role, leftAt]),
    [
      ['owner', 'owner', null],
      ['member', 'member', null],
      ['accountant', 'accountant', null],
    ],
  );
});

test('a key lets nobody in or out: it might end, and they would not', async () => {
  const asked = [
    ['POST', '/v2/invitations', { email: 'y@exemple.fr', role: 'owner' }],
    ['PATCH', `/v2/people/${(member as Somebody).id}`, { role: 'owner' }],
    ['DELETE', `/v2/people/${(member as Somebody).id}`, undefined],
  ] as const;
  for (const [method, path, body] of asked)
    assert.equal(code(await service.ask(path, { method, body })), 'person.key_manages_nobody', path);
});

/** The link of the last mail to somebody, and to whom it goes. */
async function mailedLink(): Promise<{ to: string; secret: string }> {
  const MAIL = 'select content from billing.mail order by id desc limit 1';
  const [row] = await inAccountOf(service, MAIL);
  const { recipients, text } = JSON.parse(row?.content ?? '{}');
  return { to: recipients[0].address, secret: /#secret=([\w-]+)/.exec(text)?.[1] ?? '' };
}

test('invite-person, list-invitations: a mail with a link that works once; invited again, the link of before is of no use', async () => {
  const invite = () =>
    (owner as Somebody).ask('/v2/invitations', { body: { email: 'nina@exemple.fr', role: 'accountant' } });
  const first = await invite();
  assert.equal(first.status, 201, first.text);
  assert.equal(first.json.link, undefined);
  const { secret: before } = await mailedLink();
  await invite();
  const { to, secret } = await mailedLink();
  assert.equal(to, 'nina@exemple.fr');
  const look = (said: string) => browser(service).ask('/v2/person/invitation', { body: { secret: said } });
  assert.equal(code(await look(before)), 'invitation.not_found');
  assert.deepEqual([(await look(secret)).json.role, (await look(secret)).json.isKnown], ['accountant', false]);
  const { json } = await (owner as Somebody).ask('/v2/invitations');
  assert.deepEqual(
    json.invitations.filter(({ email }: any) => email === 'nina@exemple.fr').map(({ invitedBy }: any) => invitedBy),
    [(owner as Somebody).id],
  );
  const body = { secret, name: 'Nina', password: PASSWORD };
  assert.equal((await browser(service).ask('/v2/person/join', { body })).status, 201);
  assert.equal(code(await invite()), 'person.already_member');
});

test('an account has a hundred members and invitations at most', async () => {
  const many = Array.from({ length: PEOPLE_MAX }, (_, n) =>
    linkInto(service, { email: `many${n}@exemple.fr`, role: 'member' }),
  );
  await Promise.all(many);
  const refused = await (owner as Somebody).ask('/v2/invitations', {
    body: { email: 'one@exemple.fr', role: 'member' },
  });
  assert.deepEqual([code(refused), refused.json.limit], ['person.too_many', PEOPLE_MAX]);
  await inAccountOf(service, `update billing.invitation set revoked_at = created_at where email like 'many%'`);
  const invited = await (owner as Somebody).ask('/v2/invitations', {
    body: { email: 'one@exemple.fr', role: 'member' },
  });
  assert.equal(invited.status, 201);
});

test('revoke-invitation: its link lets nobody in any more', async () => {
  const { json } = await (owner as Somebody).ask('/v2/invitations', {
    body: { email: 'tom@exemple.fr', role: 'member' },
  });
  const { secret } = await mailedLink();
  const revoke = () => (owner as Somebody).ask(`/v2/invitations/${json.id}`, { method: 'DELETE' });
  assert.equal((await revoke()).status, 204);
  assert.equal(code(await revoke()), 'invitation_id.not_found');
  assert.equal(code(await browser(service).ask('/v2/person/invitation', { body: { secret } })), 'invitation.not_found');
});

test('change-role holds within a second, and is a link of the chain under the name of who did it', async () => {
  const { id } = member as Somebody;
  const change = (role: string) => (owner as Somebody).ask(`/v2/people/${id}`, { method: 'PATCH', body: { role } });
  assert.equal((await change('accountant')).json.role, 'accountant');
  const write = () => (member as Somebody).ask('/contact', { body: { firstname: 'Ada', lastname: 'Lovelace' } });
  await until('the role is read anew', async () => (await write()).status === 403);
  await change('member');
  await until('the role is read anew', async () => (await write()).status === 201);
  const told = (await links()).map(({ link }) => JSON.parse(link)).filter(({ type }) => type === 'role_changed');
  assert.deepEqual(
    told.map(({ actor, subject }) => [actor, subject.id]),
    [
      [(owner as Somebody).id, id],
      [(owner as Somebody).id, id],
    ],
  );
});

test('the last owner stays an owner and stays, in the rule and in the database; with another he may go', async () => {
  const me = owner as Somebody;
  const down = () => me.ask(`/v2/people/${me.id}`, { method: 'PATCH', body: { role: 'member' } });
  const leave = () => me.ask(`/v2/people/${me.id}`, { method: 'DELETE' });
  assert.equal(code(await down()), 'person.last_owner');
  assert.equal(code(await leave()), 'person.last_owner');
  const write = (set: string) =>
    inAccountOf(service, `update billing.membership set ${set} where person_id = '${me.id}'`);
  await assert.rejects(write("role = 'member'"), { code: 'FA004' });
  await assert.rejects(write('left_at = 1'), { code: 'FA004' });
  const second = await newPerson(service, { email: 'second@exemple.fr', role: 'owner' });
  // Both at once: one stays.
  const both = await Promise.all(
    [me, second].map((who) => who.ask(`/v2/people/${who.id}`, { method: 'PATCH', body: { role: 'member' } })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const { json } = await (accountant as Somebody).ask('/v2/people');
  assert.equal(json.people.filter(({ role }: any) => role === 'owner').length, 1);
  const [left] = json.people.filter(({ role }: any) => role === 'owner');
  const still = left.id === me.id ? me : second;
  const other = left.id === me.id ? second : me;
  await still.ask(`/v2/people/${other.id}`, { method: 'PATCH', body: { role: 'owner' } });
  await until(
    'the role is read anew',
    async () => (await me.ask('/v2/api-keys', { body: { name: 'K' } })).status === 201,
  );
  assert.equal((await me.ask(`/v2/people/${second.id}`, { method: 'DELETE' })).status, 204);
});

test('remove-person: he reaches nothing a second later, and his name stays with what he did', async () => {
  const gone = await newPerson(service, { email: 'gone@exemple.fr', role: 'member' });
  assert.equal((await gone.ask('/v2/billings')).status, 200);
  const remove = () => (owner as Somebody).ask(`/v2/people/${gone.id}`, { method: 'DELETE' });
  assert.equal((await remove()).status, 204);
  assert.equal(code(await remove()), 'person.not_found');
  await until('he is a member no more', async () => code(await gone.ask('/v2/billings')) === 'auth.account_not_yours');
  assert.deepEqual((await gone.ask('/v2/person')).json.accounts, []);
  const { json } = await (owner as Somebody).ask('/v2/people');
  const [former] = json.people.filter(({ id }: any) => id === gone.id);
  assert.deepEqual([former.name, typeof former.leftAt], ['gone', 'number']);
  // Invited again, he is back.
  const secret = await linkInto(service, { email: 'gone@exemple.fr', role: 'accountant' });
  const back = await gone.ask('/v2/person/join', { body: { secret } });
  assert.deepEqual(
    back.json.accounts.map(({ role }: any) => role),
    ['accountant'],
  );
});

test('change-person: a name at once; another address by the password, and once it is confirmed by its mail', async () => {
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
  const { to, secret } = await mailedLink();
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

test('confirm-address: for a day, the last that was asked for, unless it was taken back or became another’s meanwhile', async () => {
  const eva = await newPerson(service, { email: 'eva@exemple.fr', role: 'member' });
  const ask = async (email: string) => {
    const { status } = await eva.ask('/v2/person', { method: 'PATCH', body: { email, password: PASSWORD } });
    assert.equal(status, 200);
    return (await mailedLink()).secret;
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

test('confirm-address, in the database: no address is moved without a link used up with it, and no link is used twice', async () => {
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

test('change-person: somebody of no account confirms no address; where the service sends no mail it is moved at once', async () => {
  const leo = await newPerson(service, { email: 'leo@exemple.fr', role: 'member' });
  const change = (email: string) => leo.ask('/v2/person', { method: 'PATCH', body: { email, password: PASSWORD } });
  const { surroundings } = service.world;
  const { mail } = surroundings;
  surroundings.mail = undefined;
  const moved = await change('leo2@exemple.fr');
  surroundings.mail = mail;
  assert.deepEqual([moved.json.person.email, moved.json.person.newEmail], ['leo2@exemple.fr', null]);
  assert.equal((await browser(service).signIn('leo2@exemple.fr', PASSWORD)).status, 200);
  await (owner as Somebody).ask(`/v2/people/${leo.id}`, { method: 'DELETE' });
  assert.equal(code(await change('leo3@exemple.fr')), 'person.address_not_confirmable');
});

test('change-password: every other session ends, this one has another token, and the old password opens nothing', async () => {
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

test('list-sessions: each browser with where it is; one is ended, then all the others, and nobody else’s', async () => {
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

test('reset-password: a link by mail, once, for thirty minutes; nobody learns who has an address; every session ends', async () => {
  const lou = await newPerson(service, { email: 'lou@exemple.fr', role: 'member' });
  const ask = (email: string) => browser(service).ask('/v2/person/reset', { body: { email } });
  const COUNT = "select count(*)::int as many from billing.mail where content like '%lou@exemple.fr%'";
  const mails = async () => (await inAccountOf(service, COUNT))[0]?.many;
  const [known, unknown] = [await ask('LOU@exemple.fr'), await ask('nobody@exemple.fr')];
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  await until('the mail is written', async () => (await mails()) === 1);
  const first = await mailedLink();
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
  // The link of a session or of an invitation sets no password, and the other way round.
  const invitation = await linkInto(service, { email: 'lou2@exemple.fr', role: 'member' });
  assert.equal(code(await set(invitation)), 'invitation.not_found');
});

const SECRET = /f[sira]_[\w-]{20}/;

test('no secret is kept as it is: not of a session, not of a link, not a password', async () => {
  const tables = ['person', 'person_session', 'invitation', 'password_reset', 'address_change'];
  const above = await acrossAccounts(service.database);
  for (const table of tables) {
    const rows = await above.query(`select t::text as whole from billing.${table} t`);
    assert.notEqual(rows.length, 0, `${table}: what nobody sees proves nothing`);
    for (const { whole } of rows) {
      assert.doesNotMatch(whole, SECRET, table);
      assert.ok(!whole.includes(PASSWORD), table);
    }
  }
  // Control: a secret that is kept as it is, here in the name of somebody, is found.
  const kept = await linkInto(service, { email: 'kept@exemple.fr', role: 'member' });
  await above.query('update billing.person set name = $1 where email = $2', [kept, 'lou@exemple.fr']);
  const names = await above.query('select t::text as whole from billing.person t');
  assert.ok(names.some(({ whole }) => SECRET.test(whole)));
  await above.close();
});
