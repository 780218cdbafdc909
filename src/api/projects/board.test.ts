import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, headersOf, operationNamed } from '../../../test/support/documents/example-books.ts';
import { bodyOfProject, type Freelancer, freelancer } from '../../../test/support/documents/freelancer-account.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { CATEGORIES_MAX } from '../../domain/projects/category.ts';

// A freelancer's board: new projects on the left, done or lost ones on the right.

let service: TestService;
let zoe: Freelancer;
beforeAll(async () => {
  service = await testService();
  zoe = await freelancer(service, 'Zoé');
});
afterAll(() => service.close());

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('a new account has a board of five columns; the last two are for done and for lost projects', async () => {
  const { books, live } = await freelancer(service, 'Tableau neuf');
  const board = await books.done('get-project-categories');
  assert.deepEqual(
    board.map(({ name, isDone, isLost, count }: Record<string, unknown>) => [name, isDone, isLost, count]),
    [
      ['Prospects', false, false, 0],
      ['Devis envoyé', false, false, 0],
      ['En cours', false, false, 0],
      ['Terminé', true, false, 0],
      ['Perdu', false, true, 0],
    ],
  );
  const { id: _, ...first } = board[0];
  assert.deepEqual(first, {
    ...{ companyId: live.accountId, name: 'Prospects', rank: 'a', color: '#6366f1', isDone: false, isLost: false },
    ...{ showDueDate: true, showAmount: true, showCustomer: true, count: 0, amount: 0 },
  });
});

test('create-project returns the project with column and customer; its due date is midnight in Paris', async () => {
  const made = await zoe.project({ description: 'Cinq pages', dueDate: '2026-06-30' });
  assert.deepEqual(
    [made.name, made.description, made.amount, made.customerId, made.categoryId, made.test],
    ['Refonte du site', 'Cinq pages', 450_000, zoe.customerId, zoe.columns.Prospects, false],
  );
  assert.equal(made.dueDate, Date.UTC(2026, 5, 29, 22) / 1000);
  assert.deepEqual([made.category.name, made.category.count, made.customer.name], ['Prospects', 1, 'Léa Moreau']);
  assert.deepEqual(await zoe.books.done('get-project-by-id', made.id), made);

  assert.equal((await zoe.project({ dueDate: made.dueDate })).dueDate, made.dueDate);
  assert.equal((await zoe.project({ dueDate: '2026-06-29T23:30:00Z' })).dueDate, made.dueDate);
  const bakery = await zoe.books.organization();
  const plain = await zoe.project({ customerId: bakery.toUpperCase() });
  assert.deepEqual([plain.customerId, plain.customer.id], [bakery, bakery]);
  assert.ok(!('dueDate' in plain) && !('description' in plain));
});

test('an archived project leaves the board and its totals, keeps documents and tasks, and can be restored', async () => {
  const { books, project, listed, told } = await freelancer(service, 'Archives');
  const [kept, gone] = [await project({ name: 'Site' }), await project({ name: 'Vitrine', amount: 120_000 })];
  await books.done('create-task', undefined, { name: 'Photos', description: '', opportunityId: gone.id });
  const column = async () => {
    const [{ count, amount }] = await books.done('get-project-categories');
    return [count, amount];
  };
  assert.deepEqual(await column(), [2, 570_000]);
  const archived = await books.done('update-project', gone.id, { isArchived: true });
  assert.deepEqual([typeof archived.archivedAt, archived.rank, archived.work.tasks], ['number', gone.rank, 1]);
  assert.deepEqual(await column(), [1, 450_000]);
  const ids = async (query: object) => (await listed('get-projects', query)).docs.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids({ isArchived: false }), [kept.id]);
  assert.deepEqual(await ids({ isArchived: true }), [gone.id]);
  assert.deepEqual(await ids({}), [kept.id, gone.id]);
  // Archiving is idempotent, and an update without isArchived keeps the date.
  await books.done('update-project', gone.id, { isArchived: true });
  const renamed = await books.done('update-project', gone.id, { name: 'Vitrine, été' });
  assert.equal(renamed.archivedAt, archived.archivedAt);
  assert.equal(await books.refusal('delete-project-category', gone.categoryId), 'category_has_projects');
  const back = await books.done('update-project', gone.id, { isArchived: false });
  assert.deepEqual([back.archivedAt, back.categoryId, back.rank], [undefined, gone.categoryId, gone.rank]);
  assert.deepEqual(await ids({ isArchived: false }), [kept.id, gone.id]);
  const said = (await told('project.updated')).map((event) => event.project.archivedAt !== '');
  assert.deepEqual(said, [true, true, false]);
});

test('a project keeps the given customer; a document uses the default contact instead', async () => {
  const bakery = await zoe.books.organization();
  const person = { firstname: 'Paul', lastname: 'Roux', defaultContact: true };
  const paul = (await zoe.books.done('create-organization-contact', bakery, person)).id;
  assert.equal((await zoe.project({ customerId: bakery })).customer.id, bakery);
  const his = (await zoe.project({ customerId: paul })).customer;
  assert.deepEqual([his.id, his.parent.id], [paul, bakery]);
  assert.equal((await zoe.books.invoice(bakery)).customer.id, paul);
});

test('update-project: omitted members stay, null clears, a project moved to another column is last there', async () => {
  const { books, columns, project, projects } = await freelancer(service, 'Mise à jour');
  const site = await project({ name: 'Site', description: 'Cinq pages', dueDate: '2026-06-30', amount: 1_000 });
  await project({ name: 'Logo', categoryId: columns['En cours'] });
  const renamed = await books.done('update-project', site.id, { name: 'Boutique' });
  assert.deepEqual({ ...renamed, name: 'Site' }, site);
  const bare = await books.done('update-project', site.id, { description: null, dueDate: null });
  assert.ok(!('description' in bare) && !('dueDate' in bare));
  assert.equal(bare.amount, 1_000);

  const moved = await books.done('update-project', site.id, { categoryId: columns['En cours'] });
  assert.equal(moved.category.name, 'En cours');
  assert.deepEqual(await projects({ categoryId: columns['En cours'] }), ['Logo', 'Boutique']);
});

test('afterRank puts a card after the given rank, even one no card has; null puts it first', async () => {
  const { books, project, projects } = await freelancer(service, 'Rangs');
  const [a, b] = [await project({ name: 'A' }), await project({ name: 'B' })];
  await project({ name: 'C' });
  await project({ name: 'A2', afterRank: a.rank });
  await project({ name: 'first', afterRank: null });
  await project({ name: 'strange', afterRank: `${b.rank}|:` });
  assert.deepEqual(await projects(), ['first', 'A', 'A2', 'B', 'strange', 'C']);
  await books.done('update-project', a.id, { afterRank: '~' });
  assert.deepEqual(await projects(), ['first', 'A2', 'B', 'strange', 'C', 'A']);
  // A card moved after its own rank keeps it.
  const { rank } = await books.done('get-project-by-id', b.id);
  assert.equal((await books.done('update-project', b.id, { afterRank: rank })).rank, rank);
});

test('get-projects filters by accent-insensitive text, column, customer, done and lost, in every order', async () => {
  const { books, columns, customerId, project, projects, listed } = await freelancer(service, 'Recherche');
  const bakery = await books.organization();
  const paul = (await books.done('create-organization-contact', bakery, { firstname: 'Paul', lastname: 'Roux' })).id;
  await project({ name: 'Étude', amount: 300, dueDate: '2026-05-01', categoryId: columns.Terminé });
  await project({ name: 'affiche', amount: 100, customerId: bakery });
  await project({ name: 'Bâche', amount: 200, customerId: paul, description: 'pour l’étude', dueDate: '2026-04-01' });
  await project({ name: 'Perdue', amount: 50, categoryId: columns.Perdu });
  assert.deepEqual(await projects(), ['affiche', 'Bâche', 'Étude', 'Perdue']);
  assert.deepEqual(await projects({ search: 'ETUDE' }), ['Bâche', 'Étude']);
  assert.deepEqual(await projects({ categoryId: columns.Perdu }), ['Perdue']);
  assert.deepEqual(await projects({ customerId: bakery }), ['affiche', 'Bâche']);
  assert.deepEqual(await projects({ customerId: paul }), ['Bâche']);
  assert.deepEqual(await projects({ customerId }), ['Étude', 'Perdue']);
  assert.deepEqual(await projects({ isDone: 'true' }), ['Étude']);
  assert.deepEqual(await projects({ isDone: 'false', isLost: 'false' }), ['affiche', 'Bâche']);
  assert.deepEqual(await projects({ isLost: 'true' }), ['Perdue']);
  assert.deepEqual(await projects({ orderBy: 'name' }), ['affiche', 'Bâche', 'Étude', 'Perdue']);
  assert.deepEqual(await projects({ orderBy: 'amount', orderDirection: 'DESC' }), [
    'Étude',
    'Bâche',
    'affiche',
    'Perdue',
  ]);
  assert.deepEqual((await projects({ orderBy: 'dueDate' })).slice(0, 2), ['Bâche', 'Étude']);
  assert.deepEqual(await projects({ orderBy: 'createdAt' }), ['Étude', 'affiche', 'Bâche', 'Perdue']);
  for (const query of [{ categoryId: 'x' }, { customerId: UNKNOWN_ID }, { test: 'true' }, { search: 'rien' }])
    assert.deepEqual(await projects(query), []);

  for (const orderBy of ['rank', 'createdAt', 'dueDate', 'amount', 'name'])
    for (const orderDirection of ['ASC', 'DESC']) {
      const order = { orderBy, orderDirection };
      const pages: string[] = [];
      let page = await listed('get-projects', { ...order, limit: 1, countWithoutFilters: 'true' });
      assert.deepEqual([page.totalDocs, page.totalPages, page.countWithoutFilters], [4, 4, 4]);
      for (; ; page = await listed('get-projects', { limit: 1, cursor: page.nextCursor })) {
        pages.push(page.docs[0].name);
        if (!page.nextCursor) break;
      }
      assert.deepEqual(pages, await projects(order), `${orderBy} ${orderDirection}`);
      assert.deepEqual((await listed('get-projects', { ...order, limit: 3, page: 2 })).docs[0].name, pages[3]);
    }
});

test('create-project-category and update-project-category add, rename, colour and move columns', async () => {
  const { books } = await freelancer(service, 'Colonnes');
  const names = async () => (await books.done('get-project-categories')).map(({ name }: { name: string }) => name);
  const [prospects] = await books.done('get-project-categories');
  const said = { name: 'Qualifiés', color: '#A855F7', showAmount: false, afterRank: prospects.rank };
  const made = await books.done('create-project-category', undefined, said);
  assert.deepEqual([made.color, made.showAmount, made.showCustomer, made.count], ['#a855f7', false, true, 0]);
  assert.deepEqual(await names(), ['Prospects', 'Qualifiés', 'Devis envoyé', 'En cours', 'Terminé', 'Perdu']);
  const changed = await books.done('update-project-category', made.id, { isDone: true, afterRank: '~' });
  assert.deepEqual([changed.name, changed.isDone], ['Qualifiés', true]);
  assert.deepEqual(await names(), ['Prospects', 'Devis envoyé', 'En cours', 'Terminé', 'Perdu', 'Qualifiés']);
  const first = await books.done('update-project-category', made.id, { afterRank: null });
  assert.equal((await names())[0], 'Qualifiés');
  assert.equal((await books.done('update-project-category', made.id, { name: 'Pistes' })).rank, first.rank);
  await books.done('delete-project-category', made.id);
  assert.equal((await names()).length, 5);
});

test('category_done_and_lost: a column cannot be both done and lost, even through two updates', async () => {
  const { books, columns } = await freelancer(service, 'Les deux');
  const both = { name: 'Fini', isDone: true, isLost: true };
  assert.equal(await books.refusal('create-project-category', undefined, both), 'category_done_and_lost');
  assert.equal(
    await books.refusal('update-project-category', columns.Terminé, { isLost: true }),
    'category_done_and_lost',
  );
  await books.done('update-project-category', columns.Terminé, { isLost: true, isDone: false });
});

test('delete-project-category is refused for a column with live or test projects and for the last column', async () => {
  const { books, columns, test: tester, project } = await freelancer(service, 'Suppression');
  const { id } = await project();
  assert.equal(await books.refusal('delete-project-category', columns.Prospects), 'category_has_projects');
  await books.done('delete-project', id);
  const tests = booksOf(service, tester);
  const customerId = await tests.contact();
  const trial = await tests.done('create-project', undefined, bodyOfProject({ customerId, columns }));
  assert.equal(await books.refusal('delete-project-category', columns.Prospects), 'category_has_projects');
  await tests.done('delete-project', trial.id);
  for (const name of ['Prospects', 'Devis envoyé', 'En cours', 'Terminé'])
    await books.done('delete-project-category', columns[name]);
  assert.equal(await books.refusal('delete-project-category', columns.Perdu), 'last_category');
});

test(`a board has at most ${CATEGORIES_MAX} columns: too_many_categories`, async () => {
  const { books } = await freelancer(service, 'Trop');
  for (let made = 5; made < CATEGORIES_MAX; made++)
    await books.done('create-project-category', undefined, { name: 'Col' });
  const answer = await books.ask('create-project-category', { body: { name: 'Col' } });
  assert.deepEqual(answer, { refused: 'too_many_categories', limit: CATEGORIES_MAX });
});

test('live_key_needed: a test key can use the board but not change its columns', async () => {
  const tests = booksOf(service, zoe.test);
  const { Perdu } = zoe.columns;
  assert.equal(await tests.refusal('create-project-category', undefined, { name: 'Col' }), 'live_key_needed');
  assert.equal(await tests.refusal('update-project-category', Perdu, { name: 'Col' }), 'live_key_needed');
  assert.equal(await tests.refusal('delete-project-category', Perdu), 'live_key_needed');
});

test('a project of a test key or test customer is a test project; each key counts its own projects', async () => {
  const { books, columns, test: tester, project, projects, customerId } = await freelancer(service, 'Deux modes');
  const tests = booksOf(service, tester);
  const trier = await tests.contact({ lastname: 'Essai' });
  const live = await project({ name: 'Vrai' });
  const byTestKey = await tests.done('create-project', undefined, bodyOfProject({ customerId: trier, columns }));
  const forTester = await project({ name: 'Pour essai', customerId: trier });
  assert.deepEqual([live.test, byTestKey.test, forTester.test], [false, true, true]);
  assert.deepEqual([live.category.count, byTestKey.category.count], [1, 1]);
  assert.equal((await tests.done('get-project-categories'))[0].count, 2);
  assert.deepEqual(await projects(), ['Vrai']);
  assert.equal((await projects({ test: 'true' })).length, 2);

  const other = { customerId: trier };
  assert.equal(await books.refusal('update-project', live.id, other), 'customer_of_other_mode');
  assert.equal(await tests.refusal('get-project-by-id', live.id), 'project_not_found');
  const unseen = bodyOfProject({ customerId, columns });
  assert.equal(await tests.refusal('create-project', undefined, unseen), 'customer_not_found');
});

test('unknown ids are refused: project_not_found, category_not_found, customer_not_found', async () => {
  const { books } = zoe;
  const made = await zoe.project();
  for (const id of [UNKNOWN_ID, 'x']) {
    for (const name of ['get-project-by-id', 'update-project', 'delete-project'])
      assert.equal(await books.refusal(name, id), 'project_not_found', name);
    for (const name of ['update-project-category', 'delete-project-category'])
      assert.equal(await books.refusal(name, id), 'category_not_found', name);
    const elsewhere = bodyOfProject(zoe, { categoryId: id });
    assert.equal(await books.refusal('create-project', undefined, elsewhere), 'category_not_found');
    const nobody = bodyOfProject(zoe, { customerId: id });
    assert.equal(await books.refusal('create-project', undefined, nobody), 'customer_not_found');
    assert.equal(await books.refusal('update-project', made.id, { categoryId: id }), 'category_not_found');
    assert.equal(await books.refusal('update-project', made.id, { customerId: id }), 'customer_not_found');
  }
  assert.deepEqual(await books.done('get-project-by-id', made.id), made);
});

test('version_stale: an update based on an old version of a project is refused', async () => {
  const seen = await zoe.books.ask('create-project', { body: bodyOfProject(zoe) });
  const said = { path: { id: seen.json.id }, ifMatch: headersOf(seen).etag as string };
  const first = await zoe.books.ask('update-project', { ...said, body: { amount: 1 } });
  assert.equal(first.refused, undefined);
  assert.equal((await zoe.books.ask('update-project', { ...said, body: { amount: 2 } })).refused, 'version_stale');
  assert.equal((await zoe.books.ask('delete-project', said)).refused, 'version_stale');
  const newest = headersOf(first).etag as string;
  assert.equal((await zoe.books.ask('delete-project', { ...said, ifMatch: newest })).refused, undefined);
});

test('invalid members of a project or column are refused with input_invalid', async () => {
  const bad = [
    { amount: -1 },
    { amount: 0.5 },
    { name: ' ' },
    { dueDate: 'demain' },
    { dueDate: -1 },
    { afterRank: 5 },
  ];
  for (const said of bad) {
    const body = bodyOfProject(zoe, said);
    assert.equal(await zoe.books.refusal('create-project', undefined, body), 'input_invalid', JSON.stringify(said));
  }
  for (const said of [{ name: 'Col', color: 'mauve' }, { name: '' }, { name: 'Col', isDone: 'oui' }])
    assert.equal(await zoe.books.refusal('create-project-category', undefined, said), 'input_invalid');
  assert.ok(operationNamed('create-project').routes.includes('POST /v2/project'));
});

test('a contact or organization with projects cannot be deleted: customer_has_projects', async () => {
  const { books, project } = zoe;
  const [lea, bakery] = [await books.contact(), await books.organization()];
  const [hers, theirs] = [await project({ customerId: lea }), await project({ customerId: bakery })];
  assert.equal(await books.refusal('delete-contact', lea), 'customer_has_projects');
  assert.equal(await books.refusal('delete-organization', bakery), 'customer_has_projects');
  for (const { id } of [hers, theirs]) await books.done('delete-project', id);
  await books.done('delete-contact', lea);
  await books.done('delete-organization', bakery);
});
