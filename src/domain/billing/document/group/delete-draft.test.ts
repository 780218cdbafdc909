import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { BillingDocument } from '../document.ts';
import { whyNotDeletable } from './delete-draft.ts';

const draft = { id: 'draft' } as BillingDocument;
const child = { id: 'child', parentId: 'draft' } as BillingDocument;

test('a draft without descendants can be deleted', () => {
  assert.equal(whyNotDeletable(draft, [draft, { id: 'sibling', parentId: 'parent' } as BillingDocument]), undefined);
});

test('a numbered document cannot be deleted, nor can a draft with descendants', () => {
  const sealed = { ...draft, sealed: { number: 'F-2026-0007' } } as BillingDocument;
  assert.deepEqual(whyNotDeletable(sealed, []), { refused: 'not_deletable_when_finalized', number: 'F-2026-0007' });
  assert.deepEqual(whyNotDeletable(draft, [child]), { refused: 'not_deletable_with_credit_notes' });
});
