import { type Draft, type Field, fieldsExcept } from '../draft/draft.ts';
import { sameValue } from '../draft/json-equal.ts';
import { type DraftLine, lineRequest } from '../draft/line.ts';

export type Side = 'here' | 'there';
type LineField = Exclude<keyof DraftLine, 'key' | 'unread'>;

/**
 * One difference between the two sides. `chosen` defaults to the side that changed it, and to this
 * side if both did: the user has just typed that.
 */
export type Difference =
  | {
      readonly id: string;
      readonly of: 'field';
      readonly field: Exclude<Field, 'lines' | 'unread'>;
      readonly chosen: Side;
    }
  | { readonly id: string; readonly of: 'cell'; readonly key: string; readonly cell: LineField; readonly chosen: Side }
  /** A renamed section, with all its lines. */
  | {
      readonly id: string;
      readonly of: 'section';
      readonly keys: readonly string[];
      readonly here: string | undefined;
      readonly there: string | undefined;
      readonly chosen: Side;
    }
  | { readonly id: string; readonly of: 'line'; readonly key: string; readonly only: Side; readonly chosen: Side }
  | { readonly id: string; readonly of: 'order'; readonly chosen: Side };

export type Versions = { readonly base: Draft; readonly here: Draft; readonly there: Draft };

/**
 * Whether another user changed the document: its version also changes with the account and the
 * customer.
 */
export const changedOnServer = ({ base, there }: Versions): boolean => fieldsExcept(base, there).length > 0;

/** All differences, line by line and cell by cell. */
export function differences({ base, here, there }: Versions): readonly Difference[] {
  const apart = fieldsExcept(here, there);
  const fields = apart
    .filter((field) => field !== 'lines' && field !== 'unread')
    .map((field): Difference => {
      const chosen = sameValue(here[field], base[field]) ? 'there' : 'here';
      return { id: field, of: 'field', field, chosen };
    });
  return apart.includes('lines') ? [...fields, ...lineDifferences({ base, here, there })] : fields;
}

function lineDifferences({ base, here, there }: Versions): readonly Difference[] {
  const [was, mine, theirs] = [base, here, there].map(({ lines }) => new Map(lines.map((line) => [line.key, line])));
  const found: Difference[] = [];
  for (const key of new Set([...here.lines, ...there.lines].map((line) => line.key))) {
    const [before, own, other] = [was?.get(key), mine?.get(key), theirs?.get(key)];
    if (own && other) found.push(...cellDifferences(before, own, other).filter(({ cell }) => cell !== 'section'));
    else {
      const only: Side = own ? 'here' : 'there';
      // A line added by one side stays; a line removed by one side is removed, unless the other
      // changed it.
      const untouched = before !== undefined && sameLine(before, (own ?? other) as DraftLine);
      found.push({ id: `line ${key}`, of: 'line', key, only, chosen: untouched ? opposite(only) : only });
    }
  }
  found.push(...sectionDifferences({ base, here, there }));
  const [orderHere, orderThere] = [commonOrder(here, theirs), commonOrder(there, mine)];
  if (!sameValue(orderHere, orderThere)) {
    const before = base.lines.map(({ key }) => key).filter((key) => orderHere.includes(key));
    found.push({ id: 'order', of: 'order', chosen: sameValue(before, orderHere) ? 'there' : 'here' });
  }
  return found;
}

const commonOrder = ({ lines }: Draft, other: ReadonlyMap<string, DraftLine> | undefined): readonly string[] =>
  lines.map(({ key }) => key).filter((key) => other?.has(key));

const sameLine = (one: DraftLine, other: DraftLine): boolean => sameValue(lineRequest(one), lineRequest(other));
const opposite = (side: Side): Side => (side === 'here' ? 'there' : 'here');

/**
 * Lines whose titles differ in the same way are one choice, so a renamed section keeps its lines
 * together.
 */
function sectionDifferences({ base, here, there }: Versions): readonly Difference[] {
  const [was, theirs] = [base, there].map(({ lines }) => new Map(lines.map((line) => [line.key, line])));
  const ways = new Map<string, DraftLine[]>();
  for (const own of here.lines) {
    const other = theirs?.get(own.key);
    if (!other || own.section === other.section) continue;
    const way = JSON.stringify([was?.get(own.key)?.section, own.section, other.section]);
    ways.set(way, [...(ways.get(way) ?? []), own]);
  }
  return [...ways.values()].map((lines): Difference => {
    const [{ key, section }] = lines as [DraftLine];
    const before = was?.get(key);
    return {
      ...{ id: `section ${key}`, of: 'section', keys: lines.map((line) => line.key) },
      ...{ here: section, there: theirs?.get(key)?.section },
      chosen: before && before.section === section ? 'there' : 'here',
    };
  });
}

function cellDifferences(
  before: DraftLine | undefined,
  own: DraftLine,
  other: DraftLine,
): readonly (Difference & { readonly of: 'cell' })[] {
  const cells = [...new Set([...Object.keys(own), ...Object.keys(other)])].filter(
    (cell) => cell !== 'key' && cell !== 'unread',
  ) as LineField[];
  return cells
    .filter((cell) => !sameValue(own[cell], other[cell]))
    .map((cell): Difference & { readonly of: 'cell' } => {
      const chosen: Side = before && sameValue(own[cell], before[cell]) ? 'there' : 'here';
      return { id: `cell ${own.key} ${cell}`, of: 'cell', key: own.key, cell, chosen };
    });
}

/**
 * The content of this side, for a copy. Dates that the user did not choose are those of the copy.
 */
export function inCopy({ base, here }: Versions, copy: Draft): Draft {
  const own = (['emittedAt', 'expiredAt'] as const).filter((day) => here[day] === base[day]);
  return { ...here, ...Object.fromEntries(own.map((day) => [day, copy[day]])) };
}

/** Merges both sides: the chosen side of each difference (by id), and everything that is equal. */
export function merged(
  { here, there }: Versions,
  found: readonly Difference[],
  choice: Readonly<Record<string, Side>>,
): Draft {
  const sideOf = (difference: Difference): Side => choice[difference.id] ?? difference.chosen;
  const fields = found.flatMap((difference) =>
    difference.of === 'field' && sideOf(difference) === 'here' ? [[difference.field, here[difference.field]]] : [],
  );
  const lines = mergedLines({ here, there }, found, sideOf);
  return { ...there, ...Object.fromEntries(fields), lines, unread: here.unread };
}

function mergedLines(
  { here, there }: Pick<Versions, 'here' | 'there'>,
  found: readonly Difference[],
  sideOf: (difference: Difference) => Side,
): readonly DraftLine[] {
  const dropped = new Set(
    found.flatMap((difference) =>
      difference.of === 'line' && sideOf(difference) !== difference.only ? [difference.key] : [],
    ),
  );
  const cells = new Map<string, Partial<DraftLine>>();
  for (const difference of found) {
    if (difference.of !== 'cell' || sideOf(difference) === 'there') continue;
    const own = here.lines.find(({ key }) => key === difference.key);
    cells.set(difference.key, { ...cells.get(difference.key), [difference.cell]: own?.[difference.cell] });
  }
  for (const difference of found) {
    if (difference.of !== 'section' || sideOf(difference) === 'there') continue;
    for (const key of difference.keys) cells.set(key, { ...cells.get(key), section: difference.here });
  }
  const order = found.find((difference) => difference.of === 'order');
  const [first, second] = order && sideOf(order) === 'there' ? [there, here] : [here, there];
  const lineOf = ({ key }: DraftLine): DraftLine | undefined => {
    const line = there.lines.find((other) => other.key === key) ?? here.lines.find((own) => own.key === key);
    const { unread } = here.lines.find((own) => own.key === key) ?? {};
    return line && { ...line, ...cells.get(key), ...(unread && { unread }) };
  };
  const keys = [...first.lines];
  // Lines that only the other side has are inserted after the line they followed there.
  for (const [place, line] of second.lines.entries()) {
    if (keys.some(({ key }) => key === line.key)) continue;
    const above = second.lines[place - 1];
    keys.splice(above ? keys.findIndex(({ key }) => key === above.key) + 1 : 0, 0, line);
  }
  return keys.filter(({ key }) => !dropped.has(key)).flatMap((line) => lineOf(line) ?? []);
}
