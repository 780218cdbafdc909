import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

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

const payments = (id: string) => books.done('get-billing-payments', id);
const amounts = async (id: string): Promise<number[]> => (await payments(id)).map(({ amount }: any) => amount);
const seen = ({ state, paidAt, total }: any) => [state, paidAt, total.remainingReconciliateAmount];

test('1,200.00 are paid in three parts; the last one makes the invoice paid', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  assert.deepEqual(seen(await books.pay('invoice', id, 50000)), ['finalized', undefined, 70000]);
  const two = [
    { amount: 20000, receivedAt: MONDAY - 3600, method: 'CHEQUE' },
    { amount: 50000, receivedAt: MONDAY - 60, method: 9, otherMethod: 'troc', transactionId: 'T1' },
  ];
  const paid = await books.done('mark-paid', id, { payments: two });
  assert.deepEqual(seen(paid), ['paid', MONDAY - 60, 0]);
  assert.deepEqual([paid.hasAssociatedTransaction, paid.total.remainingAmountWithTax], [true, 120000]);
  assert.equal(await books.refusal('mark-paid', id, { payments: two }), 'nothing_due');
  const [, cheque, other] = await payments(id);
  assert.deepEqual(
    [cheque.method, other.method, other.otherMethod, other.transactionId],
    ['cheque', 'other', 'troc', 'T1'],
  );
});

test('a payment dated 1970, before the document or tomorrow is refused and not recorded; today is accepted', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  const dated = (receivedAt: number) => ({ payments: [{ amount: 100, receivedAt, method: 'transfer' }] });
  for (const before of [0, MONDAY - 86_400])
    assert.equal(await books.refusal('mark-paid', id, dated(before)), 'payment_before_document');
  for (const later of [MONDAY + 86_400, MONDAY + 365 * 86_400])
    assert.equal(await books.refusal('mark-paid', id, dated(later)), 'payment_to_come');
  assert.deepEqual(await amounts(id), []);
  await books.done('mark-paid', id, dated(MONDAY));
  assert.deepEqual(await amounts(id), [100]);
});

test('a refund dated 1970, before the credit note or tomorrow is refused; today is accepted', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  await books.pay('invoice', id, 120_000);
  const note = await books.finalized(books.done('create-asset', id));
  for (const refundAt of [0, MONDAY - 86_400])
    assert.equal(await books.refusal('refund-asset', note.id, { refundAt }), 'refund_before_credit_note');
  for (const refundAt of [MONDAY + 86_400, MONDAY + 365 * 86_400])
    assert.equal(await books.refusal('refund-asset', note.id, { refundAt }), 'refund_to_come');
  assert.equal((await books.done('get-invoice', id)).settlement.toRefundAmount, 120_000);
  assert.equal((await books.done('refund-asset', note.id, { refundAt: MONDAY })).refundAt, MONDAY);
});

test('a provider fee is recorded with the payment and does not change its amount', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  const regulations = { commission: 350, lossOfValueChangeRate: 20 };
  const payment = { amount: 120000, receivedAt: MONDAY, method: 'stripe', regulations };
  assert.equal((await books.done('mark-paid', id, { payments: [payment] })).state, 'paid');
  assert.deepEqual((await payments(id))[0].regulations, regulations);
});

test('marking as unpaid writes a reversal for each payment and deletes none', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  await books.pay('invoice', id, 50000);
  await books.pay('invoice', id, 70000);
  const unpaid = await books.done('mark-unpaid', id);
  assert.deepEqual(seen(unpaid), ['finalized', undefined, 120000]);
  assert.deepEqual(await amounts(id), [50000, 70000, -50000, -70000]);
  const [one, two, backOne, backTwo] = await payments(id);
  assert.deepEqual([backOne.reverses, backTwo.reverses], [one.id, two.id]);
  assert.equal(await books.refusal('mark-unpaid', id), 'not_paid');
  await books.pay('invoice', id, 120000);
  await books.done('mark-unpaid', id);
  assert.deepEqual(await amounts(id), [50000, 70000, -50000, -70000, 120000, -120000]);
});

test('an advance is marked paid and unpaid like an invoice', async () => {
  const { id } = await books.finalizedAdvance((await books.signedEstimate(customerId)).id);
  assert.deepEqual(seen(await books.pay('advance', id, 36000)), ['paid', MONDAY, 0]);
  assert.deepEqual(seen(await books.done('mark-advance-unpaid', id)), ['finalized', undefined, 36000]);
});

test('a credit note that brings the rest to zero marks the invoice paid only if there was a payment', async () => {
  for (const [paid, state] of [
    [60000, 'paid'],
    [0, 'finalized'],
  ] as const) {
    const { id } = await books.finalized(books.invoice(customerId));
    if (paid > 0) await books.pay('invoice', id, paid);
    const credit = await books.done('create-asset', id);
    if (paid > 0) await books.done('update-billing-lines', credit.id, { lines: [{ ...TRAINING, unitPrice: 50000 }] });
    await books.finalized(credit);
    const invoice = await books.done('get-invoice', id);
    assert.deepEqual([invoice.state, invoice.total.remainingReconciliateAmount], [state, 0]);
    assert.equal(invoice.total.remainingAmountWithTax, paid);
  }
});

test('payments do not reduce the creditable amount, and canceling keeps the payment state', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  await books.pay('invoice', id, 120000);
  const canceled = await books.done('cancel-invoice', id);
  assert.deepEqual([canceled.state, canceled.canceledAt, canceled.paidAt], ['paid', MONDAY, MONDAY]);
  assert.equal(canceled.assets[0].amountWithTax, 120000);
  const unpaid = await books.done('mark-unpaid', id);
  assert.deepEqual([unpaid.state, unpaid.canceledAt], ['finalized', MONDAY]);

  const half = await books.finalized(books.invoice(customerId));
  await books.pay('invoice', half.id, 60000);
  const given = await books.done('cancel-invoice', half.id);
  assert.deepEqual([given.state, given.paidAt, given.assets[0].amountWithTax], ['finalized', undefined, 120000]);
});

test('a document group of estimate, 30 % advance, final invoice and credit note is listed in creation order', async () => {
  const estimate = await books.signedEstimate(customerId);
  const advance = await books.finalizedAdvance(estimate.id, { mode: 'PERCENTAGE', percentage: 30 });
  const draft = await books.done('create-final-invoice', estimate.id);
  const family = async (id: string) => books.done('get-billing-family', id);
  const waiting = await family(advance.id);
  assert.deepEqual([waiting.length, waiting[2].state, waiting[2].number], [3, 'draft', undefined]);
  const { id } = await books.done('finalize-billing', draft.id);
  await books.done('cancel-invoice', id, { wantArchiveAfterCancellation: false });
  const told = (await family(estimate.id)).map(({ type, isFinalInvoice, amountWithTax, parentId }: any) => [
    type,
    isFinalInvoice,
    amountWithTax,
    parentId,
  ]);
  assert.deepEqual(told, [
    ['estimate', false, 120000, undefined],
    ['advance', false, 36000, estimate.id],
    ['invoice', true, 120000, estimate.id],
    ['asset', false, 84000, id],
  ]);
  // The same group from its end; a document without relatives is a group of one.
  assert.deepEqual(await family((await family(id))[3].id), await family(estimate.id));
  assert.equal((await family((await books.invoice(customerId)).id)).length, 1);
});

test('an invoice of 1,000.00 and 500.00 with 200.00 credited on the second shows the rest of each line', async () => {
  const sold = (designation: string, unitPrice: number) => ({
    designation,
    quantity: 1,
    unitPrice,
    vatCode: 'FR_2000',
  });
  const invoice = await books.finalized(
    books.invoice(customerId, { lines: [sold('Site', 100_000), sold('Formation', 50_000)] }),
  );
  const credit = await books.done('create-asset', invoice.id);
  const [, training] = credit.lines;
  const part = { ...sold('Formation', 20_000), generatedId: training.generatedId };
  await books.done('update-billing-lines', credit.id, { lines: [part] });
  const told = async (id: string) => {
    const { lines, leftToCredit } = await books.done('get-invoice-credit-left', id);
    const ofLines = lines.map((line: any) => [
      ...[
        line.designation,
        line.billedWithoutTax,
        line.deductedWithoutTax,
        line.creditedWithoutTax,
        line.leftWithoutTax,
      ],
    ]);
    return [ofLines, leftToCredit];
  };
  const before = [
    [
      ['Site', 100_000, 0, 0, 100_000],
      ['Formation', 50_000, 0, 0, 50_000],
    ],
    [{ vatCode: 'FR_2000', amountWithoutTax: 150_000, vatAmount: 30_000 }],
  ];
  assert.deepEqual(await told(invoice.id), before, 'a draft takes nothing');
  await books.done('finalize-billing', credit.id);
  assert.deepEqual(await told(invoice.id), [
    [
      ['Site', 100_000, 0, 0, 100_000],
      ['Formation', 50_000, 0, 20_000, 30_000],
    ],
    [{ vatCode: 'FR_2000', amountWithoutTax: 130_000, vatAmount: 26_000 }],
  ]);
  assert.equal(await books.refusal('get-invoice-credit-left', credit.id), 'invoice_not_found');
});
