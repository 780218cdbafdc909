import type { Json } from './json-type.ts';

/** The shelves of the description where what stands in several places is kept once. */
const shelves = ['parameters', 'requestBodies', 'responses', 'examples', 'schemas'] as const;
type Shelf = (typeof shelves)[number];

/** What a part is called as a component: `own` where only one operation has it, or another took `name` before. */
type PartNames = { name: string; own?: string };

export type Components = {
  /**
   * A part of the description, to be put where it stands; it may hold others. What it is turns out in `kept`: a reference
   * where it stands in several places, or is `always` a component; else the part itself.
   */
  part: (shelf: Shelf, value: Json, names: PartNames, always?: 'always') => Json;
  /** Fills every part, and gives the shelves with what is referred to. To be asked once, at the end. */
  kept: () => Record<Shelf, Json>;
};

/** Components for one description. */
export function newComponents(): Components {
  const known = new Map<string, Known>();
  return {
    part: (shelf, value, names, always) => {
      const key = `${shelf} ${JSON.stringify(value)}`;
      const same = known.get(key) ?? { shelf, value, always: always !== undefined, uses: [], number: known.size };
      known.set(key, same);
      // Until it is filled it tells by its number which part it is: parts that hold equal parts are equal.
      const place: Json = { [PART]: same.number };
      same.uses.push({ place, names });
      return place;
    },
    kept: () => {
      const kept = Object.fromEntries(shelves.map((shelf) => [shelf, {}])) as Record<Shelf, Json>;
      for (const part of known.values()) fill(part, kept[part.shelf]);
      return kept;
    },
  };
}

const PART = 'x-part';

type Known = {
  shelf: Shelf;
  value: Json;
  always: boolean;
  uses: { place: Json; names: PartNames }[];
  number: number;
};

function fill({ shelf, value, always, uses }: Known, kept: Json): void {
  const shared = always || uses.length > 1;
  const name = shared ? nameOf(uses, kept) : undefined;
  if (name) kept[name] = value;
  for (const { place } of uses) {
    delete place[PART];
    Object.assign(place, name ? { $ref: `#/components/${shelf}/${name}` } : value);
  }
}

function nameOf(uses: Known['uses'], taken: Json): string {
  const first = uses[0]?.names as PartNames;
  const ofOne = first.own !== undefined && uses.every(({ names }) => names.own === first.own);
  const name = ofOne || Object.hasOwn(taken, first.name) ? first.own : first.name;
  if (name === undefined || Object.hasOwn(taken, name)) throw new Error(`two components are called ${first.name}`);
  return name;
}

/** The name of a component: `get-billings`, `Idempotency-Key` and `billing.not_found` in one word. */
export const componentName = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
