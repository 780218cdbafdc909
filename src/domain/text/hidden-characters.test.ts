import assert from 'node:assert/strict';
import { test } from 'vitest';
import { stripHiddenCharacters } from './hidden-characters.ts';

test('direction marks and zero-width characters are removed, anywhere in a name', () => {
  for (const hidden of [
    '\u202e',
    '\u2066',
    '\u200e',
    '\u061c',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
  ])
    assert.equal(
      stripHiddenCharacters(`${hidden}Du${hidden}pont${hidden}`),
      'Dupont',
      hidden.codePointAt(0)?.toString(16),
    );
  assert.equal(stripHiddenCharacters('facture\u202efdp.exe'), 'facturefdp.exe');
});

test('multi-part emoji and scripts written with joiners stay unchanged', () => {
  for (const text of ['👩‍💻 Ada', '👩🏽‍🔧', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'Café d’Été — n° 5', 'a\u00a0b', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])
    assert.equal(stripHiddenCharacters(text), text);
});
