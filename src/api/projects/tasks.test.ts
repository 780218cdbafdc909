import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, headersOf } from '../../../test/support/documents/example-books.ts';
import { type Freelancer, freelancer } from '../../../test/support/documents/freelancer-account.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { TASKS_PER_PROJECT_MAX } from '../../domain/projects/project.ts';

let service: TestService;
let zoe: Freelancer;
beforeAll(async () => {
  service = await testService();
  zoe = await freelancer(service, 'Zoé');
});
afterAll(() => service.close());

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('create-task returns the given values; by default priority is normal and the task is last', async () => {
  const { books, task, tasks } = await freelancer(service, 'Tâches');
  const plain = await task({ name: 'Appeler Léa' });
  const { id, rank: _, ...shown } = plain;
  assert.deepEqual(shown, {
    ...{ name: 'Appeler Léa', description: '', priority: 'normal', test: false, createdAt: MONDAY, updatedAt: MONDAY },
    timeState: 'none',
  });
  assert.deepEqual(await books.done('get-task', id), plain);
  const whole = { description: 'Devis et délais', priority: 'Urgent', dueDate: '2026-03-13', timeSpent: 90 };
  const full = await task({ name: 'Chiffrer', ...whole });
  assert.deepEqual([full.priority, full.timeSpent, full.dueDate], ['urgent', 90, Date.UTC(2026, 2, 12, 23) / 1000]);
  await task({ name: 'Après Léa', afterRank: plain.rank, priority: 1 });
  await task({ name: 'D’abord', rankMode: 'first', priority: '3' });
  await task({ name: 'Enfin', rankMode: 'LAST' });
  assert.deepEqual(await tasks(), ['D’abord', 'Appeler Léa', 'Après Léa', 'Chiffrer', 'Enfin']);
  assert.deepEqual(await tasks({ orderBy: 'priority' }), ['Après Léa', 'Appeler Léa', 'Enfin', 'D’abord', 'Chiffrer']);
  assert.deepEqual(await tasks({ priority: ['high', '4'] }), ['D’abord', 'Chiffrer']);
});

test('update-task marks done, changes doneAt, reopens and moves; null clears, omitted members stay', async () => {
  const { books, task, tasks } = await freelancer(service, 'Fait');
  const first = await task({ name: 'Un', dueDate: '2026-03-13', timeSpent: 30 });
  await task({ name: 'Deux' });
  const done = await books.done('update-task', first.id, { doneAt: MONDAY });
  assert.deepEqual(done, { ...first, doneAt: MONDAY });
  assert.deepEqual(await tasks({ isDone: 'true' }), ['Un']);
  assert.deepEqual(await tasks({ isDone: 'false' }), ['Deux']);
  assert.equal((await books.done('update-task', first.id, { doneAt: MONDAY + 60 })).doneAt, MONDAY + 60);
  const open = await books.done('update-task', first.id, { doneAt: null, dueDate: null, timeSpent: null });
  assert.ok(!('doneAt' in open) && !('dueDate' in open) && !('timeSpent' in open));
  await books.done('update-task', first.id, { rankMode: 'LAST' });
  assert.deepEqual(await tasks(), ['Deux', 'Un']);
  await books.done('update-task', first.id, { afterRank: null });
  assert.deepEqual(await tasks(), ['Un', 'Deux']);
});

test('get-tasks filters by text, project and customer, and paginates in every order', async () => {
  const { books, project, task, tasks, listed, customerId } = await freelancer(service, 'Liste');
  const { id: opportunityId } = await project();
  await task({ name: 'Maquette', opportunityId, dueDate: '2026-04-01' });
  await task({ name: 'Intégration', description: 'après la maquette', priority: 'high' });
  await task({ name: 'Relance', customerId: await books.contact(), dueDate: '2026-03-20', priority: 'low' });
  assert.deepEqual(await tasks({ search: 'MAQUETTE' }), ['Maquette', 'Intégration']);
  assert.deepEqual(await tasks({ opportunityId }), ['Maquette']);
  assert.deepEqual(await tasks({ customerId }), ['Maquette']);
  assert.deepEqual((await tasks({ orderBy: 'dueDate' })).slice(0, 2), ['Relance', 'Maquette']);
  for (const query of [{ opportunityId: 'x' }, { customerId: UNKNOWN_ID }, { test: 'true' }, { priority: 'urgent' }])
    assert.deepEqual(await tasks(query), []);
  for (const orderBy of ['rank', 'dueDate', 'createdAt', 'priority'])
    for (const orderDirection of ['ASC', 'DESC']) {
      const order = { orderBy, orderDirection };
      const first = await listed('get-tasks', { ...order, limit: 2, countWithoutFilters: '1' });
      assert.deepEqual([first.totalDocs, first.countWithoutFilters, first.hasNextPage], [3, 3, true]);
      const rest = await listed('get-tasks', { limit: 2, cursor: first.nextCursor });
      const paged = [...first.docs, ...rest.docs].map(({ name }: { name: string }) => name);
      assert.deepEqual(paged, await tasks(order), `${orderBy} ${orderDirection}`);
      assert.equal(rest.nextCursor, undefined);
    }
});

test('a task of a project has its customer; only a contact of the same organization is also accepted', async () => {
  const { books, project, task, customerId } = await freelancer(service, 'Clients');
  const bakery = await books.organization();
  const paul = (await books.done('create-organization-contact', bakery, { firstname: 'Paul', lastname: 'Roux' })).id;
  const [site, oven] = [await project(), await project({ customerId: bakery })];
  const inherited = await task({ opportunityId: site.id });
  assert.deepEqual([inherited.opportunityId, inherited.customerId], [site.id, customerId]);
  assert.equal((await task({ opportunityId: oven.id, customerId: paul })).customerId, paul);
  assert.equal((await task({ customerId: paul })).customerId, paul);

  const contradiction = { name: 'Maquette', description: '', opportunityId: site.id, customerId: paul };
  assert.equal(await books.refusal('create-task', undefined, contradiction), 'task_of_another_customer');
  assert.equal(await books.refusal('update-task', inherited.id, { customerId: paul }), 'task_of_another_customer');
  const moved = await books.done('update-task', inherited.id, { opportunityId: oven.id });
  assert.deepEqual([moved.opportunityId, moved.customerId], [oven.id, bakery]);
  assert.equal((await books.done('update-task', moved.id, { customerId: paul })).customerId, paul);
  const same = { opportunityId: oven.id, name: 'Four' };
  assert.equal((await books.done('update-task', moved.id, same)).customerId, paul);
  assert.equal((await books.done('update-task', moved.id, { customerId: null })).customerId, bakery);
  const alone = await books.done('update-task', moved.id, { opportunityId: null });
  assert.deepEqual([alone.opportunityId, alone.customerId], [undefined, bakery]);
  assert.equal((await books.done('update-task', moved.id, { customerId: null })).customerId, undefined);
});

test('the tasks of a project follow it to another customer and remain when the project is deleted', async () => {
  const { books, project, task, tasks } = await freelancer(service, 'Suivent');
  const site = await project();
  const made = await task({ opportunityId: site.id });
  const lea = await books.contact();
  await books.done('update-project', site.id, { customerId: lea });
  assert.equal((await books.done('get-task', made.id)).customerId, lea);
  const ofOne = await tasks({ alone: 'false' });
  assert.ok(ofOne.includes(made.name) && !(await tasks({ alone: 'true' })).includes(made.name));
  await books.done('delete-project', site.id);
  const left = await books.done('get-task', made.id);
  assert.deepEqual([left.opportunityId, left.customerId], [undefined, lea]);
  assert.ok((await tasks({ alone: 'true' })).includes(made.name));
  assert.ok(!(await tasks({ alone: 'false' })).includes(made.name));
});

test(`a project has at most ${TASKS_PER_PROJECT_MAX} tasks: project_full`, async () => {
  const { books, live, project, task } = await freelancer(service, 'Plein');
  const { id: opportunityId } = await project();
  const { id } = await task({ opportunityId });
  await inTransaction(service.owner, { accountId: live.accountId, test: false }, async (tx) => {
    tx.write(COPIES, [live.accountId, id, TASKS_PER_PROJECT_MAX - 1]);
    return { commit: true, answer: undefined };
  });
  const full = { refused: 'project_full', limit: TASKS_PER_PROJECT_MAX };
  const body = { name: 'Encore', description: '', opportunityId };
  assert.deepEqual(await books.ask('create-task', { body }), full);
  const alone = await task();
  assert.deepEqual(await books.ask('update-task', { path: { id: alone.id }, body: { opportunityId } }), full);
  await books.done('delete-task', id);
  await books.done('update-task', alone.id, { opportunityId });
});
const COPIES = sql`
  insert into billing.task (account_id, id, test, project_id, customer_id, rank, priority, found_by, content, created_at, updated_at)
  select account_id, uuidv7(), test, project_id, customer_id, rank || n, priority, found_by, content, created_at, updated_at
  from billing.task, generate_series(1, $3::int) n where account_id = $1 and id = $2`;

test('a task of a test key or test customer is permanently a test task: customer_of_other_mode', async () => {
  const { books, task, test: tester } = await freelancer(service, 'Modes');
  const tests = booksOf(service, tester);
  const trier = await tests.contact();
  const plain = { name: 'Essai', description: '' };
  const byTestKey = await tests.done('create-task', undefined, plain);
  const live = await task();
  assert.deepEqual([byTestKey.test, live.test, (await task({ customerId: trier })).test], [true, false, true]);
  assert.equal(await books.refusal('update-task', live.id, { customerId: trier }), 'customer_of_other_mode');
  assert.equal(await tests.refusal('get-task', live.id), 'task_not_found');
});

test('unknown ids are refused: task_not_found, project_not_found, customer_not_found', async () => {
  const made = await zoe.task();
  const plain = { name: 'Maquette', description: '' };
  for (const id of [UNKNOWN_ID, 'x']) {
    for (const name of ['get-task', 'update-task', 'delete-task'])
      assert.equal(await zoe.books.refusal(name, id), 'task_not_found', name);
    const refused = (said: object) => zoe.books.refusal('create-task', undefined, { ...plain, ...said });
    assert.equal(await refused({ opportunityId: id }), 'project_not_found');
    assert.equal(await refused({ customerId: id }), 'customer_not_found');
    assert.equal(await zoe.books.refusal('update-task', made.id, { opportunityId: id }), 'project_not_found');
    assert.equal(await zoe.books.refusal('update-task', made.id, { customerId: id }), 'customer_not_found');
  }
});

test('version_stale: an update based on an old version of a task is refused', async () => {
  const seen = await zoe.books.ask('create-task', { body: { name: 'Un', description: '' } });
  const said = { path: { id: seen.json.id }, ifMatch: headersOf(seen).etag as string };
  const first = await zoe.books.ask('update-task', { ...said, body: { timeSpent: 5 } });
  assert.equal(first.refused, undefined);
  for (const name of ['update-task', 'delete-task'])
    assert.equal((await zoe.books.ask(name, { ...said, body: { timeSpent: 6 } })).refused, 'version_stale');
  assert.equal(
    (await zoe.books.ask('delete-task', { ...said, ifMatch: headersOf(first).etag as string })).refused,
    undefined,
  );
  assert.equal(await zoe.books.refusal('get-task', seen.json.id), 'task_not_found');
});

test('invalid task members are refused with input_invalid', async () => {
  const bad = [
    { priority: 'vital' },
    { priority: 5 },
    { timeSpent: -1 },
    { timeSpent: 1.5 },
    { name: '' },
    { rankMode: 'TOP' },
  ];
  for (const said of bad) {
    const body = { name: 'Maquette', description: '', ...said };
    assert.equal(await zoe.books.refusal('create-task', undefined, body), 'input_invalid', JSON.stringify(said));
  }
  assert.equal(await zoe.books.refusal('create-task', undefined, { name: 'Maquette' }), 'input_invalid');
});

test('a customer with tasks cannot be deleted: customer_has_tasks', async () => {
  const [lea, bakery] = [await zoe.books.contact(), await zoe.books.organization()];
  const [hers, theirs] = [await zoe.task({ customerId: lea }), await zoe.task({ customerId: bakery })];
  assert.equal(await zoe.books.refusal('delete-contact', lea), 'customer_has_tasks');
  assert.equal(await zoe.books.refusal('delete-organization', bakery), 'customer_has_tasks');
  for (const { id } of [hers, theirs]) await zoe.books.done('delete-task', id);
  await zoe.books.done('delete-contact', lea);
  await zoe.books.done('delete-organization', bakery);
});
