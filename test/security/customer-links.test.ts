import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { newPerson } from '../people/people-fixtures.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

// A link of a customer lets its holder sign as that customer. Therefore only callers with write
// access to documents may see it.

const readScopes = scopes.filter((scope) => scope.endsWith(':read'));
let service: ServiceOverHttps;
let books: Books;
let reader: Books;
let estimate: { id: string; electronicSignature: { magicLink: string }; customer: { id: string; token: string } };
let projectId: string;
let documentUrl: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  books = booksOf(service);
  reader = booksOf(service, { ...service.live, scopes: readScopes });
  await books.company({ email: 'zoe@example.org' });
  const contact = await books.contact();
  const [column] = await books.done('get-project-categories');
  const planned = { name: 'Audit', amount: 1, customerId: contact, categoryId: column.id };
  projectId = (await books.done('create-project', undefined, planned)).id;
  const { id } = await books.finalized(books.estimate(contact));
  documentUrl = (await books.done('link-billing', id)).url;
  estimate = await books.done('ask-for-electronic-signature', id);
});
afterAll(() => service.close());

const LINK = /\/c\/[\w-]{86}/;

test('signing links are null for a read-only key and an accountant, and visible to a member', async () => {
  const key = async (granted: readonly string[]) =>
    (await service.ask('/v2/api-keys', { body: { name: 'Clé', scopes: granted } })).json.key as string;
  const accountant = await newPerson(service, { email: 'comptable@exemple.fr', role: 'accountant' });
  const member = await newPerson(service, { email: 'membre@exemple.fr', role: 'member' });
  const withKey = (bearer: string) => (path: string) => service.ask(path, { key: bearer });
  const readerKey = withKey(await key(readScopes));
  const oneRight = withKey(await key(['billing:write']));
  const writerKey = withKey(await key(['billing:write', 'customers:read']));
  const seenBy = async (ask: (path: string) => ReturnType<typeof service.ask>) => {
    const document = (await ask(`/v2/billing/${estimate.id}`)).json;
    const { links } = (await ask(`/v2/billing/${estimate.id}/links`)).json;
    return [document.electronicSignature.magicLink, document.customer.token, links.map(({ url }: any) => url)];
  };
  for (const ask of [readerKey, accountant.ask, oneRight])
    assert.deepEqual(await seenBy(ask), [null, '', [null, null]]);
  const { electronicSignature, customer } = estimate;
  for (const ask of [member.ask, writerKey])
    assert.deepEqual(await seenBy(ask), [
      electronicSignature.magicLink,
      customer.token,
      [electronicSignature.magicLink, documentUrl],
    ]);
});

test('no read operation gives a reader a link or portal token, in JSON or in a file', async () => {
  const ids: Record<string, readonly string[]> = {
    Projects: [projectId],
    Customers: [estimate.customer.id],
  };
  const { docs: mails } = await books.done('get-billing-emails', estimate.id);
  assert.ok(mails.length > 0, 'control: the request to sign was mailed');
  let read = 0;
  let shown = 0;
  for (const operation of operations) {
    const { name, scope, chapter, path } = operation;
    if (!scope.endsWith(':read')) continue;
    const candidates = 'id' in path.shape ? [...(ids[chapter] ?? []), estimate.id, mails[0].id] : [undefined];
    for (const id of candidates) {
      const said = id === undefined ? {} : { path: { id } };
      const heard = await reader.ask(name, said);
      if (heard.refused) continue;
      read += 1;
      const text = JSON.stringify(heard) + ('file' in heard ? String((heard.file as { bytes: Buffer }).bytes) : '');
      assert.doesNotMatch(text, LINK, name);
      assert.ok(!text.includes(estimate.customer.token), name);
      if (LINK.test(JSON.stringify(await books.ask(name, said)))) shown += 1;
    }
  }
  assert.ok(read > 50, `control: ${read} were answered`);
  assert.ok(shown >= 4, `control: a caller who may write finds links in ${shown} of them`);
});

test('a list shows the signature link only to callers with write access, also in turns; events contain no link', async () => {
  const linksIn = async (who: Books) =>
    (await who.done('get-billings')).docs.flatMap((doc: any) => doc.electronicSignature?.magicLink ?? []);
  for (const who of [books, reader, books, reader])
    assert.equal((await linksIn(who)).length, who === books ? 1 : 0, 'in turns');
  const events = JSON.stringify(await books.done('list-events'));
  assert.ok(events.includes(estimate.id), 'control: the estimate is in the events');
  assert.doesNotMatch(events, LINK);
});

test('an idempotent replay contains the link for callers allowed to see it, and null for others', async () => {
  const { id } = await books.finalized(books.estimate(await books.contact()));
  const asked = { path: { id }, idempotencyKey: 'signature-1' };
  const linked = { path: { id }, idempotencyKey: 'link-1' };
  const first = await books.ask('ask-for-electronic-signature', asked);
  const link = await books.ask('link-billing', linked);
  assert.match(first.json.electronicSignature.magicLink, LINK);
  const other = booksOf(service, { ...service.live, scopes: ['billing:write'] });
  const again = await other.ask('ask-for-electronic-signature', asked);
  assert.equal(again.json.electronicSignature.magicLink, null);
  assert.equal(again.json.customer.token, '');
  assert.equal((await other.ask('link-billing', linked)).json.url, null);
  assert.equal((await books.ask('link-billing', linked)).json.url, link.json.url);
  assert.deepEqual((await books.ask('ask-for-electronic-signature', asked)).json, first.json);
});

test('with a mail server, signing requires a code by mail by default, unless the caller disables it', async () => {
  const asks = async (who: Books, said: object) => {
    const { id } = await who.finalized(who.estimate(await who.contact()));
    return (await who.done('ask-for-electronic-signature', id, said)).electronicSignature.followUp.withCode;
  };
  assert.ok(service.services.environment.mail, 'control: there is a mail server');
  assert.equal(await asks(books, {}), true);
  assert.equal(await asks(books, { withCode: false }), false);
  const { mail } = service.services.environment;
  service.services.environment.mail = undefined;
  try {
    const trial = booksOf(service, service.test);
    assert.equal(await asks(trial, {}), false);
    assert.equal(await asks(trial, { withCode: true }), true);
  } finally {
    service.services.environment.mail = mail;
  }
});
