import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { archiveContact, createContact, createOrganization, listContacts, listOrganizations } from './customers.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
  const names = ['Zoé Martin', 'Élodie Blanc', 'Hélène Œuvrard', 'Bob 100%', 'Ann_e Noir'];
  for (const name of names) {
    service.clock.now += 60;
    const [firstname, lastname] = name.split(' ');
    const body = {
      firstname,
      lastname,
      emails: [`${lastname?.replace('%', '')}@example.com`.replace('Œ', 'oe')],
      phone: '06 12 34 56 78',
    };
    assert.equal((await service.call(createContact, { body })).refused, undefined, name);
  }
  const archived = await service.call(createContact, { body: { firstname: 'Vieux', lastname: 'Client' } });
  await service.call(archiveContact, { path: { id: archived.json.id } });
  await service.call(createContact, { body: { firstname: 'Test', lastname: 'Client' }, caller: service.test });
  const body = { name: 'Fournil', commercialName: 'Le Pain', siret: '73282932000074' };
  await service.call(createOrganization, { body });
  const other = await service.newAccount('Autre');
  await service.call(createContact, { body: { firstname: 'Zoé', lastname: 'Autre' }, caller: other.live });
});
afterAll(() => service.close());

const list = async (query: Record<string, unknown>, caller = service.live) =>
  (await service.call(listContacts, { query, caller })).json;
const names = async (query: Record<string, unknown>, caller = service.live) =>
  (await list(query, caller)).docs.map(({ fullname }: any) => fullname);

test('list-contacts sorts by name without accents and omits archived contacts and other accounts', async () => {
  assert.deepEqual(await names({}), ['Ann_e Noir', 'Bob 100%', 'Élodie Blanc', 'Hélène Œuvrard', 'Zoé Martin']);
});

test('contacts can be listed by creation date, newest first', async () => {
  const found = await names({ orderBy: 'createdAt', test: 'false', limit: '2' });
  assert.deepEqual(found, ['Ann_e Noir', 'Bob 100%']);
  assert.deepEqual(await names({ orderBy: 'CREATEDAT', orderDirection: 'asc', limit: '1' }), ['Zoé Martin']);
});

test('contacts can be filtered to archived ones', async () => {
  assert.deepEqual(await names({ archived: 'true' }), ['Vieux Client']);
});

test('a test key lists only test contacts, whatever filter it sends', async () => {
  assert.deepEqual(await names({}, service.test), ['Test Client']);
  assert.deepEqual(await names({ test: 'false' }, service.test), []);
  assert.deepEqual(await names({ test: 'true' }), ['Test Client']);
});

test('search is case- and accent-insensitive', async () => {
  assert.deepEqual(await names({ search: 'ZOE' }), ['Zoé Martin']);
  assert.deepEqual(await names({ search: 'oeuvrard' }), ['Hélène Œuvrard']);
  assert.deepEqual(await names({ search: 'blanc@example' }), ['Élodie Blanc']);
  assert.deepEqual(await names({ search: '0612345678', limit: '1' }), ['Ann_e Noir']);
});

test('search treats LIKE wildcards as literal characters', async () => {
  assert.deepEqual(await names({ search: '100%' }), ['Bob 100%']);
  assert.deepEqual(await names({ search: 'n_e' }), ['Ann_e Noir']);
  assert.deepEqual(await names({ search: '%%' }), []);
  assert.deepEqual(await names({ search: '\\' }), []);
});

test('list-organizations finds organizations by trade name and by SIRET, with or without spaces', async () => {
  for (const search of ['pain', '732829320', '732 829 320 00074']) {
    const { docs, totalDocs } = (await service.call(listOrganizations, { query: { search } })).json;
    assert.deepEqual([docs[0]?.name, totalDocs], ['Fournil', 1], search);
  }
});

test('numbered pages have links to their neighbours and the exact total', async () => {
  const { docs: _, nextCursor, ...page } = await list({ page: '2', limit: '2' });
  assert.deepEqual(page, {
    totalDocs: 5,
    limit: 2,
    page: 2,
    totalPages: 3,
    hasNextPage: true,
    hasPrevPage: true,
    nextPage: 3,
    prevPage: 1,
    countWithoutFilters: 5,
  });
  assert.equal(typeof nextCursor, 'string');
  assert.deepEqual((await list({ page: '9' })).docs, []);
  assert.equal((await list({ countWithoutFilters: 'true' })).countWithoutFilters, 6);
});

for (const order of ['name', 'createdAt'])
  for (const orderDirection of ['ASC', 'DESC'])
    test(`cursor pagination returns each contact once, by ${order} ${orderDirection}`, async () => {
      const whole = await names({ orderBy: order, orderDirection });
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        // The cursor contains its order, so the query's order is ignored.
        const page = await list({ limit: '4', ...(cursor ? { cursor } : { orderBy: order, orderDirection }) });
        read.push(...page.docs.map(({ fullname }: any) => fullname));
        cursor = page.nextCursor;
      } while (cursor);
      assert.deepEqual(read, whole);
    });

test('an unknown cursor is refused', async () => {
  const forged = Buffer.from(JSON.stringify({ by: 'createdAt', direction: 'ASC', after: 'x', id: 'y' }));
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const unstorable = Buffer.from(JSON.stringify({ by: 'name', direction: 'ASC', after: 'a\0', id }));
  for (const cursor of ['x', forged.toString('base64url'), unstorable.toString('base64url')])
    assert.equal((await service.call(listContacts, { query: { cursor } })).refused, 'input_invalid');
});

test('a list entry contains the archive date, the default-contact flag and whether documents exist', async () => {
  const [item] = (await list({ archived: '1' })).docs;
  assert.deepEqual(Object.keys(item).sort(), [
    'archivedAt',
    'createdAt',
    'defaultContact',
    'emails',
    'fullname',
    'hasBillings',
    'id',
    'test',
  ]);
});
