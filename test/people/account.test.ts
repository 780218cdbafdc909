import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createApiKey } from '../../src/api/account/api-keys.ts';
import { operations } from '../../src/api/index.ts';
import { allows } from '../../src/domain/account/scope.ts';
import { PEOPLE_MAX } from '../../src/domain/people/membership.ts';
import { scopesOfRole } from '../../src/domain/people/role.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { until } from '../support/runner/wait-until.ts';
import { type Browser, browser } from '../support/service/browser-session.ts';
import type { Answered } from '../support/service/http-client.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { inAccountOf, linkInto, mailedLink, newPerson, PASSWORD } from './people-fixtures.ts';

// Members of an account: joining, rights by role, leaving.

type Somebody = Browser & { id: string };
let service: ServiceOverHttps;
let [owner, member, accountant]: Somebody[] = [];
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'owner@exemple.fr', first: true });
  member = await newPerson(service, { email: 'member@exemple.fr', role: 'member' });
  accountant = await newPerson(service, { email: 'accountant@exemple.fr', role: 'accountant' });
});
afterAll(() => service.close());

const code = ({ json }: Answered): string => json?.code;
const links = () => inAccountOf(service, `select link from billing.chain_link where not test order by seq`);

test('accountants only comment on the books and close them; owners can call every one', () => {
  const held = scopesOfRole('accountant', { test: false });
  for (const { name, routes, scope } of operations) {
    // A preview and a rehearsal have a request body but store nothing.
    const isReading = ['preview-theme', 'rehearse-e-invoicing', 'check-archive'].includes(name);
    const isBooks = scope === 'books:comment' || scope === 'books:close';
    const writes = !isReading && !isBooks && routes.some((route) => !route.startsWith('GET'));
    // Only owners read what only owners manage: the requests of each key.
    assert.equal(allows(held, scope), !writes && scope !== 'account:admin', name);
    assert.ok(allows(scopesOfRole('owner', { test: false }), scope), name);
    const isOwners = scope === 'account:admin' || scope === 'books:close';
    assert.equal(allows(scopesOfRole('member', { test: false }), scope), !isOwners, name);
    assert.equal(allows(scopesOfRole('owner', { test: true }), scope), scope !== 'account:admin', name);
  }
});

test('over HTTPS the accountant reads and exports, the member bills, the owner administers, and no role exceeds this', async () => {
  const books = booksOf(service);
  const contact = await books.contact();
  const draft = await books.invoice(contact, { lines: [TRAINING] });
  const asked: readonly [string, string, object | undefined, readonly number[]][] = [
    // A request and the responses for owner, member and accountant.
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

test('list-people returns the members of the account with name and role, and no member of another account', async () => {
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

test('get-me: `user` is the signed-in person or the key’s creator; keys from the command line have none', async () => {
  const somebody = owner as Somebody;
  const userOf = async (asked: Promise<Answered>) => {
    const { id, email, fullname } = (await asked).json.user;
    return [id, email, fullname];
  };
  const expected = [somebody.id, 'owner@exemple.fr', 'owner'];
  assert.deepEqual(await userOf(somebody.ask('/v2/company/me')), expected);
  const { json } = await somebody.ask('/v2/api-keys', { body: { name: 'Caisse' } });
  assert.deepEqual(await userOf(service.ask('/v2/company/me', { key: json.key })), expected);
  assert.equal((await userOf(service.ask('/v2/company/me')))[0], service.accountId);
});

test('API keys cannot manage members, because access would outlive a revoked key', async () => {
  const asked = [
    ['POST', '/v2/invitations', { email: 'y@exemple.fr', role: 'owner' }],
    ['PATCH', `/v2/people/${(member as Somebody).id}`, { role: 'owner' }],
    ['DELETE', `/v2/people/${(member as Somebody).id}`, undefined],
  ] as const;
  for (const [method, path, body] of asked)
    assert.equal(code(await service.ask(path, { method, body })), 'person.key_manages_nobody', path);
});

test('invite-person mails a link that works once, list-invitations names the inviter; inviting again invalidates the first link', async () => {
  const invite = () =>
    (owner as Somebody).ask('/v2/invitations', { body: { email: 'nina@exemple.fr', role: 'accountant' } });
  const first = await invite();
  assert.equal(first.status, 201, first.text);
  assert.equal(first.json.link, undefined);
  const { secret: before } = await mailedLink(service);
  await invite();
  const { to, secret } = await mailedLink(service);
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

test('an account has at most 100 members and invitations', async () => {
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

test('revoke-invitation invalidates the link', async () => {
  const { json } = await (owner as Somebody).ask('/v2/invitations', {
    body: { email: 'tom@exemple.fr', role: 'member' },
  });
  const { secret } = await mailedLink(service);
  const revoke = () => (owner as Somebody).ask(`/v2/invitations/${json.id}`, { method: 'DELETE' });
  assert.equal((await revoke()).status, 204);
  assert.equal(code(await revoke()), 'invitation_id.not_found');
  assert.equal(code(await browser(service).ask('/v2/person/invitation', { body: { secret } })), 'invitation.not_found');
});

test('change-role takes effect within a second and enters the audit chain under its author', async () => {
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

test('the last owner cannot leave or lose the role, in the rule and the database; with a second owner they can', async () => {
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
  // Both at once: one remains an owner.
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

test('keys are revoked with their creator, also keys created by their keys; a rotated key belongs to its new owner', async () => {
  const me = owner as Somebody;
  const leaver = await newPerson(service, { email: 'leaver@exemple.fr', role: 'owner' });
  const make = async (who: Pick<Somebody, 'ask'>, body: object, key?: string) => {
    const made = await who.ask('/v2/api-keys', { body, ...(key !== undefined && { key }) });
    assert.equal(made.status, 201, made.text);
    return made.json as { id: string; key: string; madeBy: string };
  };
  const admin = await make(leaver, { name: 'Admin', scopes: ['account:admin', 'billing:write'] });
  const reader = await make(leaver, { name: 'Lecture', scopes: ['billing:read'] });
  const byKey = await make(service, { name: 'Par une clé', scopes: ['billing:write'] }, admin.key);
  const kept = await make(leaver, { name: 'À garder', scopes: ['billing:read'] });
  const rotated = await me.ask(`/v2/api-keys/${kept.id}/rotate`, { body: { overlapSeconds: 3_600 } });
  const mine = await make(me, { name: 'À moi', scopes: ['billing:read'] });
  assert.deepEqual([byKey.madeBy, rotated.json.madeBy, mine.madeBy], [leaver.id, me.id, me.id]);
  const listed = async () => (await me.ask('/v2/api-keys?limit=100')).json.docs as { id: string; revokedAt?: number }[];
  const ended = async () => {
    const docs = await listed();
    const said = { admin, reader, byKey, kept, rotated: rotated.json, mine };
    return Object.entries(said).flatMap(([name, { id }]) =>
      docs.find((key) => key.id === id)?.revokedAt === undefined ? [] : [name],
    );
  };

  // As an accountant neither the person nor their keys can write.
  const set = (role: string) => me.ask(`/v2/people/${leaver.id}`, { method: 'PATCH', body: { role } });
  assert.equal((await set('accountant')).status, 200);
  assert.deepEqual(await ended(), ['admin', 'byKey']);

  // If the code that removes a member forgets this, the database refuses.
  const forgotten = inAccountOf(service, `update billing.membership set left_at = 1 where person_id = '${leaver.id}'`);
  await assert.rejects(forgotten, { code: 'FA003' });
  assert.equal((await me.ask(`/v2/people/${leaver.id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await ended(), ['admin', 'reader', 'byKey', 'kept']);
  const asks = async (key: string) => (await service.ask('/v2/billings', { key })).status;
  for (const { key } of [reader, kept]) await until('the key has ended', async () => (await asks(key)) === 401);
  for (const { key } of [rotated.json, mine]) assert.equal(await asks(key), 200);
  const told = (await links()).map(({ link }) => JSON.parse(link)).filter(({ type }) => type === 'key_revoked');
  assert.deepEqual(
    told
      .slice(-2)
      .map(({ subject }) => subject.id)
      .sort(),
    [reader.id, kept.id].sort(),
  );
});

test('an invitation ends when its sender leaves or stops being an owner, so they cannot invite themselves back', async () => {
  const me = owner as Somebody;
  const sender = await newPerson(service, { email: 'sender@exemple.fr', role: 'owner' });
  const invites = async (email: string) => {
    assert.equal((await sender.ask('/v2/invitations', { body: { email, role: 'owner' } })).status, 201);
    const { secret } = await mailedLink(service);
    return async () => code(await browser(service).ask('/v2/person/invitation', { body: { secret } }));
  };
  const first = await invites('sender+1@exemple.fr');
  assert.equal(await first(), undefined);
  const set = (role: string) => me.ask(`/v2/people/${sender.id}`, { method: 'PATCH', body: { role } });
  assert.equal((await set('member')).status, 200);
  assert.equal(await first(), 'invitation.not_found');
  assert.equal((await set('owner')).status, 200);
  await until('he invites again', async () => (await sender.ask('/v2/invitations')).status === 200);
  const second = await invites('sender+2@exemple.fr');
  assert.equal((await me.ask(`/v2/people/${sender.id}`, { method: 'DELETE' })).status, 204);
  assert.equal(await second(), 'invitation.not_found');
});

test('joining during a repeated invitation locks the account before the link, which avoids a deadlock', async () => {
  const secret = await linkInto(service, { email: 'twice@exemple.fr', role: 'member' });
  const client = await service.owner.connect();
  try {
    // In the order of a repeated invitation: the account first, then the link.
    await client.query('begin');
    await client.query(`set local app.account_id = '${service.accountId}'`);
    await client.query(`select from billing.account where account_id = '${service.accountId}' for update`);
    const body = { secret, name: 'Deux', password: PASSWORD };
    const joining = browser(service).ask('/v2/person/join', { body });
    const WAITING = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    await until('he waits for the account', async () => (await client.query(WAITING)).rowCount !== 0);
    await client.query(`update billing.invitation set revoked_at = created_at where email = 'twice@exemple.fr'`);
    await client.query('commit');
    assert.equal(code(await joining), 'invitation.not_found');
  } finally {
    client.release();
  }
});

test('a key requested while its creator is being removed is refused: rights are checked under the account lock', async () => {
  const me = owner as Somebody;
  const going = await newPerson(service, { email: 'going@exemple.fr', role: 'owner' });
  // The check before the lock has passed; the operation runs after the removal.
  const scopes = scopesOfRole('owner', { test: false });
  const caller = { accountId: service.accountId, test: false, scopes, actor: going.id, isPerson: true } as const;
  const ask = (name: string) =>
    runOperation(service.services, createApiKey, caller, {
      parts: { path: {}, query: {}, body: { name } },
      language: 'en',
    });
  assert.equal(isRefusal(await ask('Avant')), false);
  assert.equal((await me.ask(`/v2/people/${going.id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await ask('Après'), { refused: 'scope_not_held', scope: 'billing:read' });
});

test('remove-person ends all access within a second, and past changes keep the person’s name', async () => {
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
  // A new invitation restores access.
  const secret = await linkInto(service, { email: 'gone@exemple.fr', role: 'accountant' });
  const back = await gone.ask('/v2/person/join', { body: { secret } });
  assert.deepEqual(
    back.json.accounts.map(({ role }: any) => role),
    ['accountant'],
  );
});
