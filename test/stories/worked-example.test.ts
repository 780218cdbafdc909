import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdvance } from '../../src/operations/billing/advances/create-advance.ts';
import {
  createCreditNoteFromAdvance,
  createCreditNoteFromInvoice,
} from '../../src/operations/billing/credit-notes/create-credit-note.ts';
import { finalizeBilling } from '../../src/operations/billing/documents/finalize-billing.ts';
import { getEstimate } from '../../src/operations/billing/documents/get-billing.ts';
import { updateLines } from '../../src/operations/billing/documents/update-lines.ts';
import { createEstimate } from '../../src/operations/billing/estimates/create-estimate.ts';
import { signEstimate } from '../../src/operations/billing/estimates/decide-estimate.ts';
import { createFinalInvoice } from '../../src/operations/billing/invoices/create-final-invoice.ts';
import { createInvoice } from '../../src/operations/billing/invoices/create-invoice.ts';
import { createContact } from '../../src/operations/customers/create-customer.ts';
import { type TestService, testService } from '../support/service-to-call.ts';

let service: TestService;
let customerId: string;
before(async () => {
  service = await testService();
  const contact = await service.call(createContact, {
    caller: service.test,
    body: {
      firstname: 'Léa',
      lastname: 'Moreau',
      emails: ['lea@example.org'],
      billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
    },
  });
  customerId = contact.json.id;
});
after(() => service.close());

const done = async (operation: Parameters<TestService['call']>[0], id: string, body?: unknown) => {
  const heard = await service.call(operation, { caller: service.test, path: { id }, ...(body ? { body } : {}) });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
};

test('an estimate of 2,032.20 with a discount of 5 % goes through advance, final invoice and credit notes to the cent', async () => {
  const estimate = await done(createEstimate, customerId);
  const lined = await done(updateLines, estimate.id, {
    discount: { amount: 500, mode: 'PERCENTAGE' },
    lines: [
      {
        designation: 'Développement',
        quantity: 3.5,
        quantityUnit: 'day',
        unitPrice: 45000,
        type: 'service_delivery',
        vatCode: 'FR_2000',
      },
      {
        designation: 'Hébergement',
        quantity: 1,
        quantityUnit: 'unit',
        unitPrice: 12345,
        vatCode: 'FR_2000',
        discount: { amount: 1000, mode: 'PERCENTAGE' },
      },
      { designation: 'Livres', quantity: 3, quantityUnit: 'unit', unitPrice: 999, vatCode: 'FR_550' },
      { designation: 'Timbres fiscaux', quantity: 1, quantityUnit: 'unit', unitPrice: 8000, type: 'disbursement' },
    ],
  });
  assert.deepEqual(
    lined.lines.map((line: any) => line.priceWithoutTaxAfterDiscount),
    [157500, 11110, 2997, 8000],
  );
  assert.equal(lined.total.discountAmount, 8580);
  assert.equal(lined.total.amountWithoutTaxAfterDiscount, 171027);
  assert.deepEqual(lined.total.vatDetails, [
    { vatCode: 'FR_550', amount: 157, vatRate: 5.5 },
    { vatCode: 'FR_2000', amount: 32036, vatRate: 20 },
  ]);
  assert.equal(lined.total.amountWithTaxAfterDiscount, 203220);

  assert.equal((await done(finalizeBilling, estimate.id)).number, 'TEST-D-2026-0001');
  await done(signEstimate, estimate.id);
  const advance = await done(createAdvance, estimate.id);
  assert.equal(advance.total.amountWithTaxAfterDiscount, 58566);
  assert.equal(advance.total.amountWithoutTaxAfterDiscount, 48054 + 854);
  assert.deepEqual(
    advance.total.vatDetails.map((detail: any) => [detail.vatCode, detail.amount]),
    [
      ['FR_550', 47],
      ['FR_2000', 9611],
    ],
  );
  assert.equal(advance.designation, 'Acompte sur devis TEST-D-2026-0001');
  assert.equal((await done(finalizeBilling, advance.id)).number, 'TEST-F-2026-0001');

  const final = await done(createFinalInvoice, estimate.id);
  assert.equal(final.total.amountWithTaxAfterDiscount, 203220);
  assert.equal(final.total.remainingAmountWithTax, 144654);
  const finalized = await done(finalizeBilling, final.id);
  assert.equal(finalized.number, 'TEST-F-2026-0002');
  assert.equal(finalized.total.remainingAmountWithTax, 144654);

  const billed = await done(getEstimate, estimate.id);
  assert.equal(billed.total.remainingAmountToBill, 0);
  assert.equal(billed.total.billedAmountWithTax, 203220);
  assert.equal(billed.hasFinalInvoice, true);
  assert.equal(billed.advances.length, 1);

  const asset = await done(createCreditNoteFromInvoice, final.id);
  assert.equal(asset.total.amountWithoutTaxAfterDiscount, 122119);
  assert.equal(asset.total.amountWithTaxAfterDiscount, 144654);
  assert.equal(
    asset.total.vatDetails.reduce((all: number, detail: any) => all + detail.amount, 0),
    22535,
  );
  assert.deepEqual(
    asset.advances.map((deducted: any) => deducted.id),
    [advance.id],
  );
  assert.equal((await done(finalizeBilling, asset.id)).number, 'TEST-AV-2026-0001');
  const second = await service.call(createCreditNoteFromInvoice, { caller: service.test, path: { id: final.id } });
  assert.equal(second.refused, 'nothing_left_to_credit');

  const back = await done(createCreditNoteFromAdvance, advance.id);
  assert.equal(back.total.amountWithTaxAfterDiscount, 58566);
  await done(finalizeBilling, back.id);
  const again = await service.call(createCreditNoteFromAdvance, { caller: service.test, path: { id: advance.id } });
  assert.equal(again.refused, 'advance_already_has_credit_note');
  const after = await done(getEstimate, estimate.id);
  assert.equal(after.total.billedAmountWithTax, 0);
});

test('prices promised with tax, 499.99 and three at 3.33, stay 509.98 to the cent', async () => {
  const invoice = await done(createInvoice, customerId, {
    lines: [
      { designation: 'Chaise', quantity: 1, unitPrice: 49999, vatCode: 'FR_2000', isTaxIncluded: true },
      { designation: 'Vis', quantity: 3, unitPrice: 333, vatCode: 'FR_2000', isTaxIncluded: true },
    ],
  });
  assert.equal(invoice.total.amountWithTaxAfterDiscount, 50998);
  assert.equal(invoice.total.vatDetails[0].amount, 8500);
  assert.equal(invoice.total.amountWithoutTaxAfterDiscount, 42498);
});
