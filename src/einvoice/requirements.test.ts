import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freshSettings } from '../domain/account/settings.ts';
import type { BillingDocument, Invoice } from '../domain/billing/document/document.ts';
import type { Facts } from '../domain/billing/document/draft-context.ts';
import type { Line } from '../domain/billing/document/lines/line.ts';
import { defaultContent, freshDraft } from '../domain/billing/document/new-draft.ts';
import { figuresOf } from '../domain/billing/document/totals/document-figures.ts';
import type { Party } from '../domain/customers/party.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import type { VatMention } from '../domain/vat/mention.ts';
import type { VatCode } from '../domain/vat/vat-code.ts';
import { electronicFaultNames, electronicFaults, electronicFaultTexts } from './requirements.ts';

const NOW = Date.UTC(2026, 2, 2, 9) / 1000;
const ADDRESS = { line1: '8 rue du Port', city: 'Nantes', zipCode: '44000', country: 'FR' } as const;
const company: Party = {
  id: 'c',
  kind: 'organization',
  test: false,
  name: 'Mairie & Fils',
  emails: ['a@example.com'],
  billingAddress: ADDRESS,
  siren: '552100554',
};
const consumer: Party = { ...without(company, 'siren'), kind: 'contact', name: 'Léa Moreau' };
const german: Party = { ...without(company, 'siren'), billingAddress: { ...ADDRESS, country: 'DE' } };

describe('what an electronic invoice cannot be without', () => {
  test('a French company billed 20 % by one with SIRET and VAT number: nothing lacks', () => {
    assert.deepEqual(faults({}), []);
  });

  test("the seller's SIRET and VAT number, and the SIREN of a French company, bind", () => {
    assert.deepEqual(faults({ siret: undefined }), ['sellerSiret!']);
    assert.deepEqual(faults({ vatNumber: undefined }), ['sellerVatNumber!']);
    assert.deepEqual(faults({ customer: without(company, 'siren') }), ['customerSiren!']);
  });

  test('under the franchise no VAT number is needed', () => {
    const given = { vatNumber: undefined, codes: ['FR_00HT'], mention: 'vat_not_applicable' } as const;
    assert.deepEqual(faults(given), []);
  });

  test('for a consumer, a customer abroad or a test document the same is advice', () => {
    assert.deepEqual(faults({ siret: undefined, customer: consumer }), ['sellerSiret']);
    assert.deepEqual(faults({ siret: undefined, customer: german }), ['sellerSiret']);
    assert.deepEqual(faults({ siret: undefined, test: true }), ['sellerSiret']);
  });

  test('a consumer or a foreigner without e-mail has no electronic address; a French company has its SIREN', () => {
    assert.deepEqual(faults({ customer: { ...consumer, emails: [] } }), ['customerElectronicAddress']);
    assert.deepEqual(faults({ customer: { ...german, emails: [] } }), ['customerElectronicAddress']);
    assert.deepEqual(faults({ customer: { ...company, emails: [] } }), []);
  });

  test('goods within the Union need the VAT number of the customer; reverse charge in France has his SIREN', () => {
    const goods = { codes: ['FR_00UE'], goods: true, mention: 'vat_exemption_eu_sale', customer: german } as const;
    assert.deepEqual(faults(goods), ['customerVatNumber']);
    assert.deepEqual(faults({ ...goods, customer: { ...german, vatNumber: 'DE129273398' } }), []);
    assert.deepEqual(faults({ codes: ['FR_00HT'], mention: 'vat_construction' }), []);
    const toConsumer = { codes: ['FR_00HT'], mention: 'vat_construction', customer: consumer } as const;
    assert.deepEqual(faults(toConsumer), ['customerVatNumber']);
  });

  test('lines without VAT need a mention that says why', () => {
    assert.deepEqual(faults({ codes: ['FR_00HT'], mention: 'vat_reduced_rate' }), ['exemptionReason!']);
    assert.deepEqual(faults({ codes: ['FR_00HT'], mention: 'vat_article_261c_cgi' }), []);
  });

  test('services outside the scope of VAT and an export are billed apart; beside a charged visit they need not be', () => {
    const both = { codes: ['FR_0HUE', 'FR_0HUE'], goods: 'first', mention: 'vat_not_applicable_2' } as const;
    assert.deepEqual(faults(both), ['outsideScopeAlone!']);
    assert.deepEqual(faults({ codes: ['FR_0HUE', 'FR_2000'], mention: 'vat_not_applicable_2' }), []);
  });

  test('a country that is no more, a currency that is no more, and one without a rate to the euro', () => {
    const antilles = { ...german, billingAddress: { ...ADDRESS, country: 'AN' as const } };
    assert.deepEqual(faults({ customer: antilles }), ['customerCountry']);
    assert.deepEqual(faults({ currency: 'BGN' }), ['currencyInList!']);
    assert.deepEqual(faults({ currency: 'USD', base: 'GBP' }), ['euroRate!']);
    assert.deepEqual(faults({ currency: 'USD' }), []);
  });

  test('a reference that is no number of an invoice', () => {
    const free = (number: string) => faults({ references: [{ number, date: NOW }] });
    assert.deepEqual(free('facture n° 12'), ['referenceNumber!']);
    assert.deepEqual(free('2025/0412'), []);
  });

  test('VAT one yen off its rate cannot be told, and nobody could mend it, so it never binds', () => {
    const off = {
      ...draft({}),
      totals: { ...draft({}).totals, breakdown: { FR_2000: { net: 100_000, vat: 20_100 } } },
    };
    assert.deepEqual(named(electronicFaults(off as unknown as BillingDocument, facts({}))), ['vatNearItsRate']);
  });

  test('each has its words in both languages', () => {
    for (const name of electronicFaultNames) {
      assert.match(electronicFaultTexts[name].fr, /\.$/);
      assert.match(electronicFaultTexts[name].en, /\.$/);
    }
  });
});

type Given = {
  readonly codes?: readonly VatCode[];
  readonly goods?: boolean | 'first';
  readonly mention?: VatMention;
  readonly customer?: Party;
  readonly siret?: string | undefined;
  readonly vatNumber?: string | undefined;
  readonly test?: boolean;
  readonly currency?: CurrencyCode;
  readonly base?: CurrencyCode;
  readonly references?: readonly { number: string; date: number }[];
};

const faults = (given: Given): string[] => named(electronicFaults(draft(given), facts(given)));

/** What binds has an exclamation mark. */
const named = (found: ReturnType<typeof electronicFaults>): string[] =>
  found.map(({ name, binding }) => (binding ? `${name}!` : name));

function facts(given: Given): Facts {
  const { siret, vatNumber } = { siret: '73282932000074', vatNumber: 'FR44732829320', ...given };
  const settings = freshSettings('Zoé Martin');
  const emitter = { ...settings.emitter, ...(siret && { siret }), ...(vatNumber && { vatNumber }) };
  return { settings: { ...settings, emitter }, customer: given.customer ?? company, now: NOW };
}

function draft(given: Given): Invoice {
  const { codes = ['FR_2000'], goods = false, mention = 'not_subject', currency = 'EUR', base = 'EUR' } = given;
  const lines = codes.map(
    (vatCode, place): Line => ({
      id: '',
      designation: 'Conseil',
      quantity: 10_000 as TenThousandths,
      unitPrice: 100_000_000 as TenThousandths,
      taxIncluded: false,
      deliveryOfGoods: goods === 'first' ? place === 0 : goods,
      vatCode,
    }),
  );
  const said = defaultContent('invoice', freshSettings('Zoé Martin'), given.customer, NOW);
  const made = freshDraft({
    kind: given.references ? 'credit_note' : 'invoice',
    id: 'd',
    test: given.test ?? false,
    now: NOW,
    totals: {} as never,
    content: {
      ...said,
      currency: { code: currency, base, rate: 1.5, origin: 'USER', at: NOW },
      legals: { ...said.legals, vatMention: mention },
      lines,
      includeDiscountDisbursement: false,
      isFinal: false,
      deductions: [],
      references: given.references ?? [],
    },
  });
  return { ...made, totals: figuresOf(made, undefined) } as Invoice;
}

function without<Whole extends object, Key extends keyof Whole>(whole: Whole, key: Key): Omit<Whole, Key> {
  const { [key]: _, ...rest } = whole;
  return rest;
}
