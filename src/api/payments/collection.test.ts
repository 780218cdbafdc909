import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service/service-over-https.ts';

let service: ServiceOverHttps;
let invoiceId: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  const { json: lea } = await service.ask('/contact', { body: { firstname: 'Léa', lastname: 'Moreau' } });
  const line = { designation: 'Formation', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' };
  invoiceId = (await service.ask(`/v2/billing/invoice/${lea.id}`, { body: { lines: [line] } })).json.id;
});
afterAll(() => service.close());

const asked = async (method: string, path: string, body?: object) => {
  const { status, json } = await service.ask(path, { method, ...(body && { body }) });
  return [status, json.code];
};

test('get-payment-account: a new account has no payment account, and the path is not read as a document id', async () => {
  const { status, json } = await service.ask('/v2/billing/payment-account');
  assert.deepEqual([status, json.code], [404, 'payment_account.not_found']);
  assert.match(json.detail, /IBAN/);
});

test('activate-invoice-online-payment, activate-advance-online-payment: refused while no provider is connected', async () => {
  const path = (kind: string) => `/v2/billing/${kind}/${invoiceId}/activate-online-payment`;
  assert.deepEqual(await asked('PATCH', path('invoice')), [400, 'billing.online_payment_without_account']);
  // The id belongs to an invoice, not to an advance.
  assert.deepEqual(await asked('PATCH', path('advance')), [404, 'advance.not_found']);
});
