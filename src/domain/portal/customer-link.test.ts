import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type CustomerLink, isOpen } from './customer-link.ts';

const link: CustomerLink = {
  ...{ id: 'l', test: false, purpose: 'document', documentId: 'd', createdBy: 'k', views: 0 },
  ...{ createdAt: 100, endsAt: 200 },
};

test('a link is valid until the second it ends, and not after it was revoked', () => {
  assert.equal(isOpen(link, 199), true);
  assert.equal(isOpen(link, 200), false);
  assert.equal(isOpen({ ...link, revokedAt: 150 }, 160), false);
});
