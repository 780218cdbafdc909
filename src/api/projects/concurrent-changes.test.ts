import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { headersOf } from '../../../test/support/documents/example-books.ts';
import { bodyOfProject, freelancer } from '../../../test/support/documents/freelancer-account.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { inTransaction, sql } from '../../db/transaction.ts';
import { RANK_MAX } from '../../domain/projects/rank.ts';

// Concurrent changes of one board.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

type Ranked = { id: string; name: string; rank: string };
const isStrictlyOrdered = (ranks: readonly string[]): boolean =>
  ranks.every((rank, place) => place === 0 || (ranks[place - 1] as string) < rank);

test('50 projects inserted concurrently at one position get 50 distinct ranks between their two neighbours', async () => {
  const zoe = await freelancer(service, 'Foule');
  const [first, last] = [await zoe.project({ name: 'first' }), await zoe.project({ name: 'last' })];
  await Promise.all(Array.from({ length: 50 }, () => zoe.project({ name: 'x', afterRank: first.rank })));
  const { docs } = await zoe.listed('get-projects', { limit: 100 });
  const ranks = docs.map(({ rank }: Ranked) => rank);
  assert.equal(new Set(ranks).size, 52);
  assert.ok(isStrictlyOrdered(ranks));
  assert.deepEqual([docs[0].id, docs[51].id], [first.id, last.id]);
});

test('50 tasks and 20 columns inserted concurrently in first position get distinct ranks', async () => {
  const zoe = await freelancer(service, 'Foule de tâches');
  await Promise.all(Array.from({ length: 50 }, () => zoe.task({ rankMode: 'FIRST' })));
  const { docs } = await zoe.listed('get-tasks', { limit: 100 });
  assert.equal(new Set(docs.map(({ rank }: Ranked) => rank)).size, 50);
  const body = { name: 'Col', afterRank: 'a' };
  await Promise.all(Array.from({ length: 20 }, () => zoe.books.done('create-project-category', undefined, body)));
  const ranks = (await zoe.books.done('get-project-categories')).map(({ rank }: Ranked) => rank);
  assert.deepEqual([ranks.length, new Set(ranks).size], [25, 25]);
});

test('50 tasks created while their project is deleted are either in the project or refused', async () => {
  const zoe = await freelancer(service, 'Course');
  const { id: opportunityId } = await zoe.project();
  const body = { name: 'Tâche', description: '', opportunityId };
  const creating = Array.from({ length: 50 }, () => zoe.books.ask('create-task', { body }));
  const [deleted, ...made] = await Promise.all([
    zoe.books.ask('delete-project', { path: { id: opportunityId } }),
    ...creating,
  ]);
  assert.equal(deleted.refused, undefined);
  const refusals = new Set(made.map(({ refused }) => refused));
  for (const refused of refusals) assert.ok(refused === undefined || refused === 'project_not_found', refused);
  const done = made.filter(({ refused }) => refused === undefined);
  const { docs } = await zoe.listed('get-tasks', { limit: 100 });
  assert.equal(docs.length, done.length);
  for (const task of docs) assert.equal(task.opportunityId, undefined);
});

test('a column deleted while 20 projects are added goes before all of them or stays', async () => {
  const zoe = await freelancer(service, 'Colonne');
  for (let round = 0; round < 5; round++) {
    const { id } = await zoe.books.done('create-project-category', undefined, { name: 'Passage' });
    const body = bodyOfProject(zoe, { categoryId: id });
    const creating = Array.from({ length: 20 }, () => zoe.books.ask('create-project', { body }));
    const [deleted, ...made] = await Promise.all([
      zoe.books.ask('delete-project-category', { path: { id } }),
      ...creating,
    ]);
    const expected = deleted.refused === undefined ? 'category_not_found' : undefined;
    if (deleted.refused) assert.equal(deleted.refused, 'category_has_projects');
    for (const { refused } of made) assert.equal(refused, expected);
  }
});

test('a column with overlong ranks is renumbered in the same order without events', async () => {
  const zoe = await freelancer(service, 'Un endroit');
  const first = await zoe.project({ name: 'first' });
  const last = await zoe.project({ name: 'last' });
  const elsewhere = await zoe.project({ name: 'elsewhere', categoryId: zoe.columns.Perdu });
  // Ranks as close together as after 900 insertions.
  const close = { [first.id]: `i${'0'.repeat(RANK_MAX - 12)}1`, [last.id]: `i${'0'.repeat(RANK_MAX - 12)}2` };
  await inTransaction(service.owner, { accountId: zoe.live.accountId, test: false }, async (tx) => {
    for (const [id, rank] of Object.entries(close)) tx.write(PUT, [zoe.live.accountId, id, rank]);
    return { commit: true, answer: undefined };
  });
  const names: string[] = [];
  let longest = 0;
  for (let made = 0; made < 90; made++) {
    const { rank } = await zoe.books.done('get-project-by-id', first.id);
    const card = await zoe.project({ name: `${made}`, afterRank: rank });
    names.unshift(card.name);
    longest = Math.max(longest, card.rank.length);
  }
  assert.ok(longest > RANK_MAX - 5 && longest <= RANK_MAX, `${longest}`);
  assert.deepEqual(await zoe.projects({ limit: 100 }), ['first', ...names, 'last', 'elsewhere']);
  const dealt = await zoe.books.ask('get-project-by-id', { path: { id: last.id } });
  assert.ok(dealt.json.rank.length < 10);
  assert.equal(headersOf(dealt).etag, '"2"');
  assert.deepEqual(await zoe.books.done('get-project-by-id', elsewhere.id), elsewhere);
  assert.deepEqual(await zoe.told('project.updated'), []);
});
const PUT = sql`update billing.project set rank = $3 where account_id = $1 and id = $2`;

test('a project and its event are stored atomically: if the event fails, the project is not created', async () => {
  const zoe = await freelancer(service, 'Un tout');
  const ask = () => zoe.books.ask('create-project', { body: bodyOfProject(zoe, { name: 'Témoin' }) });
  const [taken] = [await zoe.project({ name: 'Avant' })];
  const [{ event }] = await zoe.told('project.created');
  // An event ID that already exists cannot be inserted again.
  const { newId } = service.services;
  const ids = [taken.id.replace(/^.{8}/, '00000000'), event.id];
  service.services.newId = () => ids.shift() ?? newId();
  try {
    await assert.rejects(ask());
  } finally {
    service.services.newId = newId;
  }
  assert.deepEqual(await zoe.projects(), ['Avant']);
  assert.equal((await ask()).refused, undefined);
  assert.deepEqual(await zoe.projects(), ['Avant', 'Témoin']);
  assert.equal((await zoe.told('project.created')).length, 2);
});
