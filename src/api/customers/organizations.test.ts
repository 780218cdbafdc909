import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { insertDocument } from '../../../test/support/database/insert-document.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import {
  archiveOrganization,
  createContact,
  createOrganization,
  deleteContact,
  deleteOrganization,
  getOrganization,
  unarchiveOrganization,
  updateOrganization,
} from './customers.ts';
import { createOrganizationContact, listOrganizationContacts, setDefaultContact } from './organization-contacts.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const made = async (body: object = { name: 'Fournil' }) => (await service.call(createOrganization, { body })).json;
const contactOf = async (id: string, lastname: string) =>
  (await service.call(createOrganizationContact, { path: { id }, body: { firstname: 'Anna', lastname } })).json;

test('an organization created with minimal data is returned with all members, the others empty', async () => {
  const { id, ...organization } = await made();
  const address = { address: '', city: '', zipCode: '', country: 'FR' };
  assert.deepEqual(organization, {
    name: 'Fournil',
    commercialName: '',
    emails: [],
    siret: '',
    vatNumber: '',
    countContacts: 0,
    billingAddress: address,
    deliveryAddress: address,
    bankInformations: { iban: '', bic: '', holder: '' },
    notes: '',
    createdAt: service.clock.now,
    archivedAt: 0,
    hasBillings: false,
    test: false,
  });
  assert.match(id, /^[0-9a-f-]{36}$/);
});

test('the empty members of a response can be sent back', async () => {
  const organization = await made();
  const answer = await service.call(updateOrganization, { path: { id: organization.id }, body: organization });
  assert.deepEqual(answer.json, organization);
});

test('the SIREN is derived from the SIRET, and numbers are returned without spaces', async () => {
  const body = { name: 'Fournil', siret: '732 829 320 00074', vatNumber: 'fr 44 732 829 320', nafCode: '10.71c' };
  const { siret, siren, vatNumber, nafCode } = await made(body);
  assert.deepEqual(
    { siret, siren, vatNumber, nafCode },
    {
      siret: '73282932000074',
      siren: '732829320',
      vatNumber: 'FR44732829320',
      nafCode: '10.71C',
    },
  );
});

test('invalid legal numbers are refused by name', async () => {
  const body = { name: 'Fournil', siret: '73282932000075', vatNumber: 'FR00000000000', nafCode: 'boulanger' };
  const answer = await service.call(createOrganization, { body });
  const faults = answer.refused === 'input_invalid' ? answer.faults : [];
  assert.deepEqual(
    faults.map(({ property, code }) => [property, code]),
    [
      ['siret', 'siret_invalid'],
      ['nafCode', 'naf_code_invalid'],
      ['vatNumber', 'vat_number_invalid'],
    ],
  );
});

test('an update leaves omitted members unchanged', async () => {
  const { id } = await made({ name: 'Fournil', siret: '73282932000074', notes: 'Ouvert le lundi' });
  const changed = (await service.call(updateOrganization, { path: { id }, body: { name: 'Le Fournil', notes: '' } }))
    .json;
  assert.deepEqual([changed.name, changed.siret, changed.notes], ['Le Fournil', '73282932000074', '']);
});

test('list-organization-contacts sorts by name, and the organization shows their number', async () => {
  const { id } = await made();
  await contactOf(id, 'Zola');
  await contactOf(id, 'Étienne');
  assert.equal((await service.call(getOrganization, { path: { id } })).json.countContacts, 2);
  const listed = (await service.call(listOrganizationContacts, { path: { id } })).json;
  assert.deepEqual(
    listed.map(({ fullname, organization }: any) => [fullname, organization.name]),
    [
      ['Anna Étienne', 'Fournil'],
      ['Anna Zola', 'Fournil'],
    ],
  );
});

test('the default contact can be set, replaced and removed', async () => {
  const { id } = await made();
  const [anna, paul] = [await contactOf(id, 'Martin'), await contactOf(id, 'Durand')];
  for (const { id: defaultContactId } of [anna, paul, paul]) {
    const answer = await service.call(setDefaultContact, { path: { id }, body: { defaultContactId } });
    assert.equal(answer.json.defaultContactId, defaultContactId);
    assert.equal((await service.call(getOrganization, { path: { id } })).json.defaultContactId, defaultContactId);
  }
  const none = await service.call(setDefaultContact, { path: { id }, body: { defaultContactId: null } });
  assert.equal('defaultContactId' in none.json, false);
  assert.equal('defaultContactId' in (await service.call(getOrganization, { path: { id } })).json, false);
});

test('contact_not_found, contact_of_another_organization: invalid default contacts are refused', async () => {
  const { id } = await made();
  const elsewhere = await contactOf((await made()).id, 'Martin');
  const alone = (await service.call(createContact, { body: { firstname: 'Zoé', lastname: 'Martin' } })).json;
  const refused = async (defaultContactId: string) =>
    (await service.call(setDefaultContact, { path: { id }, body: { defaultContactId } })).refused;
  assert.equal(await refused(unknownId), 'contact_not_found');
  assert.equal(await refused('x'), 'contact_not_found');
  assert.equal(await refused(elsewhere.id), 'contact_of_another_organization');
  assert.equal(await refused(alone.id), 'contact_of_another_organization');
});

test('organization_has_contacts: an organization can be deleted only after its contacts', async () => {
  const { id } = await made();
  const anna = await contactOf(id, 'Martin');
  assert.equal((await service.call(deleteOrganization, { path: { id } })).refused, 'organization_has_contacts');
  await service.call(deleteContact, { path: { id: anna.id } });
  const gone = await service.call(deleteOrganization, { path: { id } });
  assert.deepEqual(gone.json, {});
  assert.equal((await service.call(getOrganization, { path: { id } })).refused, 'organization_not_found');
});

test('customer_has_documents: an organization cannot be deleted if it or its contacts have documents', async () => {
  const [own, throughContact] = [await made(), await made()];
  await insertDocument(service, { customerId: own.id });
  await insertDocument(service, { customerId: (await contactOf(throughContact.id, 'Martin')).id });
  for (const { id } of [own, throughContact]) {
    assert.equal((await service.call(deleteOrganization, { path: { id } })).refused, 'customer_has_documents');
    assert.equal((await service.call(getOrganization, { path: { id } })).json.hasBillings, true);
  }
});

test('archive-organization sets the archive date, unarchive-organization removes it', async () => {
  const { id } = await made();
  assert.equal((await service.call(archiveOrganization, { path: { id } })).json.archivedAt, service.clock.now);
  assert.equal((await service.call(unarchiveOrganization, { path: { id } })).json.archivedAt, 0);
});

test('organization_not_found: an unknown or malformed id, a contact, another account', async () => {
  const alone = (await service.call(createContact, { body: { firstname: 'Zoé', lastname: 'Martin' } })).json;
  const other = await service.newAccount('Autre');
  const theirs = (await service.call(createOrganization, { body: { name: 'Leur' }, caller: other.live })).json;
  const operations = [
    [getOrganization, {}],
    [updateOrganization, { name: 'Fournil' }],
    [deleteOrganization, {}],
    [archiveOrganization, {}],
    [unarchiveOrganization, {}],
    [listOrganizationContacts, {}],
    [createOrganizationContact, { firstname: 'Anna', lastname: 'Martin' }],
    [setDefaultContact, { defaultContactId: alone.id }],
  ] as const;
  for (const id of [unknownId, 'x', alone.id, theirs.id])
    for (const [operation, body] of operations)
      assert.equal(
        (await service.call(operation, { path: { id }, body })).refused,
        'organization_not_found',
        operation.name,
      );
});

test('a contact of a test organization is a test contact, even when created with a live key', async () => {
  const trial = (await service.call(createOrganization, { body: { name: 'Essai' }, caller: service.test })).json;
  assert.equal((await contactOf(trial.id, 'Martin')).test, true);
});

test('siren_of_another_siret: a SIREN is accepted without a SIRET or if it matches the SIRET', async () => {
  const alone = await made({ name: 'Mairie', siren: '732 829 320' });
  assert.deepEqual([alone.siren, alone.siret], ['732829320', '']);
  assert.equal(
    (await service.call(createOrganization, { body: { name: 'M', siren: '732829321' } })).refused,
    'input_invalid',
  );
  const both = { name: 'Fournil', siren: '552081317', siret: '73282932000074' };
  const no = { refused: 'siren_of_another_siret', siren: '732829320' };
  assert.deepEqual(await service.call(createOrganization, { body: both }), no);
  assert.equal((await made({ ...both, siren: '732829320' })).siren, '732829320');
  // A SIREN set later is compared with the existing SIRET; a SIRET alone determines its SIREN.
  const { id } = await made({ name: 'Fournil', siret: '73282932000074' });
  const path = { id };
  const change = (body: object) => service.call(updateOrganization, { path, body: { name: 'Fournil', ...body } });
  assert.deepEqual(await change({ siren: '552081317' }), no);
  const moved = await service.call(updateOrganization, {
    path: { id: alone.id },
    body: { name: 'Mairie', siret: '55208131766522' },
  });
  assert.equal(moved.json.siren, '552081317');
});

test('electronic_address_of_another_siren: an electronic address begins with the SIREN 732829320, and goes with it', async () => {
  const fournil = { name: 'Fournil', siret: '73282932000074' };
  const no = { refused: 'electronic_address_of_another_siren', siren: '732829320' };
  const create = (body: object) => service.call(createOrganization, { body: { ...fournil, ...body } });
  for (const [given, kept] of [
    ['732829320', '732829320'],
    ['0225:732829320_73282932000074', '732829320_73282932000074'],
    [' 732829320_73282932000074_SERVICE-1.A ', '732829320_73282932000074_SERVICE-1.A'],
    [`732829320_${'x'.repeat(115)}`, `732829320_${'x'.repeat(115)}`],
  ] as const)
    assert.equal((await made({ ...fournil, electronicAddress: given })).electronicAddress, kept);
  assert.deepEqual(await create({ electronicAddress: '552081317' }), no);
  for (const electronicAddress of ['73282932', '732829320_', '732829320_é', '732829320_55208131766522', '732829320 A'])
    assert.equal((await create({ electronicAddress })).refused, 'input_invalid', electronicAddress);
  assert.equal((await create({ electronicAddress: `732829320_${'x'.repeat(116)}` })).refused, 'input_invalid');
  const alone = { name: 'Sans SIREN', electronicAddress: '732829320' };
  assert.deepEqual(await service.call(createOrganization, { body: alone }), {
    refused: 'electronic_address_of_another_siren',
  });

  const { id } = await made({ ...fournil, electronicAddress: '732829320_COMPTA' });
  const change = async (body: object) => service.call(updateOrganization, { path: { id }, body });
  assert.equal((await change({ phone: '06' })).json.electronicAddress, '732829320_COMPTA');
  assert.deepEqual(await change({ electronicAddress: '552081317_X' }), no);
  assert.equal((await change({ siret: '55208131766522' })).json.electronicAddress, undefined);
  const again = { siret: '73282932000074', electronicAddress: '732829320_B' };
  assert.equal((await change(again)).json.electronicAddress, '732829320_B');
  assert.equal((await change({ electronicAddress: null })).json.electronicAddress, undefined);
});

test('a town requires its service code; null removes the requirement', async () => {
  const town = await made({ name: 'Mairie', siren: '732829320', requiredReferences: 'service_code' });
  assert.equal(town.requiredReferences, 'service_code');
  const path = { id: town.id };
  const cleared = await service.call(updateOrganization, { path, body: { requiredReferences: null } });
  assert.equal(cleared.json.requiredReferences, undefined);
});

test('phone, website, keywords and language of an organization are set, returned, published and cleared', async () => {
  const said = {
    phone: '02 40 00 00 00',
    website: 'https://fournil.example',
    keywords: 'boulangerie, fidèle',
    language: 'de',
  };
  const there = await made({ name: 'Fournil', ...said });
  assert.deepEqual({ ...there, ...said }, there);
  const path = { id: there.id };
  const emptied = { phone: null, website: '', keywords: null, language: null };
  const { json } = await service.call(updateOrganization, { path, body: { name: 'Fournil', ...emptied } });
  for (const member of Object.keys(said)) assert.equal(member in json, false, member);
});
