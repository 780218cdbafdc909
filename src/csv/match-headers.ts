/** A column a file may have, with all its names. */
export type Named = { readonly member: string; readonly names: readonly string[] };

export type Headers = {
  /** The index of each column by its member. */
  readonly places: ReadonlyMap<string, number>;
  /** Headers that name no known column, as written. */
  readonly unknown: readonly string[];
};

/** Two headers name the same column, so which one counts is unknown. */
export type NamedTwice = { readonly namedTwice: string };

/**
 * Finds the columns by their headers in any order, ignoring case, accents, blanks, punctuation and
 * `(…)`.
 */
export function matchHeaders(headers: readonly string[], columns: readonly Named[]): Headers | NamedTwice {
  const known = new Map(
    columns.flatMap(({ member, names }) => [member, ...names].map((name) => [letters(name), member])),
  );
  const places = new Map<string, number>();
  const unknown: string[] = [];
  for (const [place, header] of headers.entries()) {
    const member = known.get(letters(header));
    if (member !== undefined && places.has(member)) return { namedTwice: header };
    if (member !== undefined) places.set(member, place);
    else if (header.trim() !== '') unknown.push(header);
  }
  return { places, unknown };
}

/** `Prix unitaire HT (€)` and `prix_unitaire_ht` have the same letters. */
export const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\([^()]*\)/g, '')
    .replace(/œ/gi, 'oe')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
