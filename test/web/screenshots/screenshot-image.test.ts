import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { baselineBytes } from './baseline-files.ts';
import {
  differenceOfScreens,
  palettePng,
  quantizeColours,
  SCALE,
  type ScreenPicture,
  screenPictureOf,
} from './screenshot-image.ts';

const BYTES_MAX = 1.5 * 2 ** 20;
const MOVED_PX = 24;
/** One of the stored levels, of the 255 of a colour. */
const LEVEL = 17;

const file = new URL('baseline/invoices-1440-light.png', import.meta.url);
const kept = (): ScreenPicture => screenPictureOf(readFileSync(file));

test('a block moved by 24 px is detected, and a difference of one brightness level between machines is not', () => {
  const { width, height, data } = kept();
  const down = Math.round(MOVED_PX * SCALE);
  // A part of the list, some rows of it.
  const moved = Uint8Array.from(data);
  for (let y = 60; y < 90; y++)
    for (let x = 100; x < 300; x++)
      for (let part = 0; part < 3; part++)
        moved[4 * ((y + down) * width + x) + part] = data[4 * (y * width + x) + part] as number;
  assert.ok(differenceOfScreens(kept(), { width, height, data: moved }));
  const brighter = Uint8Array.from(data, (level, at) => (at % 4 === 3 ? level : Math.min(255, level + LEVEL)));
  assert.equal(differenceOfScreens(kept(), { width, height, data: brighter }), undefined);
});

test('a screenshot is unchanged after it is stored and read, and all together stay below 1.5 MB', () => {
  const picture = kept();
  assert.deepEqual(Buffer.from(quantizeColours(palettePng(picture)).data), Buffer.from(picture.data));
  assert.ok(baselineBytes() < BYTES_MAX, `${baselineBytes()} bytes`);
});
