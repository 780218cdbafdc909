import { escaped } from '../mail/escape-html.ts';

/** A piece of a page that is ready: what came from outside is escaped in it. */
export type Html = { readonly html: string };

type Piece = Html | string | number | undefined | false | readonly Piece[];

/** Writes HTML: every value between its braces is escaped, but those that are HTML already. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: parts.reduce((written, part, at) => written + (at === 0 ? '' : textOf(pieces[at - 1])) + part, ''),
});

/** What the service itself drew. Never anything that was entered. */
export const drawn = (svg: string): Html => ({ html: svg });

function textOf(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (Array.isArray(piece)) return piece.map(textOf).join('');
  if (typeof piece === 'object') return (piece as Html).html;
  return escaped(String(piece));
}
