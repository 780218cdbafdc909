import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { disbursementText, mentionTextOn, mentionTexts, vatMentions } from './mention-text.ts';

describe('the legal mentions of VAT', () => {
  test('the franchise cites art. 293 B, word for word', () => {
    const text = mentionTextOn('vat_not_applicable', '2026-11-20');
    assert.equal(text.fr, 'TVA non applicable, art. 293 B du CGI');
    assert.deepEqual([text.category, text.vatex], ['E', 'VATEX-FR-FRANCHISE']);
  });

  test('all 21 have a French text, an English one and a source; only "VAT charged" is empty', () => {
    assert.equal(vatMentions.length, 21);
    for (const mention of vatMentions) {
      for (const text of mentionTexts[mention]) {
        assert.equal(text.fr === '', mention === 'not_subject', mention);
        assert.equal(text.en === '', mention === 'not_subject', mention);
        assert.ok(text.source.length > 0, mention);
      }
    }
  });

  test('mentions without VAT have a reason code; travel agents have theirs since 1 December 2026', () => {
    const without = (day: string) =>
      vatMentions.filter((mention) => {
        const text = mentionTextOn(mention, day);
        return text.category !== 'S' && text.vatex === undefined;
      });
    assert.deepEqual(without('2026-11-30'), ['travel_agency']);
    assert.deepEqual(without('2026-12-01'), []);
    assert.equal(mentionTextOn('travel_agency', '2026-12-01').vatex, 'VATEX-EU-309');
  });

  test('reverse charge is called Autoliquidation, the word required by law', () => {
    for (const mention of vatMentions) {
      const text = mentionTextOn(mention, '2026-11-20');
      assert.equal(text.category === 'AE', text.fr.startsWith('Autoliquidation'), mention);
    }
  });

  test('wordings change by day, and a document keeps the wording of its day', () => {
    for (const mention of vatMentions) {
      const days = mentionTexts[mention].map(({ since }) => since);
      assert.deepEqual(days, [...new Set(days)].sort(), mention);
      for (const [index, day] of days.entries()) {
        assert.equal(mentionTextOn(mention, day), mentionTexts[mention][index]);
      }
    }
  });

  test('a disbursement cites art. 267-II-2° and is exempt by art. 79 c of the directive', () => {
    assert.equal(disbursementText.fr, 'Débours, art. 267-II-2° du CGI');
    assert.deepEqual([disbursementText.category, disbursementText.vatex], ['E', 'VATEX-EU-79-C']);
  });
});
