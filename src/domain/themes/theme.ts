/** How a document is laid out: each is drawn by a template of its own in `templates/`. */
export const structures = ['band', 'letter', 'ledger', 'margin', 'plain'] as const;
type Structure = (typeof structures)[number];

/** The document groups of type a document can be set in; their files lie in `fonts/`, under the Open Font License. */
export const typefaces = ['Inter', 'Source Serif 4', 'IBM Plex Sans', 'Figtree'] as const;
type Typeface = (typeof typefaces)[number];

/** Colours as `#rrggbb`. Text is printed in `ink`, `muted` and `accent` on white and on `surface`, and in `onAccent` on `accent`. */
export type Colours = {
  readonly accent: string;
  readonly onAccent: string;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly surface: string;
};

/** What of the lines a theme may leave out; the reference stands below the designation. What was discounted, and the VAT of mixed documents, show all the same. */
export type Columns = {
  readonly position: boolean;
  readonly reference: boolean;
  readonly unitPrice: boolean;
  readonly vat: boolean;
};

/** At most this much of a logo is printed. */
export const LOGO_WIDTH_MAX_MM = 60;
export const LOGO_BYTES_MAX = 200_000;

export type Logo = { readonly format: 'png' | 'jpg'; readonly base64: string; readonly widthMm: number };

/** What a document looks like, whatever it says. */
export type Theme = {
  readonly id: string;
  readonly name: string;
  readonly structure: Structure;
  readonly typeface: Typeface;
  /** Points, 8 to 11. */
  readonly size: number;
  readonly density: 'airy' | 'compact';
  readonly colours: Colours;
  readonly columns: Columns;
  readonly logo?: Logo;
};
