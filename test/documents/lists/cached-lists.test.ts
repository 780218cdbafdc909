import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type ByteCache, createByteCache } from '../../../src/limits/byte-cache.ts';
import { jsonOf, textOf } from '../../../src/pipeline/answer.ts';
import { runOperation } from '../../../src/pipeline/run-operation.ts';
import type { Caller } from '../../../src/services/caller.ts';
import { type Books, booksOf, operationNamed, TRAINING } from '../../support/documents/example-books.ts';
import { MONDAY, type TestService, testService } from '../../support/service/in-process-service.ts';

// Lists show finalized documents from a cache. Every change to them must invalidate it.

let service: TestService;
let books: Books;
let lea: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  lea = await books.contact();
});
afterAll(() => service.close());

const ROOM = { bytesMax: 1_000_000, bytesPerOwnerMax: 1_000_000, unusedMs: 60_000 };
/** The list as sent by a process with the cache `shownDocuments`. */
async function list(
  shownDocuments: ByteCache,
  { caller = service.live, language = 'fr' as 'fr' | 'en', asJson = true } = {},
): Promise<string> {
  const services = { ...service.services, environment: { ...service.services.environment, shownDocuments } };
  const asked = { parts: { path: {}, query: { limit: '100' }, body: {} }, language, asJson };
  const answer = await runOperation(services, operationNamed('get-billings'), caller, asked);
  if ('refused' in answer) throw new Error(answer.refused);
  return textOf(jsonOf(answer));
}
const anew = (as?: Parameters<typeof list>[1]): Promise<string> => list(createByteCache(ROOM), as);

type Listed = { id: string; electronicSignatureRequirements: { name: string }[] };
const DAY_SECONDS = 86_400;

/** Every change to finalized documents, one after the other. */
async function* moves(): AsyncGenerator<string> {
  const invoice = await books.finalized(books.invoice(lea));
  yield 'an invoice is finalized';
  await books.pay('invoice', invoice.id, 40_000);
  yield 'a part is paid';
  await books.pay('invoice', invoice.id, 80_000);
  yield 'and the rest';
  await books.done('mark-unpaid', invoice.id);
  yield 'the payment is taken back';
  await books.done('download-billing', invoice.id);
  yield 'it is downloaded, and its version stays';
  await books.done('archive-billing', invoice.id);
  yield 'it is archived';
  const credit = await books.done('create-asset', invoice.id);
  yield 'a credit note is drafted';
  await books.finalized(credit);
  yield 'it is finalized';
  await books.done('refund-asset', credit.id, { refundAt: MONDAY });
  yield 'it is refunded';
  const other = await books.finalized(books.invoice(lea));
  await books.done('cancel-invoice', other.id);
  yield 'an invoice is canceled';
  const estimate = await books.signedEstimate(lea);
  yield 'an estimate is signed';
  await books.finalizedAdvance(estimate.id);
  yield 'an advance of it is billed';
  const [{ id: categoryId }] = await books.done('get-project-categories');
  const planned = { name: 'Refonte', amount: 1, customerId: lea, categoryId };
  const project = await books.done('create-project', undefined, planned);
  await books.finalized(books.invoice(lea, { lines: [TRAINING], opportunityId: project.id }));
  yield 'an invoice of a project is finalized';
  await books.done('update-project', project.id, { ...planned, name: 'Refonte du site' });
  yield 'the project has another name';
}

test('after any change of a finalized document the cached list equals a fresh list to the byte', async () => {
  const shown = createByteCache(ROOM);
  const stale = { ...createByteCache(ROOM) };
  const first = new Map<string, Buffer>();
  // Control: a cache that always returns the first version.
  const careless: ByteCache = {
    ...stale,
    get: (owner) => first.get(owner),
    keep: (owner, _, json) => void (first.has(owner) || first.set(owner, json)),
  };
  const missed: string[] = [];
  for await (const what of moves()) {
    const right = await anew();
    assert.equal(await list(shown), right, what);
    assert.equal(await list(shown), right, `${what}, asked again`);
    assert.deepEqual(JSON.parse(await list(shown, { asJson: false })), JSON.parse(right), `${what}, as a value`);
    if ((await list(careless)) !== right) missed.push(what);
  }
  assert.ok(shown.held() > 20_000);
  assert.ok(missed.length > 5, missed.join());
});

test('an estimate is listed as expired after its last day, though nothing was written', async () => {
  const shown = createByteCache(ROOM);
  const { id } = await books.finalized(books.estimate(lea));
  const lacks = async (): Promise<string[]> => {
    const { docs } = JSON.parse(await list(shown)) as { docs: Listed[] };
    const found = docs.find((doc) => doc.id === id) as Listed;
    return found.electronicSignatureRequirements.map(({ name }) => name);
  };
  assert.ok(!(await lacks()).includes('isNotExpired'));
  service.clock.now += 366 * DAY_SECONDS;
  try {
    assert.ok((await lacks()).includes('isNotExpired'));
    assert.equal(await list(shown), await anew());
  } finally {
    service.clock.now -= 366 * DAY_SECONDS;
  }
});

test('a cached list is served without reading its text from PostgreSQL again', async () => {
  const asked: number[] = [];
  const counting = (shown: ByteCache): ByteCache => ({
    ...shown,
    keep: (...said) => (asked.push(1), shown.keep(...said)),
  });
  const shown = counting(createByteCache(ROOM));
  await list(shown);
  const made = asked.length;
  assert.ok(made > 5);
  await list(shown);
  assert.equal(asked.length, made);
});

test('the cache separates accounts and languages, and shows portal links only to those allowed to open them', async () => {
  const shown = createByteCache(ROOM);
  const reader: Caller = { ...service.live, scopes: ['billing:read'] };
  const stranger = (await service.newAccount('Paul')).live;
  for (const as of [{}, { caller: reader }, { language: 'en' as const }, { caller: stranger }, { caller: reader }, {}])
    assert.equal(await list(shown, as), await anew(as));
  const [full, bare] = [await list(shown), await list(shown, { caller: reader })];
  assert.match(full, /"token":"[^"]+"/);
  assert.doesNotMatch(bare, /"token":"[^"]+"/);
  assert.equal(JSON.parse(await list(shown, { caller: stranger })).totalDocs, 0);
});
