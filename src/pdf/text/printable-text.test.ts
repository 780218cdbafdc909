import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { coverageOf, FONT_FOLDER } from './font-coverage.ts';
import { printable, printableAll, UNPRINTABLE } from './printable-text.ts';

const isCovered = coverageOf(FONT_FOLDER);
const print = (text: string): string => printable(text, isCovered);

describe('text that can be printed', () => {
  test('letters and currency signs of our languages stay unchanged', () => {
    const text = 'Œuvre à 5 € – « ça », Straße, perché, coração, señor, Łódź, Ελλάδα, Россия, ₺ ₹ ₩ ₪ £ ¥ zł Kč';
    assert.equal(print(text), text);
  });

  test('Hebrew, Arabic, Chinese, Japanese, Korean and others have a font; Tamil has none and becomes boxes', () => {
    const texts = ['שלום', 'مرحبا', '🎉🏗', '中文漢字', 'ひらカナ', '한국어', 'Հայ', 'ქართ', 'ไทย', 'नमस्ते'];
    for (const text of texts) assert.equal(print(text), text);
    assert.equal(print('தமி'), UNPRINTABLE.repeat(3));
  });

  test('invisible, deceptive and meaningless characters are removed: controls, direction overrides, joiners, private use', () => {
    assert.equal(print('a\u0000b\u0007c'), 'abc');
    assert.equal(print('total \u202e000 1\u202c'), 'total 000 1');
    assert.equal(print('👩\u200d💻\ufe0f'), '👩💻');
    assert.equal(print('\ue000'), UNPRINTABLE);
    assert.equal(print('\ud800x'), `${print('\ufffd')}x`);
  });

  test('a word of 34 letters stays whole, one of 35 may break; nothing else is inserted', () => {
    assert.equal(print('w'.repeat(34)), 'w'.repeat(34));
    const broken = print('w'.repeat(35));
    assert.match(broken, /\u200b/);
    assert.equal(broken.replaceAll('\u200b', ''), 'w'.repeat(35));
    assert.equal(print(`${'a b '.repeat(20)}`), 'a b '.repeat(20));
  });

  test('line ends are kept, up to 200 lines; the rest continues on the last line', () => {
    assert.equal(print('a\r\nb\rc\n\nd'), 'a\nb\nc\n\nd');
    assert.equal(print('x\n'.repeat(199)).split('\n').length, 200);
    assert.equal(print('x\n'.repeat(300)).split('\n').length, 200);
    assert.equal(print('x\n'.repeat(300)).replaceAll(/\s/g, ''), 'x'.repeat(300));
    const { terms } = printableAll({ terms: { text: 'x\n'.repeat(300) } }, isCovered) as { terms: { text: string } };
    assert.equal(terms.text.split('\n').length, 301);
  });

  test('an apostrophe between letters becomes typographic, in any language', () => {
    const texts = [
      ["L'échéance d'aujourd'hui, n'est-ce pas ?", 'L’échéance d’aujourd’hui, n’est-ce pas ?'],
      ["Don't, dell'arte, l'«\u00a0œuvre\u00a0»", 'Don’t, dell’arte, l’«\u00a0œuvre\u00a0»'],
      ["SARL L'Atelier\nd'Anne-Ève", 'SARL L’Atelier\nd’Anne-Ève'],
    ] as const;
    for (const [typed, printed] of texts) assert.deepEqual(printableAll({ a: [typed] }, isCovered), { a: [printed] });
  });

  test('codes, addresses, measures, quotes and texts copied into bank forms stay as typed', () => {
    const typed = [
      "O'BRIEN-7",
      "o'brien@exemple.fr",
      "https://exemple.fr/l'atelier",
      "exemple.fr/l'atelier",
      "grep_l'x",
      `5' 6", 5'6", 3'`,
      "'cité' entre l'2 et rock 'n' roll",
    ];
    for (const text of typed) assert.deepEqual(printableAll({ text }, isCovered), { text });
    const payment = { facts: [{ label: 'Titulaire', value: "SARL L'Atelier" }] };
    assert.deepEqual(printableAll({ payment }, isCovered), { payment });
  });

  test('all texts of a value, at any depth', () => {
    assert.deepEqual(printableAll({ a: ['x\u0000', { b: 1, c: null }] }, isCovered), { a: ['x', { b: 1, c: null }] });
  });
});
