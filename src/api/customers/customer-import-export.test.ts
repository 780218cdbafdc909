import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { databaseDigest } from '../../../test/support/database/database-digest.ts';
import { type Said, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { listEvents } from '../events/events.ts';
import { exportCustomers, importCustomers } from './customer-import-export.ts';
import {
  archiveContact,
  createContact,
  createOrganization,
  getContact,
  getOrganization,
  listContacts,
  listOrganizations,
} from './customers.ts';
import { createOrganizationContact } from './organization-contacts.ts';

let service: TestService;
let digest: Awaited<ReturnType<typeof databaseDigest>>;
beforeAll(async () => {
  service = await testService();
  digest = await databaseDigest(service.database);
});
afterAll(async () => {
  await digest.close();
  await service.close();
});

const imported = async (content: string, options: object = {}, said: Said = {}) => {
  const heard = await service.call(importCustomers, { body: { content, ...options }, ...said });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
};
const refused = async (content: string, options: object = {}): Promise<Record<string, any>> => {
  const heard = await service.call(importCustomers, { body: { content, ...options } });
  assert.ok(isRefusal(heard), JSON.stringify(heard));
  return heard;
};
const notes = (all: any[]) => all.map(({ row, column, code }) => `${row} ${column ?? ''} ${code}`.replace('  ', ' '));
const contacts = async (search: string, caller = service.live): Promise<any[]> => {
  const { docs } = (await service.call(listContacts, { query: { search }, caller })).json;
  return Promise.all(docs.map(async ({ id }: any) => (await service.call(getContact, { path: { id }, caller })).json));
};
const organizations = async (search: string, caller = service.live): Promise<any[]> => {
  const { docs } = (await service.call(listOrganizations, { query: { search }, caller })).json;
  return Promise.all(
    docs.map(async ({ id }: any) => (await service.call(getOrganization, { path: { id }, caller })).json),
  );
};

test('import-customers creates people and companies from one file in any row order and links contacts', async () => {
  const file = [
    'Prénom;Nom;Raison sociale;Organisation;E-mail;Téléphone;SIRET;Adresse;Code postal;Ville;Pays;Langue;Devise;Contact principal',
    "Anna;Roux;;Boulangerie Roux;anna@roux.example, a.roux@example.com;'+33 6 12 34 56 78;;;;;;;;oui",
    'Léo;Blanc;;;leo@example.com;;;1 rue du Port;29200;Brest;Belgique;anglais;€;',
    ';;Boulangerie Roux;;compta@roux.example;;732 829 320 00074;4 place du Marché;44000;Nantes;;;;',
  ];
  const report = await imported(file.join('\n'));
  assert.deepEqual([report.rows, report.created, report.warnings], [3, 3, []]);
  const [anna] = await contacts('anna');
  assert.deepEqual(anna.emails, ['anna@roux.example', 'a.roux@example.com']);
  assert.deepEqual(
    [anna.organization.name, anna.defaultContact, anna.phone],
    ['Boulangerie Roux', true, '+33 6 12 34 56 78'],
  );
  const [leo] = await contacts('leo');
  assert.deepEqual([leo.language, leo.currency, leo.organization], ['en', 'EUR', undefined]);
  assert.deepEqual(leo.billingAddress, { address: '1 rue du Port', city: 'Brest', zipCode: '29200', country: 'BE' });
  const [bakery] = await organizations('boulangerie roux');
  assert.deepEqual([bakery.siret, bakery.countContacts, bakery.defaultContactId], ['73282932000074', 1, anna.id]);
  assert.equal(bakery.billingAddress.city, 'Nantes');
});

test('in a list of people, the company column links to the organization with that exact name', async () => {
  const { json } = await service.call(createOrganization, { body: { name: 'Atelier Gris' } });
  await imported('Société,Prénom,Nom\nAtelier Gris,Zoé,Gris\n');
  assert.equal((await contacts('Zoé Gris'))[0].organization.id, json.id);
  const { report } = await refused('Société,Prénom,Nom\natelier gris,Jo,Gris\nNulle Part,Al,Gris\n');
  assert.deepEqual(notes(report.errors), ['2 Société organization.not_found', '3 Société organization.not_found']);
});

test('an organization can also be given by id, which is required if two have the same name', async () => {
  const [one, two] = [await twin(), await twin()];
  const { report } = await refused('Nom;Organisation\nDupont;Jumelle\n');
  assert.deepEqual(notes(report.errors), ['2 Organisation customer_of_several']);
  await imported(`Nom;Organisation\nDupont;${two}\n`);
  const [dupont] = await contacts('Dupont');
  assert.deepEqual([dupont.organization.id, dupont.organization.id === one], [two, false]);
});
const twin = async (): Promise<string> =>
  (await service.call(createOrganization, { body: { name: 'Jumelle' } })).json.id;

test('one bad row rejects the whole import; with skipBad the valid rows are imported', async () => {
  const seen = await digest.digest();
  const file =
    'Nom;E-mail;Pays;Ville;Raison sociale;SIRET\nBon;bon@example.com;FR;;;\nMal;pas-un-mail;Nulle part;Brest;;\n;;;;Fausse;123\n';
  const { report } = await refused(file);
  assert.deepEqual(notes(report.errors), ['3 E-mail invalid_format', '3 Pays invalid_value', '4 SIRET siret_invalid']);
  assert.deepEqual([report.skipped, report.created], [2, 0]);
  assert.equal(await digest.digest(), seen);
  const taken = await imported(file, { skipBad: true });
  assert.deepEqual([taken.created, taken.skipped], [1, 2]);
  assert.equal((await contacts('bon@example.com')).length, 1);
});

test('a dry run writes nothing and reports the result of the real import', async () => {
  const seen = await digest.digest();
  const file = 'Nom;Organisation;Raison sociale\nSec;Sèche SARL;\n;;Sèche SARL\n';
  const dry = await imported(file, { dryRun: true });
  assert.equal(await digest.digest(), seen);
  const real = await imported(file);
  assert.deepEqual({ ...dry, dryRun: false }, real);
  assert.notEqual(await digest.digest(), seen);
});

test('a row with an id updates the columns present: empty cells clear, missing columns stay unchanged', async () => {
  const address = { address: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' };
  const body = {
    firstname: 'Eva',
    lastname: 'Noir',
    phone: '06',
    notes: 'Matin',
    billingAddress: address,
    emails: ['e@n.fr'],
  };
  const { id } = (await service.call(createContact, { body })).json;
  const report = await imported(`id;Ville;Téléphone\n${id};Lyon;\n`);
  assert.deepEqual([report.updated, report.created], [1, 0]);
  const { json } = await service.call(getContact, { path: { id } });
  assert.deepEqual(json.billingAddress, { ...address, city: 'Lyon' });
  assert.deepEqual([json.phone, json.notes, json.emails, json.firstname], [undefined, 'Matin', ['e@n.fr'], 'Eva']);
});

test('a SIREN is read with spaces and validated; a SIREN that contradicts the SIRET is a row error', async () => {
  const [made] = await organizationsOf(
    'N° SIREN;Raison sociale;Site web;Mots-clés\n552 081 317;Rivière;riviere.fr;eau, pont',
  );
  assert.deepEqual([made.siren, made.siret, made.website, made.keywords], ['552081317', '', 'riviere.fr', 'eau, pont']);
  const { report } = await refused(
    'SIREN;SIRET;Raison sociale\n552081317;73282932000074;Un\n552081318;;Deux\n732829320;732 829 320 00074;Trois',
  );
  assert.deepEqual(notes(report.errors), ['2 SIREN organization.siren_of_another_siret', '3 SIREN siren_invalid']);
  const emptied = await organizationsOf(`Identifiant;SIREN;Mots-clés\n${made.id};;`);
  assert.deepEqual([emptied[0].siren, emptied[0].keywords, emptied[0].website], [undefined, undefined, 'riviere.fr']);
});

test('an electronic address is read from a file and exported; one of another SIREN is a row error', async () => {
  const all = await organizationsOf('SIREN;Raison sociale;Adresse électronique\n552081317;Rivière;552081317_ACHATS');
  assert.ok(all.some(({ electronicAddress }) => electronicAddress === '552081317_ACHATS'));
  const { report } = await refused('SIREN;Raison sociale;Adresse électronique\n552081317;Un;732829320');
  assert.deepEqual(notes(report.errors), ['2 Adresse électronique electronic_address.of_another_siren']);
});

async function organizationsOf(file: string): Promise<any[]> {
  await imported(file);
  return organizations('Rivière');
}

test('an id of another account, of another kind of customer, or used twice is a row error', async () => {
  const other = await service.newAccount('Otto Fremd');
  const body = { firstname: 'Otto', lastname: 'Fremd' };
  const foreign = (await service.call(createContact, { body, caller: other.live })).json.id;
  const own = (await service.call(createContact, { body })).json.id;
  const { report } = await refused(`id;Genre;Nom\n${foreign};;Neu\n${own};organisation;\n${own};;Neu\nx;;Neu\n`);
  assert.deepEqual(notes(report.errors), [
    '2 id customer.not_found',
    '3 Genre kind_stays',
    '4 id row_twice',
    '5 id customer.not_found',
  ]);
  assert.equal((await service.call(getContact, { path: { id: foreign }, caller: other.live })).json.lastname, 'Fremd');
});

test('a contact keeps its organization: its own is accepted, another one is refused', async () => {
  const [one, other] = [await named('Première'), await named('Seconde')];
  const body = { firstname: 'Ida', lastname: 'Fixe' };
  const { id } = (await service.call(createOrganizationContact, { path: { id: one }, body })).json;
  const { report } = await refused(`id;Nom;Organisation\n${id};Fixe;${other}\n`);
  assert.deepEqual(notes(report.errors), ['2 Organisation organization_stays']);
  assert.equal((await imported(`id;Nom;Organisation\n${id};Fixé;Première\n`)).updated, 1);
});
const named = async (name: string): Promise<string> =>
  (await service.call(createOrganization, { body: { name } })).json.id;

test('existing customers are reported by SIRET or by name and email; updateExisting updates them', async () => {
  const siret = '55208131766522';
  await service.call(createOrganization, { body: { name: 'Énergie', siret } });
  await service.call(createContact, { body: { firstname: 'Max', lastname: 'Vert', emails: ['max@vert.fr'] } });
  const file = `Prénom;Nom;Raison sociale;SIRET;E-mail;Notes\n;;Energie SA;${siret};;Nouveau nom\nmax;VERT;;;MAX@vert.fr;Connu\nMax;Vert;;;autre@vert.fr;Un autre\n`;
  const dry = await imported(file, { dryRun: true });
  assert.deepEqual([dry.created, notes(dry.warnings)], [3, ['2 SIRET customer_known', '3 E-mail customer_known']]);
  const report = await imported(file, { updateExisting: true });
  assert.deepEqual([report.updated, report.created], [2, 1]);
  assert.deepEqual(
    (await organizations('Energie SA')).map(({ notes }) => notes),
    ['Nouveau nom'],
  );
  assert.deepEqual((await contacts('vert')).map(({ notes }) => notes).sort(), ['Connu', 'Un autre']);
  const twice = await refused(`Raison sociale;SIRET\nA;${siret}\nB;${siret}\n`, { updateExisting: true });
  assert.deepEqual(notes(twice.report.errors), ['3 SIRET row_twice']);
});

test('an organization has one default contact: two in a file are refused, one replaces the current one', async () => {
  const id = await named('Unique');
  const body = { firstname: 'Avant', lastname: 'Premier', defaultContact: true };
  await service.call(createOrganizationContact, { path: { id }, body });
  const { report } = await refused('Nom;Organisation;Contact principal\nUn;Unique;oui\nDeux;Unique;oui\n');
  assert.deepEqual(notes(report.errors), ['3 Contact principal default_contact_twice']);
  await imported('Nom;Organisation;Contact principal\nNeuf;Unique;oui\n');
  const [neuf] = await contacts('Neuf');
  assert.equal((await service.call(getOrganization, { path: { id } })).json.defaultContactId, neuf.id);
});

test('a file without columns for people or companies is refused, and the missing columns are named', async () => {
  const answer = await refused('Ville;Téléphone\nParis;01\n');
  assert.deepEqual([answer.refused, answer.columns], ['file_columns_missing', ['Nom']]);
  const { report } = await refused('Prénom;Nom\nZoé;\n');
  assert.deepEqual(notes(report.errors), ['2 Nom cell_missing']);
});

test('each imported customer publishes a created or updated event with its organization', async () => {
  const other = await service.newAccount('Zuhörer');
  const said = { caller: other.live };
  await imported('Nom;Organisation;Raison sociale\nSec;Sèche SARL;\n;;Sèche SARL\n', {}, said);
  const [sec] = await contacts('Sec', other.live);
  await imported(`id;Téléphone\n${sec.id};01 02\n`, {}, said);
  const { docs } = (await service.call(listEvents, { caller: other.live })).json;
  assert.deepEqual(
    docs
      .map(({ event, contact, organization }: any) => [event.type, contact?.organization.name ?? organization.name])
      .sort(),
    [
      ['contact.created', 'Sèche SARL'],
      ['contact.updated', 'Sèche SARL'],
      ['organization.created', 'Sèche SARL'],
    ],
  );
});

test('a test key imports and exports only test customers', async () => {
  await imported('Nom\nEssai\n', {}, { caller: service.test });
  assert.equal((await contacts('Essai', service.test))[0].test, true);
  assert.ok((await service.call(exportCustomers, { caller: service.test })).json.csv.includes('Essai'));
  assert.ok(!(await service.call(exportCustomers)).json.csv.includes('Essai'));
});

test('10,000 customers are imported in one request', async () => {
  const other = await service.newAccount('Grand livre');
  const rows = Array.from({ length: 10_000 }, (_, at) =>
    at % 10 ? `Prénom;Nom${at};;Société ${at - (at % 10)};p${at}@example.com` : `;;Société ${at};;s${at}@example.com`,
  );
  const content = ['Prénom;Nom;Raison sociale;Organisation;E-mail', ...rows].join('\r\n');
  const report = await imported(content, {}, { caller: other.live });
  assert.deepEqual([report.created, report.warningCount], [10_000, 0]);
  const { json } = await service.call(listOrganizations, { query: { search: 'Société 9990' }, caller: other.live });
  assert.deepEqual([json.totalDocs, json.docs[0].countContacts], [1, 9]);
});

test('the file of export-customers can be imported: it creates the same customers in another account', async () => {
  const other = await service.newAccount('Original');
  const call = (operation: Parameters<TestService['call']>[0], said: Said) =>
    service.call(operation, { caller: other.live, ...said });
  const address = {
    address: '@ la ferme',
    complement: 'Bât. B',
    city: 'Austin',
    zipCode: '01000',
    state: 'TX',
    country: 'US',
  };
  const body = {
    name: '=Société "A"',
    siren: '732829320',
    siret: '73282932000074',
    vatNumber: 'FR44732829320',
    nafCode: '6201Z',
    notes: 'a\nb;c',
    website: 'https://a.fr/?b=1;c',
    keywords: 'pain, "bio"',
  };
  const company = {
    ...body,
    commercialName: "'A'",
    emails: ['a@a.fr', 'b@a.fr'],
    billingAddress: address,
    deliveryAddress: address,
  };
  const organization = (await call(createOrganization, { body: company })).json;
  const preferences = { language: 'en', currency: 'USD' };
  const person = {
    firstname: '-Jo',
    lastname: '+Ann',
    phone: '+33 6 12',
    website: '@jo',
    keywords: '=fidèle',
    jobTitle: '\tChef',
    defaultContact: true,
    preferences,
  };
  await call(createOrganizationContact, { path: { id: organization.id }, body: person });
  await call(createOrganization, { body: { name: 'Sans SIRET', siren: '552081317', emails: ['x@example.com'] } });
  await call(createContact, { body: { firstname: '', lastname: 'Seule', emails: ['seule@example.com'] } });
  const gone = (await call(createContact, { body: { firstname: '', lastname: 'Archivée' } })).json;
  await call(archiveContact, { path: { id: gone.id } });

  const { csv } = (await call(exportCustomers, {})).json;
  assert.ok(!csv.includes('Archivée') && csv.includes("'=Société"));
  assert.ok((await call(exportCustomers, { query: { archived: 'true' } })).json.csv.includes('Archivée'));
  const copy = await service.newAccount('Copie');
  const report = await imported(csv.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ''), {}, { caller: copy.live });
  assert.deepEqual([report.created, report.warningCount], [4, 0]);
  const all = async (caller: typeof copy.live) =>
    [...(await contacts('', caller)), ...(await organizations('', caller))].map(
      ({ id: _, defaultContactId, organization, ...rest }) => ({
        ...rest,
        organization: organization?.name,
        hasDefault: defaultContactId !== undefined,
      }),
    );
  assert.deepEqual(await all(copy.live), await all(other.live));

  const seen = await all(other.live);
  const again = await imported(csv, {}, { caller: other.live });
  assert.deepEqual([again.updated, again.created, again.warningCount], [4, 0, 0]);
  assert.deepEqual(await all(other.live), seen);
  assert.equal((await call(exportCustomers, {})).json.csv, csv);
});
