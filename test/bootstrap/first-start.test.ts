import assert from 'node:assert/strict';
import { test } from 'vitest';

const { diskShortage, firstStartPlan } = await import(new URL('../../bootstrap/first-start.mjs', import.meta.url).href);
const MIB = 1024 ** 2;

test('with 1,399 MB free the first start is refused with both numbers and the remedy; with 1,400 it is not', () => {
  const refusal = diskShortage(1_400 * MIB - 1, '/srv/facturier');
  assert.match(refusal, /Le disque de \/srv\/facturier n'a que 1399 Mo libres.*1400\. Libérez de la place/);
  assert.match(refusal, /The disk of \/srv\/facturier has only 1399 MB free.*1400\. Free some space/);
  assert.equal(diskShortage(1_400 * MIB, '/srv/facturier'), undefined);
});

test('the first start says what it downloads and creates, and the disk and memory it takes', () => {
  const [fr, en] = firstStartPlan().split('\n');
  assert.match(fr, /télécharge ses paquets.*1,4 Go de disque et 1 Go de mémoire \(512 Mo ensuite\)/);
  assert.match(en, /downloads its packages.*1\.4 GB of disk, 1 GB of memory \(512 MB afterwards\)/);
});
