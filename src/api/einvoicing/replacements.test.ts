import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Lived, lived } from '../../../test/jobs/recurring-simulation.ts';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { readPlatform } from '../../jobs/einvoicing/read-platform.ts';
import { sendToPlatform } from '../../jobs/einvoicing/send-document.ts';

// Invoices and advances that a buyer refused, and what replaces them.

/** A company in the directory of the trial platform. */
const LUMEN = { name: 'Atelier Lumen SAS', siret: '10000000900017' };

let service: TestService;
let books: Books;
let life: Lived;
let platform: ReturnType<typeof approvedPlatform>;
let customer: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  life = lived(service, [sendToPlatform, readPlatform]);
  customer = await books.organization(LUMEN);
});
beforeEach(async () => {
  platform = approvedPlatform(service);
  await books.done('connect-platform', undefined, PLATFORM);
  await platform.order('companies/100000009', { behaviour: { action: 'refuse', reason: 'CMD_ERR' } });
});
afterAll(() => service.close());

/** Sends a document, which the buyer refuses. */
async function refused(document: { id: string }) {
  await books.done('send-to-platform', document.id);
  await life.until(service.clock.now + 180);
  assert.equal((await transmission(document.id)).stage, 'refused');
}
const transmission = (id: string) => books.done('get-transmission', id);
const refusedInvoice = async () => {
  const invoice = await books.finalized(books.invoice(customer));
  await refused(invoice);
  return invoice;
};

test('replace-refused-document: an internal credit note cancels the invoice, and a draft takes its place', async () => {
  const { id, number, total } = await refusedInvoice();
  const draft = await books.done('replace-refused-document', id);
  assert.deepEqual(
    [draft.state, draft.type, draft.number, draft.total.amountWithTaxAfterDiscount, draft.lines.length],
    ['draft', 'invoice', undefined, total.amountWithTaxAfterDiscount, 1],
  );
  const { assets, canceledAt } = await books.done('get-billing-by-id', id);
  assert.ok(canceledAt);
  assert.equal(assets.length, 1);
  assert.equal((await transmission(assets[0].id)).notSentReason, 'corrects_failed_invoice');
  assert.deepEqual((await transmission(id)).replacedBy, { billingId: draft.id });
  const other = await books.finalized(draft);
  assert.notEqual(other.number, number);
  assert.deepEqual((await transmission(id)).replacedBy, { billingId: draft.id, number: other.number });
  assert.deepEqual((await transmission(draft.id)).replaces, { billingId: id, number });
});

test('a refused invoice is replaced once, also when asked twice at the same time', async () => {
  const { id } = await refusedInvoice();
  const answers = await Promise.all([1, 2].map(() => books.ask('replace-refused-document', { path: { id } })));
  assert.deepEqual(answers.map(({ refused }) => refused).toSorted(), ['already_replaced', undefined]);
  assert.equal((await books.done('get-billing-by-id', id)).assets.length, 1);
});

test('once the draft is deleted, another takes its place without a second credit note', async () => {
  const { id } = await refusedInvoice();
  const draft = await books.done('replace-refused-document', id);
  await books.done('delete-billing', draft.id);
  assert.equal((await transmission(id)).replacedBy, undefined);
  const another = await books.done('replace-refused-document', id);
  assert.deepEqual((await transmission(id)).replacedBy, { billingId: another.id });
  assert.equal((await books.done('get-billing-by-id', id)).assets.length, 1);
});

test('a refused advance of 360.00 is replaced by another of 360.00 on the same estimate', async () => {
  const estimate = await books.signedEstimate(customer);
  const advance = await books.finalizedAdvance(estimate.id);
  await refused(advance);
  const draft = await books.done('replace-refused-document', advance.id);
  const seen = ({ type, total, parent: { id } }: any) => [type, total.remainingAmountWithTax, id];
  assert.deepEqual([draft.state, ...seen(draft)], ['draft', 'advance', 36_000, estimate.id]);
  assert.deepEqual(seen(advance), seen(draft));
});

test('a refused final invoice is replaced by another final invoice, less the same advance', async () => {
  const estimate = await books.signedEstimate(customer);
  await books.finalizedAdvance(estimate.id);
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  await refused(final);
  const draft = await books.done('replace-refused-document', final.id);
  assert.deepEqual([draft.state, draft.total.remainingAmountWithTax], ['draft', 84_000]);
  assert.equal(final.total.remainingAmountWithTax, 84_000);
});

test('not_refused_at_platform, kind_not_replaced: what was not refused, and credit notes', async () => {
  await platform.order('companies/100000009', { behaviour: { action: 'approve' } });
  const invoice = await books.finalized(books.invoice(customer, { lines: [TRAINING] }));
  assert.equal(await books.refusal('replace-refused-document', invoice.id), 'not_refused_at_platform');
  await books.done('send-to-platform', invoice.id);
  await life.until(service.clock.now + 180);
  assert.equal(await books.refusal('replace-refused-document', invoice.id), 'not_refused_at_platform');
  const credit = await books.finalized(books.done('create-asset', invoice.id));
  assert.equal(await books.refusal('replace-refused-document', credit.id), 'kind_not_replaced');
});
