import assert from 'node:assert/strict';
import test from 'node:test';
import { stripHiddenCharacters } from './hidden-characters.ts';

test('marks of direction and zero-width characters go, wherever they stand in a name', () => {
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

test('emoji of several parts and scripts that are written with joiners stay as they are', () => {
  for (const text of ['👩‍💻 Ada', '👩🏽‍🔧', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'Café d’Été — n° 5', 'a\u00a0b', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])
    assert.equal(stripHiddenCharacters(text), text);
});
