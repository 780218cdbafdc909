import { keyOf, type Line } from '../document/lines/line.ts';

/** The name of a credit-note line: that of the line it credits. */
export const creditName = ({ generatedId, id }: Pick<Line, 'generatedId' | 'id'>): string => generatedId ?? id;

/**
 * For each line of the credit notes, the index of the invoice line it credits; undefined if there
 * is none. Both have the same key. Lines match by name, then by designation and price, then, for
 * lines without a name, by designation alone: clients that rewrite the lines of a credit note often
 * omit the names.
 */
export function pairedLines(credited: readonly Line[], ofInvoice: readonly Line[]): (number | undefined)[] {
  const used = new Set<number>();
  return credited.map((line) => {
    for (const isMeant of waysToMean) {
      const places = [...ofInvoice.keys()].filter(
        (at) => isSameKey(line, ofInvoice[at]) && isMeant(line, ofInvoice[at] as Line),
      );
      // Among identical lines, each is credited once before one is credited a second time.
      const place = places.find((at) => !used.has(at)) ?? places[0];
      if (place === undefined) continue;
      used.add(place);
      return place;
    }
    return undefined;
  });
}

const isSameKey = (line: Line, other: Line | undefined): boolean => other !== undefined && keyOf(line) === keyOf(other);

const waysToMean: readonly ((line: Line, original: Line) => boolean)[] = [
  (line, original) => creditName(line) === creditName(original),
  (line, original) => line.designation === original.designation && isSamePrice(line, original),
  (line, original) => line.generatedId === undefined && line.designation === original.designation,
];

const isSamePrice = (line: Line, other: Line): boolean =>
  line.unitPrice === other.unitPrice &&
  line.taxIncluded === other.taxIncluded &&
  line.discount?.mode === other.discount?.mode &&
  line.discount?.amount === other.discount?.amount;
