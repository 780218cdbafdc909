import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { digestOfFile } from './digest-of-file.ts';

const MIB = 1_048_576;

test('the digest is that of all bytes but the last 2,560, whatever the size of the file', async () => {
  for (const size of [0, 1, 2_559, 2_560, 2_561, MIB + 2_560, 3 * MIB + 17]) {
    const bytes = randomBytes(size);
    const end = Math.max(size - 2_560, 0);
    const shares: number[] = [];
    assert.deepEqual(await digestOfFile(new Blob([bytes]), (share) => shares.push(share)), {
      size,
      sha256: createHash('sha256').update(bytes.subarray(0, end)).digest('hex'),
      end: bytes.subarray(end).toString('base64'),
    });
    assert.ok(shares.every((share) => share > 0 && share <= 1));
  }
});
