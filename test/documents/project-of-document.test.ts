import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, headersOf, TRAINING } from '../support/documents/example-books.ts';
import { type Freelancer, freelancer } from '../support/documents/freelancer-account.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// A document can belong to a project and shows its current name.

let service: TestService;
let zoe: Freelancer;
beforeAll(async () => {
  service = await testService();
  zoe = await freelancer(service, 'Zoé');
  await zoe.books.company();
});
afterAll(() => service.close());

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('estimates, purchase orders, invoices and free credit notes can be created in a project and found by it', async () => {
  const { id, name } = await zoe.project();
  const said = { opportunityId: id, lines: [TRAINING] };
  const made = [
    await zoe.books.estimate(zoe.customerId, said),
    await zoe.books.estimate(zoe.customerId, { ...said, estimateType: 'purchase_order' }),
    await zoe.books.invoice(zoe.customerId, said),
    await zoe.books.done('create-free-asset', undefined, { opportunityId: id }),
  ];
  for (const document of made) {
    assert.deepEqual(document.opportunity, { id, name });
    assert.deepEqual((await zoe.books.done('get-billing-by-id', document.id)).opportunity, { id, name });
  }
  assert.ok(!('opportunity' in (await zoe.books.invoice(zoe.customerId))));
  const found = await zoe.books.ask('get-billings', { query: { opportunityId: id } });
  assert.equal(found.json.totalDocs, 4);
  for (const document of found.json.docs) assert.deepEqual(document.opportunity, { id, name });
});

test('advances, final invoices and credit notes belong to the project of their parent', async () => {
  const { id, name } = await zoe.project({ name: 'Boutique' });
  const estimate = await zoe.books.signedEstimate(zoe.customerId, { opportunityId: id, lines: [TRAINING] });
  const advance = await zoe.books.finalizedAdvance(estimate.id);
  const final = await zoe.books.finalized(zoe.books.done('create-final-invoice', estimate.id));
  const credit = await zoe.books.done('create-asset', final.id);
  const ofAdvance = await zoe.books.done('create-asset-from-advance', advance.id);
  for (const document of [advance, final, credit, ofAdvance]) assert.deepEqual(document.opportunity, { id, name });
  assert.deepEqual(credit.parent.opportunity, { id, name });
});

test('finalized documents show the current project name, and renaming changes every ETag that includes it', async () => {
  const { id } = await zoe.project({ name: 'Site' });
  const { id: invoice } = await zoe.books.finalized(
    zoe.books.invoice(zoe.customerId, { opportunityId: id, lines: [TRAINING] }),
  );
  const { id: credit } = await zoe.books.done('create-asset', invoice);
  const etags = async () =>
    Promise.all(
      [invoice, credit].map(
        async (one) => headersOf(await zoe.books.ask('get-billing-by-id', { path: { id: one } })).etag,
      ),
    );
  const before = await etags();
  await zoe.books.done('update-project', id, { amount: 1 });
  assert.deepEqual(await etags(), before);
  await zoe.books.done('update-project', id, { name: 'Site et boutique' });
  for (const [place, etag] of (await etags()).entries()) assert.notEqual(etag, before[place]);
  const shown = await zoe.books.done('get-billing-by-id', credit);
  assert.deepEqual([shown.opportunity.name, shown.parent.opportunity.name], ['Site et boutique', 'Site et boutique']);
});

test('update-billing-opportunity moves a draft into a project and out of it', async () => {
  const [site, shop] = [await zoe.project(), await zoe.project({ name: 'Boutique' })];
  const { id } = await zoe.books.invoice(zoe.customerId);
  const into = (opportunityId: string | null) => zoe.books.done('update-billing-opportunity', id, { opportunityId });
  assert.deepEqual((await into(site.id)).opportunity, { id: site.id, name: site.name });
  const moved = await into(shop.id.toUpperCase());
  assert.deepEqual(moved.opportunity, { id: shop.id, name: 'Boutique' });
  assert.deepEqual(await zoe.books.done('get-billing-by-id', id), moved);
  assert.deepEqual(
    (await zoe.books.done('update-billing-title', id, { title: 'Site' })).opportunity,
    moved.opportunity,
  );
  assert.ok(!('opportunity' in (await into(null))));
});

test('document_not_draft: a finalized document stays in its project', async () => {
  const { id: opportunityId } = await zoe.project();
  const { id } = await zoe.books.finalized(zoe.books.invoice(zoe.customerId));
  assert.equal(await zoe.books.refusal('update-billing-opportunity', id, { opportunityId }), 'document_not_draft');
});

test('project_not_found, project_of_other_mode: a document needs an existing project of its own mode', async () => {
  const tests = booksOf(service, zoe.test);
  const trier = await tests.contact();
  const trial = await zoe.project({ customerId: trier });
  const live = await zoe.project();
  const { id: draft } = await zoe.books.invoice(zoe.customerId);
  for (const [opportunityId, refused] of [
    [UNKNOWN_ID, 'project_not_found'],
    ['x', 'project_not_found'],
    [trial.id, 'project_of_other_mode'],
  ] as const) {
    assert.equal(await zoe.books.refusal('update-billing-opportunity', draft, { opportunityId }), refused);
    for (const name of ['create-estimate', 'create-invoice'])
      assert.equal(await zoe.books.refusal(name, zoe.customerId, { opportunityId }), refused);
    assert.equal(await zoe.books.refusal('create-free-asset', undefined, { opportunityId }), refused);
  }
  assert.equal(await zoe.books.refusal('create-invoice', trier, { opportunityId: live.id }), 'project_of_other_mode');
  assert.equal(await tests.refusal('create-invoice', trier, { opportunityId: live.id }), 'project_not_found');
  assert.equal((await tests.invoice(trier, { opportunityId: trial.id })).opportunity.id, trial.id);
});

test('project_has_documents: delete-project is refused while the project has documents, drafts included', async () => {
  const { id } = await zoe.project();
  const { id: draft } = await zoe.books.invoice(zoe.customerId, { opportunityId: id });
  assert.equal(await zoe.books.refusal('delete-project', id), 'project_has_documents');
  await zoe.books.done('delete-billing', draft);
  const deleted = await zoe.books.ask('delete-project', { path: { id } });
  assert.deepEqual(['status' in deleted && deleted.status, deleted.json], [200, { id }], 'as published: 200');
  assert.equal(await zoe.books.refusal('get-project-by-id', id), 'project_not_found');
});
