import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { DOCUMENT_GROUP_SIZE_MAX } from '../../src/domain/billing/document/group/document-group.ts';
import { allRefusals } from '../../src/http/errors/all-refusals.ts';
import { copyDrafts } from '../support/database/copy-drafts.ts';
import { databaseDigest } from '../support/database/database-digest.ts';
import {
  type Books,
  booksOf,
  documentOperations,
  operationNamed,
  TRAINING,
} from '../support/documents/example-books.ts';
import { MONDAY, type TestService, testService } from '../support/service/in-process-service.ts';

// Refusals outside the state and operation matrix: invalid input.

let service: TestService;
let books: Books;
let customerId: string;
let unchanged: () => Promise<void>;
let mark: () => Promise<void>;
let closeDigest: () => Promise<void>;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company();
  customerId = await books.contact();
  const { digest, close } = await databaseDigest(service.database);
  closeDigest = close;
  let seen = '';
  mark = async () => {
    seen = await digest();
  };
  unchanged = async () => assert.equal(await digest(), seen, 'a refusal changes nothing');
});
afterAll(async () => {
  await closeDigest();
  await service.close();
});

/** Sends a request that must be refused without effect; returns the refusal and its details. */
async function refused(name: string, id: string | undefined, body: unknown = {}, more: object = {}) {
  await mark();
  const answer = await books.ask(name, { ...(id !== undefined && { path: { id } }), body, ...more });
  await unchanged();
  const { json: _, ...refusal } = answer as { json?: unknown; refused?: string };
  return refusal;
}

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test('a missing ID and an impossible ID give the same 404 of the requested kind', async () => {
  const bodies = { amount: { mode: 'AMOUNT', amount: 1 }, lines: { lines: [] } };
  for (const name of documentOperations) {
    const operation = operationNamed(name);
    const missing = operation.refusals.filter((code) => code.endsWith('_not_found') && !code.startsWith('customer'));
    const example = operation.example ?? {};
    const takesNoLines = [
      ...['update-billing-delivery-address', 'create-final-invoice', 'duplicate-billing', 'replace-refused-document'],
    ].includes(name);
    const body = takesNoLines ? { ...example } : { ...bodies.lines, ...example };
    for (const id of [UNKNOWN_ID, 'x', "' or true --"]) {
      const answer = await books.ask(name, { path: { id, emailType: 'invoice_simple' }, body });
      assert.equal(answer.refused, missing[0], `${name} ${id} ${JSON.stringify(answer)}`);
    }
  }
});

test('501 lines are refused with 413 and the limit, in every operation', async () => {
  const lines = Array.from({ length: 501 }, () => TRAINING);
  const tooMany = { refused: 'too_many_lines', limit: 500 };
  assert.equal(allRefusals.too_many_lines.status, 413);
  assert.deepEqual(await refused('create-invoice', customerId, { lines }), tooMany);
  const { id } = await books.invoice(customerId);
  assert.deepEqual(await refused('update-billing-lines', id, { lines }), tooMany);
  await books.done('update-billing-lines', id, { lines: lines.slice(1) });
});

test('a document for a missing customer is refused', async () => {
  for (const name of ['create-estimate', 'create-invoice'])
    for (const id of [UNKNOWN_ID, 'x']) assert.deepEqual(await refused(name, id), { refused: 'customer_not_found' });
  const free = await refused('create-free-asset', undefined, { billingCustomerId: UNKNOWN_ID });
  assert.deepEqual(free, { refused: 'customer_not_found' });
  const { id } = await books.invoice(customerId);
  assert.deepEqual(await refused('update-billing-customer', id, { customerId: UNKNOWN_ID }), {
    refused: 'customer_not_found',
  });
});

test('a free credit note for a missing project is refused', async () => {
  const answer = await refused('create-free-asset', undefined, { opportunityId: UNKNOWN_ID });
  assert.deepEqual(answer, { refused: 'project_not_found' });
});

test('a line above nine billion euros is refused with its index', async () => {
  const huge = { ...TRAINING, quantity: 10, unitPrice: 90_000_000_001 };
  const { id } = await books.invoice(customerId);
  const expected = { refused: 'line_amount_too_large', line: 1 };
  assert.deepEqual(await refused('update-billing-lines', id, { lines: [TRAINING, huge] }), expected);
  assert.deepEqual(await refused('create-invoice', customerId, { lines: [TRAINING, huge] }), expected);
  assert.deepEqual(await refused('create-estimate', customerId, { lines: [TRAINING, huge] }), expected);
});

test('10.00 off mixed prices with and without tax is refused; 10 % off is accepted', async () => {
  const mixed = [TRAINING, { ...TRAINING, isTaxIncluded: true }];
  const { id } = await books.invoice(customerId);
  const off = (mode: string) => ({ lines: mixed, discount: { mode, amount: 1000 } });
  assert.deepEqual(await refused('update-billing-lines', id, off('AMOUNT')), { refused: 'discount_on_mixed_lines' });
  assert.deepEqual(await refused('create-invoice', customerId, off('AMOUNT')), { refused: 'discount_on_mixed_lines' });
  const lined = await books.done('update-billing-lines', id, off('PERCENTAGE'));
  assert.deepEqual(lined.discount, { amount: 1000, mode: 'PERCENTAGE' });
});

test('a line without VAT code is refused with its index; a disbursement needs none', async () => {
  const { vatCode: _, ...coded } = TRAINING;
  const { id } = await books.invoice(customerId);
  const lines = [{ ...coded, type: 'disbursement' }, coded];
  const expected = { refused: 'line_vat_code_missing', line: 1 };
  assert.deepEqual(await refused('update-billing-lines', id, { lines }), expected);
  assert.deepEqual(await refused('create-invoice', customerId, { lines }), expected);
  const { lines: taken } = await books.done('update-billing-lines', id, { lines: lines.slice(0, 1) });
  assert.equal(taken[0].vatCode, 'FR_00HT');
});

test('a price above the maximum is refused as too large, with no other error', async () => {
  const { id } = await books.invoice(customerId);
  const lines = [{ ...TRAINING, unitPrice: 1e12, quantity: 1e15 }];
  const answer = await service.call('update-billing-lines', { path: { id }, body: { lines } });
  const faults = answer.refused === 'input_invalid' ? answer.faults : [];
  assert.deepEqual(
    faults.map(({ property, code }) => [property, code]),
    [
      ['lines.0.unitPrice', 'too_big'],
      ['lines.0.quantity', 'too_big'],
    ],
  );
});

test('a personal service on a missing line is refused', async () => {
  const { id } = await books.invoice(customerId);
  const lines = [{ lineId: UNKNOWN_ID, quantityUnit: 'hour', personalServiceActivity: 'JARDINAGE' }];
  const expected = { refused: 'line_not_found', lineId: UNKNOWN_ID, line: 0 };
  assert.deepEqual(await refused('update-billing-sap-products', id, { lines }), expected);
});

test('dollars without a rate are refused; Pacific francs have a legal rate', async () => {
  const made = { estimate: await books.estimate(customerId), invoice: await books.invoice(customerId) };
  const free = await books.done('create-free-asset', undefined, { billingCustomerId: customerId });
  for (const [kind, { id }] of Object.entries({ ...made, asset: free })) {
    const answer = await refused(`update-${kind}-currency`, id, { currency: 'USD' });
    assert.deepEqual(answer, { refused: 'currency_without_rate', currency: 'USD', because: 'off' });
    const { currency } = await books.done(`update-${kind}-currency`, id, { currency: 'xpf' });
    assert.deepEqual([currency.currencyRate, currency.origin], [119.331742, 'FIXED']);
    const agreed = await books.done(`update-${kind}-currency`, id, { currency: 'XPF', currencyRate: 119 });
    assert.deepEqual([agreed.currency.currencyRate, agreed.currency.origin], [119, 'USER']);
  }
});

test('a custom payment delay needs a due day', async () => {
  const estimate = await books.signedEstimate(customerId);
  const advance = await books.done('create-advance', estimate.id);
  const invoice = await books.invoice(customerId);
  const asset = await books.done('create-asset', invoice.id);
  const offer = await books.estimate(customerId);
  const said = { emittedAt: MONDAY, paymentDelay: 'other', expiredAt: MONDAY };
  for (const [kind, { id }] of Object.entries({ advance, invoice, asset, estimate: offer }))
    assert.deepEqual(await refused(`update-${kind}-timeline`, id, said), { refused: 'due_date_missing' });
});

test('an advance with no amount, not planned, or above the rest is refused', async () => {
  const { id: draftId } = await books.estimate(customerId);
  await books.done('update-estimate-advance-lines', draftId, { advances: [{ value: 30, mode: 'PERCENTAGE' }] });
  const { id } = await books.done('sign-estimate', (await books.finalized({ id: draftId })).id);
  assert.deepEqual(await refused('create-advance', id, { advanceLineIndex: 1 }), {
    refused: 'advance_line_not_planned',
    index: 1,
  });
  const missing = (member: string) => ({ refused: 'advance_amount_missing', member });
  assert.deepEqual(await refused('create-advance', id, { mode: 'AMOUNT' }), missing('amount'));
  assert.deepEqual(await refused('create-advance', id, { mode: 'PERCENTAGE' }), missing('percentage'));
  const tooMuch = { refused: 'advance_exceeds_remaining', remaining: 120000 };
  assert.deepEqual(await refused('create-advance', id, { amount: 120001 }), tooMuch);
  const advance = await books.done('create-advance', id, { advanceLineIndex: 0 });
  assert.equal(advance.total.amountWithTaxAfterDiscount, 36000);
  assert.deepEqual(await refused('update-advance-amount', advance.id, { mode: 'AMOUNT' }), missing('amount'));
  assert.deepEqual(await refused('update-advance-amount', advance.id, { mode: 'amount', amount: 120001 }), tooMuch);
});

test('a live document cannot have a test customer, nor a test document a live one', async () => {
  const tests = booksOf(service, service.test);
  const tried = await tests.contact();
  const { id } = await books.invoice(customerId);
  const otherMode = { refused: 'customer_of_other_mode' };
  assert.deepEqual(await refused('update-billing-customer', id, { customerId: tried }), otherMode);
  const made = await books.invoice(tried);
  assert.equal(made.test, true);
  assert.deepEqual(await refused('update-billing-customer', made.id, { customerId }), otherMode);
});

test('two announced advances of 60 % exceed the estimate; an estimate without lines has no total to exceed', async () => {
  const twice = { advances: [60, 60].map((value) => ({ value, mode: 'PERCENTAGE' })) };
  const lined = await books.estimate(customerId);
  assert.deepEqual(await refused('update-estimate-advance-lines', lined.id, twice), {
    refused: 'planned_advances_exceed_estimate',
  });
  const bare = await books.estimate(customerId, {});
  assert.equal(
    (await books.done('update-estimate-advance-lines', bare.id, twice)).advanceEstimateLines.advances.length,
    2,
  );
});

test('a final invoice fully covered by advances has no payment to reverse', async () => {
  const estimate = await books.signedEstimate(customerId);
  await books.finalizedAdvance(estimate.id, { percentage: 100 });
  const final = await books.finalized(books.done('create-final-invoice', estimate.id));
  assert.equal(final.state, 'paid');
  assert.deepEqual(await refused('mark-unpaid', final.id), { refused: 'no_payment_to_reverse' });
});

test('1,200.01 on an invoice of 1,200.00 is refused in full, with the amount that remains', async () => {
  const { id } = await books.finalized(books.invoice(customerId));
  const payment = (amount: number) => ({ amount, receivedAt: MONDAY, method: 'transfer' });
  const answer = await refused('mark-paid', id, { payments: [payment(120000), payment(1)] });
  assert.deepEqual(answer, { refused: 'payment_exceeds_remaining', remaining: 120000 });
});

test('a refused second credit note of an advance names the first', async () => {
  const { id } = await books.finalizedAdvance((await books.signedEstimate(customerId)).id);
  const { id: creditNoteId } = await books.done('create-asset-from-advance', id);
  const answer = await refused('create-asset-from-advance', id);
  assert.deepEqual(answer, { refused: 'advance_already_has_credit_note', creditNoteId });
});

test('a draft with a draft credit note cannot be deleted', async () => {
  const { id } = await books.invoice(customerId);
  const creditNote = await books.done('create-asset', id);
  assert.deepEqual(await refused('delete-billing', id), { refused: 'not_deletable_with_credit_notes' });
  await books.done('delete-billing', creditNote.id);
  await books.done('delete-billing', id);
  assert.equal(await books.refusal('get-invoice', id), 'invoice_not_found');
});

test('a document group holds 200 documents: the 201st is refused until a draft is deleted', async () => {
  const invoice = await books.finalized(books.invoice(customerId));
  const first = await books.done('create-asset', invoice.id);
  // Creating them one by one takes most of the time here, more with each document of the group.
  const copies = DOCUMENT_GROUP_SIZE_MAX - 3;
  await copyDrafts(service.owner, {
    accountId: service.accountId,
    documentId: first.id,
    copies,
    inDocumentGroup: true,
  });
  await books.done('create-asset', invoice.id);
  const full = { refused: 'family_full', limit: 200 };
  assert.deepEqual(await refused('create-asset', invoice.id), full);
  await books.done('delete-billing', first.id);
  await books.done('create-asset', invoice.id);
  assert.deepEqual(await refused('create-asset', invoice.id), full);
  assert.equal((await books.done('cancel-invoice', invoice.id)).assets.length, 1, 'canceling is never held up');
});

test('a page of 20 documents of 1 MiB each is too large; a page of 5 is not', async () => {
  const description = 'x'.repeat(9_000);
  const long = { lines: Array.from({ length: 110 }, () => ({ ...TRAINING, description })) };
  for (let made = 0; made < 20; made++) await books.invoice(customerId, { ...long, title: 'Volumineux' });
  const asked = (limit: number) => books.ask('get-billings', { query: { search: 'volumineux', limit } });
  const tooLarge = await asked(20);
  assert.ok(tooLarge.refused === 'page_too_large' && tooLarge.bytes > tooLarge.limit, JSON.stringify(tooLarge));
  assert.equal((await asked(5)).json.docs.length, 5);
});
