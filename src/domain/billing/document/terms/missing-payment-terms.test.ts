import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Party } from '../../../customers/party.ts';
import type { BillingDocument, Legals } from '../document.ts';
import type { Kind } from '../kind.ts';
import { missingTerms } from './missing-payment-terms.ts';

const bakery = { kind: 'organization' } as Party;
const lea = { kind: 'contact' } as Party;
const usual = {
  paymentMethods: ['transfer'],
  latePenalty: { value: 'three_time_legal_rate' },
  lumpSumCompensation: { value: 'forty_euros' },
  discountForAdvancePayment: { value: 'none' },
} as const;
const missing = (kind: Kind, customer: Party | undefined, given: Partial<Legals>) =>
  missingTerms(
    { kind, content: { legals: { ...usual, ...given }, planned: [] } } as unknown as BillingDocument,
    customer,
  );
const none = { latePenalty: null, lumpSumCompensation: null, discountForAdvancePayment: null };
const all = ['latePenalty', 'lumpSumCompensation', 'discountAdvancePayment'];

test('invoices and advances to businesses state all three terms; to consumers, and on estimates, none is required', () => {
  assert.deepEqual(missing('invoice', bakery, {}), []);
  assert.deepEqual(missing('invoice', bakery, none), all);
  assert.deepEqual(missing('advance', bakery, none), all);
  assert.deepEqual(missing('invoice', lea, none), []);
  assert.deepEqual(missing('estimate', bakery, none), []);
});

test('a draft of an older version with "other" and no text lacks the terms, for every customer and kind', () => {
  const other = { value: 'other', otherValue: '-' } as const;
  const given: Partial<Legals> = {
    ...{ latePenalty: other, lumpSumCompensation: { value: 'other' }, discountForAdvancePayment: other },
    ...{ paymentMethods: ['other'], otherPaymentMethod: ' ' },
  };
  for (const kind of ['invoice', 'advance', 'estimate', 'credit_note'] as const)
    assert.deepEqual(missing(kind, lea, given), [...all, 'paymentMethods']);
  assert.deepEqual(missing('invoice', bakery, { latePenalty: { value: 'other', otherValue: '12 % par an' } }), []);
  assert.deepEqual(missing('invoice', bakery, { paymentMethods: ['other'], otherPaymentMethod: 'Troc' }), []);
});

test('an offer that announces an advance due at an "other" time must state when', () => {
  const announced = (customPaymentCondition: string | null | undefined) =>
    missingTerms(
      {
        kind: 'estimate',
        content: { legals: usual, planned: [{ paymentCondition: 'OTHER', customPaymentCondition }] },
      } as unknown as BillingDocument,
      lea,
    );
  for (const none of [undefined, null, '', ' ', '-']) assert.deepEqual(announced(none), ['plannedAdvances']);
  assert.deepEqual(announced('À la livraison'), []);
});
