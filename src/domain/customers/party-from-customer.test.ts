import assert from 'node:assert/strict';
import { test } from 'vitest';
import { printedAddress } from './address.ts';
import { revised } from './apply-changes.ts';
import type { Contact, Organization } from './customer.ts';
import { partyOf } from './party-from-customer.ts';

const rue = {
  address: '10 rue Lecourbe',
  complement: 'Bât. B',
  city: 'Paris',
  zipCode: '75015',
  country: 'FR',
} as const;
const times = { createdAt: 0, updatedAt: 0 };
const fournil: Organization = {
  kind: 'organization',
  id: 'o',
  test: false,
  details: { emails: [], name: 'Fournil', siret: '73282932000074', billingAddress: rue },
  ...times,
};
const anna: Contact = {
  kind: 'contact',
  id: 'c',
  test: false,
  organizationId: 'o',
  isDefault: true,
  details: { emails: ['anna@example.com'], firstname: 'Anna', lastname: 'Martin', phone: '06' },
  ...times,
};

test('the state is added to the second line of an address', () => {
  const address = { ...rue, complement: null, state: 'TX', country: 'US' } as const;
  assert.deepEqual(printedAddress(address), {
    line1: '10 rue Lecourbe',
    line2: 'TX',
    city: 'Paris',
    zipCode: '75015',
    country: 'US',
  });
  assert.equal(printedAddress({ ...rue, state: 'TX' })?.line2, 'Bât. B, TX');
});

test('an empty form is no address, whatever its country', () => {
  assert.equal(printedAddress({ address: '', city: null, zipCode: ' ', country: 'FR' }), undefined);
});

test('an organization is addressed with the SIREN of its SIRET', () => {
  const { siren, siret, name, billingAddress } = partyOf(fournil);
  assert.deepEqual([siren, siret, name, billingAddress?.city], ['732829320', '73282932000074', 'Fournil', 'Paris']);
});

test('a contact of an organization keeps its own details and includes the organization', () => {
  const party = partyOf(anna, fournil);
  assert.deepEqual([party.name, party.phone, party.isDefault, party.siren], ['Anna Martin', '06', true, undefined]);
  assert.equal(party.organization?.siren, '732829320');
});

test('a contact without an organization is no default contact', () => {
  const { organizationId: _, ...alone } = anna;
  assert.equal('isDefault' in partyOf(alone), false);
});

test('a change sets, clears and keeps fields', () => {
  const before: { a: number; b?: string; c?: string } = { a: 1, b: 'x', c: 'y' };
  assert.deepEqual(revised(before, { a: 2, b: null, c: undefined }), { a: 2, c: 'y' });
  assert.deepEqual(before, { a: 1, b: 'x', c: 'y' });
});
