import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { locales } from '../../src/domain/billing/document/locale.ts';
import { countryCodes } from '../../src/domain/customers/country.ts';
import { cents } from '../../src/domain/money/cents.ts';
import { currencyCodes } from '../../src/domain/money/currency.ts';
import { mentionTexts } from '../../src/domain/vat/mention-text.ts';
import { tagOf, writtenIn } from '../../src/pdf/layout/number-format.ts';
import { wordsOf } from '../../src/pdf/locales/index.ts';
import { personalServiceNames } from '../../src/pdf/locales/personal-service-names.ts';
import { coverageOf, FONT_FOLDER } from '../../src/pdf/text/font-coverage.ts';

describe('the fonts contain every character the service prints', () => {
  const isCovered = coverageOf(FONT_FOLDER);
  const missing = (text: string): string[] =>
    [...text].filter((letter) => letter !== '\n' && !isCovered(letter.codePointAt(0) as number));

  for (const locale of locales)
    test(`${locale}: the fonts cover words, amounts in every currency, dates and countries`, () => {
      const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-28`);
      const countries = new Intl.DisplayNames([tagOf(locale)], { type: 'region' });
      const printed = [
        ...textsOf(wordsOf[locale]),
        ...currencyCodes.map((code) => writtenIn(locale, code).money(cents(-123_456_700))),
        ...days.map((day) => writtenIn(locale, 'EUR').day(day)),
        ...countryCodes.map((code) => (countries.of(code) ?? code).toUpperCase()),
      ];
      assert.ok(printed.length > 400);
      assert.deepEqual(missing(printed.join('')), []);
    });

  test('the fonts cover the legal texts', () => {
    const texts = [...Object.values(mentionTexts).flat(), ...Object.values(personalServiceNames)];
    assert.deepEqual(missing(textsOf(texts).join('')), []);
  });

  test('control: a Tamil letter is missing from the fonts, and the test detects it', () =>
    assert.deepEqual(missing('தa'), ['த']));
});

describe('the message catalogues', () => {
  const french = textsOf(wordsOf.fr);
  for (const locale of locales)
    test(`${locale} translates every key, without untranslated placeholders`, () => {
      const texts = textsOf(wordsOf[locale]);
      // The French notices of VAT exemption quote the law; the other languages have a translation
      // of each of the 21.
      assert.equal(texts.length, french.length + (locale === 'fr' ? 0 : 21));
      const empty = texts.filter((text) => text.trim() === '').length;
      assert.equal(empty, locale === 'fr' ? 0 : 1, 'only VAT that is charged needs no mention');
      assert.doesNotMatch(texts.join('\n'), /undefined|\$\{|\[object|XXXX/);
    });

  test('every language and activity uses typographic apostrophes', () => {
    const typed = /\p{L}'|'\p{L}/u;
    const own = [...locales.flatMap((locale) => textsOf({ ...wordsOf[locale], vatMentions: {} }))];
    const straight = [...own, ...textsOf(personalServiceNames)].filter((text) => typed.test(text));
    assert.deepEqual(straight, []);
    assert.match("l'acompte", typed);
  });
});

/** All texts in a value; functions are called with example arguments. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String((value as (...given: string[]) => string)('A-1', 'B-2', 'C-3'))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
