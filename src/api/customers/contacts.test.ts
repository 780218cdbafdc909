import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { insertDocument } from '../../../test/support/database/insert-document.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { listEvents } from '../events/events.ts';
import { getAgencyRegistrationDraft } from '../payments/agency/agency-customer.ts';
import {
  archiveContact,
  createContact,
  createOrganization,
  deleteContact,
  getContact,
  unarchiveContact,
  updateContact,
} from './customers.ts';
import { createOrganizationContact, updateOrganizationContact } from './organization-contacts.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const zoe = {
  firstname: 'Zoé',
  lastname: 'Martin',
  phone: '06 12 34 56 78',
  jobTitle: 'Boulangère',
  emails: ['zoe@example.com'],
  notes: 'Préfère le matin',
  billingAddress: { address: '10 rue Lecourbe', complement: 'Bât. B', city: 'Paris', zipCode: '75015', country: 'FR' },
  deliveryAddress: { address: '1 Main St', city: 'Austin', zipCode: '73301', state: 'TX', country: 'us' },
  bankInformations: { iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'AGRIFRPP', holder: 'Zoé Martin' },
  preferences: { language: 'EN', currency: 'usd', paymentMethods: ['cheque', 1] },
};
const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const made = async (body: object = zoe) => (await service.call(createContact, { body })).json;

test('a contact is returned with salutation, validated numbers and preferences', async () => {
  const answer = await service.call(createContact, { body: zoe });
  assert.equal(answer.refused, undefined);
  const { id, ...contact } = answer.json;
  assert.deepEqual(contact, {
    firstname: 'Zoé',
    lastname: 'Martin',
    phone: '06 12 34 56 78',
    jobTitle: 'Boulangère',
    emails: ['zoe@example.com'],
    notes: 'Préfère le matin',
    billingAddress: zoe.billingAddress,
    deliveryAddress: { ...zoe.deliveryAddress, country: 'US' },
    bankInformations: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' },
    language: 'en',
    currency: 'USD',
    paymentMethods: ['cheque', 'transfer'],
    defaultContact: false,
    createdAt: service.clock.now,
    hasBillings: false,
    hasTiersPrestation: false,
    test: false,
  });
  assert.deepEqual((await service.call(getContact, { path: { id } })).json, answer.json);
});

test('get-agency-registration-draft returns names, mobile, bank account and structured address of a contact', async () => {
  const draftOf = async (id: string) => service.call(getAgencyRegistrationDraft, { path: { id } });
  assert.deepEqual((await draftOf((await made()).id)).json, {
    ...{ birthName: 'Martin', firstNames: 'Zoé', mobilePhone: '0612345678', email: 'zoe@example.com' },
    address: {
      ...{ number: '10', streetType: 'R', street: 'Lecourbe', complement: 'Bât. B' },
      ...{ town: 'Paris', townCode: '75115', postalCode: '75015', country: '99100' },
    },
    bank: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' },
  });
  const landline = await made({ firstname: '', lastname: 'Roux', phone: '01 23 45 67 89' });
  assert.deepEqual((await draftOf(landline.id)).json, { birthName: 'Roux', address: {} });
  assert.equal((await draftOf(unknownId)).refused, 'contact_not_found');
});

test('a name is enough to create a contact', async () => {
  const contact = await made({ firstname: '', lastname: 'Dupont' });
  assert.deepEqual(Object.keys(contact).sort(), [
    'createdAt',
    'defaultContact',
    'emails',
    'firstname',
    'hasBillings',
    'hasTiersPrestation',
    'id',
    'lastname',
    'test',
  ]);
});

test('invalid members are reported one by one in the language of the caller', async () => {
  const body = {
    lastname: ' ',
    emails: ['zoe@'],
    billingAddress: { address: 'x', city: 'y', zipCode: 'z', country: 'ZZ' },
    bankInformations: { iban: 'FR00', bic: 'X', holder: 'Z' },
    notes: 'a\0b',
  };
  const answer = await service.call(createContact, { body, language: 'fr' });
  assert.equal(answer.refused, 'input_invalid');
  const faults = answer.refused === 'input_invalid' ? answer.faults : [];
  assert.deepEqual(
    faults.map(({ property, code }) => [property, code]),
    [
      ['firstname', 'required'],
      ['lastname', 'text_blank'],
      ['emails.0', 'invalid_format'],
      ['notes', 'text_unstorable'],
      ['billingAddress.country', 'invalid_value'],
      ['bankInformations.bic', 'bic_invalid'],
      ['bankInformations.iban', 'iban_invalid'],
    ],
  );
  assert.equal(faults.at(-1)?.message, 'Cet IBAN n’est pas valide');
});

test('an update leaves omitted members unchanged and clears members sent empty', async () => {
  const { id } = await made();
  const body = { firstname: 'Zoé', lastname: 'Durand', phone: '', notes: null, deliveryAddress: null };
  const changed = (await service.call(updateContact, { path: { id }, body })).json;
  assert.equal(changed.lastname, 'Durand');
  assert.equal(changed.jobTitle, 'Boulangère');
  assert.deepEqual(changed.emails, ['zoe@example.com']);
  for (const emptied of ['phone', 'notes', 'deliveryAddress']) assert.equal(emptied in changed, false, emptied);
  assert.deepEqual((await service.call(getContact, { path: { id } })).json, changed);
});

test('a response can be sent back unchanged', async () => {
  const contact = await made();
  const changed = await service.call(updateContact, { path: { id: contact.id }, body: contact });
  assert.deepEqual(changed.json, contact);
});

test('an archived contact has an archive date and can be restored', async () => {
  const { id } = await made();
  const archived = await service.call(archiveContact, { path: { id } });
  assert.equal(archived.json.archivedAt, service.clock.now);
  const again = await service.call(archiveContact, { path: { id } });
  assert.equal(again.json.archivedAt, service.clock.now);
  const back = await service.call(unarchiveContact, { path: { id } });
  assert.equal('archivedAt' in back.json, false);
  assert.deepEqual((await service.call(unarchiveContact, { path: { id } })).json, back.json);
  const { docs } = (await service.call(listEvents, { query: { limit: '100' } })).json;
  const told = docs.filter(({ contact }: { contact?: { id: string } }) => contact?.id === id);
  assert.deepEqual(
    told.map(({ event }: { event: { type: string } }) => event.type),
    ['contact.created', 'contact.archived', 'contact.updated'],
    'an update without a change publishes no event',
  );
});

test('a contact without documents can be deleted; one with a draft cannot', async () => {
  const { id } = await made();
  assert.equal((await service.call(deleteContact, { path: { id } })).refused, undefined);
  assert.equal((await service.call(getContact, { path: { id } })).refused, 'contact_not_found');

  const busy = await made();
  await insertDocument(service, { customerId: busy.id });
  assert.equal((await service.call(deleteContact, { path: { id: busy.id } })).refused, 'customer_has_documents');
  assert.equal((await service.call(getContact, { path: { id: busy.id } })).json.hasBillings, true);
});

test('contact_not_found: an unknown or malformed id, an organization, another account', async () => {
  const organization = (await service.call(createOrganization, { body: { name: 'Fournil' } })).json;
  const other = await service.newAccount('Autre');
  const theirs = (await service.call(createContact, { body: zoe, caller: other.live })).json;
  for (const id of [unknownId, 'x', '', '\0', organization.id, theirs.id]) {
    for (const operation of [getContact, deleteContact, archiveContact, unarchiveContact])
      assert.equal((await service.call(operation, { path: { id } })).refused, 'contact_not_found', operation.name);
    for (const operation of [updateContact, updateOrganizationContact])
      assert.equal(
        (await service.call(operation, { path: { id }, body: zoe })).refused,
        'contact_not_found',
        operation.name,
      );
  }
  assert.equal(
    (await service.call(getContact, { path: { id: theirs.id }, caller: other.live })).json.lastname,
    'Martin',
  );
});

test('an independent contact cannot be updated as a contact of an organization', async () => {
  const { id } = await made();
  const answer = await service.call(updateOrganizationContact, { path: { id }, body: zoe });
  assert.equal(answer.refused, 'contact_not_found');
});

test('a test key creates test contacts and cannot see live ones; a live key sees both', async () => {
  const live = await made();
  const trial = (await service.call(createContact, { body: zoe, caller: service.test })).json;
  assert.equal(trial.test, true);
  const asTest = (id: string) => service.call(getContact, { path: { id }, caller: service.test });
  assert.equal((await asTest(live.id)).refused, 'contact_not_found');
  assert.equal((await asTest(trial.id)).json.id, trial.id);
  assert.equal((await service.call(getContact, { path: { id: trial.id } })).json.id, trial.id);
});

test('reading requires customers:read, writing requires customers:write', async () => {
  const reader = { ...service.live, scopes: ['customers:read'] as const };
  const { id } = await made();
  assert.equal((await service.call(getContact, { path: { id }, caller: reader })).refused, undefined);
  assert.equal((await service.call(createContact, { body: zoe, caller: reader })).refused, 'scope_missing');
});

test('a contact of an organization names it, and becomes its default contact on request', async () => {
  const organization = (await service.call(createOrganization, { body: { name: 'Fournil' } })).json;
  const path = { id: organization.id };
  const anna = (await service.call(createOrganizationContact, { path, body: { ...zoe, defaultContact: true } })).json;
  assert.deepEqual(anna.organization, { id: organization.id, name: 'Fournil' });
  assert.equal(anna.defaultContact, true);

  const paul = (await service.call(createOrganizationContact, { path, body: { ...zoe, firstname: 'Paul' } })).json;
  assert.equal(paul.defaultContact, false);
  const body = { firstname: 'Paul', lastname: 'Martin', defaultContact: true };
  const chosen = (await service.call(updateOrganizationContact, { path: { id: paul.id }, body })).json;
  assert.equal(chosen.defaultContact, true);
  assert.equal((await service.call(getContact, { path: { id: anna.id } })).json.defaultContact, false);

  const unsaid = (await service.call(updateOrganizationContact, { path: { id: paul.id }, body: zoe })).json;
  assert.equal(unsaid.defaultContact, true);
  const none = { ...body, defaultContact: false };
  assert.equal(
    (await service.call(updateOrganizationContact, { path: { id: paul.id }, body: none })).json.defaultContact,
    false,
  );
});
