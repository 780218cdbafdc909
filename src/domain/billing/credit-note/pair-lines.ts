import { keyOf, type Line } from '../document/lines/line.ts';

/** What a line of a credit note is called after: the line it credits. */
export const creditName = ({ generatedId, id }: Pick<Line, 'generatedId' | 'id'>): string => generatedId ?? id;

/**
 * Which line of an invoice each line of its credit notes credits, by its place; undefined where it credits none of them. Always one
 * of the same key: by its name, else by its designation and price, else, where it has no name of its own, by its designation.
 * Clients that write the lines of a credit note anew often leave the names out.
 */
export function pairedLines(credited: readonly Line[], ofInvoice: readonly Line[]): (number | undefined)[] {
  const used = new Set<number>();
  return credited.map((line) => {
    for (const isMeant of waysToMean) {
      const places = [...ofInvoice.keys()].filter(
        (at) => isSameKey(line, ofInvoice[at]) && isMeant(line, ofInvoice[at] as Line),
      );
      // Of several alike, each is credited once before one is credited again.
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
