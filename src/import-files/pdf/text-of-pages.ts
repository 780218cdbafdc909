import type { TextPiece } from './open-pdf.ts';

/** A piece of text, and the same without accents, in which words are looked for. */
export type PlainPiece = TextPiece & { readonly plain: string };

/** The text of a PDF by its places. */
export type PagesText = {
  readonly pieces: readonly PlainPiece[];
  /** Pieces on one baseline, from left to right. */
  readonly rows: readonly (readonly PlainPiece[])[];
  /** The next piece to the right on the same row. */
  readonly next: ReadonlyMap<PlainPiece, PlainPiece>;
};

/** Characters of a piece that are read: longer pieces are paragraphs. */
const PIECE_MAX = 300;
/** Points by which pieces of one row may be apart. */
const ROW_TOLERANCE = 2.6;

/** Orders pieces from top to bottom, and groups them by row. */
export function pagesText(given: readonly TextPiece[]): PagesText {
  const pieces = given
    .filter(({ text }) => text !== '')
    .map((piece) => ({
      ...piece,
      text: piece.text.slice(0, PIECE_MAX),
      plain: withoutAccents(piece.text.slice(0, PIECE_MAX)),
    }))
    .toSorted((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
  const rows: PlainPiece[][] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && first.page === piece.page && Math.abs(first.top - piece.top) <= ROW_TOLERANCE) row.push(piece);
    else rows.push([piece]);
  }
  const ordered = rows.map((row) => row.toSorted((a, b) => a.left - b.left));
  const next = new Map<PlainPiece, PlainPiece>();
  for (const row of ordered)
    for (const [place, piece] of row.entries()) if (place > 0) next.set(row[place - 1] as PlainPiece, piece);
  return { pieces, rows: ordered, next };
}

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[’`´]/g, "'");

/** The next piece to the right on the row of a piece. */
export const rightOf = (piece: PlainPiece, { next }: PagesText): PlainPiece | undefined => next.get(piece);

/** Height of a gap, in heights of the text, up to which a piece belongs to the one above. */
const NEXT_LINE = 2.4;

/** The piece under a piece: the nearest that overlaps it or begins where it begins. */
export const under = (piece: PlainPiece, { pieces }: PagesText): PlainPiece | undefined =>
  pieces.find(
    (each) =>
      each.page === piece.page &&
      each.top > piece.top + ROW_TOLERANCE &&
      each.top - piece.top <= NEXT_LINE * Math.max(piece.height, each.height) &&
      ((each.left < piece.right && each.right > piece.left) || Math.abs(each.left - piece.left) < piece.height),
  );
