import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { VatContradiction } from '../../../domain/refusal.ts';
import { vatContradictionText } from './vat-contradictions.ts';

const line = (number: number, vatCode: VatContradiction['lines'][number]['vatCode'], goods = false) => ({
  ...{ number, vatCode, goods },
});

test('262 ter on a service names the lines, the code they need, and the mention that fits them unchanged', () => {
  const said = vatContradictionText({
    ...{ why: 'explains_no_line', mention: 'vat_exemption_eu_sale', category: 'K' },
    lines: [line(2, 'FR_00UE'), line(3, 'FR_2000')],
  });
  assert.equal(
    said.fr,
    'La mention « vat_exemption_eu_sale » ne correspond à aucune ligne. Donnez à la ligne concernée le code FR_00HT, ou FR_00UE avec isDeliveryOfGoods, ou choisissez une autre mention (« vat_exemption_eu_service »). Lignes : 2 (FR_00UE, service), 3 (FR_2000).',
  );
  assert.match(said.en, /choose another mention \("vat_exemption_eu_service"\)\. Lines: 2 \(FR_00UE, service\), 3/);
});

test('if all lines have VAT, no mention is suggested; with two kinds without VAT, the user must choose', () => {
  const fits = (...lines: VatContradiction['lines']): string =>
    vatContradictionText({ why: 'explains_no_line', mention: 'vat_construction', category: 'AE', lines }).fr;
  assert.match(fits(line(1, 'FR_2000')), /« not_subject »/);
  assert.match(fits(line(1, 'FR_0HUE', true)), /« vat_exemption »/);
  assert.match(fits(line(1, 'FR_0HUE'), line(2, 'FR_0HUE', true)), /une autre mention\. Lignes/);
});

test('an advance names the lines of its estimate; of many lines, the first ten are named', () => {
  const lines = Array.from({ length: 12 }, (_, place) => line(place + 1, 'FR_1000'));
  const { fr, en } = vatContradictionText({
    ...{ why: 'rate_not_there', mention: 'vat_reduced_rate', category: 'S', lines, linesOf: 'D-2026-0001' },
  });
  assert.match(fr, /un taux de 5,5 %, .* FR_550 .* Lignes de D-2026-0001 : 1 \(FR_1000\), .*10 \(FR_1000\), …\.$/);
  assert.match(en, /a rate of 5\.5%, .* Lines of D-2026-0001: 1 .*, …\.$/);
});
