import assert from 'node:assert/strict';
import test from 'node:test';
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

test('a contact of his own', () => {
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

test('a contact of an organization: the organization is his parent, and its address his', () => {
  const json = partyToJson(party({ organization, isDefault: true }));
  assert.deepEqual([json.contactId, json.organizationId, json.isDefault], ['c', 'o', true]);
  assert.deepEqual([json.parent?.id, json.parent?.organizationId, json.parent?.name], ['o', 'o', 'Fournil']);
  assert.deepEqual(json.billingAddress, paris);
  assert.equal('contactId' in (json.parent ?? {}), false);
});

test('an address nobody gave is empty lines in France', () => {
  assert.deepEqual(partyToJson(party()).billingAddress, { line1: '', city: '', zipCode: '', country: 'FR' });
});

test('the delivery address is the same when it is equal in every line, or not said', () => {
  const same = (deliveryAddress: Party['billingAddress']) =>
    partyToJson(party({ billingAddress: paris, ...(deliveryAddress && { deliveryAddress }) })).deliveryAddressIsSame;
  assert.equal(same(undefined), true);
  assert.equal(same({ ...paris }), true);
  assert.equal(same({ ...paris, line2: '' }), true);
  assert.equal(same({ ...paris, line2: 'Bât. B' }), false);
});

test('a delivery address of the document goes before the customer’s own', () => {
  const lyon = { ...paris, city: 'Lyon' };
  const json = partyToJson(party({ billingAddress: paris, deliveryAddress: paris }), { deliveryAddress: lyon });
  assert.deepEqual([json.deliveryAddress, json.deliveryAddressIsSame], [lyon, false]);
});

test('the secret of a portal is his own and his organization’s, for who may have it; a stray member of a party is not it', () => {
  const former = { ...party({ organization }), token: 'sealed long ago' };
  const json = partyToJson(former, { portalTokenOf: (id) => `of ${id}` });
  assert.deepEqual([json.token, json.parent?.token], ['of c', 'of o']);
  assert.deepEqual([partyToJson(former).token, partyToJson(former).parent?.token], ['', '']);
});

test('every answer fits its description', () => {
  for (const json of [partyToJson(party({ organization })), partyToJson(organization), noCustomerJson(true)])
    assert.deepEqual(CustomerJson.parse(json), json);
});
