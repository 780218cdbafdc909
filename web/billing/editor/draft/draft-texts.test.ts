import assert from 'node:assert/strict';
import { test } from 'vitest';
import { textFields } from '../../../client/text-fields.ts';
import { documentNames } from '../../../locales/fr/document-names.ts';
import { type Billing, draftFrom, fieldGroupsOf } from './draft.ts';
import { type TextField, textFieldsOf } from './draft-texts.ts';
import { draftInvoice } from './test-drafts.ts';

const names = Object.keys(textFields) as TextField[];
const rowOf = (field: TextField) => textFields[field];

/** A document of a type that has every text its type can have. */
function filled(type: Billing['type']): Billing {
  const membersIn = (place: 'legals' | 'document') =>
    Object.fromEntries(
      textFieldsOf(type, (row) => row.in === place).map((field) => [rowOf(field).json, `Texte «${field}» `]),
    );
  const usual = draftInvoice({ type, advanceEstimateLines: { advances: [] }, ...membersIn('document') });
  return { ...usual, billingLegals: { ...usual.billingLegals, ...membersIn('legals') } };
}

for (const type of ['estimate', 'purchase_order', 'invoice', 'advance', 'asset'] as const)
  test(`${type}: each text goes from the document to the draft and back under its API name`, () => {
    const document = filled(type);
    const draft = draftFrom(document);
    const group = fieldGroupsOf(type).find(({ operation }) => operation.endsWith('-general-informations'));
    assert.ok(group);
    const body = group.body(draft, draft) as Record<string, unknown>;
    const own = textFieldsOf(type);
    assert.ok(own.length > 5);
    for (const field of names) {
      const text = `Texte «${field}» `;
      assert.equal(draft[field], own.includes(field) ? text : undefined, field);
      assert.equal(group.fields.includes(field), own.includes(field), field);
      const isLine = rowOf(field).size === 'line';
      assert.equal(body[rowOf(field).json], own.includes(field) ? (isLine ? text.trim() : text) : undefined, field);
    }
  });

test('each text has a name, and a dialog shows it unless other code of the editor does', () => {
  for (const field of names) assert.ok(documentNames.fieldNames[field], field);
  const elsewhere = names.filter((field) => rowOf(field).edited === 'own');
  assert.deepEqual(elsewhere, ['otherPaymentMethod', 'description'], 'terms-dialog.tsx and advance-amount.tsx');
});
