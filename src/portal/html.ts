import { escaped } from '../mail/escape-html.ts';

/** A safe piece of HTML: external values in it are escaped. */
export type Html = { readonly html: string };

type Piece = Html | string | number | undefined | false | readonly Piece[];

/** HTML template tag: escapes every value except `Html`. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: parts.reduce((written, part, at) => written + (at === 0 ? '' : textOf(pieces[at - 1])) + part, ''),
});

/** Marks an SVG drawn by the service as safe. Never use it for user input. */
export const drawn = (svg: string): Html => ({ html: svg });

function textOf(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (Array.isArray(piece)) return piece.map(textOf).join('');
  if (typeof piece === 'object') return (piece as Html).html;
  return escaped(String(piece));
}
