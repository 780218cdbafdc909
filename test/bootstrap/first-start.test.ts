import assert from 'node:assert/strict';
import { test } from 'vitest';

const { diskShortage, firstStartPlan } = await import(new URL('../../bootstrap/first-start.mjs', import.meta.url).href);
const MIB = 1024 ** 2;

test('with 1,199 MB free the first start is refused with both numbers and the remedy; with 1,200 it is not', () => {
  const refusal = diskShortage(1_200 * MIB - 1, '/srv/facturier');
  assert.match(refusal, /Le disque de \/srv\/facturier n'a que 1199 Mo libres.*1200\. Libérez de la place/);
  assert.match(refusal, /The disk of \/srv\/facturier has only 1199 MB free.*1200\. Free some space/);
  assert.equal(diskShortage(1_200 * MIB, '/srv/facturier'), undefined);
});

test('the first start says what it downloads and creates, and the disk and memory it takes', () => {
  const [fr, en] = firstStartPlan().split('\n');
  assert.match(fr, /télécharge ses paquets.*1,2 Go de disque et 1 Go de mémoire \(512 Mo ensuite\)/);
  assert.match(en, /downloads its packages.*1\.2 GB of disk, 1 GB of memory \(512 MB afterwards\)/);
});
