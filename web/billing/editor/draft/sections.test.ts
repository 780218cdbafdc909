import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { DraftLine } from './line.ts';
import {
  joinsNeighbour,
  lineDropped,
  lineDroppedUnder,
  lineMoved,
  lineTakenOut,
  runsByPlace,
  sectionDropped,
  sectionMoved,
  sectionNamed,
  sectionRemoved,
  sectionStarted,
} from './sections.ts';

/** "A:ab c B:d" means a and b in section A, c in no section, d in section B. */
const lines = (said: string): DraftLine[] =>
  said.split(' ').flatMap((part) => {
    const [keys, section] = part.includes(':') ? part.split(':').reverse() : [part];
    return [...(keys ?? '')].map((key) => ({
      ...{ key, designation: key, taxIncluded: false },
      ...(section !== undefined && { section }),
    }));
  });
const notationOf = (after: readonly DraftLine[]): string => {
  const parts: string[] = [];
  for (const [place, run] of runsByPlace(after).entries()) {
    const { key } = after[place] as DraftLine;
    if (run && run.from < place) parts[parts.length - 1] += key;
    else parts.push(run ? `${run.title}:${key}` : key);
  }
  return parts.join(' ');
};

test('a section begins with a line and includes the following ones with the same title; titles are not inherited', () => {
  assert.equal(notationOf(sectionStarted(lines('a b c B:d'), 'b', 'N')), 'a N:bc B:d');
  assert.equal(notationOf(sectionStarted(lines('A:abc d'), 'b', 'N')), 'A:a N:bc d');
  assert.equal(notationOf(sectionStarted(lines('N:a b'), 'b', 'N')), 'N:a N 2:b');
  assert.equal(notationOf(sectionStarted(lines('N:a b N 2:c'.replace('N 2', 'M')), 'b', 'M')), 'N:a M 2:b M:c');
});

test('a title names all lines of its section, and removing it leaves them in place', () => {
  assert.equal(notationOf(sectionNamed(lines('A:ab c A:d'), 'a', 'Z')), 'Z:ab c A:d');
  assert.equal(notationOf(sectionRemoved(lines('A:ab B:c'), 'a')), 'a b B:c');
  assert.equal('section' in (sectionRemoved(lines('A:a'), 'a')[0] as DraftLine), false);
  assert.deepEqual(
    ['A', 'B', 'C'].map((title) => joinsNeighbour(lines('A:a B:bc C:d'), 'b', title)),
    [true, false, true],
  );
});

test('a moving line crosses the edge of a section before it passes the next line', () => {
  const walk = (said: string, key: string, by: number, steps: number): string[] => {
    let now: readonly DraftLine[] = lines(said);
    return Array.from({ length: steps }, () => notationOf((now = lineMoved(now, key, by))));
  };
  assert.deepEqual(walk('A:ab c B:de', 'b', 1, 5), [
    'A:a b c B:de',
    'A:a c b B:de',
    'A:a c B:bde',
    'A:a c B:dbe',
    'A:a c B:deb',
  ]);
  assert.deepEqual(walk('A:ab B:cd', 'd', -1, 5), ['A:ab B:dc', 'A:abd B:c', 'A:adb B:c', 'A:dab B:c', 'd A:ab B:c']);
  assert.deepEqual(walk('A:ab', 'b', 1, 2), ['A:a b', 'A:a b']);
});

test('the only line of a section takes its heading along, past a line and past a whole section', () => {
  assert.equal(notationOf(lineMoved(lines('A:a b B:cd'), 'a', 1)), 'b A:a B:cd');
  assert.equal(notationOf(lineMoved(lines('A:a B:cd'), 'a', 1)), 'B:cd A:a');
});

test('a heading moves with its lines', () => {
  assert.equal(notationOf(sectionMoved(lines('a A:bc B:de f'), 'b', 1)), 'a B:de A:bc f');
  assert.equal(notationOf(sectionMoved(lines('a A:bc B:de f'), 'd', 1)), 'a A:bc f B:de');
  assert.equal(notationOf(sectionMoved(lines('a A:bc B:de f'), 'b', -1)), 'A:bc a B:de f');
  assert.equal(notationOf(sectionMoved(lines('A:bc'), 'b', 1)), 'A:bc');
  assert.equal(notationOf(sectionDropped(lines('a A:bc B:de f'), 'd', 'c')), 'a B:de A:bc f');
  assert.equal(notationOf(sectionDropped(lines('a A:bc B:de f'), 'b', 'd')), 'a B:de A:bc f');
  assert.equal(notationOf(sectionDropped(lines('a A:bc f'), 'b', 'c')), 'a A:bc f');
});

test('a line dropped on another takes its position and heading; dropped on a heading it becomes the first below it', () => {
  assert.equal(notationOf(lineDropped(lines('a A:bc d'), 'a', 'b')), 'A:bac d');
  assert.equal(notationOf(lineDropped(lines('a A:bc d'), 'b', 'd')), 'a A:c d b');
  assert.equal(notationOf(lineDroppedUnder(lines('a A:bc d'), 'd', 'b')), 'a A:dbc');
  assert.equal(notationOf(lineDroppedUnder(lines('a A:bc d'), 'a', 'b')), 'A:abc d');
  assert.equal(notationOf(lineTakenOut(lines('A:abc d'), 'a')), 'A:bc a d');
  assert.equal(notationOf(lineTakenOut(lines('A:abc'), 'c')), 'A:ab c');
});

type Acts = Record<string, (now: DraftLine[], one: string, other: string, by: number) => readonly DraftLine[]>;
const acts: Acts = {
  lineMoved: (now, one, _, by) => lineMoved(now, one, by),
  lineDropped: (now, one, other) => lineDropped(now, one, other),
  lineDroppedUnder: (now, one, other) => lineDroppedUnder(now, one, other),
  lineTakenOut: (now, one) => lineTakenOut(now, one),
  sectionMoved: (now, one, _, by) => sectionMoved(now, one, by),
  sectionDropped: (now, one, other) => sectionDropped(now, one, other),
};
const drawn = fc.tuple(
  fc.array(fc.constantFrom(undefined, undefined, 'A', 'B'), { minLength: 1, maxLength: 9 }),
  fc.constantFrom(...Object.keys(acts)),
  fc.tuple(fc.nat(8), fc.nat(8)),
  fc.constantFrom(-1, 1),
);
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const keepsTheOthers =
  (tried: Acts) =>
  ([headings, name, places, by]: Drawn): void => {
    const now = headings.map((section, place) => ({
      ...{ key: `${place}`, designation: '', taxIncluded: false },
      ...(section && { section }),
    }));
    const [one, other] = places.map((place) => `${place % now.length}`) as [string, string];
    const after = tried[name]?.(now, one, other, by) ?? [];
    assert.deepEqual(
      after.map(({ key }) => key).sort(),
      now.map(({ key }) => key),
    );
    const others = name.startsWith('line') ? after.filter(({ key }) => key !== one) : after;
    for (const { key, section } of others) assert.equal(section, now[Number(key)]?.section, `${name} ${key}`);
  };

test('no move loses or duplicates a line, or changes the heading of another line', () => {
  fc.assert(fc.property(drawn, keepsTheOthers(acts)), { numRuns: 2_000 });
});

test('negative control: a line that takes its section along is detected', () => {
  const greedy: Acts = { ...acts, lineTakenOut: (now, one) => sectionRemoved(now, one) };
  const { failed } = fc.check(fc.property(drawn, keepsTheOthers(greedy)), { numRuns: 200_000, endOnFailure: true });
  assert.equal(failed, true);
});
