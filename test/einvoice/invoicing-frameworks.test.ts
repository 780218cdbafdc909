import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, TRAINING } from '../support/documents/example-books.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';

// The invoicing framework (BT-23): paid at issue, subcontracting, sales that are already reported.

let service: TestService;
let books: Books;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
});
afterAll(() => service.close());

const fileOf = async (id: string, format: 'cii' | 'ubl'): Promise<string> => {
  const { file } = await books.ask('download-billing', { path: { id }, query: { format } });
  assert.ok(file);
  return Buffer.from(file.bytes).toString();
};
/** A draft invoice of a training of 1,200.00 with VAT, with a framework. */
async function drafted(invoicingFramework: string, customerId?: string, lines: object[] = [TRAINING]): Promise<string> {
  const { id } = await books.invoice(customerId ?? (await books.organization()), { lines });
  const said = { invoicingFramework, paymentMethods: ['credit_card', 'cash'] };
  const { invoicingFramework: kept } = await books.done('update-invoice-general-informations', id, said);
  assert.equal(kept, invoicingFramework);
  return id;
}

test('update-invoice-general-informations, finalize-billing: an invoice already paid is paid by card on its day, and its file asks for nothing', async () => {
  const id = await drafted('already_paid');
  const finalized = await books.finalized({ id });
  const { state, dueAt, emittedAt, paidAt, settlement } = finalized;
  assert.deepEqual([state, dueAt, paidAt], ['paid', emittedAt, emittedAt]);
  const total = settlement.paidAmount;
  assert.ok(total > 0);
  assert.equal(settlement.remainingAmount, 0);
  const payments = await books.done('get-billing-payments', id);
  assert.deepEqual(
    payments.map(({ amount, method }: any) => ({ amount, method })),
    [{ amount: total, method: 'credit_card' }],
  );

  const amount = (total / 100).toFixed(2);
  const ubl = await fileOf(id, 'ubl');
  assert.match(ubl, /<cbc:ProfileID>S2<\/cbc:ProfileID>/);
  assert.match(ubl, new RegExp(`<cbc:PrepaidAmount currencyID="EUR">${amount}<`));
  assert.match(ubl, /<cbc:PayableAmount currencyID="EUR">0.00</);
  assert.equal(/<cbc:DueDate>([^<]*)</.exec(ubl)?.[1], /<cbc:IssueDate>([^<]*)</.exec(ubl)?.[1]);
  const cii = await fileOf(id, 'cii');
  assert.match(
    cii,
    new RegExp(`<ram:TotalPrepaidAmount>${amount}</ram:TotalPrepaidAmount>\\s*<ram:DuePayableAmount>0.00<`),
  );

  // The bank sends the card payment back.
  assert.equal((await books.done('mark-unpaid', id)).settlement.remainingAmount, total);
});

test('subcontractors and co-contractors are frameworks 3, 5 and 6 of services, a sale reported before is 7', async () => {
  const digits = { subcontractor_direct_payment: 3, subcontractor: 5, co_contractor: 6, already_reported: 7 };
  for (const [framework, digit] of Object.entries(digits)) {
    const id = await drafted(framework);
    assert.equal((await books.finalized({ id })).state, 'finalized', framework);
    assert.match(await fileOf(id, 'ubl'), new RegExp(`<cbc:ProfileID>S${digit}<`));
    assert.match(await fileOf(id, 'ubl'), /<cbc:PayableAmount currencyID="EUR">[1-9]/);
  }
});

test('a framework that does not exist for goods is refused before an invoice to a business gets its number', async () => {
  const goods = { ...TRAINING, type: 'sale_of_goods', unit: 'unit', deliveryOfGoods: true };
  const id = await drafted('subcontractor', undefined, [goods]);
  assert.equal(await books.refusal('finalize-billing', id), 'not_finalizable');
  const { invoicingFramework } = await books.done('update-invoice-general-informations', id, {
    invoicingFramework: null,
  });
  assert.equal(invoicingFramework, undefined);
  assert.equal((await books.finalized({ id })).state, 'finalized');
  const draft = await books.invoice(await books.organization());
  const unknown = { invoicingFramework: 'unheard_of' };
  assert.equal(await books.refusal('update-invoice-general-informations', draft.id, unknown), 'input_invalid');
});

test('a duplicate of an invoice already paid is to be paid, that of a subcontractor is one of a subcontractor', async () => {
  const id = await drafted('already_paid');
  await books.finalized({ id });
  const copy = await books.done('duplicate-billing', id);
  assert.equal(copy.invoicingFramework, undefined);
  assert.equal((await books.finalized(copy)).state, 'finalized');
  const again = await books.done('duplicate-billing', await drafted('subcontractor'));
  assert.equal(again.invoicingFramework, 'subcontractor');
});

test('a sale to a consumer that was reported before its invoice is in no e-report', async () => {
  const customer = await books.contact();
  const [plain, reported] = [
    await books.invoice(customer, { lines: [TRAINING] }),
    await drafted('already_reported', customer),
  ];
  await books.finalized(plain);
  const before = await figures();
  await books.finalized({ id: reported });
  const after = await figures();
  assert.deepEqual(after.sales, before.sales);
  assert.deepEqual(
    after.leftOut.map(({ why }: any) => why),
    ['reported_before'],
  );
});

const figures = async () => {
  const on = new Date(service.clock.now * 1_000).toISOString().slice(0, 10);
  return (await books.ask('get-e-report', { path: { kind: 'transactions' }, query: { on } })).json;
};
