import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { themes } from '../../src/domain/themes/themes.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { company, documentFixtures, seller } from './document-fixtures.ts';
import { manyLines } from './examples.ts';
import { plainSpaces, readPdf } from './read-pdf.ts';
import { cachedTypesetter } from './render-cache.ts';

describe('multi-page documents', () => {
  const pagesOf = async (printed: PrintedDocument) => (await readPdf(cachedTypesetter.set({ printed }))).pages;
  const ofLines = (count: number, given = {}) => {
    const trail = documentFixtures(seller, company);
    const document = trail.made('invoice', { lines: manyLines(count) });
    return { document, printed: trail.printed(document, given) };
  };

  for (const theme of Object.values(themes))
    test(`120 lines in ${theme.name}: each page repeats the table header and carries its subtotal to the cent`, async () => {
      const { document, printed } = ofLines(120, { theme });
      const pages = await pagesOf(printed);
      assert.ok(pages.length > 2);
      const nets = document.totals.lines.map(({ net }) => net);
      let shown = 0;
      for (const [index, page] of pages.entries()) {
        const before = shown;
        const here = [...page.matchAll(/Fourniture et pose, lot (\d+)/g)].map(([, lot]) => Number(lot));
        shown = Math.max(shown, ...here);
        if (here.length > 0) assert.match(page, /Désignation/, `page ${index + 1}`);
        assert.equal(
          carriedOn(page, 'Report'),
          before > 0 && before < 120 ? sumOf(nets, before) : undefined,
          `report of page ${index + 1}`,
        );
        assert.equal(
          carriedOn(page, 'À reporter'),
          shown < 120 ? sumOf(nets, shown) : undefined,
          `carried from page ${index + 1}`,
        );
        assert.match(page, new RegExp(`Page ${index + 1} / ${pages.length}`));
      }
      assert.equal(shown, 120);
    });

  /**
   * The text of a document whose lines each have their own section heading; for the control, a line
   * without a price precedes each one instead.
   */
  const underHeadings = (theme: (typeof themes)[keyof typeof themes], asLines: boolean) => {
    const trail = documentFixtures(seller, company);
    const lines = manyLines(40).flatMap((line, place) => {
      const section = `Chapitre ${place + 1}a`;
      return asLines ? [{ ...lineOf(1, 0, 'FR_2000'), designation: section }, line] : [{ ...line, section }];
    });
    return pagesOf(trail.printed(trail.made('invoice', { lines }), { theme }));
  };
  const headingsAlone = (pages: readonly string[]): number => {
    const pageOf = (said: RegExp): number => pages.findIndex((page) => said.test(page));
    const lots = Array.from({ length: 40 }, (_, place) => place + 1);
    for (const lot of lots) assert.notEqual(pageOf(new RegExp(`\\bChapitre ${lot}a\\b`)), -1, `heading ${lot}`);
    return lots.filter(
      (lot) => pageOf(new RegExp(`^Chapitre ${lot}a\\b`, 'm')) !== pageOf(new RegExp(`pose, lot ${lot}\\b`)),
    ).length;
  };

  test('none of forty headings is alone at the bottom of a page, in any design; plain lines may be', async () => {
    for (const theme of Object.values(themes))
      assert.equal(headingsAlone(await underHeadings(theme, false)), 0, theme.name);
    const alone = headingsAlone(await underHeadings(themes.ardoise, true));
    assert.ok(alone > 0, 'no page ended behind a heading');
  });

  test('two sections show a heading above their lines, a subtotal below, and carry the sum of the lines', async () => {
    const trail = documentFixtures(seller, company);
    const lines = manyLines(60).map((line, place) => ({ ...line, section: place < 40 ? 'Gros œuvre' : 'Finitions' }));
    const document = trail.made('invoice', { lines });
    const pages = await pagesOf(trail.printed(document));
    const nets = document.totals.lines.map(({ net }) => net);
    const text = pages.join('\n');
    const order = [
      'Gros œuvre',
      'lot 1 ',
      'lot 40 ',
      'Sous-total Gros œuvre',
      'Finitions',
      'lot 41',
      'Sous-total Finitions',
    ];
    const places = order.map((said) => text.indexOf(said));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      text,
    );
    assert.ok(!places.includes(-1), String(places));
    assert.match(text, new RegExp(`Sous-total Gros œuvre\\s*${sumOf(nets, 40)}`));
    assert.match(text, new RegExp(`Sous-total Finitions\\s*${sumOf(nets.slice(40), 20)}`));
    const first = [...(pages[0] ?? '').matchAll(/Fourniture et pose, lot (\d+)/g)].length;
    assert.equal(carriedOn(pages[0] ?? '', 'À reporter'), sumOf(nets, first));
  });

  test('500 lines print once each, in order, with the total on the last page', async () => {
    const { document, printed } = ofLines(500);
    const pages = await pagesOf(printed);
    const lots = [...pages.join('\n').matchAll(/Fourniture et pose, lot (\d+)/g)].map(([, lot]) => Number(lot));
    assert.deepEqual(
      lots,
      Array.from({ length: 500 }, (_, index) => index + 1),
    );
    const { net, vat } = Object.values(document.totals.breakdown).reduce(
      (all, each) => ({ net: all.net + each.net, vat: all.vat + each.vat }),
      { net: 0, vat: 0 },
    );
    assert.ok(pages.at(-1)?.includes(`${inFrench(net + vat)} €`));
  });

  test('one line fits on one page without a carried subtotal', async () => {
    const [page, ...more] = await pagesOf(ofLines(1).printed);
    assert.equal(more.length, 0);
    assert.doesNotMatch(page ?? '', /reporter|^Report/m);
  });

  test('a description longer than a page continues on the next page, and its line is carried once', async () => {
    const trail = documentFixtures(seller, company);
    const long = {
      ...lineOf(1, 10_000, 'FR_2000'),
      designation: 'Longue',
      description: 'Phrase assez longue pour remplir sa ligne entière, et la suivante aussi, sans rien dire.\n'.repeat(
        160,
      ),
    };
    const last = { ...lineOf(1, 5_000, 'FR_2000'), designation: 'Dernière' };
    const pages = await pagesOf(trail.printed(trail.made('invoice', { lines: [long, last] })));
    assert.ok(pages.length >= 3);
    assert.equal(carriedOn(pages[1] ?? '', 'Report'), '100,00');
    assert.equal(pages.join('').split('Phrase assez longue').length - 1, 160);
  });

  test('terms of sale start on a new page after everything else', async () => {
    const trail = documentFixtures(seller, company);
    const made = trail.made('invoice', { lines: manyLines(2), legals: { generalTerms: 'Article 1. Rien.' } });
    const pages = await pagesOf(trail.printed(made));
    assert.equal(pages.length, 2);
    assert.match(pages[1] ?? '', /Conditions générales de vente\s+Article 1\. Rien\./);
    assert.doesNotMatch(pages[0] ?? '', /Article 1/);
  });
});

/** The carried subtotal next to a word in the margin of a page. */
function carriedOn(page: string, word: string): string | undefined {
  return new RegExp(`(?:^|\\n)${word}\\s*([\\d  ]+,\\d\\d)`).exec(plainSpaces(page))?.[1]?.trim();
}

const sumOf = (nets: readonly number[], count: number): string =>
  inFrench(nets.slice(0, count).reduce((sum, net) => sum + net, 0));

/** Formats amounts independently of the service's own code. */
const inFrench = (cents: number): string =>
  `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`.replace(/\B(?=(\d{3})+,)/g, ' ');
