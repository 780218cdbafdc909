import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { insertSeries } from '../../../test/support/database/insert-series.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { getMe, updateCompany } from './company.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const patch = (body: object, said: object = {}) => service.call(updateCompany, { body, ...said });
const links = async (accountId = service.accountId) => {
  const client = await service.owner.connect();
  try {
    await client.query(`begin; select set_config('app.account_id', '${accountId}', true)`);
    const { rows } = await client.query(
      'select seq, link from billing.chain_link where not test and account_id = $1 order by seq',
      [accountId],
    );
    await client.query('rollback');
    return rows.map(({ link }) => JSON.parse(link));
  } finally {
    client.release();
  }
};

test('a new account is returned in the published shape with its default settings', async () => {
  const { accountId } = service;
  const { settings, usualVatCode, eInvoicing, ...published } = (await service.call(getMe)).json;
  assert.deepEqual(eInvoicing, {
    ...{ isChosen: false, sending: null, receiving: null, isAutomatic: false },
    electronicAddress: null,
  });
  assert.equal(usualVatCode, 'FR_2000');
  assert.deepEqual(published, {
    company: {
      id: accountId,
      commercialName: 'Zoé Martin',
      siret: '',
      legalStatut: 'other',
      address: '',
      city: '',
      isInTestMode: false,
    },
    preferences: {
      rentability: { defaultProductMargin: 0, defaultOverheadCosts: 0 },
      notification: { push: { urssafReminder: false } },
    },
    user: { id: accountId, email: '', firstname: '', lastname: '', fullname: '', firebaseToken: '', address: null },
  });
  assert.equal(settings.zone, 'Europe/Paris');
  assert.equal(settings.defaults.paymentDelay, 'thirty_days');
  assert.equal(settings.defaults.displaySettings.displayServiceLogo, true);
  assert.deepEqual(settings.numbering.F, { format: '{series}-{year}-{counter:4}', startsAt: 1 });
  assert.equal((await service.call(getMe, { caller: service.test })).json.company.isInTestMode, true);
});

test('every account setting can be set, read and sent back', async () => {
  const { live } = await service.newAccount('Paul');
  const said = {
    name: 'Paul Durand EI',
    fullName: 'Paul Durand',
    commercialName: 'Le Pain',
    email: 'paul@example.com',
    phone: '06 12 34 56 78',
    address: { line1: '10 rue Lecourbe', line2: 'Bât. B', city: 'Paris', zipCode: '75015', country: 'fr' },
    siret: '732 829 320 00074',
    vatNumber: 'FR44732829320',
    electronicAddress: '732829320_COMPTA',
    rcsNumber: 'Paris 732 829 320',
    rcsCity: 'Paris',
    rneNumber: 'RNE 732 829 320',
    rsacNumber: 'RSAC Paris',
    shareCapital: { amount: 1_000_050, currency: 'EUR', isVariable: true },
    vatOnDebits: true,
    insurance: {
      kind: 'responsabilité décennale',
      insurer: 'MAAF',
      contact: '79180 Chauray, 05 49 00 00 00',
      policyNumber: '12 345',
      area: 'France métropolitaine',
    },
    mediator: { name: 'CM2C', contact: '49 rue de Ponthieu, 75008 Paris', website: 'https://www.cm2c.net' },
    legalStatus: 5,
    sapAgreementNumber: 'SAP732829320',
    vatRegime: 'FRANCHISE',
    bankInformation: { iban: 'FR76 3000 6000 0112 3456 7890 189', bic: 'AGRIFRPP', holder: 'Paul Durand' },
    zone: 'Indian/Reunion',
    currency: 'eur',
    customerSirenRequired: true,
    auditHeadsByMail: false,
    bankMatchedByItself: true,
    companySearchAllowed: true,
    supplierInvoicesByMail: false,
    vatDeclaredQuarterly: true,
    microSocial: {
      ...{ rhythm: 'monthly', acre: 'half', acreUntil: '2026-12-31', pensionFund: 'cipav' },
      ...{ isCraft: true, paysIncomeTax: true },
    },
    defaults: {
      locale: 'en',
      paymentDelay: 'at_reception',
      estimateValidityDays: 15,
      latePenalty: { value: 'other', otherValue: '10 %' },
      lumpSumCompensation: null,
      discountAdvancePayment: { value: 'none' },
      vatMention: 6,
      headerNote: 'Bonjour',
      reminder: { inCopy: true, frequency: 'on_due_date', numberOfRemindersToSend: 2, active: true },
      footerNote: 'Merci',
      generalTermsAndConditionsOfSale: 'CGV',
      mentionMediator: 'CM2C',
      paymentMethods: ['transfer', 6],
      otherPaymentMethod: 'troc',
      displaySettings: { displayTitle: false },
    },
    numbering: { F: { format: 'FA{year}-{counter:5}', startsAt: 124 } },
  };
  const { settings, company } = (await patch(said, { caller: live })).json;
  assert.equal(company.address, '10 rue Lecourbe, Bât. B');
  assert.equal(company.legalStatut, 'ei');
  const { numbering, defaults, ...rest } = settings;
  const { defaults: _, numbering: __, ...identity } = said;
  assert.deepEqual(rest, {
    ...identity,
    address: { ...said.address, country: 'FR' },
    siret: '73282932000074',
    legalStatus: 'ei',
    vatRegime: 'franchise',
    currency: 'EUR',
    bankInformation: { ...said.bankInformation, iban: 'FR7630006000011234567890189' },
  });
  assert.equal(defaults.vatMention, 'vat_not_applicable');
  assert.equal(defaults.lumpSumCompensation, null);
  assert.deepEqual(defaults.paymentMethods, ['transfer', 'cash']);
  assert.equal(defaults.displaySettings.displayTitle, false);
  assert.equal(defaults.displaySettings.displayEmail, true);
  assert.deepEqual(numbering.F, { format: 'FA{year}-{counter:5}', startsAt: 124 });
  assert.deepEqual((await service.call(getMe, { caller: live })).json.settings, settings);
  assert.deepEqual((await patch(settings, { caller: live })).json.settings, settings);
});

test('omitted members stay; null and empty texts clear a setting', async () => {
  const { live } = await service.newAccount('Léa');
  await patch(
    { siret: '73282932000074', phone: '1', defaults: { footerNote: 'Merci', vatMention: 1 } },
    { caller: live },
  );
  const { settings } = (await patch({ phone: '', defaults: { footerNote: '', vatMention: null } }, { caller: live }))
    .json;
  assert.equal(settings.siret, '73282932000074');
  for (const [where, member] of [
    [settings, 'phone'],
    [settings.defaults, 'footerNote'],
    [settings.defaults, 'vatMention'],
  ])
    assert.equal(member in where, false, member);
});

test('share capital, VAT on debits, insurance and mediator can be cleared, and are stored without empty members', async () => {
  const { live } = await service.newAccount('Ugo');
  const insurance = { insurer: 'MAAF', contact: 'Chauray', area: 'France', policyNumber: '', kind: null };
  const said = {
    shareCapital: { amount: 100 },
    vatOnDebits: true,
    insurance,
    mediator: { name: 'M', contact: 'x@y.fr' },
  };
  const { settings } = (await patch(said, { caller: live })).json;
  assert.deepEqual(settings.shareCapital, { amount: 100, currency: 'EUR' });
  assert.deepEqual(settings.insurance, { insurer: 'MAAF', contact: 'Chauray', area: 'France' });
  const emptied = (
    await patch({ shareCapital: null, vatOnDebits: false, insurance: null, mediator: '' }, { caller: live })
  ).json.settings;
  assert.equal(emptied.vatOnDebits, false);
  for (const member of ['shareCapital', 'insurance', 'mediator']) assert.equal(member in emptied, false, member);
});

test('input_invalid: a share capital of zero, an insurance without area, a mediator without contact', async () => {
  const faults = async (body: object) => {
    const answer = await patch(body);
    return answer.refused === 'input_invalid' && answer.faults.map(({ pointer }: { pointer: string }) => pointer);
  };
  assert.deepEqual(await faults({ shareCapital: { amount: 0.5 } }), ['/shareCapital/amount']);
  assert.deepEqual(await faults({ shareCapital: { amount: 100, currency: 'FRF' } }), ['/shareCapital/currency']);
  assert.deepEqual(await faults({ insurance: { insurer: 'MAAF', contact: 'Chauray', area: ' ' } }), [
    '/insurance/area',
  ]);
  assert.deepEqual(await faults({ mediator: { name: 'CM2C' } }), ['/mediator/contact']);
});

test('input_invalid: unknown members are refused by name at any depth, and nothing is changed', async () => {
  const { live } = await service.newAccount('Ida');
  const known = { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' };
  const said = {
    phone: '1',
    capital: 1000,
    address: { ...known, street: 'rue' },
    bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Ida', swift: 'A' },
    defaults: {
      vat: 20,
      displaySettings: { displayLogo: true },
      latePenalty: { value: 'other', otherValue: '12 % par an', rate: 12 },
    },
    numbering: { FA: null, F: { prefix: 'F' } },
    mediator: { name: 'M', contact: 'C', phone: '1' },
  };
  const answer = await patch(said, { caller: live });
  assert.equal(answer.refused, 'input_invalid');
  const told = answer.faults.map(({ pointer, code }: { pointer: string; code: string }) => `${code} ${pointer}`).sort();
  assert.deepEqual(told, [
    'unrecognized_keys /address/street',
    'unrecognized_keys /bankInformation/swift',
    'unrecognized_keys /capital',
    'unrecognized_keys /defaults/displaySettings/displayLogo',
    'unrecognized_keys /defaults/latePenalty/rate',
    'unrecognized_keys /defaults/vat',
    'unrecognized_keys /mediator/phone',
    'unrecognized_keys /numbering/F/prefix',
    'unrecognized_keys /numbering/FA',
  ]);
  assert.equal('phone' in (await service.call(getMe, { caller: live })).json.settings, false);
});

test('every change is recorded in the live audit chain', async () => {
  const { live, accountId } = await service.newAccount('Ana');
  await patch({ phone: '1' }, { caller: live });
  await patch({ phone: '2' }, { caller: live });
  const chain = await links(accountId);
  assert.deepEqual(
    chain.map(({ seq, type, actor, subject }) => [seq, type, actor, subject.id]),
    [
      [1, 'account_opened', 'command-line', accountId],
      [2, 'settings_changed', 'Ana live', accountId],
      [3, 'settings_changed', 'Ana live', accountId],
    ],
  );
  assert.notEqual(chain[1].sha256, chain[2].sha256);
});

test('live_key_needed: a test key can read the account but not change it', async () => {
  assert.equal((await patch({ phone: '1' }, { caller: service.test })).refused, 'live_key_needed');
  const reader = { ...service.live, scopes: ['account:read'] as const };
  assert.equal((await patch({ phone: '1' }, { caller: reader })).refused, 'scope_missing');
  assert.equal((await service.call(getMe, { caller: reader })).refused, undefined);
});

test('zone_unknown: a time zone that IANA does not list is refused', async () => {
  assert.deepEqual(await patch({ zone: 'Europe/Lutèce' }), { refused: 'zone_unknown', zone: 'Europe/Lutèce' });
  assert.equal((await patch({ zone: '+01:00' })).refused, 'zone_unknown');
});

test('number_format_unusable: an unreadable format, one without the year, or one like another series', async () => {
  const refusal = async (numbering: object) => {
    const answer = await patch({ numbering });
    return answer.refused === 'number_format_unusable' && [answer.series, answer.reason];
  };
  assert.deepEqual(await refusal({ F: { format: '{serie}-{year}' } }), ['F', 'unreadable']);
  assert.deepEqual(await refusal({ AV: { format: '{series}-{counter:4}' } }), ['AV', 'year_needed']);
  assert.deepEqual(await refusal({ F: { format: 'D-{year}-{counter:4}' } }), ['D', 'same_as_another_series']);
  const blocks = [{ block: 'year' }, { block: 'literal', text: ' ' }, { block: 'counter', width: 3 }];
  assert.deepEqual(await refusal({ F: { format: blocks } }), ['F', 'characters']);
});

test('number_format_in_use: a series keeps its number format from the first number of a year to the next year', async () => {
  const { live, accountId } = await service.newAccount('Éva');
  await insertSeries(service, accountId, { prefix: 'F', year: 2026, last: 3 });
  const change = (numbering: object) => patch({ numbering }, { caller: live });
  assert.deepEqual(await change({ F: { startsAt: 9 } }), { refused: 'number_format_in_use', series: 'F' });
  assert.equal((await change({ F: { startsAt: 1 }, D: { format: 'DE{year}-{counter:3}' } })).refused, undefined);

  const before = service.clock.now;
  // 1 January 2027, half past midnight in Paris; in UTC it is still 2026.
  service.clock.now = Date.UTC(2026, 11, 31, 23, 30) / 1000;
  assert.equal((await change({ F: { startsAt: 9 } })).json.settings.numbering.F.startsAt, 9);
  service.clock.now = before;
});

test('an address or bank account with only blank members is cleared', async () => {
  const { live } = await service.newAccount('Tom');
  const address = { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' };
  await patch({ address }, { caller: live });
  const blank = { line1: '', city: '', zipCode: '', country: 'FR' };
  assert.equal('address' in (await patch({ address: blank }, { caller: live })).json.settings, false);
});
