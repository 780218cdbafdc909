import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Party } from '../../domain/customers/party.ts';
import { CustomerJson, noCustomerJson, partyToJson } from './customer.ts';

const paris = { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' } as const;
const party = (given: Partial<Party> = {}): Party => ({
  id: 'c',
  kind: 'contact',
  test: false,
  name: 'Anna Martin',
  emails: ['anna@example.com'],
  ...given,
});
const organization = party({ id: 'o', kind: 'organization', name: 'Fournil', emails: [], billingAddress: paris });

test('an independent contact is returned without a parent', () => {
  assert.deepEqual(partyToJson(party({ firstname: 'Anna', lastname: 'Martin', phone: '06', billingAddress: paris })), {
    id: 'c',
    legacyId: 'c',
    contactId: 'c',
    firstname: 'Anna',
    lastname: 'Martin',
    name: 'Anna Martin',
    phoneNumber: '06',
    emails: ['anna@example.com'],
    billingAddress: paris,
    deliveryAddressIsSame: true,
    token: '',
    test: false,
  });
});

test('a contact of an organization has the organization as parent and uses its address', () => {
  const json = partyToJson(party({ organization, isDefault: true }));
  assert.deepEqual([json.contactId, json.organizationId, json.isDefault], ['c', 'o', true]);
  assert.deepEqual([json.parent?.id, json.parent?.organizationId, json.parent?.name], ['o', 'o', 'Fournil']);
  assert.deepEqual(json.billingAddress, paris);
  assert.equal('contactId' in (json.parent ?? {}), false);
});

test('a missing address is returned as empty lines in France', () => {
  assert.deepEqual(partyToJson(party()).billingAddress, { line1: '', city: '', zipCode: '', country: 'FR' });
});

test('the delivery address is the same if every line is equal or none is given', () => {
  const same = (deliveryAddress: Party['billingAddress']) =>
    partyToJson(party({ billingAddress: paris, ...(deliveryAddress && { deliveryAddress }) })).deliveryAddressIsSame;
  assert.equal(same(undefined), true);
  assert.equal(same({ ...paris }), true);
  assert.equal(same({ ...paris, line2: '' }), true);
  assert.equal(same({ ...paris, line2: 'Bât. B' }), false);
});

test('the delivery address of a document takes precedence over the customer’s', () => {
  const lyon = { ...paris, city: 'Lyon' };
  const json = partyToJson(party({ billingAddress: paris, deliveryAddress: paris }), { deliveryAddress: lyon });
  assert.deepEqual([json.deliveryAddress, json.deliveryAddressIsSame], [lyon, false]);
});

test('portal tokens of contact and organization are returned only to entitled callers; a stray token member is ignored', () => {
  const former = { ...party({ organization }), token: 'sealed long ago' };
  const json = partyToJson(former, { portalTokenOf: (id) => `of ${id}` });
  assert.deepEqual([json.token, json.parent?.token], ['of c', 'of o']);
  assert.deepEqual([partyToJson(former).token, partyToJson(former).parent?.token], ['', '']);
});

test('every response matches its schema', () => {
  for (const json of [partyToJson(party({ organization })), partyToJson(organization), noCustomerJson(true)])
    assert.deepEqual(CustomerJson.parse(json), json);
});
