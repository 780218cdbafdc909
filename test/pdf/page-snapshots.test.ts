import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, test } from 'vitest';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { DOTS_AN_INCH, difference, type PagePicture, pagePictures, pictureOf, quantizeGreys } from './page-image.ts';
import { inRoot, keptAt, pageSnapshots, pictured } from './page-snapshots.ts';
import { cachedTypesetter } from './render-cache.ts';
import { drawnPages, noCanvas } from './render-pages.ts';

/** Ignored by git. */
const DIFFERENCES = inRoot('pictures/differences');
const REMEDY = 'check it; if the change is intended, run npm run pictures and commit the new pictures';
const BYTES_MAX = 2 * 2 ** 20;

describe('the pages of the examples and designs match their approved snapshots', () => {
  beforeEach((t) => {
    const reason = noCanvas();
    if (reason) t.skip(reason);
  });
  const papers = pictured();
  const expected = new Set<string>();
  for (const { name, stem, printed } of papers)
    test(name, async () => {
      const pictures = await pagePictures(cachedTypesetter.set({ printed }));
      const faults = pictures.flatMap((drawn, index) => {
        const path = keptAt(stem, index + 1);
        expected.add(path);
        return faultOf(path, drawn) ?? [];
      });
      assert.deepEqual(faults, [], `${faults.join('\n')}\n→ ${REMEDY}`);
    });

  test('no obsolete snapshot remains, and all snapshots together stay below 2 MB', () => {
    const kept = pageSnapshots();
    assert.deepEqual(
      kept.filter((path) => !expected.has(path)),
      [],
      `no such page → ${REMEDY}`,
    );
    const bytes = kept.reduce((sum, path) => sum + readFileSync(inRoot(path)).length, 0);
    assert.ok(bytes < BYTES_MAX, `${bytes} bytes`);
  });

  describe('control: visible changes are detected', () => {
    const example = papers.find(({ name }) => name === 'final-invoice/paper') as (typeof papers)[number];
    const draw = async (printed: PrintedDocument): Promise<PagePicture> =>
      (await pagePictures(cachedTypesetter.set({ printed })))[0] as PagePicture;

    test('a missing payment line', async () => {
      const { payment } = example.printed;
      assert.ok(payment && payment.facts.length > 1);
      const without = { ...example.printed, payment: { ...payment, facts: payment.facts.slice(0, -1) } };
      assert.ok(difference(await draw(example.printed), await draw(without)));
    });

    test('a missing page number, the shortest and faintest line of the page', async () => {
      const whole = await draw(example.printed);
      assert.ok(difference(whole, blanked(whole, { x: 420, y: 665, width: 40, height: 12 })));
    });

    test('a column of amounts shifted by 3 mm', async () => {
      const whole = await draw(example.printed);
      const moved = shifted(whole, { x: 400, y: 265, width: 55, height: 60 }, Math.round((3 / 25.4) * DOTS_AN_INCH));
      assert.ok(difference(whole, moved));
    });

    test('a changed digit', async () => {
      const totals = example.printed.totals.map((total) => ({ ...total, value: total.value.replace('9', '8') }));
      assert.ok(difference(await draw(example.printed), await draw({ ...example.printed, totals })));
    });

    test('a slight brightness difference in every pixel, as on another CPU, is tolerated', async () => {
      const [page] = await drawnPages(cachedTypesetter.set({ printed: example.printed }), {
        pagesMax: 1,
        dotsAnInch: DOTS_AN_INCH,
      });
      assert.ok(page);
      const noisy = { ...page, data: page.data.map((level, at) => level + (((at >> 2) * 7919) % 17) - 8) };
      assert.equal(difference(quantizeGreys(page), quantizeGreys(noisy)), undefined);
      const wild = { ...page, data: page.data.map((level, at) => level + (((at >> 2) * 7919) % 81) - 40) };
      assert.ok(difference(quantizeGreys(page), quantizeGreys(wild)));
    });
  });
});

/** The fault of a page, with a picture of the difference if there is one. */
function faultOf(path: string, drawn: PagePicture): string | undefined {
  if (!existsSync(inRoot(path))) return `${path}: a new page without a snapshot`;
  const found = difference(pictureOf(readFileSync(inRoot(path))), drawn);
  if (!found) return undefined;
  mkdirSync(DIFFERENCES, { recursive: true });
  const shown = `${DIFFERENCES}/${path.replaceAll('/', '-')}`;
  writeFileSync(shown, found.png);
  return `${path}: ${found.pixels} pixels differ, red in ${shown}`;
}

type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A copy of a picture with one part white. */
function blanked(picture: PagePicture, part: Part): PagePicture {
  return redrawn(picture, part, () => undefined);
}

/** A copy of a picture with one part shifted to the left. */
function shifted(picture: PagePicture, part: Part, by: number): PagePicture {
  return redrawn(picture, part, (x) => (x + by < part.x + part.width ? x + by : undefined));
}

function redrawn(picture: PagePicture, part: Part, from: (x: number) => number | undefined): PagePicture {
  const data = Uint8Array.from(picture.data);
  for (let y = part.y; y < part.y + part.height; y++)
    for (let x = part.x; x < part.x + part.width; x++) {
      const source = from(x);
      const grey = source === undefined ? 255 : (picture.data[4 * (y * picture.width + source)] as number);
      data.fill(grey, 4 * (y * picture.width + x), 4 * (y * picture.width + x) + 3);
    }
  return { ...picture, data };
}
