import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pictureSize } from './logo.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const PNG = '89504e470d0a1a0a 0000000d 49484452 000004b0 00000190 0806000000';
const JPG = 'ffd8 ffe0 0010 4a46494600010100000100010000 ffc2 000b 08 0190 04b0 01 011100 ffda';

test('a PNG and a JPEG of 1200 by 400 pixels are recognized', () => {
  assert.deepEqual(pictureSize('png', bytes(PNG)), { width: 1200, height: 400 });
  assert.deepEqual(pictureSize('jpg', bytes(JPG)), { width: 1200, height: 400 });
});

test('one format is not the other, and a truncated, empty or invalid file has no size', () => {
  assert.equal(pictureSize('jpg', bytes(PNG)), undefined);
  assert.equal(pictureSize('png', bytes(JPG)), undefined);
  assert.equal(pictureSize('png', bytes(PNG.slice(0, 40))), undefined);
  assert.equal(pictureSize('jpg', bytes(JPG.slice(0, 50))), undefined);
  assert.equal(pictureSize('png', bytes(PNG.replace('000004b0', '00000000'))), undefined);
  assert.equal(pictureSize('jpg', bytes('ffd8 ffda 0008 0101 0000 3f00 0000')), undefined);
  assert.equal(pictureSize('png', bytes('')), undefined);
  assert.equal(pictureSize('jpg', Buffer.from('%PDF-1.7 and more of it than nine bytes')), undefined);
});

test('segments with length zero do not hang the parser', () => {
  assert.equal(pictureSize('jpg', bytes(`ffd8${'ffe00000'.repeat(200)}`)), undefined);
});
