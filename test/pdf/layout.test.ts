import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { locales } from '../../src/domain/billing/document/locale.ts';
import { themes } from '../../src/domain/themes/themes.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { company, documentFixtures, seller } from './document-fixtures.ts';
import { examples, manyLines, usualLines } from './examples.ts';
import { plainSpaces, readPdf } from './read-pdf.ts';
import { cachedTypesetter } from './render-cache.ts';

/** The minimum size of legal text, in points; pdf.js rounds the last digit. */
const LEAST = 7.499;
const A4_MIDDLE = 297;

describe('page layout', () => {
  const read = (printed: PrintedDocument) => readPdf(cachedTypesetter.set({ printed }));
  const trail = documentFixtures(seller, company);
  const estimate = trail.made('estimate', { lines: manyLines(4) });
  trail.advance(estimate, { mode: 'PERCENTAGE', percentage: 30 });
  const finalInvoice = trail.finalInvoice(estimate);

  const told = trail.made('estimate', {
    lines: usualLines.slice(0, 4),
    title: 'Nouvelle identité de la brasserie',
    legals: { headerNote: 'Suite à notre rencontre du 12 novembre, voici notre proposition.' },
  });
  trail.advance(told, { mode: 'PERCENTAGE', percentage: 30 });
  const toldToTheEnd = trail.finalInvoice(told);

  for (const theme of Object.values(themes)) {
    test(`a four-line document with descriptions, two rates, title and note fits on one page in every language, in ${theme.name}`, () => {
      const long = locales.filter((locale) => {
        const pdf = cachedTypesetter.set({ printed: trail.printed(toldToTheEnd, { theme, locale }) });
        return !/\/Type ?\/Pages\b[^>]*\/Count 1\b/s.test(pdf.toString('latin1'));
      });
      assert.deepEqual(long, []);
    });

    test(`a final invoice of four lines with its advance fits on one page in ${theme.name}`, async () => {
      const { pages } = await read(trail.printed(finalInvoice, { theme }));
      assert.equal(pages.length, 1);
      assert.match(pages[0] ?? '', /Solde à payer/);
    });

    test(`the amount due and the due date are at the top of the page in ${theme.name}`, async () => {
      const [page = ''] = (await read(trail.printed(finalInvoice, { theme }))).pages;
      const head = page.slice(0, page.indexOf('Désignation'));
      const due = plainSpaces(trail.printed(finalInvoice).headline.value);
      assert.ok(head.includes('Net à payer') && head.includes(due), head);
      assert.match(head, /Échéance\s+22 décembre 2026/);
    });

    test(`with 8 to 32 lines, legal text is never on a page without its total, in ${theme.name}`, async () => {
      let broken = 0;
      for (let count = 8; count <= 32; count += 3) {
        const { pages } = await read(trail.printed(trail.made('invoice', { lines: manyLines(count) }), { theme }));
        broken += pages.length - 1;
        const legal = pages.filter((page) => page.includes('Indemnité forfaitaire'));
        assert.equal(legal.length, 1, `${count} lines`);
        for (const said of ['pénalités', 'escompte', 'Total TTC', 'IBAN']) assert.ok(legal[0]?.includes(said), said);
      }
      assert.ok(broken > 0, 'none of them came to the end of a page');
    });
  }

  const rowsTold = (count: number, rows: number) =>
    Array.from({ length: count }, (_, row) => ({
      ...lineOf(1, 1_000, 'FR_2000'),
      designation: `Lot ${row}a`,
      description: Array.from(
        { length: rows - 1 },
        (__, line) => `rang ${row}${'bcdefghijklmnopqrstuvwxyz'[line]}`,
      ).join('\n'),
    }));
  const split = async (count: number, rows: number): Promise<number> => {
    const { pages } = await read(trail.printed(trail.made('invoice', { lines: rowsTold(count, rows) })));
    assert.ok(pages.length > 1);
    const pageOf = (said: string): number => pages.findIndex((page) => new RegExp(`${said}\\b`).test(page));
    return Array.from({ length: count }, (_, row) => row).filter(
      (row) => pageOf(`Lot ${row}a`) !== pageOf(`rang ${row}${'bcdefghijklmnopqrstuvwxyz'[rows - 2]}`),
    ).length;
  };

  test('thirty rows of six text lines are never split; some rows of twenty text lines are', async () => {
    assert.equal(await split(30, 6), 0);
    assert.ok((await split(12, 20)) > 0);
  });

  test('no text is smaller than 7.5 points, in any design, language or section', async () => {
    for (const [name, printed] of Object.entries(examples()))
      for (const { text, size } of (await read(printed)).pieces)
        assert.ok(size >= LEAST, `${name}: ${size} for ${text}`);
  });

  test('legal text is in French on the left and in the document’s language on the right', async () => {
    const { pieces } = await read(trail.printed(finalInvoice, { locale: 'de' }));
    const leftOf = (part: string) => pieces.find(({ text }) => text.includes(part))?.left ?? Number.NaN;
    assert.ok(leftOf('En cas de retard') < A4_MIDDLE);
    assert.ok(leftOf('Bei Zahlungsverzug') > A4_MIDDLE);
    const french = await read(trail.printed(finalInvoice));
    const end = french.pieces.find(({ text }) => text.includes('En cas de retard'));
    assert.ok(end && end.text.length > 100, 'alone, French takes the whole width');
  });

  test('a document in a foreign currency without VAT shows no VAT in its euro equivalent', async () => {
    const currency = { code: 'JPY', base: 'EUR', rate: 160, origin: 'USER', at: 1_795_165_200 } as const;
    const made = (vatCode: 'FR_00UE' | 'FR_2000') =>
      trail.printed(
        trail.made('invoice', {
          lines: [lineOf(1, 1_600_000, vatCode)],
          said: { currency },
          legals: { vatMention: vatCode === 'FR_00UE' ? 'vat_exemption_eu_service' : 'not_subject' },
        }),
      ).converted;
    assert.deepEqual(made('FR_00UE')?.head, ['', 'Total']);
    assert.deepEqual(made('FR_2000')?.head, ['', 'Total HT', 'TVA', 'Total TTC']);
  });

  test('a test document shows no signature drawing; the live document does', async () => {
    const drawings = async (isTest: boolean) => {
      const books = documentFixtures(seller, company, isTest);
      const { roles } = await read(books.printed(books.made('invoice', { lines: manyLines(2) })));
      return roles.filter((role) => role === 'Figure').length;
    };
    assert.deepEqual([await drawings(true), await drawings(false)], [0, 1]);
  });
});
