import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { themes } from '../../src/domain/themes/themes.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { lineOf } from '../support/documents/create-line.ts';
import { company, documentFixtures, seller } from './document-fixtures.ts';
import { readPdf } from './read-pdf.ts';
import { cachedTypesetter } from './render-cache.ts';

const A4_WIDTH_POINTS = 595;

describe('user input is printed as entered and never interpreted as markup', () => {
  const read = async (printed: PrintedDocument) => (await readPdf(cachedTypesetter.set({ printed }))).pages.join('\n');
  /** A document with the same text in every text field. */
  const saying = (text: string): PrintedDocument => {
    const trail = documentFixtures(
      { ...seller, emitter: { ...seller.emitter, name: text, fullName: text } },
      { ...company, name: text, billingAddress: { line1: text, city: text, zipCode: '1', country: 'FR' } },
    );
    return trail.printed(
      trail.made('estimate', {
        lines: [{ ...lineOf(1, 100, 'FR_2000'), designation: text, description: text, reference: text, section: text }],
        title: text,
        legals: { headerNote: text, footerNote: text, generalTerms: text },
      }),
    );
  };

  for (const text of [
    '#pagebreak() #panic("x") #read("/etc/passwd") #sys.inputs',
    '$x^2$ _a_ *b* `c` <d> @e \\ \\n = Titre',
    '// rien /* rien */ - 1. + / terme: ~ -- --- ...',
    '{"a": "b"} "guillemets" \\"',
    '&amp; <script>alert(1)</script> %PDF-1.7 endstream endobj',
    '=HYPERLINK("x") {page} {pages}',
  ])
    test(`markup stays text: ${text}`, async () => {
      const found = await read(saying(text));
      const times = found.replaceAll('\n', ' ').split(text.replaceAll('"', '"')).length - 1;
      assert.ok(times >= 8, `${times} times in ${found.slice(0, 400)}`);
    });

  test('right-to-left text, emoji, Chinese, control characters and lone surrogates still print, with their amounts', async () => {
    for (const text of [
      'שלום עולם',
      'مرحبا بالعالم',
      '🎉👩‍💻🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '中文 日本語 한국어',
      '\u0000\u0007\u202e321\ud800',
      'e\u0301\u0323 \u{1d4d0}',
      '\ue000\uf8ff',
      'ﷺ ﷽',
      'ก็ नमस्ते',
      'தமிழ் 𠮷',
    ]) {
      const found = await read(saying(text));
      assert.match(found, /1,20 €/, text);
    }
  });

  test('Hebrew, Chinese and Korean words remain searchable; characters without a glyph show as boxes', async () => {
    for (const text of ['שלום', '中文', '한국어']) assert.ok((await read(saying(text))).includes(text), text);
    assert.ok((await read(saying('த'))).includes('□'));
  });

  test('a long URL copied from the PDF contains no zero-width space', async () => {
    const url =
      'https://exemple.fr/suivi/commande/2026/11/28/reference?jeton=abcdefghijklmnopqrstuvwxyz0123456789&suite=ABCDEFGHIJKLMNOPQRSTUVWXYZ&fin=oui';
    const pdf = cachedTypesetter.set({ printed: saying(url) });
    const { pages, metadata } = await readPdf(pdf);
    const text = pages.join('\n');
    assert.doesNotMatch(`${text}${metadata}`, /\u200b/);
    const times = text.replaceAll('\n', '').split(url).length - 1;
    assert.ok(times >= 8, `${times} times whole in ${text}`);
    assert.ok((await rightmost(pdf)) <= A4_WIDTH_POINTS);
  });

  for (const theme of Object.values(themes))
    test(`very long words stay within the page and remain searchable, in ${theme.name}`, async () => {
      const trail = documentFixtures(
        { ...seller, emitter: { ...seller.emitter, name: 'N'.repeat(255) } },
        { ...company, name: 'K'.repeat(255) },
      );
      const line = { ...lineOf(1, 100, 'FR_2000'), designation: 'D'.repeat(1000), description: 'W'.repeat(5000) };
      const made = trail.made('invoice', { lines: [line], legals: { footerNote: 'Z'.repeat(5000) } });
      const pdf = cachedTypesetter.set({ printed: trail.printed(made, { theme }) });
      const text = (await readPdf(pdf)).pages.join('').replaceAll('\n', '');
      for (const name of ['N'.repeat(255), 'K'.repeat(255)]) assert.ok(text.includes(name), `255 times ${name[0]}`);
      // At a page break, other words come between the letters.
      for (const [letter, times] of [
        ['D', 1000],
        ['W', 5000],
        ['Z', 5000],
      ] as const)
        assert.ok(text.split(letter).length > times, `${times} times ${letter}`);
      assert.ok((await rightmost(pdf)) <= A4_WIDTH_POINTS);
    });

  test('the largest possible amounts fit side by side', async () => {
    const trail = documentFixtures(seller, company);
    const made = trail.made('invoice', { lines: [{ ...lineOf(1, 900_000_000_000, 'FR_2000'), designation: 'Tout' }] });
    const pdf = cachedTypesetter.set({ printed: trail.printed(made) });
    assert.match((await readPdf(pdf)).pages.join(''), /10 800 000 000,00 €/);
    assert.ok((await rightmost(pdf)) <= A4_WIDTH_POINTS);
  });
});

/** The rightmost end of any text, in points. */
async function rightmost(pdf: Uint8Array): Promise<number> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  let most = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items) if ('transform' in item) most = Math.max(most, item.transform[4] + item.width);
  }
  return most;
}
