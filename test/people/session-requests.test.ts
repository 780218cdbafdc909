import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { personalOperations } from '../../src/api/people/index.ts';
import { allows } from '../../src/domain/account/scope.ts';
import { scopesOfRole } from '../../src/domain/people/role.ts';
import { addresses } from '../../web/client/addresses.ts';
import { type Belongings, belongingsOf } from '../isolation/two-accounts.ts';
import { operationNamed } from '../support/documents/example-books.ts';
import type { Browser } from '../support/service/browser-session.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { newPerson } from './people-fixtures.ts';

// Every call of the web app (`web/client/addresses.ts`) over HTTPS with a session, once for each
// possible defect. The control is the same request with that defect fixed.

const NOBODYS = '019a0000-0000-7000-8000-000000000000';

type Call = { name: string; method: string; path: string; ids: readonly string[] };

const ofAccounts = new Set(operations.map(({ name }) => name));

const calls: readonly Call[] = Object.entries(addresses).flatMap(([name, address]) => {
  // Personal operations are tested separately below.
  if (!ofAccounts.has(name)) return [];
  const [method, path] = (typeof address === 'string' ? address : (address as readonly string[])[0])?.split(' ') ?? [];
  assert.ok(method && path, name);
  return [{ name, method, path, ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id as string) }];
});
const writes = ({ method }: Call): boolean => method !== 'GET';

let service: ServiceOverHttps;
let owner: Browser;
let foreign: Belongings;
beforeAll(async () => {
  service = await serviceOverHttps();
  owner = await newPerson(service, { email: 'owner@exemple.fr', first: true });
  foreign = await belongingsOf(
    service,
    (await service.newAccount('Otto Fremd')).live,
    'Fremdlastname',
    '55208131766522',
  );
});
afterAll(() => service.close());

/** One call of a session; without given IDs it uses IDs that do not exist. */
async function asked(
  who: Pick<Browser, 'ask'>,
  { method, path }: Call,
  { id = NOBODYS, headers = {} }: { id?: string; headers?: Record<string, string> } = {},
): Promise<string> {
  const at = path.replace('{emailType}', 'invoice_simple').replaceAll(/\{\w+\}/g, id);
  const { status, json } = await who.ask(at, {
    ...{ method, headers: { 'facturier-account': service.accountId, ...headers } },
    ...(method !== 'GET' && { body: {} }),
  });
  return json?.code ?? String(status);
}

/** The calls with a different response. */
async function except(code: RegExp, among: readonly Call[], ask: (call: Call) => Promise<string>): Promise<string[]> {
  const others: string[] = [];
  for (const call of among) {
    const said = await ask(call);
    if (!code.test(said)) others.push(`${call.name}: ${said}`);
  }
  return others;
}

const OWN_FAULT = /^(?!auth\.)/;

test('with a valid session, page token and account, each request succeeds or fails on its own merits', async () => {
  assert.ok(calls.length > 150, `${calls.length} calls`);
  const named = [...ofAccounts, ...personalOperations.map(({ name }) => name)];
  assert.deepEqual(
    Object.keys(addresses).filter((name) => !named.includes(name)),
    [],
  );
  assert.deepEqual(await except(OWN_FAULT, calls, (call) => asked(owner, call)), []);
});

test('without the page token no write succeeds', async () => {
  const headers = { 'facturier-csrf': '' };
  assert.deepEqual(
    await except(/^auth\.csrf_refused$/, calls.filter(writes), (call) => asked(owner, call, { headers })),
    [],
  );
});

test('every call for another person’s account is refused', async () => {
  const headers = { 'facturier-account': foreign.caller.accountId };
  assert.deepEqual(await except(/^auth\.account_not_yours$/, calls, (call) => asked(owner, call, { headers })), []);
});

test('IDs of another account get the same answer as unknown IDs', async () => {
  const withIds = calls.filter(({ ids }) => ids.some((id) => id !== 'emailType'));
  assert.ok(withIds.length > 90, `${withIds.length} calls name an id`);
  const stranger = await newPerson(service, {
    email: 'otto@exemple.fr',
    accountId: foreign.caller.accountId,
  });
  const home = { 'facturier-account': foreign.caller.accountId };
  const known: string[] = [];
  for (const call of withIds) {
    const nothing = await asked(owner, call);
    for (const id of idsFor(call)) assert.equal(await asked(owner, call, { id }), nothing, `${call.name} ${id}`);
    // Control: a member of that account gets another response, for calls that read.
    if (writes(call)) continue;
    for (const id of idsFor(call))
      if ((await asked(stranger, call, { id, headers: home })) === '200') known.push(call.name);
  }
  assert.ok(new Set(known).size > 15, `with them ${[...new Set(known)].join(', ')} are answered to whose they are`);
});

/** IDs of the other account by the kind of record the call names. */
function idsFor({ name }: Call): readonly string[] {
  const kinds = operationNamed(name).refusals.filter((code) => code.endsWith('_not_found'));
  return [...new Set(kinds.flatMap((kind) => foreign.ids[kind] ?? []))];
}

test('each role is refused exactly the calls beyond its rights', async () => {
  for (const role of ['member', 'accountant'] as const) {
    const person = await newPerson(service, { email: `${role}@exemple.fr`, role });
    const may = ({ name }: Call) => allows(scopesOfRole(role, { test: false }), operationNamed(name).scope);
    // Whether a person may change settings of the service does not depend on the role.
    const isOfInstallation = ({ name }: Call) => operationNamed(name).routes[0].includes('/v2/installation/');
    const [ofInstallation, ofAccount] = [
      calls.filter(isOfInstallation),
      calls.filter((call) => !isOfInstallation(call)),
    ];
    assert.ok(ofInstallation.length >= 8, `${ofInstallation.length} settings of the service`);
    assert.deepEqual(
      await except(/^installation\.settings_screens_off$|^request\.invalid$/, ofInstallation, (call) =>
        asked(person, call),
      ),
      [],
      role,
    );
    const refused = ofAccount.filter((call) => !may(call));
    assert.ok(refused.length > 10 && refused.length < calls.length, `${role}: ${refused.length}`);
    assert.deepEqual(await except(/^auth\.scope_missing$/, refused, (call) => asked(person, call)), [], role);
    assert.deepEqual(await except(OWN_FAULT, ofAccount.filter(may), (call) => asked(person, call)), [], role);
  }
});

test('a stolen session works until its owner signs out, then grants no access', async () => {
  const leaving = await newPerson(service, { email: 'leaving@exemple.fr', role: 'member' });
  const headers = {
    cookie: [...leaving.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'facturier-csrf': leaving.csrf() ?? '',
  };
  const thief = {
    ask: (path: string, said: Parameters<Browser['ask']>[1] = {}) =>
      service.ask(path, { ...said, key: '', headers: { ...said.headers, ...headers } }),
  };
  const reading = calls.filter((call) => !writes(call) && operationNamed(call.name).scope !== 'account:admin');
  assert.deepEqual(await except(OWN_FAULT, reading, (call) => asked(thief, call)), []);
  const own = personalCalls();
  assert.equal((await leaving.ask('/v2/person/sign-out', { body: {} })).status, 204);
  assert.deepEqual(await except(/^auth\.session_ended$/, [...calls, ...own], (call) => asked(thief, call)), []);
});

/** Personal operations of a signed-in person. */
function personalCalls(): readonly Call[] {
  const found = personalOperations
    .filter(({ asker }) => asker === 'signed_in')
    .map(({ name, routes: [route] }) => {
      const [method = '', path = ''] = route.split(' ');
      return { name, method, path, ids: [] };
    });
  assert.ok(found.length > 8, `${found.length} calls of one’s own`);
  return found;
}

test('personal operations are allowed in every role, but not without the page token', async () => {
  const nobody = { ask: (path: string, said = {}) => service.ask(path, { ...said, key: '' }) };
  assert.deepEqual(await except(/^auth\.session_needed$/, personalCalls(), (call) => asked(nobody, call)), []);
  const headers = { 'facturier-csrf': '' };
  const written = personalCalls().filter(writes);
  assert.deepEqual(await except(/^auth\.csrf_refused$/, written, (call) => asked(owner, call, { headers })), []);
});
