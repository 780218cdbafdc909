import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { importCustomers } from './customer-import-export.ts';
import { deleteOrganization, getContact, getOrganization, listContacts, listOrganizations } from './customers.ts';

// Lists of customers as other programs export them: the details are replaced.

const DOLIBARR = Buffer.from(
  'Id,Nom tiers,Code client,Adresse,Code postal,Ville,Pays,Email,"Id prof. 2 (SIRET)",Numéro de TVA\r\n' +
    '1,Société Élan,CU2401-0001,"1 rue X\r\n2e étage",75001,Paris,France,a@exemple.fr,73282932000074,FR44732829320\r\n',
  'latin1',
).toString('base64');
const INVOICE_NINJA =
  'Client Name,Client Number,Client Balance,Client Street,Client City,Client State/Province,Client Postal Code,Client Country,Client VAT Number,Contact First Name,Contact Last Name,Contact Email\n' +
  'Acme SAS,0001,0.00,1 rue X,Paris,,75001,France,FR44732829320,Jean,Petit,jean@exemple.fr\n';
const STRIPE =
  'id,Description,Email,Name,Created (UTC),Delinquent,Plan,Status,Total Spend,Payment Count,Refunded Volume,Dispute Losses,tag (metadata)\n' +
  'cus_1,Cliente,a@exemple.fr,Ana Silva,2026-06-20 12:00,false,,,0.00,0,0.00,0.00,\n' +
  'cus_2,,b@exemple.fr,Brasserie du Port SARL,2026-06-21 12:00,false,,,0.00,0,0.00,0.00,\n';

let service: TestService;
let caller: TestService['live'];
let tests: TestService['live'];
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  const account = await service.newAccount('Atelier');
  [caller, tests] = [account.live, account.test];
});

type Body = { readonly [member: string]: unknown };
const ask = (body: Body, who = caller) => service.call(importCustomers, { body, caller: who });
const imported = async (body: Body, who = caller) => {
  const heard = await ask(body, who);
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
};
const counts = ({ created, updated, known, source }: any) => ({ created, updated, known, source });
const all = async (who = caller) => {
  const read = async (list: any, get: any) => {
    const { docs } = (await service.call(list, { query: {}, caller: who })).json;
    return Promise.all(docs.map(async ({ id }: any) => (await service.call(get, { path: { id }, caller: who })).json));
  };
  return {
    organizations: await read(listOrganizations, getOrganization),
    contacts: await read(listContacts, getContact),
  };
};

test('import-customers: third parties of Dolibarr in Windows-1252 are recognized; their id is kept as theirs, and the second line of the address', async () => {
  const report = await imported({ file: DOLIBARR });
  assert.deepEqual([counts(report), report.warnings], [{ created: 1, updated: 0, known: 0, source: 'dolibarr' }, []]);
  const { organizations } = await all();
  const [{ name, siret, vatNumber, emails, billingAddress }] = organizations;
  assert.deepEqual(
    [name, siret, vatNumber, emails],
    ['Société Élan', '73282932000074', 'FR44732829320', ['a@exemple.fr']],
  );
  assert.deepEqual(billingAddress, {
    ...{ address: '1 rue X', complement: '2e étage', zipCode: '75001', city: 'Paris', country: 'FR' },
  });
  assert.deepEqual(report.columns.slice(0, 3), [
    { header: 'Id', member: 'foreignId', sample: '1' },
    { header: 'Nom tiers', member: 'name', sample: 'Société Élan' },
    { header: 'Code client', sample: 'CU2401-0001' },
  ]);
});

test('a row of Invoice Ninja has a company and its contact', async () => {
  const report = await imported({ content: INVOICE_NINJA });
  assert.deepEqual(counts(report), { created: 2, updated: 0, known: 0, source: 'invoice_ninja' });
  const { organizations, contacts } = await all();
  assert.deepEqual([organizations.length, contacts.length], [1, 1]);
  assert.deepEqual(
    [contacts[0].firstname, contacts[0].lastname, contacts[0].organization.id, organizations[0].defaultContactId],
    ['Jean', 'Petit', organizations[0].id, contacts[0].id],
  );
  assert.deepEqual([organizations[0].name, organizations[0].vatNumber], ['Acme SAS', 'FR44732829320']);
});

test('two rows of one client are a company with two contacts; the first stays its default one, also when the list is updated', async () => {
  const content = `${INVOICE_NINJA}Acme SAS,0001,0.00,1 rue X,Paris,,75001,France,FR44732829320,Zoé,Blanc,zoe@exemple.fr\n`;
  assert.deepEqual(counts(await imported({ content })), { created: 3, updated: 0, known: 1, source: 'invoice_ninja' });
  const defaults = async () => {
    const { organizations, contacts } = await all();
    const names = contacts.filter(({ defaultContact }: any) => defaultContact).map(({ lastname }: any) => lastname);
    return [organizations.length, contacts.length, ...names];
  };
  assert.deepEqual(await defaults(), [1, 2, 'Petit']);
  await imported({ content, updateExisting: true });
  assert.deepEqual(await defaults(), [1, 2, 'Petit']);
});

test('a person of Zoho without a company is a contact of no organization', async () => {
  const content =
    'Contact ID,Display Name,Company Name,First Name,Last Name,EmailID\n46,Léa Roux,,Léa,Roux,lea@exemple.fr\n';
  assert.deepEqual(counts(await imported({ content })), { created: 1, updated: 0, known: 0, source: 'zoho' });
  const { organizations, contacts } = await all();
  assert.deepEqual(
    [organizations, contacts.map(({ firstname, lastname }: any) => [firstname, lastname])],
    [[], [['Léa', 'Roux']]],
  );
});

test('of two names of Stripe one is a person, and the one with SARL a company', async () => {
  assert.equal((await imported({ content: STRIPE })).source, 'stripe');
  const { organizations, contacts } = await all();
  assert.deepEqual(
    organizations.map(({ name }: any) => name),
    ['Brasserie du Port SARL'],
  );
  assert.deepEqual(
    contacts.map(({ firstname, lastname, notes }: any) => [firstname, lastname, notes]),
    [['Ana', 'Silva', 'Cliente']],
  );
});

test.for([
  ['Dolibarr', { file: DOLIBARR }, 1],
  ['Invoice Ninja', { content: INVOICE_NINJA }, 1],
  ['Stripe', { content: STRIPE }, 2],
  [
    'Indy',
    {
      content:
        "Type;Nom de famille;Prénom;Nom d'entreprise;N° SIRET;N° de TVA;Adresse facturation;Ville facturation;Code postal;Pays (Alpha-2)\nENTREPRISE;;;Moulin SAS;73282932000074;;1 rue A;Lyon;69001;FR\nPARTICULIER;Roux;Léa;;;;2 rue B;Lyon;69002;FR\n",
    },
    2,
  ],
  [
    'Abby',
    {
      content:
        'Nom;Prénom;Emails;Téléphone;Adresse de facturation;Complément adresse de facturation;Code postal de facturation;Ville de facturation;Pays de facturation\nRoux;Léa;lea@exemple.fr, l@exemple.fr;+33612345678;1 rue A;;69001;Lyon;FR\nBlanc;Zoé;;;;;;;FR\n',
    },
    2,
  ],
  [
    'WooCommerce',
    {
      content:
        'Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code\nLéa Roux,lea,2026-01-02,2026-01-01,lea@exemple.fr,2,40.00,20.00,FR,Lyon,,69001\n',
    },
    1,
  ],
  [
    'Akaunting',
    {
      content:
        'name,email,tax_number,phone,address,country,state,zip_code,city,website,currency_code,category_name,reference,enabled,can_login\nMoulin SAS,m@exemple.fr,FR44732829320,,1 rue A,France,,69001,Lyon,,EUR,,C-1,1,0\n',
    },
    1,
  ],
  [
    'Zoho',
    {
      content:
        'Contact ID,Contact Name,Company Name,Display Name,First Name,Last Name,EmailID,Phone,Billing Address,Billing Street2,Billing City,Billing Country,Billing Code\n460000000038080,Moulin SAS,Moulin SAS,Moulin SAS,Léa,Roux,lea@exemple.fr,,1 rue A,,Lyon,France,69001\n',
    },
    1,
  ],
  [
    'QuickBooks',
    {
      content:
        'Name,Company,Street Address,City,State,Country,Zip,Phone,Email\nLéa Roux,Moulin SAS,1 rue A,Lyon,,France,69001,,lea@exemple.fr\n',
    },
    1,
  ],
  ['an unknown program', { content: 'ID;Raison sociale;E-mail\n;Moulin SAS;m@exemple.fr\n18;Meule SAS;\n' }, 2],
] as const)(
  '%s: imported twice, the second time adds nothing; a changed company is updated on request',
  async ([, body, rows]) => {
    const first = await imported(body);
    const before = await all();
    assert.deepEqual(first.errors, []);
    const again = await imported(body);
    assert.deepEqual(counts(again), { created: 0, updated: 0, known: rows, source: first.source });
    assert.deepEqual(await all(), before);
    const updated = await imported({ ...body, updateExisting: true });
    assert.equal(updated.created, 0);
    assert.equal(updated.updated, first.created);
  },
);

test('a customer known by its SIRET is not added again, and is known by its foreign id from then on', async () => {
  await imported({ content: 'Raison sociale;SIRET\nÉlan;73282932000074\n' });
  assert.deepEqual(counts(await imported({ file: DOLIBARR })), {
    created: 0,
    updated: 0,
    known: 1,
    source: 'dolibarr',
  });
  assert.equal((await all()).organizations.length, 1);
});

test('a deleted customer is imported again; live and test customers, and two accounts, know nothing of each other', async () => {
  await imported({ file: DOLIBARR });
  const [{ id }] = (await all()).organizations;
  await service.call(deleteOrganization, { path: { id }, caller });
  assert.equal((await imported({ file: DOLIBARR })).created, 1);
  assert.equal((await imported({ file: DOLIBARR }, tests)).created, 1);
  const other = (await service.newAccount('Autre')).live;
  assert.equal((await imported({ file: DOLIBARR }, other)).created, 1);
  assert.equal((await all(other)).organizations.length, 1);
});

test('the same list sent four times at once adds each customer once', async () => {
  const reports = await Promise.all([1, 2, 3, 4].map(() => imported({ content: STRIPE })));
  assert.deepEqual(reports.map(({ created }) => created).toSorted(), [0, 0, 0, 2]);
  const { organizations, contacts } = await all();
  assert.equal(organizations.length + contacts.length, 2);
});

test('columns that no name explains are chosen once: the next file with the same headers needs no choice', async () => {
  const content = 'Kunde;Ort;Notiz\nMühle GmbH;Berlin;alt\n';
  const refused = await ask({ content, dryRun: true });
  assert.ok(isRefusal(refused));
  assert.deepEqual(
    [refused.refused, (refused as { found?: { header: string }[] }).found?.map(({ header }) => header)],
    ['file_columns_missing', ['Kunde', 'Ort', 'Notiz']],
  );
  const columns = [
    { header: 'Kunde', member: 'name' },
    { header: 'Ort', member: 'billingAddress.city' },
    { header: 'Notiz', member: null },
  ];
  assert.equal((await imported({ content, columns, dryRun: true })).created, 1);
  assert.equal((await ask({ content })).refused, 'file_columns_missing', 'a dry run keeps nothing');
  assert.equal((await imported({ content, columns })).created, 1);
  const next = await imported({ content: 'Kunde;Ort;Notiz\nMeule SAS;Lyon;neu\n' });
  assert.deepEqual([next.created, next.warnings], [1, []]);
  const { organizations } = await all();
  assert.deepEqual(
    organizations.map(({ name, billingAddress, notes }: any) => [name, billingAddress.city, notes]).toSorted(),
    [
      ['Meule SAS', 'Lyon', ''],
      ['Mühle GmbH', 'Berlin', ''],
    ],
  );
});

test('an unknown member, and two columns for one member, are refused by name', async () => {
  const content = 'Kunde;Ort\nMühle;Berlin\n';
  const refusal = async (columns: unknown) =>
    (await ask({ content, columns })) as { refused?: string; member?: string; column?: string };
  const unknown = await refusal([{ header: 'Kunde', member: '__proto__' }]);
  assert.deepEqual([unknown.refused, unknown.member], ['file_member_unknown', '__proto__']);
  const twice = await refusal([
    { header: 'Kunde', member: 'name' },
    { header: 'Ort', member: 'name' },
  ]);
  assert.deepEqual([twice.refused, twice.column], ['file_column_twice', 'Ort']);
});
