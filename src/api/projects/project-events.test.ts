import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { LYON } from '../../../test/support/documents/example-books.ts';
import { type Freelancer, freelancer } from '../../../test/support/documents/freelancer-account.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { CONTACTS_TOLD_MAX } from '../../db/projects/project-customers.ts';
import { projectEventSample, taskEventSample } from '../../schemas/events/event-samples.ts';
import { projectEventJson, taskEventJson } from '../../schemas/projects/project-event.ts';

// Events of projects and tasks: exactly the members of the API, plus the event and its subject.

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const LOCATION = ['additionalAddress', 'address', 'city', 'country', 'zipCode'];
const CLIENT = ['email', 'firstname', 'keywords', 'language', 'lastname', 'notes', 'phone', 'role', 'website'];
const COMPANY = [
  ...['keywords', 'language', 'nafCode', 'name', 'notes', 'phone', 'siren', 'siret', 'vatNumber', 'website'],
];
const NOWHERE = { address: '', additionalAddress: '', zipCode: '', city: '', country: '' };
const AT_LYON = { address: '12 rue des Lilas', additionalAddress: '', zipCode: '69003', city: 'Lyon', country: 'FR' };

const keysOf = (of: object): string[] => Object.keys(of).sort();
const leavesOf = (of: unknown): unknown[] =>
  typeof of === 'object' && of !== null ? Object.values(of).flatMap(leavesOf) : [of];

/** Fails unless a body has exactly the allowed keys and only text values. */
// biome-ignore lint/suspicious/noExplicitAny: the stored body is checked here.
function checkBody(body: any, subject: 'project' | 'task'): void {
  assert.deepEqual(keysOf(body), ['client', 'customerCompany', 'event', 'location', subject].sort());
  assert.deepEqual(keysOf(body.location), LOCATION);
  assert.deepEqual(keysOf(body.customerCompany), COMPANY);
  assert.ok(Array.isArray(body.client));
  for (const person of body.client) assert.deepEqual(keysOf(person), CLIENT);
  assert.deepEqual(keysOf(body.event), ['id', 'label', 'occurredAt', 'type']);
  for (const leaf of leavesOf(body)) assert.equal(typeof leaf, 'string');
  const schema = subject === 'project' ? projectEventJson : taskEventJson;
  assert.deepEqual(schema.safeParse(body).error, undefined);
}

test('the check detects an extra key, a missing key and a number', () => {
  checkBody(projectEventSample, 'project');
  checkBody(taskEventSample, 'task');
  const { city: _, ...elsewhere } = projectEventSample.location;
  for (const spoilt of [
    { ...projectEventSample, more: '' },
    { ...projectEventSample, location: elsewhere },
    { ...projectEventSample, location: { ...elsewhere, city: 1 } },
    { ...projectEventSample, client: [{ ...projectEventSample.client[0], id: '' }] },
    { ...projectEventSample, task: {} },
  ])
    assert.throws(() => checkBody(spoilt, 'project'));
});

/** The events of a project and a task for a customer. */
async function toldFor({ project, task, told }: Freelancer, customerId: string) {
  await project({ customerId, description: 'Cinq pages', dueDate: '2026-06-30' });
  await task({ customerId, dueDate: '2026-03-13', timeSpent: 90 });
  const [ofProject] = (await told('project.created')).slice(-1);
  const [ofTask] = (await told('task.created')).slice(-1);
  checkBody(ofProject, 'project');
  checkBody(ofTask, 'task');
  for (const member of ['location', 'client', 'customerCompany']) assert.deepEqual(ofTask[member], ofProject[member]);
  return { ofProject, ofTask };
}

const EMPTY_COMPANY = Object.fromEntries(COMPANY.map((key) => [key, '']));

test('a contact: the person, their address if any, and a company of empty texts', async () => {
  const zoe = await freelancer(service, 'Contact');
  const details = {
    emails: ['lea@example.org', 'l@example.org'],
    phone: '06 12',
    jobTitle: 'Gérante',
    notes: 'Le lundi',
    website: 'https://lea.example',
    keywords: 'salon, 2026',
  };
  const home = { ...LYON, complement: 'Bâtiment B' };
  const lea = await zoe.books.contact({ ...details, billingAddress: home, preferences: { language: 'en' } });
  const { ofProject } = await toldFor(zoe, lea);
  assert.deepEqual(ofProject.location, { ...AT_LYON, additionalAddress: 'Bâtiment B' });
  assert.deepEqual(ofProject.client, [
    {
      ...{ email: 'lea@example.org', firstname: 'Léa', lastname: 'Moreau', role: 'Gérante', language: 'en' },
      ...{ website: 'https://lea.example', phone: '06 12', keywords: 'salon, 2026', notes: 'Le lundi' },
    },
  ]);
  assert.deepEqual(ofProject.customerCompany, EMPTY_COMPANY);

  const nowhere = await zoe.books.contact({ billingAddress: null, emails: [] });
  const bare = (await toldFor(zoe, nowhere)).ofProject;
  assert.deepEqual(bare.location, NOWHERE);
  assert.equal(bare.client[0].email, '');
});

test('an organization: the company, its contacts with the default contact first, and its own address', async () => {
  const zoe = await freelancer(service, 'Organisation');
  const reached = { language: 'it', website: 'https://m.example', phone: '04 78', keywords: 'pain' };
  const said = { vatNumber: 'FR44732829320', siret: '73282932000074', nafCode: '62.01Z', notes: 'Fidèle', ...reached };
  const bakery = await zoe.books.organization(said);
  assert.deepEqual((await toldFor(zoe, bakery)).ofProject.client, []);
  const person = (lastname: string, more: object = {}) =>
    zoe.books.done('create-organization-contact', bakery, { firstname: 'Paul', lastname, ...more });
  await person('Aubert', { billingAddress: { ...LYON, city: 'Villeurbanne' } });
  assert.deepEqual((await toldFor(zoe, bakery)).ofProject.location, AT_LYON);
  const { id: gone } = await person('Ancien');
  await zoe.books.done('archive-contact', gone);
  await person('Zola', { defaultContact: true });
  const { ofProject } = await toldFor(zoe, bakery);
  assert.deepEqual(ofProject.customerCompany, {
    ...{ name: 'Boulangerie Müller', vatNumber: 'FR44732829320', siren: '732829320', siret: '73282932000074' },
    ...{ nafCode: '62.01Z', ...reached, notes: 'Fidèle' },
  });
  const lastnames = ofProject.client.map(({ lastname }: { lastname: string }) => lastname);
  assert.deepEqual(lastnames, ['Zola', 'Aubert']);

  for (let more = 0; more < 12; more++) await person(`Martin ${more}`);
  const many = (await toldFor(zoe, bakery)).ofProject.client;
  assert.deepEqual([many.length, many[0].lastname], [CONTACTS_TOLD_MAX, 'Zola']);
  const nowhere = await zoe.books.organization({ billingAddress: null });
  assert.deepEqual((await toldFor(zoe, nowhere)).ofProject.location, NOWHERE);
});

test('a contact of an organization: only that person, the company, and their address or the company’s', async () => {
  const zoe = await freelancer(service, 'Les deux');
  const bakery = await zoe.books.organization();
  const person = async (lastname: string, more: object = {}): Promise<string> =>
    (await zoe.books.done('create-organization-contact', bakery, { firstname: 'Paul', lastname, ...more })).id;
  await person('Zola', { defaultContact: true });
  const withHome = await person('Aubert', { billingAddress: { ...LYON, city: 'Villeurbanne' } });
  const { ofProject } = await toldFor(zoe, withHome);
  assert.deepEqual(ofProject.location, { ...AT_LYON, city: 'Villeurbanne' });
  assert.equal(ofProject.customerCompany.name, 'Boulangerie Müller');
  assert.deepEqual(
    ofProject.client.map(({ lastname }: { lastname: string }) => lastname),
    ['Aubert'],
  );
  assert.deepEqual((await toldFor(zoe, await person('Roux'))).ofProject.location, AT_LYON);
  const nowhere = await zoe.books.organization({ billingAddress: null });
  const lost = (await zoe.books.done('create-organization-contact', nowhere, { firstname: 'Eva', lastname: 'Roy' })).id;
  assert.deepEqual((await toldFor(zoe, lost)).ofProject.location, NOWHERE);
});

test('a task without a customer has the same event shape with empty members', async () => {
  const { task, told } = await freelancer(service, 'Personne');
  await task();
  const [body] = await told('task.created');
  checkBody(body, 'task');
  assert.deepEqual([body.location, body.client, body.customerCompany], [NOWHERE, [], EMPTY_COMPANY]);
});

test('events contain exact labels, days, minutes and timestamps for event and subject', async () => {
  const zoe = await freelancer(service, 'Corps');
  const { ofProject, ofTask } = await toldFor(zoe, zoe.customerId);
  const occurredAt = new Date(MONDAY * 1000).toISOString();
  assert.deepEqual([ofProject.event.type, ofProject.event.label], ['project.created', 'Projet créé']);
  assert.equal(ofProject.event.occurredAt, occurredAt);
  const { id, rank, ...project } = ofProject.project;
  assert.deepEqual([(await zoe.books.done('get-project-by-id', id)).rank], [rank]);
  assert.deepEqual(project, {
    ...{ name: 'Refonte du site', description: 'Cinq pages', amount: '450000', dueDate: '2026-06-30' },
    ...{ customerId: zoe.customerId, categoryId: zoe.columns.Prospects, category: 'Prospects' },
    ...{ isDone: 'false', isLost: 'false', archivedAt: '', createdAt: occurredAt, test: 'false' },
  });
  const { id: taskId, rank: _, ...task } = ofTask.task;
  assert.deepEqual(task, {
    ...{ name: 'Maquette', description: '', priority: 'normal', dueDate: '2026-03-13', doneAt: '', timeSpent: '90' },
    ...{
      customerId: zoe.customerId,
      opportunityId: '',
      billedAt: '',
      billingId: '',
      createdAt: occurredAt,
      test: 'false',
    },
  });
  await zoe.books.done('update-task', taskId, { doneAt: MONDAY });
  const [updated] = await zoe.told('task.updated');
  assert.deepEqual([updated.event.label, updated.task.doneAt], ['Tâche modifié', occurredAt]);
  await zoe.books.done('delete-task', taskId);
  await zoe.books.done('update-project', id, { categoryId: zoe.columns.Perdu });
  await zoe.books.done('delete-project', id);
  const [deletedTask, moved, deleted] = await zoe.told('task.deleted', 'project.updated', 'project.deleted');
  assert.deepEqual(
    [deletedTask, moved, deleted].map(({ event }) => event.label),
    ['Tache supprimée', 'Projet modifié', 'Projet supprimé'],
  );
  assert.deepEqual([moved.project.category, moved.project.isLost, deleted.project.id], ['Perdu', 'true', id]);
  for (const body of [moved, deleted]) checkBody(body, 'project');
  for (const body of [updated, deletedTask]) checkBody(body, 'task');
});

const ALL = ['created', 'updated', 'deleted'].flatMap((done) => [`project.${done}`, `task.${done}`]);

test('only actual changes publish events; no-ops and refused requests publish none', async () => {
  const { books, project, task, told, customerId } = await freelancer(service, 'Silence');
  const [made, todo] = [await project({ dueDate: '2026-06-30' }), await task({ timeSpent: 5 })];
  const before = await told(...ALL);
  assert.equal(before.length, 2);
  for (const same of [{}, { name: made.name }, { afterRank: made.rank }, { dueDate: made.dueDate, description: null }])
    assert.deepEqual(await books.done('update-project', made.id, same), made);
  for (const same of [{}, { timeSpent: 5 }, { doneAt: null, customerId: null }, { afterRank: todo.rank }])
    assert.deepEqual(await books.done('update-task', todo.id, same), todo);
  await books.invoice(customerId, { opportunityId: made.id });
  for (const [name, id, body, refused] of [
    ['update-project', made.id, { name: 'Autre', categoryId: made.id }, 'category_not_found'],
    ['update-task', todo.id, { name: 'Autre', opportunityId: todo.id }, 'project_not_found'],
    ['delete-project', made.id, {}, 'project_has_documents'],
  ] as const)
    assert.equal(await books.refusal(name, id, body), refused);
  assert.deepEqual(await told(...ALL), before);
  await books.done('update-project', made.id, { name: 'Autre' });
  assert.equal((await told(...ALL)).length, 3);
});

test('moving a card publishes one event; each task that follows its project publishes one', async () => {
  const { books, project, task, told } = await freelancer(service, 'Un seul');
  const cards = [await project(), await project(), await project()];
  await books.done('update-project', cards[2].id, { afterRank: null });
  assert.deepEqual(
    (await told('project.updated')).map((body) => body.project.id),
    [cards[2].id],
  );
  for (const name of ['Un', 'Deux']) await task({ name, opportunityId: cards[0].id });
  await books.done('delete-project', cards[0].id);
  assert.deepEqual(
    (await told('task.updated')).map((body) => [body.task.name, body.task.opportunityId]),
    [
      ['Un', ''],
      ['Deux', ''],
    ],
  );
});
