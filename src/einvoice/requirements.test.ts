import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { freshSettings } from '../domain/account/settings.ts';
import type { BillingDocument, Invoice } from '../domain/billing/document/document.ts';
import type { Facts } from '../domain/billing/document/draft-context.ts';
import type { Line } from '../domain/billing/document/lines/line.ts';
import { defaultContent, freshDraft } from '../domain/billing/document/new-draft.ts';
import { figuresOf } from '../domain/billing/document/totals/document-figures.ts';
import type { Party } from '../domain/customers/party.ts';
import type { CurrencyCode } from '../domain/money/currency.ts';
import type { TenThousandths } from '../domain/money/ten-thousandths.ts';
import type { VatMention } from '../domain/vat/mention-text.ts';
import type { VatCode } from '../domain/vat/vat-code.ts';
import { platformTreatment } from './clientele.ts';
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

describe('requirements of an electronic invoice', () => {
  test('a French company with 20 % billed by one with SIRET and VAT number: nothing is missing', () => {
    assert.deepEqual(faults({}), []);
  });

  test("the seller's SIRET and VAT number are binding", () => {
    assert.deepEqual(faults({ siret: undefined }), ['sellerSiret!']);
    assert.deepEqual(faults({ vatNumber: undefined }), ['sellerVatNumber!']);
  });

  test('a French company without SIREN counts as a consumer: nothing binds, and its e-mail is its address', () => {
    const association = without(company, 'siren');
    assert.deepEqual(faults({ customer: association }), []);
    assert.deepEqual(faults({ customer: association, siret: undefined }), ['sellerSiret']);
    assert.deepEqual(faults({ customer: { ...association, emails: [] } }), ['customerElectronicAddress']);
    assert.equal(platformTreatment(association), 'B2C');
    assert.equal(platformTreatment(company), 'B2B');
  });

  test('under the franchise no VAT number is needed', () => {
    const options = { vatNumber: undefined, codes: ['FR_00HT'], mention: 'vat_not_applicable' } as const;
    assert.deepEqual(faults(options), []);
  });

  test('for a consumer, a customer abroad or a test document the same faults are advice', () => {
    assert.deepEqual(faults({ siret: undefined, customer: consumer }), ['sellerSiret']);
    assert.deepEqual(faults({ siret: undefined, customer: german }), ['sellerSiret']);
    assert.deepEqual(faults({ siret: undefined, test: true }), ['sellerSiret']);
  });

  test('a consumer or a foreign customer without e-mail has no electronic address; a French company has its SIREN', () => {
    assert.deepEqual(faults({ customer: { ...consumer, emails: [] } }), ['customerElectronicAddress']);
    assert.deepEqual(faults({ customer: { ...german, emails: [] } }), ['customerElectronicAddress']);
    assert.deepEqual(faults({ customer: { ...company, emails: [] } }), []);
  });

  test("an intra-community supply needs the customer's VAT number; reverse charge in France the SIREN", () => {
    const goods = { codes: ['FR_00UE'], goods: true, mention: 'vat_exemption_eu_sale', customer: german } as const;
    assert.deepEqual(faults(goods), ['customerVatNumber']);
    assert.deepEqual(faults({ ...goods, customer: { ...german, vatNumber: 'DE129273398' } }), []);
    assert.deepEqual(faults({ codes: ['FR_00HT'], mention: 'vat_construction' }), []);
    const toConsumer = { codes: ['FR_00HT'], mention: 'vat_construction', customer: consumer } as const;
    assert.deepEqual(faults(toConsumer), ['customerVatNumber']);
  });

  test('lines without VAT need a mention with the reason', () => {
    assert.deepEqual(faults({ codes: ['FR_00HT'], mention: 'vat_reduced_rate' }), ['exemptionReason!']);
    assert.deepEqual(faults({ codes: ['FR_00HT'], mention: 'vat_article_261c_cgi' }), []);
  });

  test('services outside the scope of VAT and an export must be billed separately; together with a taxed service they need not', () => {
    const both = { codes: ['FR_0HUE', 'FR_0HUE'], goods: 'first', mention: 'vat_not_applicable_2' } as const;
    assert.deepEqual(faults(both), ['outsideScopeAlone!']);
    assert.deepEqual(faults({ codes: ['FR_0HUE', 'FR_2000'], mention: 'vat_not_applicable_2' }), []);
  });

  test('a former country, a former currency, and a currency without a rate to the euro', () => {
    const antilles = { ...german, billingAddress: { ...ADDRESS, country: 'AN' as const } };
    assert.deepEqual(faults({ customer: antilles }), ['customerCountry']);
    assert.deepEqual(faults({ currency: 'BGN' }), ['currencyInList!']);
    assert.deepEqual(faults({ currency: 'USD', base: 'GBP' }), ['euroRate!']);
    assert.deepEqual(faults({ currency: 'USD' }), []);
  });

  test('a reference that is no invoice number', () => {
    const free = (number: string) => faults({ references: [{ number, date: NOW }] });
    assert.deepEqual(free('facture n° 12'), ['referenceNumber!']);
    assert.deepEqual(free('2025/0412'), []);
  });

  test('VAT one yen off its rate cannot be expressed and cannot be corrected, so it never binds', () => {
    const off = {
      ...draft({}),
      totals: { ...draft({}).totals, breakdown: { FR_2000: { net: 100_000, vat: 20_100 } } },
    };
    assert.deepEqual(named(electronicFaults(off as unknown as BillingDocument, facts({}))), ['vatNearItsRate']);
  });

  test('each fault has texts in both languages', () => {
    for (const name of electronicFaultNames) {
      assert.match(electronicFaultTexts[name].fr, /\.$/);
      assert.match(electronicFaultTexts[name].en, /\.$/);
    }
  });
});

type DraftOptions = {
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

const faults = (options: DraftOptions): string[] => named(electronicFaults(draft(options), facts(options)));

/** Binding faults are marked with an exclamation mark. */
const named = (found: ReturnType<typeof electronicFaults>): string[] =>
  found.map(({ name, binding }) => (binding ? `${name}!` : name));

function facts(options: DraftOptions): Facts {
  const { siret, vatNumber } = { siret: '73282932000074', vatNumber: 'FR44732829320', ...options };
  const settings = freshSettings('Zoé Martin');
  const emitter = { ...settings.emitter, ...(siret && { siret }), ...(vatNumber && { vatNumber }) };
  return { settings: { ...settings, emitter }, customer: options.customer ?? company, now: NOW };
}

function draft(options: DraftOptions): Invoice {
  const { codes = ['FR_2000'], goods = false, mention = 'not_subject', currency = 'EUR', base = 'EUR' } = options;
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
  const content = defaultContent('invoice', freshSettings('Zoé Martin'), options.customer, NOW);
  const made = freshDraft({
    kind: options.references ? 'credit_note' : 'invoice',
    id: 'd',
    test: options.test ?? false,
    now: NOW,
    totals: {} as never,
    content: {
      ...content,
      currency: { code: currency, base, rate: 1.5, origin: 'USER', at: NOW },
      legals: { ...content.legals, vatMention: mention },
      lines,
      includeDiscountDisbursement: false,
      isFinal: false,
      deductions: [],
      references: options.references ?? [],
    },
  });
  return { ...made, totals: figuresOf(made, undefined) } as Invoice;
}

function without<Whole extends object, Key extends keyof Whole>(whole: Whole, key: Key): Omit<Whole, Key> {
  const { [key]: _, ...rest } = whole;
  return rest;
}
