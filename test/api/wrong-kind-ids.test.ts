import assert from 'node:assert/strict';
import { v7 } from 'uuid';
import { afterAll, beforeAll, test } from 'vitest';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

let service: ServiceOverHttps;
beforeAll(async () => {
  service = await serviceOverHttps();
});
afterAll(() => service.close());

const CONTACT = { firstname: 'Léa', lastname: 'Martin', emails: ['lea@example.fr'] };

test('an ID of another kind of record is named as such; an ID of nothing is not', async () => {
  const contact = (await service.ask('/contact', { body: CONTACT })).json;
  assert.ok(contact.id, JSON.stringify(contact));
  const english = { headers: { 'accept-language': 'en' } };
  const { status, json } = await service.ask(`/v2/billing/${contact.id}`, english);
  assert.deepEqual([status, json.idIsOf], [404, 'contact']);
  assert.match(json.detail, /This id belongs to a contact\./);
  assert.match(
    (await service.ask(`/v2/catalog/product/${contact.id}`)).json.detail,
    /Cet identifiant est celui d’un contact\./,
  );
  assert.ok(!('idIsOf' in (await service.ask(`/v2/billing/${v7()}`)).json));
});

test('a test key learns nothing about live IDs', async () => {
  const contact = (await service.ask('/contact', { body: CONTACT })).json;
  assert.ok(contact.id, JSON.stringify(contact));
  const { status, json } = await service.ask(`/v2/billing/${contact.id}`, { key: service.keys.test });
  assert.deepEqual([status, json.idIsOf], [404, undefined]);
});

test('a path without /v2, or with an extra one, suggests the known path', async () => {
  assert.equal((await service.ask('/v2/contact')).json.nearest, '/contact');
  assert.equal((await service.ask('/billings')).json.nearest ?? '/v2/billings', '/v2/billings');
});
