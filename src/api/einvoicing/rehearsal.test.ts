import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';

// Past documents, as they would fare at a platform.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const rehearsed = (body: object = {}) => books.done('rehearse-e-invoicing', undefined, { ...YEAR, ...body });

test('rehearse-e-invoicing: an invoice to a business arrives, one to a person stays, one without a SIREN is named', async () => {
  await books.finalized(books.invoice(await books.organization()));
  await books.finalized(books.invoice(await books.contact()));
  const club = await books.organization({ name: 'Club de lecture', siret: null });
  const { id, number } = await books.finalized(books.invoice(club));
  const { checked, sent, notSent, failures, next } = await rehearsed();
  assert.deepEqual([checked, sent, next], [3, 1, undefined]);
  assert.deepEqual(notSent, [
    { reason: 'consumer', count: 1 },
    { reason: 'customer_without_siren', count: 1 },
  ]);
  assert.deepEqual(
    failures.map(({ reasons, ...failure }: any) => ({ ...failure, codes: reasons.map(({ code }: any) => code) })),
    [{ billingId: id, number, customerId: club, organizationId: club, repair: 'customer', codes: ['customerSiren'] }],
  );
});

test('what was collected is stated too: services of 1,200.00 paid in two days are two statuses, goods none', async () => {
  const before = await rehearsed();
  const customer = await books.organization({ name: 'Serrurerie Blanc', siret: '73282932000074' });
  const services = await books.finalized(books.invoice(customer));
  const { amountWithTaxAfterDiscount: total } = services.total;
  await books.pay('invoice', services.id, 1_000);
  service.clock.now += 86_400;
  await books.pay('invoice', services.id, total - 1_000);
  const goods = await books.finalized(books.invoice(customer, { lines: [{ ...TRAINING, type: 'sale_of_goods' }] }));
  await books.pay('invoice', goods.id, goods.total.amountWithTaxAfterDiscount);
  const { sent, collected, failures } = await rehearsed();
  assert.deepEqual([sent - before.sent, collected - before.collected], [2, 2]);
  assert.deepEqual(failures, before.failures);
});

test('after its SIREN is filled in, the past invoice of a customer arrives', async () => {
  const [failed] = (await rehearsed()).failures;
  await service.call('update-organization', {
    path: { id: failed.organizationId },
    body: { siret: '732 829 320 00074' },
  } as never);
  assert.deepEqual((await rehearsed()).failures, []);
});

test('a rehearsal stores nothing: no transmission, no event, the audit chain as before', async () => {
  const seen = async () => [
    (await books.ask('list-events', { query: { limit: 1, orderDirection: 'DESC' } })).json.docs,
    (await books.ask('get-billings', { query: {} })).json.docs.map(({ updatedAt }: any) => updatedAt),
  ];
  const before = await seen();
  await rehearsed();
  assert.deepEqual(await seen(), before);
});

test('an advance, its final invoice and a credit note arrive as well; pages of 50 reach them all', async () => {
  const customer = await books.organization({ name: 'Menuiserie Kern', siret: '73282932000074' });
  const estimate = await books.signedEstimate(customer);
  await books.finalizedAdvance(estimate.id);
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  await books.finalized(books.done('create-asset', final.id));
  for (let made = 0; made < 50; made += 1) await books.finalized(books.invoice(customer));
  const first = await rehearsed();
  const second = await rehearsed({ after: first.next });
  assert.deepEqual([first.checked, second.checked, second.next], [50, 8, undefined]);
  assert.equal(first.failures.length + second.failures.length, 0);
  assert.equal(first.sent + second.sent, 57);
});

test('a test key rehearses test documents, of which there are none here', async () => {
  const { checked } = await booksOf(service, service.test).done('rehearse-e-invoicing', undefined, YEAR);
  assert.equal(checked, 0);
});

test('a last day before the first is refused at its field', async () => {
  assert.equal(
    await books.refusal('rehearse-e-invoicing', undefined, { from: YEAR.to, to: YEAR.from }),
    'input_invalid',
  );
});
