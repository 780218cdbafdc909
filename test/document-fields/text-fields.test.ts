import assert from 'node:assert/strict';
import { test } from 'vitest';
import { searchTextOf } from '../../src/db/billing/search-text.ts';
import type { BillingDocument, Finalized, Invoice, Said } from '../../src/domain/billing/document/document.ts';
import { duplicateOf } from '../../src/domain/billing/document/duplicate.ts';
import { type Kind, kinds } from '../../src/domain/billing/document/kind.ts';
import { locales } from '../../src/domain/billing/document/locale.ts';
import {
  type Copy,
  documentTextNames,
  hasText,
  legalTextNames,
  type TextField,
  textFieldNames,
  textRow,
} from '../../src/domain/billing/document/text-fields.ts';
import { occurrenceOf } from '../../src/domain/billing/recurrence/next-occurrence.ts';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { consumer, documentFixtures, NOVEMBER, seller } from '../pdf/document-fixtures.ts';
import { lineOf } from '../support/documents/create-line.ts';

// What the row of a text field says must hold in every copy, on paper, in e-invoices and in search.

const written = (field: TextField): string => `Texte «${field}»`;
const pairs = (fields: readonly TextField[]) => Object.fromEntries(fields.map((field) => [field, written(field)]));
const found = (value: unknown): readonly TextField[] =>
  textFieldNames.filter((field) => JSON.stringify(value).toLowerCase().includes(written(field).toLowerCase()));
const having = (kind: Kind): readonly TextField[] => textFieldNames.filter((field) => hasText(kind, field));

/** Documents of a consumer, so that they name the mediator, with another payment method. */
function fixtures() {
  const trail = documentFixtures(seller, consumer);
  const filled = (kind: Kind) => ({
    lines: [lineOf(1, 100_000, 'FR_2000')],
    said: pairs(documentTextNames.filter((field) => hasText(kind, field))) as Partial<Said>,
    legals: { ...pairs(legalTextNames), paymentMethods: ['other'] } as Partial<Said['legals']>,
    ...(kind === 'credit_note' && { more: { references: [{ number: 'F-2026-0001', date: NOVEMBER }] } }),
  });
  const ofKind = (kind: Kind): BillingDocument => {
    if (kind !== 'advance') return trail.made(kind, filled(kind));
    const advance = trail.advance(trail.made('estimate', filled('estimate')), { mode: 'PERCENTAGE', percentage: 30 });
    const { said, legals } = filled(kind);
    const content = { ...advance.content, ...said, legals: { ...advance.content.legals, ...legals } };
    return { ...advance, content };
  };
  return { trail, ofKind };
}

test('each draft created from another document takes over exactly the texts its rows list', () => {
  const { trail, ofKind } = fixtures();
  const estimate = ofKind('estimate');
  const invoice = ofKind('invoice') as Finalized<Invoice>;
  const recurrence = { from: '2026-12-01', to: '2027-12-01', every: 1, interval: 'month' };
  const template = { ...invoice, life: { ...invoice.life, recurrence } } as unknown as Invoice;
  const options = { now: NOVEMBER, newId: () => 'line', settings: seller };
  const copies: Record<Copy, BillingDocument> = {
    advance: trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 }),
    final_invoice: trail.finalInvoice(estimate),
    credit_note: trail.creditedDraft(invoice),
    duplicate: duplicateOf(invoice, options),
    recurrence: occurrenceOf(template, '2026-12-01', options),
  };
  for (const [copy, { kind, content }] of Object.entries(copies)) {
    const from = copy === 'advance' || copy === 'final_invoice' ? 'estimate' : 'invoice';
    const expected = having(kind).filter(
      (field) => hasText(from, field) && textRow(field).copied.includes(copy as Copy),
    );
    assert.deepEqual(found(content), expected, copy);
  }
  const left = found(invoice.content).filter((field) => !found(copies.credit_note.content).includes(field));
  for (const field of ['headerNote', 'footerNote', 'generalTerms'] as const) assert.ok(left.includes(field), field);
  assert.ok(!left.includes('orderNumber'));
});

for (const kind of kinds)
  test(`${kind}: every text it has is on paper, with its label in each language if it has one`, () => {
    const { trail, ofKind } = fixtures();
    const document = ofKind(kind);
    assert.deepEqual(found(document.content), having(kind));
    // A credit note states no payment methods.
    const expected = having(kind).filter((field) => kind !== 'credit_note' || field !== 'otherPaymentMethod');
    for (const locale of locales) {
      const printed = trail.printed(document, { locale });
      assert.deepEqual(found(printed), expected, locale);
      for (const field of expected) {
        const { printed: place } = textRow(field);
        if (typeof place !== 'object') continue;
        const fact = printed.facts.find(({ value }) => value === written(field));
        assert.equal(fact?.label, place[locale]);
      }
    }
  });

test('an e-invoice contains exactly the texts with a term of EN 16931, in both syntaxes', () => {
  const { ofKind } = fixtures();
  const electronic = electronicInvoiceOf(ofKind('invoice') as Finalized<Invoice>, { zone: seller.zone, relatives: [] });
  const expected = having('invoice').filter((field) => textRow(field).term !== undefined);
  for (const xml of [ciiOf(electronic), ublOf(electronic)]) assert.deepEqual(found(xml), expected);
  for (const field of expected) {
    const { printed, term } = textRow(field);
    const label = typeof printed === 'object' ? `${printed.fr} : ` : '';
    if (term === 'BT-22')
      assert.ok(
        electronic.notes.some(({ text }) => text === `${label}${written(field)}`),
        field,
      );
  }
});

test('the search text contains exactly the texts that are searched', () => {
  const { ofKind } = fixtures();
  for (const kind of kinds) {
    const expected = having(kind).filter((field) => textRow(field).isSearched);
    assert.deepEqual(found(searchTextOf(ofKind(kind), consumer)), expected, kind);
  }
});
