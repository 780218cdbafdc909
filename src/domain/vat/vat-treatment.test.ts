import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { VatMention } from './mention-text.ts';
import { vatCategoryOf } from './vat-treatment.ts';

const selling = (goods: boolean, mention: VatMention) => ({ goods, mention, day: '2026-11-20' });

describe('the category of VAT in an electronic invoice', () => {
  test('20, 10, 8.5, 5.5 and 2.1 % are charged, whatever the mention', () => {
    for (const code of ['FR_2000', 'FR_1000', 'FR_850', 'FR_550', 'FR_210'] as const) {
      assert.deepEqual(vatCategoryOf(code, selling(true, 'not_subject')), { category: 'S' });
      assert.deepEqual(vatCategoryOf(code, selling(false, 'vat_construction')), { category: 'S' });
    }
  });

  test('without VAT in France, the category follows from the mention', () => {
    const of = (mention: VatMention) => vatCategoryOf('FR_00HT', selling(false, mention));
    assert.deepEqual(of('vat_not_applicable'), { category: 'E', vatex: 'VATEX-FR-FRANCHISE' });
    assert.deepEqual(of('vat_construction'), { category: 'AE', vatex: 'VATEX-FR-AE' });
    assert.deepEqual(of('travel_agency'), { category: 'E' });
    assert.deepEqual(of('not_subject'), { category: 'E' });
  });

  test('in the EU goods are K and services AE; outside it goods are G and services O', () => {
    const of = (code: 'FR_00UE' | 'FR_0HUE', goods: boolean) =>
      vatCategoryOf(code, selling(goods, 'vat_exemption_294_cgi'));
    assert.deepEqual(of('FR_00UE', true), { category: 'K', vatex: 'VATEX-EU-IC' });
    assert.deepEqual(of('FR_00UE', false), { category: 'AE', vatex: 'VATEX-EU-AE' });
    assert.deepEqual(of('FR_0HUE', true), { category: 'G', vatex: 'VATEX-EU-G' });
    assert.deepEqual(of('FR_0HUE', false), { category: 'O', vatex: 'VATEX-EU-O' });
  });

  test('a mention of the same category gives its own reason', () => {
    assert.deepEqual(vatCategoryOf('FR_00UE', selling(false, 'vat_reverse_charge_2')), {
      category: 'AE',
      vatex: 'VATEX-FR-AE',
    });
  });

  test('a disbursement stays a disbursement under every mention', () => {
    for (const mention of ['not_subject', 'vat_not_applicable'] as const) {
      assert.deepEqual(vatCategoryOf('disbursement', selling(false, mention)), {
        category: 'E',
        vatex: 'VATEX-EU-79-C',
      });
    }
  });
});
