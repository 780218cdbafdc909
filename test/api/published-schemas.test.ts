import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';
import { cardProviders } from '../support/stand-ins/card-providers.ts';
import { publishedSchemas } from './published-schemas.ts';

// Operations with published responses. `PUBLISHED_INTERFACE=FILE` also compares with that
// description.

const KEY = { provider: 'stripe_connect', apiKey: 'sk_live_right', webhookSecret: 'whsec_of_stripe' };
const GARDENING = {
  ...{ designation: 'Jardinage', quantity: 2, unitPrice: 5_000, vatCode: 'FR_2000', quantityUnit: 'hour' },
  personalServiceActivity: 'JARDINAGE',
};
const LEA = {
  ...{ firstname: 'Léa', lastname: 'Moreau', emails: ['lea@example.org'] },
  billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
};
const MONTHLY = {
  ...{ from: '2026-03-02', to: '2027-03-31', frequency: 1, interval: 'month' },
  ...{ finalizeInvoice: true, sendByMail: true, inCopy: true },
};

const faultsOf = publishedSchemas(process.env.PUBLISHED_INTERFACE);
let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
  service.services.environment.callProvider = cardProviders(service.clock).ask;
});
afterAll(() => service.close());

async function asked(method: string, path: string, body?: object) {
  const { status, json } = await service.ask(path, { method, ...(body && { body }) });
  assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
}
/** The logo setting is named after the service; theirs is named after `Service`. */
const withLogo = ({ displaySettings, ...invoice }: any) => ({
  ...invoice,
  displaySettings: { ...displaySettings, displayServiceLogo: displaySettings.displayFacturierLogo },
});
async function drafted() {
  const { id } = await asked('POST', '/contact', LEA);
  return asked('POST', `/v2/billing/invoice/${id}`, { lines: [GARDENING] });
}

test('frequency: after create, change, pause and delete the invoice matches the published schema', async () => {
  const { id } = await drafted();
  const path = `/v2/billing/invoice/${id}/frequency`;
  const answers = [
    await asked('POST', path, MONTHLY),
    await asked('PUT', path, { ...MONTHLY, frequency: 2 }),
    await asked('POST', `${path}/pause`, {}),
    await asked('DELETE', path),
  ];
  assert.deepEqual(
    answers.map(({ frequency }) => frequency?.frequency),
    [1, 2, 2, undefined],
  );
  for (const answer of answers) assert.deepEqual(faultsOf('invoice', withLogo(answer)), []);
});

test('payment request: matches the published schema when created, withdrawn, and on the finalized invoice', async () => {
  const { id } = await drafted();
  const path = `/v2/billing/invoice/${id}/payment-request`;
  const [first, last] = ['2026-03-02', '2026-03-31'].map((day) => Date.parse(day) / 1000);
  const paymentRequest = { advanceAlreadyPaid: 2_000, dateDebutEmploi: first, dateFinEmploi: last };
  const answers = [
    await asked('PATCH', path, { paymentRequest: null }),
    await asked('PATCH', path, { paymentRequest }),
    await asked('PATCH', `/v2/billing/${id}/finalize`),
  ];
  assert.deepEqual(
    answers.map((answer) => answer.paymentRequest?.statut),
    [undefined, 0, 0],
  );
  for (const answer of answers) assert.deepEqual(faultsOf('invoice', withLogo(answer)), []);
});

test('the account of a connected payment provider and the portal of a customer match the published schema', async () => {
  await asked('PUT', '/v2/billing/payment-account', KEY);
  assert.deepEqual(faultsOf('paymentAccount', await asked('GET', '/v2/billing/payment-account')), []);
  const { id } = await drafted();
  const { customer } = await asked('PATCH', `/v2/billing/${id}/finalize`);
  const query = new URLSearchParams({ id: customer.id, token: customer.token });
  const { json } = await service.ask(`/v2/customer-portal/payments?${query.toString()}`, { key: undefined });
  assert.deepEqual(faultsOf('portal', json), []);
});

test('control: a response with a missing or mistyped member is found', async () => {
  const { id } = await drafted();
  const answer = withLogo(await asked('POST', `/v2/billing/invoice/${id}/frequency`, MONTHLY));
  const { inCopy: _, ...frequency } = answer.frequency;
  assert.notDeepEqual(faultsOf('invoice', { ...answer, frequency }), []);
  assert.notDeepEqual(faultsOf('invoice', { ...answer, emittedAt: '2026-03-02' }), []);
  assert.notDeepEqual(faultsOf('paymentAccount', { id: 'a', externalId: 'b', status: 'enabled', reason: null }), []);
});
