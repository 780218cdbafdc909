import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { personIdOf } from '../../src/db/people/persons.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { INVITATION_LIFE_SECONDS } from '../../src/domain/people/invitation.ts';
import { SESSION_IDLE_SECONDS, SESSION_LIFE_SECONDS } from '../../src/domain/people/session.ts';
import { processLimits } from '../../src/limits/process-limits.ts';
import type { SecurityNote } from '../../src/services/security-event.ts';
import { browser } from '../support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { inAccountOf, linkInto, newPerson, PASSWORD } from './people-fixtures.ts';

// Sign-in from browser to service, over HTTPS with a real database.

// No rate limit refills during a test, even on a slow machine.
const NEVER_SECONDS = 86_400;
Object.assign(processLimits.guesses, { addressRefillSeconds: NEVER_SECONDS, targetRefillSeconds: NEVER_SECONDS });

let service: ServiceOverHttps;
let zoe: Awaited<ReturnType<typeof newPerson>>;
const notes: SecurityNote[] = [];
beforeAll(async () => {
  service = await serviceOverHttps();
  service.services.environment.securityLog = (note) => void notes.push(note);
  await service.restart();
});
afterAll(() => service.close());

const EMAIL = 'Zoe@exemple.fr';
const code = ({ json }: { json: any }): string => json?.code;

test('the first link creates the owner, signs them in with an HttpOnly cookie, and is then used up', async () => {
  const secret = await linkInto(service);
  const page = browser(service);
  const look = await page.ask('/v2/person/invitation', { body: { secret } });
  assert.deepEqual(
    [look.status, look.json.email, look.json.role, look.json.isKnown, look.json.account.id],
    [200, null, 'owner', false, service.accountId],
  );
  const another = await linkInto(service);

  const joined = await page.ask('/v2/person/join', { body: { secret, email: EMAIL, name: 'Zoé', password: PASSWORD } });
  assert.equal(joined.status, 201, joined.text);
  assert.deepEqual(
    joined.json.accounts.map((each: any) => [each.id, each.role]),
    [[service.accountId, 'owner']],
  );
  assert.ok(joined.json.accounts[0].scopes.live.includes('account:admin'));
  assert.ok(!joined.json.accounts[0].scopes.test.includes('account:admin'));
  for (const cookie of joined.headers['set-cookie'] as string[])
    assert.match(
      cookie,
      /^__Host-facturier-(session|device)=[\w.-]+; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  assert.doesNotMatch(joined.text, /fs_/);
  zoe = { ...page, id: joined.json.person.id };

  for (const used of [secret, another, `fi_${'A'.repeat(86)}`, 'nothing'])
    assert.equal(
      code(await browser(service).ask('/v2/person/invitation', { body: { secret: used } })),
      'invitation.not_found',
    );
});

test('a signed-in person calls the API like a key, and changes carry their name', async () => {
  const { status, json } = await zoe.ask('/v2/company/me');
  assert.equal(status, 200);
  assert.equal(json.company.commercialName, 'Zoé Martin EI');
  const made = await zoe.ask('/v2/api-keys', { body: { name: 'Ma boutique' } });
  assert.equal(made.status, 201, made.text);
  const LAST = 'select link from billing.chain_link where not test order by seq desc limit 1';
  const [last] = await inAccountOf(service, LAST);
  const { actor, subject } = JSON.parse(last?.link);
  assert.deepEqual([actor, subject.id], [zoe.id, made.json.id]);
});

test('a session requests live or test data, and no other mode', async () => {
  const mode = (value: string) => zoe.ask('/v2/company/me', { headers: { 'facturier-mode': value } });
  assert.equal((await mode('test')).json.company.isInTestMode, true);
  assert.equal((await mode('live')).json.company.isInTestMode, false);
  assert.equal(code(await mode('both')), 'request.header_malformed');
});

test('another person’s account is refused, and so is a missing account for a person with two', async () => {
  const other = await service.newAccount('Autre');
  const asked = (account: string) => zoe.ask('/v2/company/me', { headers: { 'facturier-account': account } });
  assert.equal(code(await asked(other.accountId)), 'auth.account_not_yours');
  assert.equal(code(await asked('x')), 'request.header_malformed');
  // Control: a member of both accounts must choose.
  const secret = await linkInto(
    { services: service.services, accountId: other.accountId },
    { email: EMAIL, role: 'accountant' },
  );
  const joined = await zoe.ask('/v2/person/join', { body: { secret } });
  assert.deepEqual(
    joined.json.accounts.map((each: any) => each.role),
    ['owner', 'accountant'],
  );
  assert.equal(code(await zoe.ask('/v2/company/me')), 'auth.account_unchosen');
  assert.equal((await asked(other.accountId)).json.company.commercialName, 'Autre');
  assert.equal((await asked(service.accountId)).json.company.commercialName, 'Zoé Martin EI');
});

const atHome = () => ({ headers: { 'facturier-account': service.accountId } });

test('changes are refused without the page token and accepted with it', async () => {
  const body = { firstname: 'Grace', lastname: 'Hopper' };
  for (const csrf of ['', 'x', `${zoe.csrf()}x`])
    assert.equal(
      code(await zoe.ask('/contact', { body, headers: { ...atHome().headers, 'facturier-csrf': csrf } })),
      'auth.csrf_refused',
    );
  assert.equal((await zoe.ask('/contact', { body, ...atHome() })).status, 201);
});

test('a token of another person’s page or of one’s previous session is refused', async () => {
  const again = browser(service);
  const before = (await again.signIn(EMAIL, PASSWORD)).json.csrf;
  await again.signIn(EMAIL, PASSWORD);
  const stale = { ...atHome().headers, 'facturier-csrf': before };
  assert.equal(code(await again.ask('/contact', { body: { firstname: 'G' }, headers: stale })), 'auth.csrf_refused');
});

test('cross-site requests are refused, by Sec-Fetch-Site or by Origin', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'https://localhost:3000' },
    { origin: 'null' },
  ]) {
    assert.equal(code(await zoe.ask('/v2/person', { headers })), 'auth.origin_refused', JSON.stringify(headers));
    const body = { email: EMAIL, password: PASSWORD };
    assert.equal(code(await browser(service).ask('/v2/person/sign-in', { body, headers })), 'auth.origin_refused');
  }
  const own = { origin: `https://127.0.0.1:${service.port()}`, 'sec-fetch-site': 'same-origin' };
  assert.equal((await zoe.ask('/v2/person', { headers: own })).status, 200);
});

test('a session cannot use MCP tools or assistant pages: these need an API key', async () => {
  for (const path of ['/v2/tools/get-company', '/mcp'])
    assert.equal(code(await zoe.ask(path, { method: 'POST', body: {} })), 'auth.key_missing', path);
});

test('an API key cannot call personal operations', async () => {
  assert.equal(code(await service.ask('/v2/person')), 'auth.session_needed');
});

test('an unknown address and a wrong password get the same answer for the same work', async () => {
  const page = browser(service);
  const [unknown, wrong] = [await page.signIn('nobody@exemple.fr', PASSWORD), await page.signIn(EMAIL, `${PASSWORD}!`)];
  const bare = ({ json: { requestId: _, ...json }, status }: any) => ({ status, json });
  assert.deepEqual(bare(unknown), bare(wrong));
  assert.deepEqual([unknown.status, code(unknown)], [401, 'person.sign_in_refused']);
  assert.equal(unknown.headers['set-cookie'], undefined);
});

test('the address is case-insensitive, and each sign-in issues a new token', async () => {
  const page = browser(service);
  assert.equal((await page.signIn('zoe@EXEMPLE.fr', PASSWORD)).status, 200);
  const first = page.cookies.get('__Host-facturier-session');
  await page.signIn(EMAIL, PASSWORD);
  const second = page.cookies.get('__Host-facturier-session');
  assert.notEqual(first, second);
  const old = browser(service);
  old.cookies.set('__Host-facturier-session', first as string);
  assert.equal(code(await old.ask('/v2/person')), 'auth.session_ended');
});

test('a stolen session works until its owner signs out, then is refused', async () => {
  const page = browser(service);
  await page.signIn(EMAIL, PASSWORD);
  const thief = browser(service);
  thief.cookies.set('__Host-facturier-session', page.cookies.get('__Host-facturier-session') as string);
  assert.equal((await thief.ask('/v2/person')).status, 200);
  const out = await page.ask('/v2/person/sign-out', { method: 'POST', body: {} });
  assert.equal(out.status, 204);
  assert.match(String(out.headers['set-cookie']), /facturier-session=; Max-Age=0/);
  assert.equal(code(await thief.ask('/v2/person')), 'auth.session_ended');
  assert.equal(code(await thief.ask('/v2/company/me', atHome())), 'auth.session_ended');
  assert.equal(code(await page.ask('/v2/person')), 'auth.session_needed');
});

test('a session expires after 7 days unused, and after 30 days in use', async () => {
  const began = service.clock.now;
  const page = browser(service);
  await page.signIn(EMAIL, PASSWORD);
  const fresh = async () => {
    // A process caches sessions for a moment; another process has no cache.
    const { client, stop } = await service.another();
    const there = browser(client);
    for (const [name, value] of page.cookies) there.cookies.set(name, value);
    const { status } = await there.ask('/v2/person');
    await stop();
    return status;
  };
  service.clock.now = began + SESSION_IDLE_SECONDS - 1;
  assert.equal(await fresh(), 200);
  service.clock.now = began + SESSION_LIFE_SECONDS;
  assert.equal(await fresh(), 401);
  service.clock.now = began;
  const idle = browser(service);
  await idle.signIn(EMAIL, PASSWORD);
  service.clock.now = began + SESSION_IDLE_SECONDS;
  for (const [name, value] of idle.cookies) page.cookies.set(name, value);
  assert.equal(await fresh(), 401);
  service.clock.now = began;
});

test('a link expires after seven days; control: it works one second earlier', async () => {
  const began = service.clock.now;
  const secret = await linkInto(service, { email: 'paul@exemple.fr', role: 'member' });
  const look = () => browser(service).ask('/v2/person/invitation', { body: { secret } });
  service.clock.now = began + INVITATION_LIFE_SECONDS - 1;
  assert.equal((await look()).json.email, 'paul@exemple.fr');
  service.clock.now = began + INVITATION_LIFE_SECONDS;
  assert.equal(code(await look()), 'invitation.not_found');
  service.clock.now = began;
});

test('an invitation is valid for its address only: an existing user signs in first, and no second user is created', async () => {
  const secret = await linkInto(service, { email: 'zoe@exemple.fr', role: 'member' });
  const newcomer = { secret, name: 'X', password: PASSWORD };
  assert.equal(code(await browser(service).ask('/v2/person/join', { body: newcomer })), 'person.email_taken');
  const forLea = await linkInto(service, { email: 'lea@exemple.fr', role: 'member' });
  assert.equal(code(await zoe.ask('/v2/person/join', { body: { secret: forLea } })), 'invitation.of_another');
});

test('new users give a name and a password that is not easily guessed', async () => {
  const secret = await linkInto(service, { email: 'lea@exemple.fr', role: 'member' });
  const join = (body: object) => browser(service).ask('/v2/person/join', { body: { secret, ...body } });
  assert.equal(code(await join({ password: PASSWORD })), 'person.incomplete');
  assert.equal(code(await join({ name: 'Léa' })), 'person.incomplete');
  for (const password of ['short', 'motdepasse1234', 'azertyuiop123', 'aaaaaaaaaaaaaaa', 'lea@exemple.fr12'])
    assert.equal(code(await join({ name: 'Léa', password })), 'person.password_weak', password);
  assert.equal((await join({ name: 'Léa', password: PASSWORD })).status, 201);
  assert.equal(code(await join({ name: 'Léa', password: PASSWORD })), 'invitation.not_found');
});

test('of two concurrent uses of one link, one succeeds', async () => {
  const secret = await linkInto(service, { email: 'ines@exemple.fr', role: 'member' });
  const body = { secret, name: 'Inès', password: PASSWORD };
  const both = await Promise.all([1, 2].map(() => browser(service).ask('/v2/person/join', { body })));
  assert.deepEqual(
    both
      .map(({ status }) => status)
      .sort()
      .slice(0, 1),
    [201],
  );
  assert.ok(both.some(({ status }) => status === 404 || status === 409));
});

test('guesses from elsewhere are rate limited without delaying the browser the person signed in with before', async () => {
  const { perTargetMax } = processLimits.guesses;
  const known = browser(service);
  await known.signIn('lea@exemple.fr', PASSWORD);
  await known.ask('/v2/person/sign-out', { method: 'POST', body: {} });
  const guess = () => browser(service).signIn('lea@exemple.fr', 'wrong wrong wrong');
  await endAll('lea@exemple.fr');
  let slowed = await guess();
  for (let n = 1; n <= perTargetMax && slowed.status === 401; n++) slowed = await guess();
  assert.deepEqual([slowed.status, code(slowed)], [429, 'person.sign_in_slowed']);
  assert.ok(Number(slowed.headers['retry-after']) >= 1);
  // Control: the right password is delayed too from an unknown browser.
  assert.equal((await browser(service).signIn('lea@exemple.fr', PASSWORD)).status, 429);
  assert.equal((await known.signIn('lea@exemple.fr', PASSWORD)).status, 200);
  // After a sign-in from here the IP address is known and is not delayed by earlier attempts.
  assert.equal((await browser(service).signIn('lea@exemple.fr', PASSWORD)).status, 200);
});

/** Ends every session of a person, so that only the browser cookie identifies them. */
async function endAll(email: string): Promise<void> {
  const client = await service.owner.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.person_id', $1, true)`, [await idOf(email)]);
    await client.query('delete from billing.person_session');
    await client.query('commit');
  } finally {
    client.release();
  }
}

const idOf = (email: string) =>
  inTransaction(service.services.pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await personIdOf(tx, email),
  }));

test('sign-ins, refusals and sign-outs are logged by ID, without address, password or token', async () => {
  const seen = notes.length;
  const page = browser(service);
  await page.signIn(EMAIL, 'wrong wrong wrong');
  await page.signIn('nobody-else@exemple.fr', PASSWORD);
  await page.signIn(EMAIL, PASSWORD);
  await page.ask('/v2/person/sign-out', { method: 'POST', body: {} });
  assert.deepEqual(notes.slice(seen), [
    { event: 'sign_in_failed', actor: zoe.id },
    { event: 'sign_in_failed', actor: undefined },
    { event: 'signed_in', actor: zoe.id },
    { event: 'signed_out', actor: zoe.id },
  ]);
  assert.ok(['person_joined', 'sign_ins_slowed'].every((event) => notes.some((note) => note.event === event)));
  const told = JSON.stringify(notes);
  for (const secret of ['exemple.fr', PASSWORD, 'wrong wrong', 'fs_', 'fi_']) assert.ok(!told.includes(secret), secret);
});

test('a person never sees a row of another person', async () => {
  const lea = await idOf('lea@exemple.fr');
  const seenBy = (personId: string) =>
    inTransaction(service.services.pool, { accountId: '', test: false, personId }, async (tx) => {
      const [persons, sessions] = await Promise.all([
        tx.read({ text: 'select person_id from billing.person' }),
        tx.read({ text: 'select distinct person_id from billing.person_session' }),
      ]);
      return { commit: false, answer: [...persons, ...sessions].map((row) => row.person_id) };
    });
  assert.deepEqual([...new Set(await seenBy(zoe.id))], [zoe.id]);
  assert.deepEqual([...new Set(await seenBy(lea ?? ''))], [lea]);
  // Control: there are other rows, and an unknown person sees none.
  assert.notEqual(lea, zoe.id);
  assert.deepEqual(await seenBy('00000000-0000-0000-0000-000000000000'), []);
});
