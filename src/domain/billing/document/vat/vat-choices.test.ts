import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import type { Party } from '../../../customers/party.ts';
import type { VatCode } from '../../../vat/vat-code.ts';
import type { LinedDocument } from '../document.ts';
import { vatCodeChoices, vatMentionChoices } from './vat-choices.ts';

const day = '2026-11-20';
const at = (country: string, zipCode = '75002') => ({ line1: '1 rue', city: 'Ville', zipCode, country }) as never;
const business = (address: object, kind: Party['kind'] = 'organization') =>
  ({ kind, billingAddress: address }) as unknown as Party;
const company = (vatRegime: 'franchise' | 'simplified' | 'normal' | 'exempt', address: object = at('FR')) =>
  ({ vatRegime, emitter: { name: 'Atelier', address } }) as never;

const fitting = (settings: never, customer?: Party): VatCode[] =>
  vatCodeChoices({ settings, customer, day }).flatMap(({ code, fits }) => (fits ? code : []));
const mentions = (settings: never, ...codes: VatCode[]) => {
  const sold = { content: { lines: codes.map((code) => lineOf(1, 10_000, code)) } } as unknown as LinedDocument;
  return vatMentionChoices({ settings, sold, day }).flatMap(({ mention, fits }) => (fits ? mention : []));
};

test('a company that charges VAT: French rates in France, the EU code for EU businesses, the export code beyond', () => {
  const normal = company('normal');
  const atHome = ['FR_2000', 'FR_1000', 'FR_550', 'FR_210', 'FR_00HT'];
  assert.deepEqual(fitting(normal), atHome);
  assert.deepEqual(fitting(normal, business(at('FR'))), atHome);
  assert.deepEqual(fitting(normal, business(at('DE'))), ['FR_00UE']);
  assert.deepEqual(fitting(normal, business(at('CH'))), ['FR_0HUE']);
});

test('a consumer abroad pays French VAT, a business abroad does not', () => {
  const rates = ['FR_2000', 'FR_1000', 'FR_550', 'FR_210'];
  assert.deepEqual(fitting(company('simplified'), business(at('DE'), 'contact')), rates);
  assert.deepEqual(fitting(company('simplified'), business(at('US'), 'contact')), [...rates, 'FR_0HUE']);
});

test('8.5 % applies in Guadeloupe, Martinique and La Réunion, by country or by a French postal code, and nowhere else', () => {
  for (const there of [at('RE', '97400'), at('FR', '97190')]) {
    assert.ok(fitting(company('normal'), business(there)).includes('FR_850'));
    assert.ok(fitting(company('normal', there)).includes('FR_850'));
  }
  for (const elsewhere of [at('FR', '97300'), at('YT', '97600'), at('FR', '20000')])
    assert.ok(!fitting(company('normal'), business(elsewhere)).includes('FR_850'));
});

test('no VAT is charged under the franchise or exempt', () => {
  for (const regime of ['franchise', 'exempt'] as const) {
    assert.deepEqual(fitting(company(regime)), ['FR_00HT']);
    assert.deepEqual(fitting(company(regime), business(at('IT'))), ['FR_00HT', 'FR_00UE']);
    assert.deepEqual(fitting(company(regime), business(at('IT'), 'contact')), ['FR_00HT']);
  }
});

test('codes that fit come first; all eight are listed, and 0 % means the first one without VAT', () => {
  const choices = vatCodeChoices({ settings: company('normal'), customer: business(at('DE')), day });
  assert.equal(choices.length, 8);
  assert.equal(choices.find(({ rate }) => rate === 0)?.code, 'FR_00UE');
  assert.equal(vatCodeChoices({ settings: company('normal'), day }).find(({ rate }) => rate === 0)?.code, 'FR_00HT');
});

test('the mentions that fit are those accepted at finalization: none with 20 %, art. 293 B only under the franchise', () => {
  assert.deepEqual(mentions(company('normal'), 'FR_2000'), ['not_subject']);
  assert.deepEqual(mentions(company('normal'), 'FR_2000', 'FR_550'), ['not_subject', 'vat_reduced_rate']);
  assert.ok(mentions(company('franchise'), 'FR_00HT').includes('vat_not_applicable'));
  assert.ok(!mentions(company('normal'), 'FR_00HT').includes('vat_not_applicable'));
  assert.ok(!mentions(company('franchise'), 'FR_00HT').includes('not_subject'));
  assert.ok(!mentions(company('franchise'), 'FR_2000').includes('vat_not_applicable'));
  const ofUnion = mentions(company('normal'), 'FR_00UE');
  assert.ok(ofUnion.includes('vat_exemption_eu_service') && !ofUnion.includes('vat_exemption_eu_sale'));
});

test('without lines every mention may fit, but under the franchise none without a reason', () => {
  assert.equal(mentions(company('normal')).length, 20);
  const franchise = mentions(company('franchise'));
  assert.ok(franchise.includes('vat_not_applicable') && !franchise.includes('not_subject'));
});
