import assert from 'node:assert/strict';
import { test } from 'vitest';
import { seeded, seedOf } from '../../../test/support/runner/seeded-random.ts';
import { evenRanks, RANK_MAX, rankBetween } from './rank.ts';

// Ranks are ASCII and sort bytewise, which equals JavaScript's string order.
const isStrictlyOrdered = (ranks: readonly string[]): boolean =>
  ranks.every((rank, place) => place === 0 || (ranks[place - 1] as string) < rank);

test('10,000 insertions at random places stay in strict order, with ranks of at most 16 characters', () => {
  const seed = seedOf('RANK_SEED');
  const chance = seeded(seed);
  const ranks: string[] = [];
  for (let made = 0; made < 10_000; made++) {
    const place = chance.int(0, ranks.length);
    ranks.splice(place, 0, rankBetween(ranks[place - 1], ranks[place]));
  }
  assert.ok(isStrictlyOrdered(ranks), `RANK_SEED=${seed}`);
  assert.ok(Math.max(...ranks.map(({ length }) => length)) <= 16, `RANK_SEED=${seed}`);
  assert.ok(ranks.every((rank) => /^[0-9a-z]*[1-9a-z]$/.test(rank)));
  const swapped = [...ranks.slice(0, 50), ranks[51], ranks[50]] as string[];
  assert.ok(!isStrictlyOrdered(swapped), 'negative control: swapped ranks are out of order');
});

test('there is room between the columns a and b of a new board, before a and after e', () => {
  assert.equal(rankBetween('a', 'b'), 'ai');
  assert.ok(rankBetween(undefined, 'a') < 'a');
  assert.ok(rankBetween('e') > 'e');
  assert.equal(rankBetween(), 'i');
});

test('100,000 items added at the end, and 100,000 at the beginning, have ranks of at most 8 characters', () => {
  let last = rankBetween();
  let first = last;
  for (let made = 0; made < 100_000; made++) {
    const next = rankBetween(last);
    const sooner = rankBetween(undefined, first);
    assert.ok(next > last && sooner < first);
    [last, first] = [next, sooner];
  }
  assert.ok(last.length <= 8 && first.length <= 8, `${first} ${last}`);
});

test('900 insertions at one place fit into a rank, from both sides', () => {
  for (const isAfter of [true, false]) {
    let [low, high] = ['a', 'b'];
    for (let made = 0; made < 900; made++) {
      const rank = rankBetween(low, high);
      assert.ok(low < rank && rank < high);
      if (isAfter) high = rank;
      else low = rank;
    }
    const longest = Math.max(low.length, high.length);
    assert.ok(longest > 100 && longest <= RANK_MAX, `${longest}`);
  }
});

test('a full end continues with longer ranks', () => {
  let last = 'zzzzzzzz';
  for (let made = 0; made < 100; made++) {
    const next = rankBetween(last);
    assert.ok(next > last);
    last = next;
  }
  assert.ok(rankBetween(undefined, '00000001') < '00000001');
});

test('a rank of another service is accepted at its place', () => {
  for (const strange of ['0|hzzzzz:', 'U', '', 'é', '~'])
    for (const rank of [rankBetween(strange), rankBetween(strange, undefined)]) assert.match(rank, /^[0-9a-z]+$/);
});

test('even ranks are in order, distinct and short, for one item and for 100,000', () => {
  for (const count of [1, 2, 35, 36, 1_295, 100_000]) {
    const ranks = evenRanks(count);
    assert.equal(ranks.length, count);
    assert.ok(isStrictlyOrdered(ranks), `${count}`);
    assert.ok(ranks.every((rank) => rank.length >= 1 && rank.length <= 5));
  }
  assert.deepEqual(evenRanks(0), []);
});

test('5,000 insertions at one place stay in order if ranks are redistributed whenever one would be too long', () => {
  let ranks = ['a', 'b'];
  let dealt = 0;
  for (let made = 0; made < 5_000; made++) {
    let rank = rankBetween(ranks[0], ranks[1]);
    if (rank.length > RANK_MAX) {
      ranks = evenRanks(ranks.length);
      rank = rankBetween(ranks[0], ranks[1]);
      dealt++;
    }
    ranks.splice(1, 0, rank);
  }
  assert.ok(isStrictlyOrdered(ranks));
  assert.ok(dealt >= 4 && dealt <= 6, `${dealt}`);
  assert.equal(ranks.length, 5_002);
});
