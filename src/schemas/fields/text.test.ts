import assert from 'node:assert/strict';
import { test } from 'vitest';
import { password } from '../people/credentials.ts';
import { filledText, NAME_MAX, NOTE_MAX, text } from './text.ts';

test('a text is stored as written, including spaces and emoji', () => {
  assert.equal(text(20).parse('  Café 🧾 '), '  Café 🧾 ');
});

test('NUL and lone surrogates are refused by name', () => {
  for (const said of ['a\0b', 'a\ud800b', '\udc00']) {
    const issue = text(20).safeParse(said).error?.issues[0];
    assert.equal(issue?.code === 'custom' && issue.params?.code, 'text_unstorable');
  }
});

test('a text longer than its limit is refused', () => {
  assert.equal(text(3).safeParse('abcd').success, false);
});

test('a name of only spaces or invisible characters is refused', () => {
  assert.equal(filledText(10).safeParse('   ').success, false);
  assert.equal(filledText(10).safeParse('').success, false);
  for (const unseen of ['\u0001', '\u200b \u2060', '\u202e'])
    assert.equal(filledText(10).safeParse(unseen).success, false, 'a text of invisible characters is empty');
  assert.equal(filledText(10).parse('a\u200db'), 'ab');
});

test('invisible characters are removed from names and kept in long texts', () => {
  assert.equal(filledText(NAME_MAX).parse('\u202eDupont\u200b'), 'Dupont');
  assert.equal(text(NOTE_MAX).parse('\u2067שלום\u2069'), '\u2067שלום\u2069');
});

test('characters that override the text direction are removed from every text', () => {
  assert.equal(text(NOTE_MAX).parse('Total \u202e00,1\u202c EUR'), 'Total 00,1 EUR');
});

test('a password is taken as typed', () => {
  for (const typed of ['mot\u00adde\u200bpasse', '\u202equatre mots', '👩\u200d💻 et cie'])
    assert.equal(password.parse(typed), typed);
});
