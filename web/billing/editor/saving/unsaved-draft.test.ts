import assert from 'node:assert/strict';
import { test } from 'vitest';
import { draftFrom } from '../draft/draft.ts';
import { draftInvoice } from '../draft/test-drafts.ts';
import { clearUnsavedDrafts, draftStorage } from './unsaved-draft.ts';

function storage() {
  const said = new Map<string, string>();
  return {
    getItem: (name: string) => said.get(name) ?? null,
    setItem: (name: string, value: string) => void said.set(name, value),
    removeItem: (name: string) => void said.delete(name),
    key: (at: number) => [...said.keys()][at] ?? null,
    get length() {
      return said.size;
    },
  };
}

const base = draftFrom(draftInvoice());
const kept = { version: '"1"', base, draft: { ...base, title: 'Gardé' } };

test('an unsaved draft is stored by account, mode and document, and is restored unchanged', () => {
  const place = storage();
  draftStorage(place, ['acc', 'live', 'doc']).keep(kept);
  assert.equal(draftStorage(place, ['acc', 'live', 'doc']).kept()?.draft.title, 'Gardé');
  for (const whose of [
    ['acc', 'test', 'doc'],
    ['acc', 'live', 'other'],
    ['other', 'live', 'doc'],
  ])
    assert.equal(draftStorage(place, whose).kept(), undefined);
});

test('a tab removes what it stored itself, never what another tab could not save', () => {
  const place = storage();
  const [one, other] = [draftStorage(place, ['acc']), draftStorage(place, ['acc'])];
  one.keep(kept);
  other.forget();
  assert.ok(draftStorage(place, ['acc']).kept());
  one.forget();
  assert.equal(draftStorage(place, ['acc']).kept(), undefined);
});

test('foreign data is ignored, full storage blocks nothing, and signing out removes everything', () => {
  const place = storage();
  for (const said of ['{', '"text"', '{"version":1}', 'null']) {
    place.setItem('facturier.draft.acc', said);
    assert.equal(draftStorage(place, ['acc']).kept(), undefined, said);
  }
  const full = { ...storage(), setItem: () => assert.fail('full') };
  draftStorage(full, ['acc']).keep(kept);
  place.setItem('another', 'thing');
  clearUnsavedDrafts(place);
  assert.deepEqual([place.length, place.getItem('another')], [1, 'thing']);
});
