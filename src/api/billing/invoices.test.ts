import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { PaymentRequestJson } from '../../schemas/billing/payment-request.ts';

let service: TestService;
let books: Books;
let customerId: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customerId = await books.contact();
});
afterAll(() => service.close());

// Two hours of gardening at 50.00 and 20 %: 120.00, of which the customer may have paid 60.00 in
// advance.
const GARDENING = { designation: 'Jardinage', quantity: 2, unitPrice: 5_000, vatCode: 'FR_2000', quantityUnit: 'hour' };
const [FIRST, LAST, NEXT_MONTH] = ['2026-03-02', '2026-03-31', '2026-04-01'].map((day) => Date.parse(day) / 1000);
const asked = (said: object = {}) => ({
  paymentRequest: { advanceAlreadyPaid: 6_000, dateDebutEmploi: FIRST, dateFinEmploi: LAST, ...said },
});
const gardened = async (): Promise<string> =>
  (await books.invoice(customerId, { lines: [{ ...GARDENING, personalServiceActivity: 'JARDINAGE' }] })).id;

test('a payment request is stored on the invoice, frozen with it, marked as not sent, and removed by null', async () => {
  const id = await gardened();
  const kept = { advanceAlreadyPayed: 6_000, dateDebutEmploi: FIRST, dateFinEmploi: LAST, statut: 0 };
  const invoice = await books.done('update-invoice-payment-request', id, asked());
  assert.deepEqual(invoice.paymentRequest, kept);
  assert.deepEqual(
    invoice.warnings.map(({ title }: { title: string }) => title),
    ['Payment request not sent'],
  );

  const listed = async () =>
    (await books.ask('get-billings', { query: { tiersPrestationIsActivatedForThisBilling: 'true' } })).json.docs;
  assert.deepEqual(
    (await listed()).map((document: { id: string }) => document.id),
    [id],
  );
  assert.equal((await books.done('update-invoice-payment-request', id, { paymentRequest: null })).paymentRequest, null);
  assert.deepEqual(await listed(), []);

  const dated = asked({ advancePaymentDate: FIRST });
  await books.done('update-invoice-payment-request', id, dated);
  const finalized = await books.finalized({ id });
  assert.deepEqual(finalized.paymentRequest, { ...kept, advancePaymentDate: FIRST });
  assert.equal(await books.refusal('update-invoice-payment-request', id, asked()), 'document_not_draft');
  const credited = await books.done('create-asset', id);
  assert.ok(
    !JSON.stringify({ ...credited, parent: undefined }).includes('dateDebutEmploi'),
    'a credit note has no payment request',
  );
});

test('each Urssaf rule has its own refusal: period, month, half of the total, no personal service', async () => {
  const id = await gardened();
  const refusal = (said: object) => books.refusal('update-invoice-payment-request', id, asked(said));
  assert.equal(await refusal({ dateFinEmploi: (FIRST as number) - 86_400 }), 'payment_request_ends_before_it_begins');
  assert.equal(await refusal({ dateFinEmploi: NEXT_MONTH }), 'payment_request_over_two_months');
  assert.equal(await refusal({ advanceAlreadyPaid: 6_001 }), 'payment_request_advance_too_large');
  assert.equal(await refusal({ advanceAlreadyPaid: 6_000 }), undefined);
  assert.equal(await refusal({ advanceAlreadyPaid: -1 }), 'input_invalid');

  const training = await books.invoice(customerId, { lines: [TRAINING] });
  const refused = await books.refusal('update-invoice-payment-request', training.id, asked());
  assert.equal(refused, 'payment_request_without_personal_services');
  assert.equal(await books.refusal('update-invoice-payment-request', customerId, asked()), 'invoice_not_found');
});

test('all 61 statuses and errors of a request are listed once each, and no other value is returned', () => {
  const read = (statut: unknown) =>
    PaymentRequestJson.safeParse({ dateDebutEmploi: 1, dateFinEmploi: 1, statut }).success;
  const { values } = PaymentRequestJson.shape.statut.unwrap();
  assert.equal(values.size, 61);
  assert.ok([...values].every(read));
  for (const unknown of [10, '0', '80', 'ERR_INCONNUE']) assert.ok(!read(unknown), String(unknown));
});
