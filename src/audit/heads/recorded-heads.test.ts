import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Chance, seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { type Anchor, collectHeads, compactedHeads } from './recorded-heads.ts';

const LIVES = 500;
const seed = seedOf('HEADS_SEED');

/**
 * Heads as recorded for an account: ascending, reset by a restore, and out of order if two
 * processes record them.
 */
function lifeOf(chance: Chance): Anchor[] {
  let seq = 0;
  return Array.from({ length: chance.int(1, 40) }, (_, n): Anchor => {
    const restarts = chance.chance(8) && seq > 3;
    seq = restarts ? chance.int(1, seq) : chance.chance(10) ? seq : seq + chance.int(1, 3);
    // Each restore has its own link, so no two restarts share a hash.
    const hash = restarts || chance.chance(5) ? `hash of its own ${n}` : `hash ${seq}`;
    return {
      ...{ account: 'a', test: chance.chance(20), seq, hash, keyId: 'k', signature: 's' },
      ...(restarts && { restarts: true as const }),
    };
  });
}

const highest = (anchors: readonly Anchor[]) => [...collectHeads(anchors).heads].toSorted();

test('replaying heads from any position gives the same result, however often it was interrupted', () => {
  const chance = seeded(seed);
  let takenInPart = 0;
  for (let n = 0; n < LIVES; n++) {
    const life = lifeOf(chance);
    const from = chance.int(0, life.length);
    let folded = life.slice(0, from);
    for (let tries = chance.int(0, 3); tries > 0; tries--) {
      folded = [...folded, ...life.slice(from, chance.int(from, life.length))];
      if (chance.chance(50)) folded = compactedHeads(folded);
    }
    assert.deepEqual(highest([...folded, ...life.slice(from)]), highest(life), `HEADS_SEED=${seed}`);
    // Control: a partial replay would bring back heads that a restore removed.
    const part = [...life, ...life.slice(from, chance.int(from, life.length))];
    if (JSON.stringify(highest(part)) !== JSON.stringify(highest(life))) takenInPart += 1;
  }
  assert.ok(takenInPart > 0, `HEADS_SEED=${seed}`);
});

test('the compacted heads keep what each restore removed, and two heads of the same number', () => {
  const head = (seq: number, more: Partial<Anchor> = {}): Anchor => ({
    ...{ account: 'a', test: false, seq, hash: `hash ${seq}`, keyId: 'k', signature: 's', ...more },
  });
  const life = [head(1), head(9), head(5, { restarts: true }), head(6), head(7), head(7, { hash: 'another' })];
  assert.deepEqual(
    compactedHeads(life).map(({ seq, hash }) => `${seq} ${hash}`),
    ['9 hash 9', '5 hash 5', '7 hash 7', '7 another'],
  );
  assert.deepEqual(collectHeads(compactedHeads(life)), collectHeads(life));
});
