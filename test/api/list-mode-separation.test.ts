import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import type { Caller } from '../../src/services/caller.ts';
import { toolClientOf } from '../mcp-tools/tool-client.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// A list holds live or test records, never both. Test records sort before live ones, so a mixed
// list would show them first.

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await booksOf(service).company();
  await yearOf(service.live, 'Zola');
  await yearOf(service.test, 'Aubert');
});
afterAll(() => service.close());

/** One record of each kind: contact, organization, project with a task, paid invoice. */
async function yearOf(caller: Caller, name: string): Promise<void> {
  const books = booksOf(service, caller);
  const contact = await books.contact({ lastname: name, firstname: 'Jumeau' });
  await books.organization({ name: `${name} jumeau` });
  const [column] = await books.done('get-project-categories');
  const project = { name: `${name} jumeau`, amount: 100, customerId: contact, categoryId: column.id };
  const { id: opportunityId } = await books.done('create-project', undefined, project);
  await books.done('create-task', undefined, { name: `${name} jumeau`, description: '', opportunityId });
  const { id } = await books.finalized(
    books.invoice(contact, { lines: [TRAINING], title: `Jumeau ${name}`, paymentDelay: 'thirty_days' }),
  );
  await books.pay('invoice', id, 120_000);
}

/** Every list operation that can be limited to a mode. */
const lists = operations.filter(({ query }) => 'test' in query.shape);

/** Modes of all entries of a response; events carry it in their subject. */
function modesIn(json: any): boolean[] {
  const entries = json.docs ?? ['documents', 'customers', 'projects'].flatMap((sort) => json[sort]);
  return entries.map((entry: any) => {
    const about = 'test' in entry ? entry : Object.values(entry).find((each) => Object(each).test !== undefined);
    return JSON.parse(Object(about).test);
  });
}

async function modesOf(name: string, caller: Caller, said: object): Promise<boolean[]> {
  const search = name === 'search-everything' ? { search: 'jumeau' } : {};
  const heard = await service.call(name, { caller, query: { ...search, ...said } });
  assert.equal(heard.refused, undefined, `${name}: ${JSON.stringify(heard)}`);
  return modesIn(heard.json);
}

const LISTS_WITHOUT_ENTRIES = ['export-billings', 'export-payments', 'get-billings-totals', 'get-payments-totals'];
const withEntries = lists.map(({ name }) => name).filter((name) => !LISTS_WITHOUT_ENTRIES.includes(name));

test('a live key gets live records unless it asks for test records', async () => {
  assert.ok(withEntries.length >= 10, withEntries.join());
  for (const name of withEntries) {
    for (const [said, mode] of [
      [{}, false],
      [{ test: 'false' }, false],
      [{ test: 'true' }, true],
    ] as const) {
      const modes = await modesOf(name, service.live, said);
      assert.ok(modes.length > 0, `${name} ${JSON.stringify(said)} finds nothing`);
      assert.deepEqual(new Set(modes), new Set([mode]), `${name} ${JSON.stringify(said)}`);
    }
  }
});

test('a test key gets test records and never a live one, whatever it asks for', async () => {
  for (const name of withEntries) {
    assert.deepEqual(new Set(await modesOf(name, service.test, {})), new Set([true]), name);
    assert.deepEqual(await modesOf(name, service.test, { test: 'false' }), [], name);
  }
});

test('totals, counts and exports cover one mode', async () => {
  const counted = async (name: string, said: object) =>
    (await service.call(name, { query: { ...said } })).json.totalDocs;
  for (const name of ['get-billings-totals', 'get-payments-totals'])
    for (const said of [{}, { test: 'true' }]) assert.equal(await counted(name, said), 1, name);
  for (const name of ['list-contacts', 'list-organizations', 'get-projects', 'get-tasks', 'get-billings']) {
    const { json } = await service.call(name, { query: { countWithoutFilters: 'true', search: 'nothing' } });
    assert.deepEqual([json.totalDocs, json.countWithoutFilters], [0, 1], name);
  }
  for (const [said, name, other] of [
    [{}, 'Zola', 'Aubert'],
    [{ test: 'true' }, 'Aubert', 'Zola'],
  ] as const) {
    const { csv } = (await service.call('export-billings', { query: { ...said } })).json;
    assert.ok(csv.includes(`Jumeau ${name}`) && !csv.includes(other), csv);
  }
});

test('tools list one mode as well and accept test as a parameter', async () => {
  const assistant = toolClientOf(service);
  for (const [tool, noun] of [
    ['get-billings', 'billings'],
    ['get-contacts', 'contacts'],
    ['get-organizations', 'organizations'],
    ['get-projects', 'projects'],
    ['get-tasks', 'tasks'],
  ] as const) {
    const modes = async (said: object) => (await assistant.done(tool, said))[noun].map((each: any) => each.test);
    assert.deepEqual(await modes({}), [false], tool);
    assert.deepEqual(await modes({ test: true }), [true], tool);
  }
  const { activity } = await assistant.done('get-activity', { test: true });
  assert.deepEqual(new Set(modesIn(activity)), new Set([true]));
  const { found } = await assistant.done('search-everything', { search: 'jumeau' });
  assert.deepEqual(new Set(modesIn(found)), new Set([false]));
});
