import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { bankLines } from '../../../test/support/stand-ins/bank-lines.ts';

let service: TestService;
let books: Books;
let bank: Awaited<ReturnType<typeof bankLines>>;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  bank = await bankLines(service);
});
afterAll(() => service.close());

const trail = (id: string) => books.done('get-billing-trail', id);

test('get-billing-trail: from a signed estimate by its advance, paid by transfer, to the final invoice and its credit note', async () => {
  const customer = await books.contact({ firstname: 'Nadia', lastname: 'Verne' });
  const estimate = await books.signedEstimate(customer);
  const advance = await books.finalizedAdvance(estimate.id);
  const paid = advance.total.amountWithTaxAfterDiscount;
  const transactionId = await bank(paid, `VIR VERNE NADIA ${advance.number}`, { on: '2026-03-02' });
  const applied = await books.ask('apply-bank-transaction', {
    path: { transactionId },
    body: { documents: [{ billingId: advance.id }] },
  });
  assert.equal(applied.refused, undefined);
  const invoice = await books.finalized(books.done('create-final-invoice', estimate.id));
  const note = await books.finalized(books.done('create-asset', invoice.id));

  const { documents, entries, bankMovements } = await trail(invoice.id);
  assert.deepEqual(
    documents.map(({ number }: any) => number),
    [estimate.number, advance.number, invoice.number, note.number],
  );
  assert.deepEqual(
    entries.map(({ type, billingId }: any) => [type, billingId]),
    [
      ['finalized', estimate.id],
      ['signed', estimate.id],
      ['finalized', advance.id],
      ['paid', advance.id],
      ['finalized', invoice.id],
      ['finalized', note.id],
    ],
  );
  assert.deepEqual(
    bankMovements.map(({ billingId, bookedOn, amount, currency, label }: any) => [
      ...[billingId, bookedOn, amount, currency, label],
    ]),
    [[advance.id, '2026-03-02', paid, 'EUR', `VIR VERNE NADIA ${advance.number}`]],
  );
  const [payment] = await books.done('get-billing-payments', advance.id);
  assert.equal(bankMovements[0].paymentId, payment.id);
  // Every document of the family has the same trail.
  assert.deepEqual(await trail(estimate.id), await trail(note.id));
});

test('each entry has its place and its hash in the audit chain', async () => {
  const invoice = await books.finalized(books.invoice(await books.organization()));
  const [entry] = (await trail(invoice.id)).entries;
  const { rows } = await service.owner.query(
    `select encode(hash, 'hex') as hash from billing.chain_link where account_id = $1 and not test and seq = $2`,
    [service.accountId, Number(entry.id)],
  );
  assert.deepEqual([entry.type, rows[0].hash], ['finalized', entry.hash]);
});

test('a match that was undone is no bank movement of the document', async () => {
  const invoice = await books.finalized(books.invoice(await books.organization()));
  const transactionId = await bank(invoice.total.amountWithTaxAfterDiscount, `VIR ${invoice.number}`);
  const applied = await books.ask('apply-bank-transaction', {
    path: { transactionId },
    body: { documents: [{ billingId: invoice.id }] },
  });
  assert.equal(applied.refused, undefined);
  assert.equal((await trail(invoice.id)).bankMovements.length, 1);
  assert.equal((await books.ask('undo-bank-transaction', { path: { transactionId } })).refused, undefined);
  const { bankMovements, entries } = await trail(invoice.id);
  assert.deepEqual([bankMovements, entries.at(-1).type], [[], 'payment_reversed']);
});

test('a draft has its family and nothing else; an unknown document and one of another account have no trail', async () => {
  const draft = await books.invoice(await books.organization());
  const { documents, entries, bankMovements } = await trail(draft.id);
  assert.deepEqual([documents.length, entries, bankMovements], [1, [], []]);
  const { live } = await service.newAccount('Autre');
  assert.equal(await booksOf(service, live).refusal('get-billing-trail', draft.id), 'document_not_found');
  assert.equal(await booksOf(service, service.test).refusal('get-billing-trail', draft.id), 'document_not_found');
});
