import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';

const read = (path: string): Buffer => readFileSync(new URL(`./${path}`, import.meta.url));
/** Reads the width and height of a PNG from its first chunk. */
const sizeOf = (name: string): string => {
  const bytes = read(`public/app/${name.replace('./app/', '')}`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

test('the app is installable: PNG icons of 192 and 512, one maskable, and one for Apple', () => {
  type Icon = { src: string; sizes: string; type: string; purpose: string };
  const { icons } = JSON.parse(read('public/app/facturier.webmanifest').toString()) as { icons: Icon[] };
  const drawn = icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of drawn) deepEqual(sizeOf(src), sizes, src);
  const wanted = ['192x192 any', '512x512 any', '512x512 maskable'];
  deepEqual(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted(), wanted);
  const [, apple] = /rel="apple-touch-icon" href="([^"]+)"/.exec(read('index.html').toString()) ?? [];
  ok(apple);
  deepEqual(sizeOf(apple), '180x180');
});
