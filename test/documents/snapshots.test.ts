import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, headersOf, LYON, TRAINING } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const MOVED = { firstname: 'Ana', lastname: 'Nouvelle', billingAddress: { ...LYON, city: 'Nice', zipCode: '06000' } };
const seen = ({ customer, emitter }: any) => [customer.name, customer.billingAddress.city, emitter.name];
const AS_IT_WAS = ['Léa Moreau', 'Lyon', 'Zoé Martin EI'];
const AS_IT_IS = ['Ana Nouvelle', 'Nice', 'Atelier Zoé'];

test('a finalized document keeps its customer and seller; a draft shows their current data', async () => {
  const customerId = await books.contact();
  const drafts = [await books.invoice(customerId), await books.estimate(customerId)];
  const signed = await books.signedEstimate(customerId);
  const advance = await books.finalizedAdvance(signed.id);
  const invoice = await books.finalized(books.invoice(customerId));
  const finalized = [signed, advance, invoice];
  const bytes = [];
  for (const { id } of finalized) bytes.push(await books.done('get-billing-by-id', id));
  for (const document of [...drafts, ...finalized]) assert.deepEqual(seen(document), AS_IT_WAS);

  await books.done('update-contact', customerId, MOVED);
  await books.company({ name: 'Atelier Zoé', vatRegime: 'franchise' });
  try {
    for (const [index, { id }] of finalized.entries()) {
      const now = await books.done('get-billing-by-id', id);
      assert.deepEqual(seen(now), AS_IT_WAS);
      assert.deepEqual(now, bytes[index]);
      assert.equal(now.emitter.hasVat, true);
    }
    for (const { id } of drafts) assert.deepEqual(seen(await books.done('get-billing-by-id', id)), AS_IT_IS);
    const listed = (await books.ask('get-billings', { query: { customerId } })).json.docs;
    for (const document of listed) assert.deepEqual(seen(document), document.state === 'draft' ? AS_IT_IS : AS_IT_WAS);

    // Documents made from them: a final invoice uses current data; a credit note uses its parent's,
    // even as a draft.
    const final = await books.done('create-final-invoice', signed.id);
    assert.deepEqual(seen(final), AS_IT_IS);
    assert.deepEqual(seen(await books.done('get-invoice', final.id)), AS_IT_IS);
    for (const draft of [
      await books.done('create-asset', invoice.id),
      await books.done('create-asset-from-advance', advance.id),
    ]) {
      assert.deepEqual(seen(draft), AS_IT_WAS);
      assert.deepEqual(seen(await books.done('get-asset', draft.id)), AS_IT_WAS);
      const credited = await books.finalized(draft);
      assert.deepEqual([...seen(credited), credited.emitter.hasVat], [...AS_IT_WAS, true]);
    }
  } finally {
    await books.company({ ...COMPANY, vatRegime: 'normal' });
  }
});

test('a credit note inherits currency, rate, language and legal texts of its invoice', async () => {
  const customerId = await books.contact();
  const { id } = await books.invoice(customerId);
  await books.done('update-invoice-currency', id, { currency: 'USD', currencyRate: 1.0856 });
  await books.done('update-invoice-locale', id, { locale: 'en' });
  await books.done('update-invoice-general-informations', id, { footerNote: 'Merci', latePenalty: null });
  const invoice = await books.finalized({ id });
  service.clock.now += 86_400;
  const credit = await books.done('create-asset', id);
  assert.deepEqual(credit.currency, invoice.currency);
  // The footer of a sale does not apply to its credit note.
  const { footerNote, ...legals } = invoice.billingLegals;
  assert.equal(footerNote, 'Merci');
  assert.deepEqual([credit.locale, credit.billingLegals, credit.latePenalty], ['en', legals, null]);
  assert.equal(credit.parent.id, id);
  assert.equal('parent' in credit.parent, false);
});

test('parents are embedded one level deep', async () => {
  const customerId = await books.contact();
  const estimate = await books.signedEstimate(customerId);
  const advance = await books.finalizedAdvance(estimate.id);
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  const credit = await books.done('create-asset', final.id);
  const read = await books.done('get-estimate', estimate.id);
  assert.deepEqual(
    read.advances.map(({ id, parent }: any) => [id, parent]),
    [[advance.id, undefined]],
  );
  assert.equal((await books.done('get-advance', advance.id)).parent.id, estimate.id);
  // An estimate has its advances as required member wherever it is embedded.
  for (const billed of [await books.done('get-advance', advance.id), await books.done('get-invoice', final.id)])
    assert.deepEqual(
      billed.parent.advances.map(({ id, parent }: any) => [id, parent]),
      [[advance.id, undefined]],
    );
  assert.deepEqual([credit.parent.id, credit.parent.parent], [final.id, undefined]);
  assert.deepEqual(
    credit.advances.map(({ id }: any) => id),
    [advance.id],
  );
  const plain = await books.done('create-asset', (await books.finalized(books.invoice(customerId))).id);
  assert.equal('advances' in plain, false);
  const { docs } = (await books.ask('get-billings', { query: { customerId } })).json;
  for (const document of docs) for (const member of ['parent', 'advances']) assert.equal(member in document, false);
});

test('a change to a related document makes the ETag stale; each write returns a new one', async () => {
  const customerId = await books.contact();
  const { id } = await books.signedEstimate(customerId);
  const tagOf = async (documentId: string): Promise<string> =>
    headersOf(await books.ask('get-billing-by-id', { path: { id: documentId } })).etag ?? '';
  /** Whether a write with this ETag is accepted. */
  const takes = async (documentId: string, ifMatch: string): Promise<string | undefined> =>
    (await books.ask('archive-billing', { path: { id: documentId }, ifMatch })).refused;

  const before = await tagOf(id);
  const advance = await books.ask('create-advance', { path: { id } });
  assert.equal(await takes(id, before), 'version_stale');
  assert.equal(headersOf(advance).etag, await tagOf(advance.json.id));

  for (const [name, body] of [
    ['update-advance-amount', { mode: 'AMOUNT', amount: 24000 }],
    ['finalize-billing', {}],
    ['mark-advance-paid', { payments: [{ amount: 24000, receivedAt: service.clock.now, method: 1 }] }],
    ['mark-advance-unpaid', {}],
    ['cancel-advance', {}],
  ] as const) {
    const [held, heldAdvance] = [await tagOf(id), await tagOf(advance.json.id)];
    const answer = await books.ask(name, { path: { id: advance.json.id }, body, ifMatch: heldAdvance });
    assert.equal(answer.refused, undefined, name);
    assert.equal(headersOf(answer).etag, await tagOf(advance.json.id), `${name} answers the new version`);
    const again = await books.ask(name, { path: { id: advance.json.id }, body, ifMatch: heldAdvance });
    assert.deepEqual(again, { refused: 'version_stale', current: await tagOf(advance.json.id) });
    assert.equal(await takes(id, held), 'version_stale', name);
  }
  assert.equal(await takes(id, `"0", ${await tagOf(id)}`), undefined);
  assert.equal(await takes(id, '*'), undefined);
});

test('a draft has a new ETag after its customer or account changes', async () => {
  const customerId = await books.contact();
  const { id } = await books.invoice(customerId, { lines: [TRAINING] });
  const etag = async () => headersOf(await books.ask('get-invoice', { path: { id } })).etag ?? '';
  const first = await etag();
  await books.done('update-contact', customerId, MOVED);
  const second = await etag();
  await books.company({ phone: '0102030405' });
  const third = await etag();
  assert.equal(new Set([first, second, third]).size, 3);
  const stale = await books.ask('update-billing-title', { path: { id }, body: { title: 'A' }, ifMatch: second });
  assert.deepEqual(stale, { refused: 'version_stale', current: third });
});

test('an estimate has a new ETag after the customer of its draft advance changes', async () => {
  const customerId = await books.contact();
  const estimate = await books.signedEstimate(customerId);
  const etag = async () => headersOf(await books.ask('get-estimate', { path: { id: estimate.id } })).etag ?? '';
  const alone = await etag();
  const advance = await books.done('create-advance', estimate.id);
  const before = await etag();
  await books.done('update-contact', customerId, MOVED);
  const after = await etag();
  assert.equal(new Set([alone, before, after]).size, 3);
  await books.finalized(advance);
  const sealed = await etag();
  await books.done('update-contact', customerId, { ...MOVED, lastname: 'Ailleurs' });
  assert.equal(await etag(), sealed, 'nothing it shows is a draft any more');
});
