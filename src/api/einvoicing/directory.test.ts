import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type Books, booksOf } from '../../../test/support/documents/example-books.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../../../test/support/stand-ins/approved-platform.ts';
import { companyRegister } from '../../../test/support/stand-ins/company-register.ts';
import type { PlatformAnswer } from '../../services/einvoicing/call-platform.ts';

// The directory of the trial platform: Atelier Lumen (100000009), Maison Bertin (200000008) and the
// town of Valmont-les-Bains (300000007).

let service: TestService;
let books: Books;
let platform: ReturnType<typeof approvedPlatform>;
beforeAll(async () => {
  service = await testService();
  platform = approvedPlatform(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  books = booksOf(service, (await service.newAccount('Zoé Martin')).live);
  await books.company();
  platform.answers = platform.calm;
});

const connected = (said: object = {}) =>
  books.done('connect-platform', undefined, {
    ...PLATFORM,
    directoryUrl: 'https://platform.example.org/directory-service/v1',
    ...said,
  });
const directory = (number: string) => books.ask('search-directory', { query: { number } });
const found = async (number: string) => {
  const answer = await directory(number);
  assert.equal(answer.refused, undefined, JSON.stringify(answer));
  return answer.json;
};
const companies = (search: string) => books.ask('search-companies', { query: { search } });
/** Changes the lines in the answers of the directory. */
const withLines = (change: (line: any) => object): void => {
  platform.answers = async (question) => {
    const answer = await platform.calm(question);
    if (!question.url.includes('directory-line')) return answer;
    const page = JSON.parse(Buffer.from(answer.body).toString());
    return { ...answer, body: Buffer.from(JSON.stringify({ ...page, results: page.results.map(change) })) };
  };
};

test('search-directory: a company is reached at its SIREN, a suffix, an establishment and a routing code', async () => {
  await connected();
  const { lines, ...answer } = await found('200 000 008');
  assert.deepEqual(answer, {
    ...{ siren: '200000008', companyName: 'Maison Bertin SARL', reachability: 'reachable', isPublic: false },
    hasMore: false,
  });
  assert.deepEqual(
    lines.map(({ electronicAddress }: any) => electronicAddress),
    ['200000008', '200000008_COMPTA', '200000008_20000000800017', '200000008_20000000800017_ACHATS'],
  );
  assert.deepEqual(lines[3], {
    electronicAddress: '200000008_20000000800017_ACHATS',
    ...{ siret: '20000000800017', establishmentName: 'Maison Bertin SARL' },
    ...{ routingCode: 'ACHATS', routingCodeName: 'Service des achats' },
  });
  assert.equal((await found('20000000800017')).lines.length, 2);
});

test('search-directory: a town is reached at its establishments, which say what they require', async () => {
  await connected();
  const { isPublic, lines } = await found('300000007');
  assert.equal(isPublic, true);
  assert.deepEqual(
    lines.map((line: any) => [line.electronicAddress, line.requiredReferences]),
    [
      ['300000007_30000000700017', 'service_code_and_order_number'],
      ['300000007_30000000700017_CULTURE', 'service_code_and_order_number'],
      ['300000007_30000000700017_VOIRIE-01', 'service_code_and_order_number'],
      ['300000007_30000000700025', undefined],
    ],
  );
});

test('search-directory: not listed, listed without a platform, and the internal routing code are not reachable', async () => {
  await connected();
  assert.deepEqual(await found('552081317'), {
    ...{ siren: '552081317', reachability: 'not_in_directory', isPublic: false, lines: [], hasMore: false },
  });
  for (const [why, change] of [
    ['disabled', { directoryLineStatus: 'Disabled' }],
    ['to come', { directoryLineStatus: 'Upcoming' }],
    ['a company at the portal', { platformType: 'DFH' }],
    ['internal', { routingIdentifier: 'FACTURES_PUBLIQUES' }],
  ] as const) {
    withLines((line) => ({ ...line, ...change }));
    const { reachability, lines } = await found('100000009');
    assert.deepEqual([reachability, lines], ['not_reachable', []], why);
  }
  // A public body has no address at the level of its SIREN.
  withLines(({ siret: _, ...line }) => line);
  assert.equal((await found('300000007')).reachability, 'not_reachable');
  // Control: unchanged, both are reachable.
  platform.answers = platform.calm;
  assert.equal((await found('100000009')).reachability, 'reachable');
});

test('search-directory: one of two references is required, and a service may require a commitment alone', async () => {
  await connected();
  const demanding = (b2g: object, managesLegalCommitment: boolean) =>
    withLines((line) => ({
      ...line,
      facility: { ...line.facility, b2gAdditionalData: b2g },
      routingCode: line.routingCode && { ...line.routingCode, managesLegalCommitment },
    }));
  const required = async () => (await found('300000007')).lines.map((line: any) => line.requiredReferences);
  demanding({ managesLegalCommitmentOrServiceCode: true }, false);
  assert.deepEqual(new Set(await required()), new Set(['service_code_or_order_number']));
  demanding({}, true);
  assert.deepEqual(await required(), [undefined, 'order_number', 'order_number', undefined]);
  demanding({ serviceCodeStatus: 'true' }, false);
  assert.deepEqual(new Set(await required()), new Set(['service_code']));
});

test('directory_not_connected, directory_unreachable: without a Directory Service, and with one that fails', async () => {
  assert.equal((await directory('100000009')).refused, 'directory_not_connected');
  await connected({ directoryUrl: undefined });
  assert.equal((await directory('100000009')).refused, 'directory_not_connected');
  await connected();
  for (const answers of [
    async () => Promise.reject(new Error('no answer in 30 s')),
    async () => ({ status: 503, headers: {}, body: Buffer.from('') }),
    async () => ({ status: 200, headers: {}, body: Buffer.from('<html>') }),
    async () => ({ status: 403, headers: {}, body: Buffer.from('no right') }),
  ] as (() => Promise<PlatformAnswer>)[]) {
    platform.answers = (question) => (question.url.includes('oauth2') ? platform.calm(question) : answers());
    assert.equal((await directory('100000009')).refused, 'directory_unreachable');
    assert.equal((await companies('Bertin')).refused, 'directory_unreachable');
  }
  for (const number of ['', '12', '123456789', '20000000800018', 'DE136695976'])
    assert.equal((await directory(number)).refused, 'input_invalid', number);
});

test('search-directory: 204 and 206 of older platforms mean none and more', async () => {
  await connected();
  await platform.order('faults', { directory_204_206: {} });
  try {
    assert.equal((await found('552081317')).reachability, 'not_in_directory');
  } finally {
    await platform.order('faults', {});
  }
});

test('search-companies: by name, SIREN and SIRET in the connected directory, with address and computed VAT number', async () => {
  await connected();
  const town = {
    ...{ name: 'Commune de Valmont-les-Bains', siren: '300000007', siret: '30000000700017', isActive: true },
    ...{ commercialName: 'Mairie de Valmont-les-Bains', vatNumber: 'FR83300000007' },
    address: { address: '1 place de la Mairie', zipCode: '88120', city: 'Valmont-les-Bains', country: 'FR' },
  };
  for (const search of ['valmont', '300 000 007', '30000000700017'])
    assert.deepEqual(
      (await companies(search)).json,
      { source: 'directory', companies: [town], hasMore: false },
      search,
    );
  assert.equal((await companies('École municipale')).json.companies.length, 0, 'only main establishments by name');
  assert.equal((await companies('30000000700025')).json.companies[0].commercialName, 'École municipale de musique');
  assert.equal((await companies('ab')).refused, 'input_invalid');
});

test('company_search_off: nothing is sent to the State unless the account allows it', async () => {
  const register = companyRegister(platform);
  assert.equal((await companies('Boulangerie')).refused, 'company_search_off');
  assert.deepEqual(register.asked, []);
  const { settings } = await books.company({ companySearchAllowed: true });
  assert.equal(settings.companySearchAllowed, true);
  const { json } = await companies('Boulangerie Martin');
  assert.deepEqual(register.asked, ['Boulangerie Martin']);
  assert.deepEqual(json, {
    source: 'register',
    companies: [
      {
        ...{ name: 'BOULANGERIE MARTIN', commercialName: 'AU BON PAIN', siren: '732829320', siret: '73282932000074' },
        ...{ nafCode: '10.71C', vatNumber: 'FR44732829320', isActive: true },
        address: { address: 'BAT B, 4 BIS RUE DU PORT', zipCode: '44000', city: 'NANTES', country: 'FR' },
      },
      // This person keeps the address to themselves.
      { name: 'LEA ROUX', siren: '552081317', siret: '55208131766522', vatNumber: 'FR03552081317', isActive: false },
    ],
    hasMore: true,
  });
  // Of several establishments, the one that was asked for.
  const other = (await companies('732 829 320 00082')).json.companies[0];
  assert.deepEqual([other.siret, other.address.city], ['73282932000082', 'SAINT-HERBLAIN']);
  await books.company({ companySearchAllowed: false });
  assert.equal((await companies('Boulangerie')).refused, 'company_search_off');
});

test('company_search_busy, company_search_unreachable: too many searches, a timeout, an answer of another form', async () => {
  const register = companyRegister(platform);
  await books.company({ companySearchAllowed: true });
  register.answer = { status: 429, headers: { 'retry-after': '7' }, body: '' };
  assert.deepEqual(await companies('Boulangerie'), { refused: 'company_search_busy', retryAfter: 7 });
  register.answer = { status: 429, headers: {}, body: '' };
  assert.deepEqual(await companies('Boulangerie'), { refused: 'company_search_busy', retryAfter: 2 });
  for (const answer of [
    { status: 503, headers: {}, body: '' },
    { status: 200, headers: {}, body: '<html>' },
    { status: 200, headers: {}, body: '[]' },
    'timeout',
  ] as const) {
    register.answer = answer;
    assert.equal((await companies('Boulangerie')).refused, 'company_search_unreachable', JSON.stringify(answer));
  }
  register.answer = { status: 400, headers: {}, body: '{"erreur":"3 caractères minimum"}' };
  assert.deepEqual((await companies('Boulangerie')).json.companies, []);
});

test('get-platform-choice, get-me: which platforms act for the account, and its electronic address', async () => {
  const nothing = {
    ...{ isChosen: false, sending: null, receiving: null, isAutomatic: false },
    electronicAddress: '732829320',
  };
  assert.deepEqual(await books.done('get-platform-choice'), nothing);
  assert.deepEqual((await books.done('get-me')).eInvoicing, nothing);
  const { id } = await connected({ isSandbox: false, receives: false });
  await books.company({ electronicAddress: '732829320_COMPTA' });
  const chosen = {
    ...{ isChosen: true, receiving: null, isAutomatic: false, electronicAddress: '732829320_COMPTA' },
    sending: { connectionId: id, preset: 'standard', name: 'platform.example.org' },
  };
  assert.deepEqual(await books.done('get-platform-choice'), chosen);
  assert.deepEqual((await books.done('get-me')).eInvoicing, chosen);
});
