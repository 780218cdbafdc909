import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../../support/service/service-over-https.ts';
import { fileOf, Manifest, Parameters, readFile, readmeScopes } from './app.ts';
import { misfits } from './interface-check.ts';
import { type Connection, makeSimulator } from './make-simulator.ts';
import type { MakeError } from './requests.ts';

// The action modules of the Make app against the real service over HTTPS. Each answer is compared
// with the module's own description. The key has the scopes the README asks for.

const LINE = { designation: 'Audit', quantity: 2, quantityUnit: 'day', unitPrice: 60_000, vatCode: 'FR_2000' };
const ADDRESS = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon' };
const PRODUCT = { type: 'SERVICE_DELIVERY', unit: 'DAY', vatCode: 'FR_2000', unitPrice: 60_000 };

let service: ServiceOverHttps;
let make: Awaited<ReturnType<typeof makeSimulator>>;
let connection: Connection;

beforeAll(async () => {
  service = await serviceOverHttps();
  make = await makeSimulator({ ca: service.certificate.cert });
  const baseUrl = `https://127.0.0.1:${service.port()}`;
  const key = await service.call('create-api-key', { body: { name: 'Make', scopes: readmeScopes() } });
  connection = await make.connect({ baseUrl, apiKey: key.json.key });
});

afterAll(async () => {
  await make.close();
  await service.close();
});

/** The bundle members that tests read, for all modules. */
type Shown = {
  id: string;
  type: string;
  state: string;
  number?: string;
  emails: string[];
  billingAddress?: object;
  lines: [Line, ...Line[]];
  total: { amountWithoutTaxAfterDiscount: number; amountWithTaxAfterDiscount: number };
  statusCode: number;
  body: { settings: { name: string }; totalDocs: number };
};
type Line = { designation: string; quantityUnit: string; priceTotalTax: number };

const modules = fileOf('makecomapp.json', Manifest).components.module;

/** Runs a module, and checks every bundle against the module's interface. */
async function run(name: string, said: Record<string, unknown>): Promise<Shown[]> {
  const bundles = (await make.run(name, connection, said)) as Shown[];
  const described = fileOf(modules[name]?.codeFiles.interface ?? null, Parameters);
  for (const bundle of bundles) assert.deepEqual(misfits(described, bundle), []);
  return bundles;
}

const one = async (name: string, said: Record<string, unknown>): Promise<Shown> => {
  const bundles = await run(name, said);
  assert.equal(bundles.length, 1);
  return bundles[0] as Shown;
};

test('a contact is created from the filled-in fields, and from a last name alone', async () => {
  const contact = await one('createContact', {
    firstname: 'Léa',
    lastname: 'Moreau',
    emails: ['lea@example.com'],
    billingAddress: ADDRESS,
  });
  assert.deepEqual(contact.billingAddress, { ...ADDRESS, country: 'FR' });
  assert.deepEqual(contact.emails, ['lea@example.com']);
  const bare = await one('createContact', { lastname: 'Petit' });
  assert.equal(bare.billingAddress, undefined);
  await assert.rejects(make.run('createContact', connection, { firstname: 'Léa' }), /lastname is required/);
});

test('an invoice is created, extended, edited, finalized, read and credited: 1,440.00, then 1,560.00', async () => {
  const customer = await one('createContact', { lastname: 'Moreau', billingAddress: ADDRESS });
  const draft = await one('createInvoice', { customerId: customer.id, title: 'Audit de mars', lines: [LINE] });
  assert.deepEqual([draft.state, draft.total.amountWithTaxAfterDiscount], ['draft', 144_000]);

  const added = { designation: 'Déplacement', quantity: 1, unitPrice: 10_000, vatCode: 'FR_2000' };
  const longer = await one('addLines', { documentId: draft.id, lines: [added] });
  assert.deepEqual(
    longer.lines.map((line: { designation: string }) => line.designation),
    ['Audit', 'Déplacement'],
  );
  assert.equal(longer.total.amountWithTaxAfterDiscount, 156_000);

  const final = await one('finalizeDocument', { documentId: draft.id });
  assert.deepEqual([final.number, final.state], ['F-2026-0001', 'finalized']);
  assert.equal((await one('getDocument', { documentId: draft.id })).number, 'F-2026-0001');

  const credit = await one('createCreditNote', { invoiceId: draft.id });
  assert.deepEqual([credit.type, credit.state, credit.total.amountWithTaxAfterDiscount], ['asset', 'draft', 156_000]);
  const less = await one('replaceLines', { documentId: credit.id, lines: [{ ...LINE, quantity: 1 }] });
  assert.deepEqual([less.lines.length, less.total.amountWithTaxAfterDiscount], [1, 72_000]);
  const numbered = await one('finalizeDocument', { documentId: credit.id });
  assert.equal(numbered.number, 'AV-2026-0001');
});

test('added lines keep the existing lines and the discount: 10 % of 1,300.00 stays 10 %', async () => {
  const customer = await one('createContact', { lastname: 'Petit' });
  const draft = await one('createInvoice', { customerId: customer.id });
  const discount = { mode: 'PERCENTAGE', amount: 1_000 };
  const replaced = await one('replaceLines', { documentId: draft.id, lines: [LINE], discount });
  assert.equal(replaced.total.amountWithoutTaxAfterDiscount, 108_000);
  const added = await one('addLines', { documentId: draft.id, lines: [{ ...LINE, quantity: 1, unitPrice: 10_000 }] });
  assert.equal(added.total.amountWithoutTaxAfterDiscount, 117_000);
  // A concurrent change is not overwritten: the second request names the version that the first one
  // read.
  const headers = make.log.at(-1)?.request.headers as { 'if-match'?: string };
  assert.match(headers['if-match'] ?? '', /^"[\d.-]+"$/);
  const bare = await one('replaceLines', { documentId: draft.id, lines: [LINE] });
  assert.equal(bare.total.amountWithoutTaxAfterDiscount, 120_000);
});

test('empty line fields are not sent: 2 days at 600.00 are 1,440.00 with tax', async () => {
  const customer = await one('createContact', { firstname: '', lastname: 'Petit', emails: [], billingAddress: {} });
  const line = { ...LINE, productId: '', type: null, isTaxIncluded: undefined, description: '' };
  const draft = await one('createInvoice', { customerId: customer.id, title: '', lines: [line] });
  assert.equal(draft.total.amountWithTaxAfterDiscount, 144_000);
  assert.ok(!('description' in draft.lines[0]) && !('title' in draft));
});

test('a line takes its missing fields from the catalogue product', async () => {
  const product = await service.ask('/v2/catalog/product', { body: { ...PRODUCT, designation: 'Atelier' } });
  const customer = await one('createContact', { lastname: 'Petit' });
  const draft = await one('createInvoice', {
    customerId: customer.id,
    lines: [{ productId: product.json.id, quantity: 3 }],
  });
  const { designation, quantityUnit, priceTotalTax } = draft.lines[0];
  assert.deepEqual([designation, quantityUnit, priceTotalTax], ['Atelier', 'day', 216_000]);
});

test('invalid requests show the service’s refusal: a draft without an address, an unknown document', async () => {
  const customer = await one('createContact', { lastname: 'Petit' });
  const draft = await one('createInvoice', { customerId: customer.id, lines: [LINE] });
  const failing = (type: string, code: RegExp) => (error: MakeError) => error.type === type && code.test(error.message);
  const finalize = make.run('finalizeDocument', connection, { documentId: draft.id });
  await assert.rejects(finalize, failing('DataError', /^\[422\] .*\(billing\.not_finalizable, [0-9a-f-]{36}\)$/s));
  const read = make.run('getDocument', connection, { documentId: '01890a5d-ac96-774b-bcce-b302099a8057' });
  await assert.rejects(read, failing('DataError', /^\[404\] Document introuvable.*\(billing\.not_found, /));
  const line = { ...LINE, vatCode: 'FR_1960' };
  await assert.rejects(
    make.run('createInvoice', connection, { customerId: customer.id, lines: [line] }),
    /vatCode does not offer/,
  );
});

test('a search returns the requested number of products across pages, ignoring case and accents', async () => {
  const many = Array.from({ length: 104 }, (_, at) => ({ ...PRODUCT, designation: `Séance ${at + 1}` }));
  for (const body of many) assert.equal((await service.ask('/v2/catalog/product', { body })).status, 201);
  const found = await run('searchProducts', { search: 'seance', limit: 103 });
  assert.equal(new Set(found.map(({ id }) => id)).size, 103);
  assert.equal((await run('searchProducts', { search: 'seance', limit: 500 })).length, 104);
  assert.equal((await run('searchProducts', { search: 'seance 10' })).length, 6);
  assert.equal((await run('searchProducts', {})).length, 10);
  assert.deepEqual(await run('searchProducts', { search: 'nothing of the kind' }), []);
});

test('customers and products are found by the text a user types in a field', async () => {
  const contact = await one('createContact', { firstname: 'Inès', lastname: 'Garnier' });
  const organization = await service.ask('/organization', { body: { name: 'Garnier Frères SARL' } });
  assert.deepEqual(await make.callRpc('listCustomers', connection, { search: 'garnier' }), [
    { label: 'Garnier Frères SARL', value: organization.json.id },
    { label: 'Inès Garnier', value: contact.id },
  ]);
  const product = await service.ask('/v2/catalog/product', { body: { ...PRODUCT, designation: 'Formation' } });
  const listed = await make.callRpc('listProducts', connection, { search: 'FORMATION' });
  assert.deepEqual(listed, [{ label: 'Formation', value: product.json.id }]);
  for (const customerId of [contact.id, organization.json.id]) await one('createInvoice', { customerId });
});

test('any API call works, with or without the leading slash in its path', async () => {
  for (const url of ['/v2/company/me', 'v2/company/me']) {
    const { statusCode, body } = await one('makeAnApiCall', { url });
    assert.deepEqual([statusCode, body.settings.name], [200, 'Zoé Martin EI']);
  }
  const made = await one('makeAnApiCall', {
    url: '/contact',
    method: 'POST',
    headers: [{ key: 'Idempotency-Key', value: 'event-1' }],
    body: '{"firstname":"","lastname":"Roux"}',
  });
  assert.equal(made.statusCode, 201);
  const qs = [{ key: 'search', value: 'roux' }];
  assert.equal((await one('makeAnApiCall', { url: '/contacts', qs })).body.totalDocs, 1);
});

test('a call always goes to the connection’s server, whatever its path: the key is sent nowhere else', async () => {
  const { host } = new URL(String(connection.values['baseUrl']));
  const elsewhere = [
    'https://evil.example/v2',
    '//evil.example',
    '@evil.example/v2',
    '.evil.example',
    ':443@evil.example',
  ]
    .concat(['\\\\evil.example', '/@evil.example', '/\\evil.example', '?@evil.example', '#@evil.example', '////evil'])
    .concat(['/../..//evil.example', ' https://evil.example', '/%2F/evil.example']);
  for (const url of elsewhere) assert.deepEqual(await hostsOf(make, url), [host], url);
});

test('control: a universal module that concatenates the path unchecked sends the key elsewhere and is caught', async () => {
  const file = modules['makeAnApiCall']?.codeFiles.communication ?? '';
  const careless = { ...(readFile(file) as object), url: '{{connection.baseUrl}}{{parameters.url}}' };
  const broken = await makeSimulator({ ca: service.certificate.cert, changed: { [file]: careless } });
  assert.deepEqual(await hostsOf(broken, '@127.0.0.1:1/v2'), ['127.0.0.1:1']);
  await broken.close();
});

/** The hosts that got a request for a custom API call, whatever they answered. */
async function hostsOf(by: typeof make, url: string): Promise<string[]> {
  const before = by.log.length;
  await by.run('makeAnApiCall', connection, { url }).catch(() => {});
  return [...new Set(by.log.slice(before).map(({ request }) => new URL(request.url).host))];
}
