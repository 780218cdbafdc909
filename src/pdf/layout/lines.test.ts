import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { company, consumer, documentFixtures, seller } from '../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../test/support/documents/create-line.ts';
import { locales } from '../../domain/billing/document/locale.ts';
import type { PrintedDocument } from './printed-document.ts';

describe('the sections of lines', () => {
  const trail = documentFixtures(seller, company);
  const [walls, paint, visit] = [
    lineOf(2, 60_000, 'FR_2000'),
    lineOf(1, 30_050, 'FR_2000'),
    lineOf(1, 5_000, 'FR_2000'),
  ];
  const made = trail.made('invoice', { lines: [{ ...walls, section: 'Murs' }, { ...paint, section: 'Murs' }, visit] });
  const sectionRows = ({ table }: PrintedDocument) =>
    table.lines.map(({ section, subtotal }) => [section, subtotal?.label, subtotal?.value.replaceAll(/\s/g, ' ')]);

  test('walls of 1,200.00 and 300.50 are a section of 1,500.50 in seven languages; later lines are in no section', () => {
    const labels = {
      ...{ fr: 'Sous-total Murs', en: 'Subtotal Murs', de: 'Zwischensumme Murs', es: 'Subtotal Murs' },
      ...{ it: 'Subtotale Murs', nl: 'Subtotaal Murs', pt: 'Subtotal Murs' },
    };
    for (const locale of locales) {
      const [first, last, outside] = sectionRows(trail.printed(made, { locale }));
      assert.deepEqual(
        [first, outside],
        [
          ['Murs', undefined, undefined],
          [undefined, undefined, undefined],
        ],
      );
      assert.equal(last?.[1], labels[locale]);
      assert.equal(last?.[2]?.replaceAll(/\D/g, ''), '150050', locale);
    }
  });

  test('if lines are shown tax included, so is the subtotal: 100.00 and 20.00 are 120.00; a document discount is not included', () => {
    const home = documentFixtures(seller, consumer);
    const lines = [
      lineOf(1, 10_000, 'FR_2000', { taxIncluded: true }),
      lineOf(1, 2_000, 'FR_550', { taxIncluded: true }),
    ];
    const sold = home.made('invoice', {
      lines: lines.map((line) => ({ ...line, section: 'Stage' })),
      discount: { mode: 'PERCENTAGE', amount: 1_000 },
    });
    assert.deepEqual(sectionRows(home.printed(sold)), [
      ['Stage', undefined, undefined],
      [undefined, 'Sous-total Stage', '120,00'],
    ]);
  });
});
