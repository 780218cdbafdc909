/** The page structures: each has its own template in `templates/`. */
export const structures = ['band', 'letter', 'ledger', 'margin', 'plain'] as const;
type Structure = (typeof structures)[number];

/** The font families of documents; their files are in `fonts/`, under the Open Font License. */
export const typefaces = ['Inter', 'Source Serif 4', 'IBM Plex Sans', 'Figtree'] as const;
type Typeface = (typeof typefaces)[number];

/**
 * Colors as `#rrggbb`. Text is printed in `ink`, `muted` and `accent` on white and on `surface`,
 * and in `onAccent` on `accent`.
 */
export type Colours = {
  readonly accent: string;
  readonly onAccent: string;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly surface: string;
};

/**
 * The optional parts of lines; the reference is printed below the designation. Discounts, and the
 * VAT of documents with several rates, are always shown.
 */
export type Columns = {
  readonly position: boolean;
  readonly reference: boolean;
  readonly unitPrice: boolean;
  readonly vat: boolean;
};

/** Maximum printed width of a logo. */
export const LOGO_WIDTH_MAX_MM = 60;
export const LOGO_BYTES_MAX = 200_000;

export type Logo = { readonly format: 'png' | 'jpg'; readonly base64: string; readonly widthMm: number };

/** The appearance of a document. */
export type Theme = {
  readonly id: string;
  readonly name: string;
  readonly structure: Structure;
  readonly typeface: Typeface;
  /** Font size in points, 8 to 11. */
  readonly size: number;
  readonly density: 'airy' | 'compact';
  readonly colours: Colours;
  readonly columns: Columns;
  readonly logo?: Logo;
};
