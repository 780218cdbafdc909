/** Edits (insert, delete, replace, swap) that still count as a typo, by the length of the name. */
export const changesMax = (name: string): number => Math.min(3, Math.floor((name.length + 1) / 3));

/**
 * The known name that was probably meant: the nearest, ignoring case, `_` and `-`. If several are
 * equally near, the first; undefined if none is near.
 */
export function closestName(value: string, known: Iterable<string>): string | undefined {
  const meant = plainName(value);
  let nearest: string | undefined;
  let fewest = changesMax(meant) + 1;
  for (const name of known) {
    const changes = changesBetween(meant, plainName(name), fewest - 1);
    if (changes < fewest) [nearest, fewest] = [name, changes];
  }
  return nearest;
}

/** A name in the form used for comparison. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** The edit distance of two texts; more than `most` if it exceeds that. */
export function changesBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let column = 1; column <= other.length; column++) {
      const other1 = other[column - 1];
      const same = one[row - 1] === other1;
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other1;
      now[column] = Math.min(
        (before[column] as number) + 1,
        (now[column - 1] as number) + 1,
        (before[column - 1] as number) + (same ? 0 : 1),
        swapped ? (twoBefore[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...now) > most) return most + 1;
    [twoBefore, before] = [before, now];
  }
  return before[other.length] as number;
}
