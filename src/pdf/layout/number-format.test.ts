import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { locales } from '../../domain/billing/document/locale.ts';
import { cents } from '../../domain/money/cents.ts';
import { currencyCodes, stepOf } from '../../domain/money/currency.ts';
import type { TenThousandths } from '../../domain/money/ten-thousandths.ts';
import { writtenIn } from './number-format.ts';

const exactly = (value: number) => Math.round(value * 10_000) as TenThousandths;

describe('amounts, days and quantities as each language writes them', () => {
  test('1,234,567.80 euros, seven ways', () => {
    const amount = cents(123_456_780);
    const written = Object.fromEntries(locales.map((locale) => [locale, writtenIn(locale, 'EUR').money(amount)]));
    assert.deepEqual(written, {
      fr: '1\u202f234\u202f567,80\u00a0€',
      en: '€1,234,567.80',
      de: '1.234.567,80\u00a0€',
      it: '1.234.567,80\u00a0€',
      nl: '€\u00a01.234.567,80',
      pt: '1\u00a0234\u00a0567,80\u00a0€',
      es: '1.234.567,80\u00a0€',
    });
  });

  test('four digits are grouped in Spanish and Portuguese too, because longer numbers are in the same column', () => {
    assert.equal(writtenIn('es', 'EUR').amount(cents(123_456)), '1.234,56');
    assert.equal(writtenIn('pt', 'EUR').amount(cents(123_456)), '1\u00a0234,56');
  });

  test('a minus sign is used, not a hyphen', () => assert.equal(writtenIn('fr', 'EUR').amount(cents(-5)), '−0,05'));

  test('of 26 currencies, those without cents are printed without, all others with two', () => {
    assert.equal(currencyCodes.length, 26);
    for (const code of currencyCodes) {
      const figures = writtenIn('en', code).amount(cents(123_400));
      assert.equal(figures, stepOf(code) === 100 ? '1,234' : '1,234.00', code);
      for (const locale of locales)
        assert.match(writtenIn(locale, code).money(cents(123_400)), /1.?234/u, `${locale} ${code}`);
    }
  });

  test('a unit price of 0.845 keeps its decimals, one of 650 shows two', () => {
    const { unitPrice } = writtenIn('fr', 'EUR');
    assert.equal(unitPrice(exactly(84.5)), '0,845');
    assert.equal(unitPrice(exactly(65_000)), '650,00');
    assert.equal(unitPrice(exactly(0.0001)), '0,000001');
  });

  test('2.1 percent, 8.5 percent, 20 percent', () => {
    const { percent } = writtenIn('fr', 'EUR');
    assert.deepEqual(
      [210, 850, 2000].map((points) => percent(points).replace(/\s/u, ' ')),
      ['2,1 %', '8,5 %', '20 %'],
    );
  });

  test('the first of a month is an ordinal in French and Italian; other days are not', () => {
    const days = (locale: 'fr' | 'it' | 'de') =>
      ['2026-04-01', '2026-04-11', '2026-04-21'].map((day) =>
        writtenIn(locale, 'EUR').day(day).replaceAll('\u00a0', ' '),
      );
    assert.deepEqual(days('fr'), ['1er avril 2026', '11 avril 2026', '21 avril 2026']);
    assert.deepEqual(days('it'), ['1º aprile 2026', '11 aprile 2026', '21 aprile 2026']);
    assert.deepEqual(days('de'), ['1. April 2026', '11. April 2026', '21. April 2026']);
  });

  test('20 November 2026 stays on one line', () => {
    assert.equal(writtenIn('fr', 'EUR').day('2026-11-20'), '20\u00a0novembre\u00a02026');
    assert.equal(writtenIn('de', 'EUR').day('2026-11-20'), '20.\u00a0November\u00a02026');
    assert.equal(writtenIn('it', 'EUR').shortDay('2026-11-20'), '20/11/2026');
  });
});
