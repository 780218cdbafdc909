import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { booksOf, headersOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type Freelancer, freelancer } from '../../../test/support/documents/freelancer-account.ts';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// The time of a task is billed once, as a line of a draft.

let service: TestService;
let zoe: Freelancer;
beforeAll(async () => {
  service = await testService();
  zoe = await freelancer(service, 'Zoé');
  await zoe.books.company();
});
afterAll(() => service.close());

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const RATE = { unitPrice: 9_000, vatCode: 'FR_2000' };
const draft = async (said: object = {}): Promise<string> => (await zoe.books.invoice(zoe.customerId, said)).id;
const documentsOf = async (opportunityId: string) =>
  (await zoe.books.ask('get-billings', { query: { opportunityId } })).json.docs;
/** Makes the database refuse writes of this task; returns a function that undoes it. */
async function neverWritten(taskId: string): Promise<() => Promise<unknown>> {
  await service.owner.query(`
    create function billing.never_written() returns trigger language plpgsql as $$
    begin raise exception 'never written'; end $$;
    create trigger never_written before update on billing.task for each row
      when (new.id = '${taskId}') execute function billing.never_written()`);
  return () => service.owner.query('drop trigger never_written on billing.task');
}
const linesOf = async (id: string) => (await zoe.books.done('get-billing-by-id', id)).lines;

test('bill-task: 2 h 30 at 90.00 become a line of 225.00 named after the task, and the task links to its draft', async () => {
  const { id } = await zoe.task({ name: 'Maquette', timeSpent: 150 });
  const billingId = await draft({ lines: [TRAINING] });
  const billed = await zoe.books.done('bill-task', id, { billingId, ...RATE });
  assert.deepEqual([billed.billedAt, billed.billingId, billed.timeSpent], [MONDAY, billingId, 150]);
  assert.deepEqual(await zoe.books.done('get-task', id), billed);
  const [training, line] = await linesOf(billingId);
  assert.equal(training.designation, 'Formation');
  assert.deepEqual(
    [
      line.designation,
      line.quantity,
      line.quantityUnit,
      line.unitPrice,
      line.vatCode,
      line.priceWithoutTaxAfterDiscount,
    ],
    ['Maquette', 2.5, 'hour', 9_000, 'FR_2000', 22_500],
  );
  const [told] = (await zoe.told('task.updated')).slice(-1);
  assert.deepEqual([told.task.id, told.task.billingId], [id, billingId]);
});

test('50 minutes are 0.8333 hours; a given quantity takes precedence', async () => {
  const [first, second] = [await zoe.task({ timeSpent: 50 }), await zoe.task()];
  const billingId = await draft();
  await zoe.books.done('bill-task', first.id, { billingId, ...RATE });
  await zoe.books.done('bill-task', second.id, { billingId, ...RATE, quantity: 1.25 });
  assert.deepEqual(
    (await linesOf(billingId)).map(({ quantity }: { quantity: number }) => quantity),
    [0.8333, 1.25],
  );
});

test('the price comes from a product sold by the hour; a product sold by the day needs a given quantity', async () => {
  const product = { type: 'SERVICE_DELIVERY', vatCode: 'FR_1000', unitPrice: 8_000 };
  const made = async (unit: string): Promise<string> =>
    (await zoe.books.done('create-product', undefined, { ...product, designation: `Conseil ${unit}`, unit })).id;
  const [hourly, daily] = [await made('HOUR'), await made('DAY')];
  const [one, two] = [await zoe.task({ name: 'Un', timeSpent: 60 }), await zoe.task({ name: 'Deux', timeSpent: 420 })];
  const billingId = await draft();
  await zoe.books.done('bill-task', one.id, { billingId, productId: hourly });
  const answer = await zoe.books.ask('bill-task', { path: { id: two.id }, body: { billingId, productId: daily } });
  assert.deepEqual(answer, { refused: 'product_not_by_the_hour', unit: 'day' });
  await zoe.books.done('bill-task', two.id, { billingId, productId: daily, quantity: 1 });
  assert.deepEqual(
    (await linesOf(billingId)).map((line: Record<string, unknown>) => [
      ...[line.designation, line.quantity, line.quantityUnit, line.unitPrice, line.vatCode, line.productId],
    ]),
    [
      ['Un', 1, 'hour', 8_000, 'FR_1000', hourly],
      ['Deux', 1, 'day', 8_000, 'FR_1000', daily],
    ],
  );
});

test('task_already_billed names the document until its line or the draft is deleted', async () => {
  const { id } = await zoe.task({ timeSpent: 60 });
  const [first, second] = [await draft(), await draft()];
  await zoe.books.done('bill-task', id, { billingId: first, ...RATE });
  for (const billingId of [first, second]) {
    const answer = await zoe.books.ask('bill-task', { path: { id }, body: { billingId, ...RATE } });
    assert.deepEqual(answer, { refused: 'task_already_billed', documentId: first });
  }
  // A line that a client sends back as it read it still belongs to the task, even with another ID.
  const [{ generatedId, designation, quantity, unitPrice, vatCode }] = await linesOf(first);
  const same = { generatedId, designation, quantity, unitPrice, vatCode };
  await zoe.books.done('update-billing-lines', first, { lines: [same] });
  const again = { billingId: second, ...RATE };
  assert.equal(await zoe.books.refusal('bill-task', id, again), 'task_already_billed');
  await zoe.books.done('update-billing-lines', first, { lines: [] });
  assert.equal((await zoe.books.done('bill-task', id, again)).billingId, second);
  await zoe.books.done('delete-billing', second);
  assert.equal((await zoe.books.done('bill-task', id, { billingId: first, ...RATE })).billingId, first);
});

test('a task on a finalized invoice stays billed; canceling the invoice makes it billable again', async () => {
  const { id } = await zoe.task({ timeSpent: 60 });
  const billingId = await draft();
  await zoe.books.done('bill-task', id, { billingId, ...RATE });
  await zoe.books.done('finalize-billing', billingId);
  const next = { billingId: await draft(), ...RATE };
  assert.equal(await zoe.books.refusal('bill-task', id, next), 'task_already_billed');
  await zoe.books.done('cancel-invoice', billingId);
  assert.equal((await zoe.books.done('bill-task', id, next)).billingId, next.billingId);
});

test('task_time_missing: a task without time spent can only be billed with a given quantity', async () => {
  const billingId = await draft();
  for (const said of [{}, { timeSpent: 0 }]) {
    const { id } = await zoe.task(said);
    assert.equal(await zoe.books.refusal('bill-task', id, { billingId, ...RATE }), 'task_time_missing');
    await zoe.books.done('bill-task', id, { billingId, ...RATE, quantity: 1 });
  }
});

test('task_of_other_mode: a test task cannot be billed on a live document, nor a live task on a test one', async () => {
  const tests = booksOf(service, zoe.test);
  const trier = await tests.contact();
  const trial = (await tests.invoice(trier)).id;
  const [live, tried] = [await zoe.task({ timeSpent: 60 }), await zoe.task({ timeSpent: 60, customerId: trier })];
  assert.equal(await zoe.books.refusal('bill-task', live.id, { billingId: trial, ...RATE }), 'task_of_other_mode');
  const billingId = await draft();
  assert.equal(await zoe.books.refusal('bill-task', tried.id, { billingId, ...RATE }), 'task_of_other_mode');
  await zoe.books.done('bill-task', tried.id, { billingId: trial, ...RATE });
});

test('bill-task refuses a missing price or VAT code, unsuitable documents, finalized drafts and unknown ids', async () => {
  const { id } = await zoe.task({ timeSpent: 60 });
  const billingId = await draft({ lines: [TRAINING] });
  const refused = (said: object, task = id) => zoe.books.refusal('bill-task', task, { billingId, ...RATE, ...said });
  assert.equal(await zoe.books.refusal('bill-task', id, { billingId, vatCode: 'FR_2000' }), 'line_product_not_found');
  assert.equal(await zoe.books.refusal('bill-task', id, { billingId, unitPrice: 9_000 }), 'line_vat_code_missing');
  for (const nowhere of [UNKNOWN_ID, 'x']) {
    assert.equal(await refused({ billingId: nowhere }), 'document_not_found');
    assert.equal(await refused({}, nowhere), 'task_not_found');
  }
  assert.equal(await refused({ quantity: 100_000_000, unitPrice: 9_000_000_000 }), 'line_amount_too_large');
  const full = await draft({ lines: Array.from({ length: 500 }, () => TRAINING) });
  assert.equal(await refused({ billingId: full }), 'too_many_lines');
  const { id: credit } = await zoe.books.done('create-free-asset', undefined, {});
  assert.equal(await refused({ billingId: credit }), 'document_takes_no_time');
  const estimate = await zoe.books.signedEstimate(zoe.customerId);
  const { id: advance } = await zoe.books.done('create-advance', estimate.id);
  const asked = { path: { id }, body: { billingId: advance, ...RATE } };
  assert.deepEqual(await zoe.books.ask('bill-task', asked), { refused: 'document_takes_no_time', kind: 'advance' });
  await zoe.books.done('finalize-billing', billingId);
  assert.equal(await refused({}), 'document_not_draft');
  assert.ok(!('billingId' in (await zoe.books.done('get-task', id))));
});

test('version_stale refers to the version of the task, not of the draft', async () => {
  const seen = await zoe.books.ask('create-task', { body: { name: 'Un', description: '', timeSpent: 60 } });
  const path = { id: seen.json.id };
  await zoe.books.done('update-task', path.id, { timeSpent: 90 });
  const body = { billingId: await draft(), ...RATE };
  const stale = { path, body, ifMatch: headersOf(seen).etag as string };
  assert.equal((await zoe.books.ask('bill-task', stale)).refused, 'version_stale');
  const newest = headersOf(await zoe.books.ask('get-task', { path })).etag as string;
  assert.equal((await zoe.books.ask('bill-task', { ...stale, ifMatch: newest })).refused, undefined);
});

test('billing a task requires the scope billing:write, whatever access the key has to tasks', async () => {
  const { id } = await zoe.task({ timeSpent: 60 });
  const caller = { ...zoe.live, scopes: ['projects:write'] as const };
  const said = { path: { id }, body: { billingId: await draft(), ...RATE } };
  const answer = await booksOf(service, caller).ask('bill-task', said);
  assert.deepEqual(answer, { refused: 'scope_missing', scope: 'billing:write' });
});

test('timeState: none, to bill, on draft, billed; to bill again after its line is deleted or the invoice canceled', async () => {
  const { id, timeState } = await zoe.task();
  const stateOf = async (): Promise<string> => (await zoe.books.done('get-task', id)).timeState;
  assert.deepEqual([timeState, await stateOf()], ['none', 'none']);
  assert.equal((await zoe.books.done('update-task', id, { timeSpent: 60 })).timeState, 'to_bill');
  const first = await draft();
  assert.equal((await zoe.books.done('bill-task', id, { billingId: first, ...RATE })).timeState, 'on_draft');
  assert.equal((await zoe.books.done('update-task', id, { priority: 'high' })).timeState, 'on_draft');
  await zoe.books.done('delete-billing', first);
  assert.equal(await stateOf(), 'to_bill');
  const { billingId } = await zoe.books.done('bill-task', id, { billingId: await draft(), ...RATE });
  await zoe.books.done('finalize-billing', billingId);
  assert.equal(await stateOf(), 'billed');
  const listed = (await zoe.listed('get-tasks', { search: 'Maquette', limit: 100 })).docs;
  assert.equal(listed.find((task: { id: string }) => task.id === id).timeState, 'billed');
  await zoe.books.done('cancel-invoice', billingId);
  assert.equal(await stateOf(), 'to_bill');
});

test('a description that contains the id of a task in quotes is not mistaken for its line', async () => {
  const { id } = await zoe.task({ timeSpent: 60 });
  const billingId = await draft();
  await zoe.books.done('bill-task', id, { billingId, ...RATE });
  const spoken = { ...TRAINING, description: `"generatedId":"${id}"` };
  await zoe.books.done('update-billing-lines', billingId, { lines: [spoken] });
  assert.equal((await zoe.books.done('get-task', id)).timeState, 'to_bill');
});

test('without a draft, bill-task creates an invoice for the customer and project; without a customer it is refused', async () => {
  const project = await zoe.project({ name: 'Vitrine' });
  const { id } = await zoe.task({ timeSpent: 60, opportunityId: project.id });
  const { billingId } = await zoe.books.done('bill-task', id, RATE);
  const made = await zoe.books.done('get-billing-by-id', billingId);
  assert.deepEqual(
    [made.type, made.state, made.customer.id, made.opportunity.id, made.lines.length],
    ['invoice', 'draft', zoe.customerId, project.id, 1],
  );
  const { id: nobodys } = await zoe.task({ timeSpent: 60 });
  assert.equal(await zoe.books.refusal('bill-task', nobodys, RATE), 'task_without_customer');
});

test('a new invoice is created with its line: invoice.created is published once, with 90.00 instead of 0', async () => {
  const { id } = await zoe.task({ timeSpent: 60, customerId: zoe.customerId });
  const { billingId } = await zoe.books.done('bill-task', id, RATE);
  const told = (await zoe.told('invoice.created')).filter(({ billing }) => billing.id === billingId);
  assert.deepEqual(
    told.map(({ billing }) => [billing.amountWithoutTax, billing.amountWithTax]),
    [[9_000, 10_800]],
  );
});

test('if the task cannot be updated, no invoice is created; control: one committed separately stays', async () => {
  const project = await zoe.project({ name: 'Panne' });
  const { id } = await zoe.task({ timeSpent: 60, opportunityId: project.id });
  const stopped = await neverWritten(id);
  const bill = (said: object) => zoe.books.ask('bill-task', { path: { id }, body: { ...RATE, ...said } });
  await assert.rejects(bill({}), /never written/);
  assert.deepEqual(await documentsOf(project.id), []);
  const { id: billingId } = await zoe.books.invoice(zoe.customerId, { opportunityId: project.id });
  await assert.rejects(bill({ billingId }), /never written/);
  assert.deepEqual(
    (await documentsOf(project.id)).map((document: { id: string; lines: unknown[] }) => [
      document.id,
      document.lines.length,
    ]),
    [[billingId, 0]],
  );
  await stopped();
  assert.equal((await zoe.books.done('bill-task', id, RATE)).timeState, 'on_draft');
});

test('bill-project: 2 h 30 and 0 h 50 become two lines, 300.00 at 90.00; billed tasks and those without time are omitted', async () => {
  const project = await zoe.project({ name: 'Boutique' });
  const task = (said: object) => zoe.task({ ...said, opportunityId: project.id });
  const done = await task({ name: 'Maquette', timeSpent: 150 });
  await task({ name: 'Textes', timeSpent: 50 });
  await task({ name: 'Photos' });
  const away = await task({ name: 'Relevé', timeSpent: 60 });
  await zoe.books.done('update-task', done.id, { doneAt: MONDAY });
  await zoe.books.done('bill-task', away.id, { billingId: await draft(), ...RATE });
  const work = async () => (await zoe.books.done('get-project-by-id', project.id)).work;
  assert.deepEqual(await work(), { tasks: 4, tasksDone: 1, timeSpent: 260, timeToBill: 200 });

  const billed = await zoe.books.done('bill-project', project.id, { ...RATE, type: 'service_delivery' });
  const made = await zoe.books.done('get-billing-by-id', billed.billingId);
  assert.deepEqual([made.title, made.opportunity.id], ['Boutique', project.id]);
  assert.deepEqual(
    made.lines.map((line: Record<string, unknown>) => [
      ...[line.designation, line.quantity, line.quantityUnit, line.priceWithoutTaxAfterDiscount],
    ]),
    [
      ['Maquette', 2.5, 'hour', 22_500],
      ['Textes', 0.8333, 'hour', 7_500],
    ],
  );
  assert.deepEqual(
    billed.tasks.map(({ name, timeState, billingId }: Record<string, unknown>) => [name, timeState, billingId]),
    [
      ['Maquette', 'on_draft', billed.billingId],
      ['Textes', 'on_draft', billed.billingId],
    ],
  );
  assert.equal((await work()).timeToBill, 0);
  assert.equal(await zoe.books.refusal('bill-project', project.id, RATE), 'project_without_time');
  await zoe.books.done('delete-billing', billed.billingId);
  assert.equal((await work()).timeToBill, 200);
  // Nothing is billed partially: if a line refuses the price, no draft was created.
  const documents = async () => (await documentsOf(project.id)).length;
  const before = await documents();
  assert.equal(await zoe.books.refusal('bill-project', project.id, { unitPrice: 9_000 }), 'line_vat_code_missing');
  assert.deepEqual([await documents(), (await work()).timeToBill], [before, 200]);
  assert.equal(await zoe.books.refusal('bill-project', UNKNOWN_ID, RATE), 'project_not_found');
});

test('20 concurrent bill-project requests create one invoice', async () => {
  const project = await zoe.project({ name: 'Course' });
  for (const name of ['Un', 'Deux', 'Trois']) await zoe.task({ name, timeSpent: 60, opportunityId: project.id });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => zoe.books.ask('bill-project', { path: { id: project.id }, body: RATE })),
  );
  assert.equal(answers.filter(({ refused }) => refused === undefined).length, 1);
  assert.equal(answers.filter(({ refused }) => refused === 'project_without_time').length, 19);
  const docs = await documentsOf(project.id);
  assert.deepEqual([docs.length, docs[0].lines.length], [1, 3]);
});

test('20 concurrent bill-task requests put the task on one draft', async () => {
  const { id } = await zoe.task({ timeSpent: 60 });
  const drafts = await Promise.all(Array.from({ length: 20 }, () => draft()));
  const answers = await Promise.all(
    drafts.map((billingId) => zoe.books.ask('bill-task', { path: { id }, body: { billingId, ...RATE } })),
  );
  assert.equal(answers.filter(({ refused }) => refused === undefined).length, 1);
  assert.equal(answers.filter(({ refused }) => refused === 'task_already_billed').length, 19);
  const lines = await Promise.all(drafts.map(linesOf));
  assert.equal(lines.flat().length, 1);
});
