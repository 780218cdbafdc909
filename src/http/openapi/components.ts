/** JSON of any shape: schemas and descriptions are only ever serialized here. */
// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is open-ended.
export type Json = Record<string, any>;

/** Sections of the description's components. */
const shelves = ['parameters', 'requestBodies', 'responses', 'examples', 'schemas'] as const;
type Shelf = (typeof shelves)[number];

/** Component name: `name`, or `own` if only one operation uses it or `name` is taken. */
type PartNames = { name: string; own?: string };

export type Components = {
  /**
   * Registers a part of the description, possibly nested. `kept` replaces it by a reference if it
   * is used several times or is `always` a component, and inlines it otherwise.
   */
  part: (shelf: Shelf, value: Json, names: PartNames, always?: 'always') => Json;
  /** Fills in all parts and returns the referenced components. Call once, at the end. */
  kept: () => Record<Shelf, Json>;
};

/** Collects the components of one description. */
export function newComponents(): Components {
  const known = new Map<string, Known>();
  return {
    part: (shelf, value, names, always) => {
      const key = `${shelf} ${JSON.stringify(value)}`;
      const same = known.get(key) ?? { shelf, value, always: always !== undefined, uses: [], number: known.size };
      known.set(key, same);
      // A numbered placeholder: parts with equal content are equal.
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

/**
 * Component name in one word, for instance for `get-billings`, `Idempotency-Key` or
 * `billing.not_found`.
 */
export const componentName = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
