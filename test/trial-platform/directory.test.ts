import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { isCheckDigitRight, linesOf, trialCompanies } from '../../src/trial-platform/companies.ts';
import { checked, withoutOfficialFiles } from './standard.ts';
import { trialHere } from './trial-client.ts';
import { BUYER, SELLER, TOWN } from './trial-invoice.ts';

const HALL = '30000000700017';
const strict = (value: string) => ({ op: 'strict', value });

describe('the directory of the trial platform', () => {
  // Files of tests share the process.
  beforeAll(() => checked.clear());

  const here = trialHere();
  const search = async (resource: string, body: object) => {
    const { status, json } = await here.directory(`${resource}/search`, { method: 'POST', body });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const get = (path: string) => here.directory(path);

  test('every SIREN and SIRET has a right check digit, and the three forms of addresses exist', () => {
    const companies = trialCompanies(() => 'secret');
    const numbers = companies.flatMap(({ siren, establishments }) => [
      siren,
      ...establishments.map(({ siret }) => siret),
    ]);
    assert.equal(numbers.length, 7);
    for (const number of numbers) assert.ok(isCheckDigitRight(number), number);
    assert.ok(!isCheckDigitRight('100000008'));
    const addresses = companies.flatMap(linesOf).map(({ address }) => address);
    for (const form of [/^\d{9}$/, /^\d{9}_\d{14}$/, /^\d{9}_\d{14}_[A-Z]/, /^\d{9}_[A-Z]+$/])
      assert.ok(
        addresses.some((address) => form.test(address)),
        String(form),
      );
    assert.ok(!addresses.includes(TOWN));
  });

  test('searchCompanyBySiren: by SIREN, name with and without accents, kind; no match has no results', async () => {
    const found = async (filters: object) =>
      (await search('siren', { filters })).results.map(({ siren }: { siren: string }) => siren);
    assert.deepEqual(await found({ siren: strict(BUYER) }), [BUYER]);
    assert.deepEqual(await found({ businessName: { op: 'contains', value: 'bertin' } }), [BUYER]);
    assert.deepEqual(await found({ businessName: { op: 'startWith', value: 'commune de valmont' } }), [TOWN]);
    assert.deepEqual(await found({ businessName: strict('bertin') }), []);
    assert.deepEqual(await found({ entityType: strict('PrivateVatRegistered') }), [SELLER, BUYER]);
    assert.deepEqual(await found({ siren: strict('732829320') }), []);
    assert.deepEqual(await found({}), [SELLER, BUYER, TOWN]);
  });

  test('searchCompanyBySiren: sorted, cut and with chosen fields', async () => {
    const sorting = [{ field: 'businessName', order: 'descending' }];
    const { results, totalNumberOfResults } = await search('siren', {
      sorting,
      limit: 1,
      ignore: 1,
      fields: ['siren'],
    });
    assert.deepEqual([results, totalNumberOfResults], [[{ siren: TOWN }], 3]);
  });

  test('searchFacilityBySiret: a public buyer says what it demands', async () => {
    const filters = { name: { op: 'contains', value: 'ecole' }, postalCode: { op: 'startWith', value: '88' } };
    const school = (await search('siret', { filters, include: ['siren'] })).results[0];
    assert.equal(school.legalUnit.entityType, 'Public');
    assert.equal(school.b2gAdditionalData.managesLegalCommitmentCode, false);
    const hall = (await get(`siret/code-insee:${HALL}`)).json;
    assert.deepEqual([hall.b2gAdditionalData.managesLegalCommitmentCode, hall.facilityType], [true, 'P']);
    const company = (await search('siret', { filters: { siren: strict(SELLER) } })).results[0];
    assert.equal(company.b2gAdditionalData, undefined);
  });

  test('searchRoutingCode: by SIRET and by part of the code', async () => {
    const codes = async (filters: object) =>
      (await search('routing-code', { filters })).results.map((code: any) => code.routingIdentifier);
    assert.deepEqual(await codes({ siret: strict(HALL) }), ['CULTURE', 'VOIRIE-01']);
    assert.deepEqual(await codes({ routingIdentifier: { op: 'contains', value: 'voirie' } }), ['VOIRIE-01']);
    assert.deepEqual(await codes({ routingIdentifier: strict('voirie') }), []);
  });

  test('searchDirectoryLine: a public buyer has no line at its SIREN, and its lines are those of Chorus Pro', async () => {
    const include = ['siren', 'siret', 'routingCode'];
    const { results } = await search('directory-line', { filters: { siren: strict(TOWN) }, include });
    assert.deepEqual(
      results.map((line: any) => line.addressingIdentifier),
      [...[`${TOWN}_${HALL}`, `${TOWN}_${HALL}_CULTURE`, `${TOWN}_${HALL}_VOIRIE-01`, `${TOWN}_30000000700025`]],
    );
    assert.ok(results.every((line: any) => line.platformType === 'DFH' && line.directoryLineStatus === 'Enabled'));
    assert.equal(results[1].routingCode.managesLegalCommitment, true);
    assert.equal(results[1].facility.b2gAdditionalData.serviceCodeStatus, true);
    const suffixed = await search('directory-line', {
      filters: { addressingSuffix: { op: 'contains', value: 'compta' } },
    });
    assert.deepEqual(
      suffixed.results.map((line: any) => line.addressingIdentifier),
      [`${BUYER}_COMPTA`],
    );
  });

  test('a line says its routing code to a client that names no relations, and not to one that wants others', async () => {
    const filters = { addressingIdentifier: strict(`${TOWN}_${HALL}_CULTURE`) };
    const lineFor = async (asked: object) => (await search('directory-line', { filters, ...asked })).results[0];
    assert.equal((await lineFor({})).routingCode.routingIdentifier, 'CULTURE');
    assert.equal((await lineFor({ include: ['siren'] })).routingCode, undefined);
    assert.deepEqual(Object.keys(await lineFor({ fields: ['siren'] })), [
      'siren',
      'platformType',
      'directoryLineStatus',
    ]);
  });

  test('getCompanyBySiren, getFacilityBySiret, getRoutingCodeBySiretAndId, getDirectoryLineById: found, 404, 400', async () => {
    const paths: readonly (readonly [string, number])[] = [
      [`siren/code-insee:${SELLER}`, 200],
      [`siren/code-insee%3A${SELLER}?fields=siren,businessName`, 200],
      ['siren/code-insee:732829320', 404],
      ['siren/code-insee:73282932', 400],
      [`siren/code-insee:${SELLER}?fields=secret`, 400],
      ['siret/code-insee:10000000900017?include=siren', 200],
      ['siret/code-insee:73282932000074', 404],
      ['siret/code-insee:x', 400],
      [`routing-code/siret:${HALL}/code:CULTURE?include=siren,siret`, 200],
      [`routing-code/siret:${HALL}/code:OTHER`, 404],
      [`directory-line/code:${TOWN}_${HALL}_CULTURE?include=siren,siret,routingCode`, 200],
      [`directory-line/code:${TOWN}`, 404],
      [`directory-line/code:${'x'.repeat(126)}`, 400],
      [`directory-line/code:${BUYER}?include=platform`, 400],
    ];
    for (const [path, status] of paths) assert.equal((await get(path)).status, status, path);
    const { json } = await get(`siren/code-insee:${SELLER}?fields=siren,businessName`);
    assert.deepEqual(json, { siren: SELLER, businessName: 'Atelier Lumen SAS' });
  });

  test('a search of another form gets 400 with its field', async () => {
    const bodies: readonly (readonly [string, unknown, string])[] = [
      ['siren', [], 'body'],
      ['siren', { filters: { siren: { op: 'contains', value: SELLER } } }, 'filters.siren.op'],
      ['siren', { filters: { siren: { op: 'strict', value: 'ABC' } } }, 'filters.siren.value'],
      ['siren', { filters: { siren: SELLER } }, 'filters.siren'],
      ['siren', { fields: ['name'] }, 'fields.0'],
      ['siret', { include: ['siret'] }, 'include.0'],
      ['routing-code', { sorting: [{ field: 'siret', order: 'up' }] }, 'sorting.0.order'],
      ['directory-line', { limit: 'ten' }, 'limit'],
      ['directory-line', { ignore: -1 }, 'ignore'],
    ];
    for (const [resource, body, field] of bodies) {
      const { status, json } = await here.directory(`${resource}/search`, { method: 'POST', body });
      assert.equal(status, 400, field);
      assert.ok(json.errorMessage.startsWith(`${field}:`), json.errorMessage);
    }
  });

  test('a registered company is found, gets invoices and does what it is told', async () => {
    const other = trialHere();
    const register = (siren: string, body: object) => other.trial('PUT', `companies/${siren}`, body);
    assert.equal((await register('732829320', {})).status, 400);
    assert.equal((await register('732829321', { name: 'Faux SIREN' })).status, 400);
    const behaviour = { action: 'dispute', reason: 'QTE_ERR' };
    const { status, json } = await register('732829320', { name: 'Client d’essai', behaviour });
    assert.deepEqual([status, json.addresses, json.isClient], [201, ['732829320'], false]);
    assert.equal((await register('732829320', { name: 'Client renommé' })).status, 200);
    assert.equal((await other.directory('siren/code-insee:732829320')).json.businessName, 'Client renommé');
    await other.invoice({ buyer: '732829320' });
    other.pass(60);
    assert.deepEqual(await other.codes(), ['200', '201', '202', '203', '207']);
    const { companies } = (await other.trial('GET', 'companies')).json;
    assert.deepEqual([companies.length, companies.at(-1).behaviour.reason], [4, 'QTE_ERR']);
    assert.equal((await other.trial('DELETE', 'state')).status, 204);
    assert.equal((await other.directory('siren/code-insee:732829320')).status, 404);
  });

  test('all operations of the directory were checked', () => {
    assert.equal([...checked].filter((name) => name.startsWith('directory-service')).length, 8);
  });

  test.skipIf(withoutOfficialFiles !== undefined)(
    `all answers fit the official file of the directory${withoutOfficialFiles ? ` (skipped: ${withoutOfficialFiles})` : ''}`,
    () => assert.equal(withoutOfficialFiles, undefined),
  );
});
