import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { company, consumer, documentFixtures, NOVEMBER, seller } from '../../../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../../../test/support/documents/create-line.ts';
import { cents } from '../../../money/cents.ts';
import type { BillingDocument, Legals, Timeline } from '../document.ts';
import type { Facts } from '../draft-context.ts';
import type { Kind } from '../kind.ts';
import type { Line } from '../lines/line.ts';
import { lacksSiren, unmetRequirements } from './requirements.ts';

const DAY = 86_400;
const LINE = lineOf(1, 100_000, 'FR_2000');

type Given = {
  kind?: Kind;
  lines?: readonly Line[];
  legals?: Partial<Legals>;
  timeline?: Partial<Timeline>;
  more?: object;
  facts?: Partial<Facts>;
  document?: Partial<BillingDocument>;
};

/** The unmet requirements of an invoice of 1,200.00 to a company, issued today, with changes. */
function unmet({ kind = 'invoice', lines = [LINE], legals = {}, timeline, more, facts, document }: Given = {}) {
  const trail = documentFixtures(seller, company);
  const drafted = trail.drafted(kind, { lines, legals, ...(more && { more }) });
  const content = { ...drafted.content, timeline: { ...drafted.content.timeline, ...timeline } };
  const draft = { ...drafted, content, ...document } as BillingDocument;
  return unmetRequirements(draft, { ...trail.factsOf(draft), ...facts });
}

test('an invoice of 1,200.00 to a company lacks nothing, and neither does an estimate', () => {
  assert.deepEqual(unmet(), []);
  assert.deepEqual(unmet({ kind: 'estimate' }), []);
});

describe('lines and amount', () => {
  test('an invoice without lines cannot be finalized', () => {
    assert.deepEqual(unmet({ lines: [] }), ['hasLines']);
  });

  test('an invoice of 0.00 is allowed, one of −12.00 is not', () => {
    assert.deepEqual(unmet({ lines: [lineOf(0, 100_000, 'FR_2000')] }), []);
    assert.deepEqual(unmet({ lines: [lineOf(-1, 1000, 'FR_2000')] }), ['hasValidAmount']);
  });

  test('deductions of 1,200.00 are within an invoice of 1,200.00, a cent more is not', () => {
    const deducting = (net: number) => ({
      isFinal: true,
      deductions: [
        { advanceId: 'a', number: 'F-2026-0001', breakdown: { FR_2000: { net: cents(net), vat: cents(20_000) } } },
      ],
    });
    assert.deepEqual(unmet({ more: deducting(100_000) }), []);
    assert.deepEqual(unmet({ more: deducting(100_001) }), ['hasValidAmount']);
  });

  test('a credit note of 1,200.00 credits an invoice of 1,200.00, not one of which 240.00 was credited before', () => {
    const trail = documentFixtures(seller, company);
    const invoice = trail.made('invoice', { lines: [LINE] });
    const creditNote = trail.creditedDraft(invoice);
    const facts = trail.factsOf(creditNote);
    assert.deepEqual(unmetRequirements(creditNote, facts), []);
    const credited = { FR_2000: { net: cents(20_000), vat: cents(4000) } };
    const parent = { ...invoice, life: { ...invoice.life, credited } };
    assert.deepEqual(unmetRequirements(creditNote, { ...facts, parent }), ['hasValidAmount']);
  });

  test('an advance of 360.00 fits an estimate of 1,200.00, not one with 960.00 billed already', () => {
    const trail = documentFixtures(seller, company);
    const estimate = trail.made('estimate', { lines: [LINE] });
    const { sealed: _, ...advance } = trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
    const facts = { ...trail.factsOf(advance as BillingDocument), parent: estimate };
    assert.deepEqual(unmetRequirements(advance as BillingDocument, facts), []);
    const billed = { FR_2000: { net: cents(80_000), vat: cents(16_000) } };
    const parent = { ...estimate, life: { ...estimate.life, billed } };
    assert.deepEqual(unmetRequirements(advance as BillingDocument, { ...facts, parent }), ['hasAdvanceWithinEstimate']);
  });
});

describe('issuer and customer', () => {
  test('the customer has a billing address with street, postcode and town', () => {
    const { billingAddress: _, ...homeless } = company;
    assert.deepEqual(unmet({ facts: { customer: homeless } }), ['hasCustomerBillingAddress']);
  });

  test('the issuer has a name, a SIRET and an address; a test document is made without them', () => {
    const facts = { settings: { ...seller, emitter: { name: 'Atelier Moreau', vatNumber: 'FR44732829320' } } };
    assert.deepEqual(unmet({ facts }), ['hasEmitterIdentity']);
    assert.deepEqual(unmet({ facts, document: { test: true } }), []);
  });

  test('an account that charges VAT states its VAT number', () => {
    const { vatNumber: _, ...emitter } = seller.emitter;
    assert.deepEqual(unmet({ facts: { settings: { ...seller, emitter } } }), ['hasEmitterVatNumber']);
  });

  test('if the account requires it, an invoice to a French company needs a SIREN, an estimate does not', () => {
    const { siren: _, siret: __, ...unknown } = company;
    const facts = { customer: unknown, settings: { ...seller, customerSirenRequired: true } };
    assert.deepEqual(unmet({ facts }), ['hasCustomerSiren']);
    assert.deepEqual(unmet({ facts, kind: 'estimate' }), []);
    assert.deepEqual(unmet({ facts: { customer: unknown } }), []);
    assert.deepEqual([lacksSiren(unknown), lacksSiren(company), lacksSiren(consumer)], [true, false, false]);
  });
});

describe('legal mentions', () => {
  test('an invoice without VAT states why: art. 293 B, or another provision', () => {
    const lines = [lineOf(1, 100_000, 'FR_00HT')];
    assert.deepEqual(unmet({ lines }), ['hasVatMention']);
    assert.deepEqual(unmet({ lines, legals: { vatMention: 'vat_not_applicable' } }), []);
  });

  test('one line without VAT is enough to need the mention; a disbursement is not', () => {
    assert.deepEqual(unmet({ lines: [LINE, lineOf(1, 5000, 'FR_00HT')] }), ['hasVatMention']);
    assert.deepEqual(unmet({ lines: [LINE, lineOf(1, 5000, 'FR_00HT', { disbursement: true })] }), []);
  });

  test('art. 293 B on an invoice with 20 % of VAT contradicts itself', () => {
    assert.deepEqual(unmet({ legals: { vatMention: 'vat_not_applicable' } }), ['hasConsistentVatMention']);
  });

  test('goods sold to another member state without VAT need the VAT number of the customer', () => {
    const { vatNumber: _, ...customer } = company;
    const goods: Line = { ...lineOf(1, 100_000, 'FR_00UE'), type: 'sale_of_goods' };
    const sale = { lines: [goods], legals: { vatMention: 'vat_exemption_eu_sale' } as const };
    assert.deepEqual(unmet(sale), []);
    assert.deepEqual(unmet({ ...sale, facts: { customer } }), ['hasCustomerVatNumber']);
  });

  test('an invoice to a company states the penalties for late payment; one to a consumer need not', () => {
    assert.deepEqual(unmet({ legals: { latePenalty: null } }), ['hasPaymentTerms']);
    assert.deepEqual(unmet({ legals: { latePenalty: null }, facts: { customer: consumer } }), []);
  });
});

describe('dates', () => {
  test('an invoice is not dated tomorrow, nor before the last one of its series', () => {
    assert.deepEqual(unmet({ timeline: { emittedAt: NOVEMBER + DAY } }), ['hasChronologicalDate']);
    assert.deepEqual(unmet({ facts: { seriesLastOn: '2026-11-21' } }), ['hasChronologicalDate']);
    assert.deepEqual(unmet({ facts: { seriesLastOn: '2026-11-20' } }), []);
  });

  test('an invoice is due on the day of issue at the earliest, and has a due day', () => {
    const due = (customDueAt?: number) =>
      unmet({ timeline: { paymentDelay: 'other', ...(customDueAt !== undefined && { customDueAt }) } });
    assert.deepEqual(due(NOVEMBER), []);
    assert.deepEqual(due(NOVEMBER - DAY), ['hasDueDate']);
    assert.deepEqual(due(), ['hasDueDate']);
  });
});

test('a personal service is billed by the hour or at a fixed rate', () => {
  const cleaning = (unit: Line['unit']) => [{ ...LINE, unit, personalServiceActivity: 'JARDINAGE' } as Line];
  assert.deepEqual(unmet({ lines: cleaning('day') }), ['hasPersonalServiceUnits']);
  assert.deepEqual(unmet({ lines: cleaning('hour') }), []);
});

test('a stand-alone credit note names the invoice it corrects', () => {
  assert.deepEqual(unmet({ kind: 'credit_note' }), ['hasReference']);
  const references = [{ number: 'FA-2019-7', date: NOVEMBER - 400 * DAY }];
  assert.deepEqual(unmet({ kind: 'credit_note', more: { references } }), []);
});

test('characters that no font prints, and faults of the electronic form, prevent finalization', () => {
  assert.deepEqual(unmet({ facts: { unprintable: ['𓀀'] } }), ['hasPrintableLetters']);
  assert.deepEqual(unmet({ facts: { electronicFaults: [{ fr: 'x', en: 'x' }] } }), ['hasElectronicForm']);
});

test('an invoice in dollars needs an exchange rate, and its VAT must be stated in euros', () => {
  const dollars = { code: 'USD', base: 'EUR', rate: 1.1, origin: 'USER', at: NOVEMBER } as const;
  assert.deepEqual(unmet({ more: { currency: dollars } }), []);
  assert.deepEqual(unmet({ more: { currency: { ...dollars, rate: 0 } } }), ['hasCurrencyRate']);
  assert.deepEqual(unmet({ more: { currency: { ...dollars, base: 'USD' } } }), ['hasCurrencyRate']);
});
