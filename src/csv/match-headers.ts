import type { ImportSource } from '../domain/import-source.ts';

/** A column a file may have, with all its names. */
export type Named = { readonly member: string; readonly names: readonly string[] };

/** A list as another program exports it. */
export type ListFormat = {
  readonly source: ImportSource;
  /** Headers that a file must all have to be recognized. */
  readonly signature: readonly string[];
  readonly columns: readonly Named[];
};

export type HeaderRules = {
  /** Our own columns. */
  readonly columns: readonly Named[];
  readonly formats?: readonly ListFormat[] | undefined;
  /** What the person chose, by header as written: a member, or null for a column left out. */
  readonly chosen?: ReadonlyMap<string, string | null> | undefined;
};

export type Headers = {
  /** The index of each column by its member. */
  readonly places: ReadonlyMap<string, number>;
  /** Headers that name no known column, as written. */
  readonly unknown: readonly string[];
  /** The program whose format was recognized. */
  readonly source?: ImportSource;
};

/** Two headers name the same column, so which one counts is unknown. */
export type NamedTwice = { readonly namedTwice: string };

/**
 * Finds the columns by their headers in any order, ignoring case, accents, blanks, punctuation and
 * `(…)`. In the format of another program only its own columns count, so that its `id` is not taken
 * for ours.
 */
export function matchHeaders(
  headers: readonly string[],
  { columns, formats = [], chosen = new Map() }: HeaderRules,
): Headers | NamedTwice {
  const written = new Set(headers.map(letters));
  const format = formats.find(({ signature }) => signature.every((header) => written.has(letters(header))));
  const known = new Map(
    (format?.columns ?? columns).flatMap(({ member, names }) =>
      [member, ...names].map((name) => [letters(name), member]),
    ),
  );
  const places = new Map<string, number>();
  const unknown: string[] = [];
  for (const [place, header] of headers.entries()) {
    const member = chosen.get(header);
    if (member == null) continue;
    if (places.has(member)) return { namedTwice: header };
    places.set(member, place);
  }
  const picked = new Set(places.keys());
  for (const [place, header] of headers.entries()) {
    if (chosen.has(header)) continue;
    const member = known.get(letters(header));
    // Of two columns of another program, such as phone and mobile, the first counts.
    if (member !== undefined && places.has(member) && !format && !picked.has(member)) return { namedTwice: header };
    if (member !== undefined && !places.has(member)) places.set(member, place);
    else if (header.trim() !== '') unknown.push(header);
  }
  return { places, unknown, ...(format && { source: format.source }) };
}

/** `Prix unitaire HT (€)` and `prix_unitaire_ht` have the same letters. */
export const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\([^()]*\)/g, '')
    .replace(/œ/gi, 'oe')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
