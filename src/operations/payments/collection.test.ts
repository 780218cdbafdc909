import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ServiceOverHttps, serviceOverHttps } from '../../../test/support/service-over-https.ts';

let service: ServiceOverHttps;
let invoiceId: string;
before(async () => {
  service = await serviceOverHttps();
  const { json: lea } = await service.ask('/contact', { body: { firstname: 'Léa', lastname: 'Moreau' } });
  const line = { designation: 'Formation', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' };
  invoiceId = (await service.ask(`/v2/billing/invoice/${lea.id}`, { body: { lines: [line] } })).json.id;
});
after(() => service.close());

const asked = async (method: string, path: string, body?: object) => {
  const { status, json } = await service.ask(path, { method, ...(body && { body }) });
  return [status, json.code];
};

test('get-payment-account: there is none, whatever the account does; its address is no id of a document', async () => {
  const { status, json } = await service.ask('/v2/billing/payment-account');
  assert.deepEqual([status, json.code], [404, 'payment_account.not_found']);
  assert.match(json.detail, /IBAN/);
});

test('activate-invoice-online-payment, activate-advance-online-payment: refused while no provider is connected', async () => {
  const path = (kind: string) => `/v2/billing/${kind}/${invoiceId}/activate-online-payment`;
  assert.deepEqual(await asked('PATCH', path('invoice')), [400, 'billing.online_payment_without_account']);
  // Not of this kind.
  assert.deepEqual(await asked('PATCH', path('advance')), [404, 'advance.not_found']);
});

test('create-invoice-frequency records nothing and says what to do instead; update- and delete-invoice-frequency find none', async () => {
  const path = `/v2/billing/invoice/${invoiceId}/frequency`;
  const monthly = {
    ...{ from: '2026-04-01', to: '2027-03-31', frequency: 1, interval: 'MONTH' },
    ...{ finalizeInvoice: true, sendByMail: false, inCopy: false },
  };
  assert.deepEqual(await asked('POST', path, monthly), [501, 'frequency.not_offered']);
  assert.deepEqual(await asked('PUT', path, monthly), [404, 'frequency.not_found']);
  assert.deepEqual(await asked('DELETE', path), [404, 'frequency.not_found']);
  assert.deepEqual(await asked('POST', path, { ...monthly, interval: 'decade' }), [400, 'request.invalid']);
  assert.equal('frequency' in (await service.ask(`/v2/billing/invoice/${invoiceId}`)).json, false);
});
