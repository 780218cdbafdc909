import { revised } from '../customers/apply-changes.ts';
import type { Refused } from '../refusal.ts';
import { CONTRAST_LEAST, contrastProblems } from './contrast.ts';
import type { Colours, Columns, Theme } from './theme.ts';
import { DEFAULT_THEME, themes } from './themes.ts';

/** Custom themes per account. */
export const THEMES_MAX = 50;

/** A custom theme, stored completely, so that it stays the same if its original changes. */
export type Design = Omit<Theme, 'id'> & { readonly basedOn: BuiltIn };

/** A change of a design: missing fields stay, a logo of null is removed. */
export type DesignChange = {
  readonly [Member in 'name' | 'structure' | 'typeface' | 'size' | 'density']?: Theme[Member] | undefined;
} & {
  readonly colours?: { readonly [Member in keyof Colours]?: string | undefined } | undefined;
  readonly columns?: { readonly [Member in keyof Columns]?: boolean | undefined } | undefined;
  readonly logo?: Theme['logo'] | null | undefined;
};

export type BuiltIn = keyof typeof themes;
export const builtIns = Object.keys(themes) as [BuiltIn, ...BuiltIn[]];
export const isBuiltIn = (id: string): id is BuiltIn => Object.hasOwn(themes, id);

/** A theme of the account. Built-in ones have no creation date. */
export type KnownTheme = {
  readonly theme: Theme;
  readonly basedOn?: BuiltIn;
  readonly createdAt?: number;
  readonly updatedAt?: number;
};

/** The design of a built-in theme, as a starting point. */
export function designOf(basedOn: BuiltIn): Design {
  const { id: _, ...look } = themes[basedOn];
  return { ...look, basedOn };
}

/** A custom theme from its stored form. */
export function ownTheme(stored: {
  readonly id: string;
  readonly design: Design;
  readonly createdAt: number;
  readonly updatedAt: number;
}): KnownTheme {
  const { id, design, createdAt, updatedAt } = stored;
  const { basedOn, ...theme } = design;
  return { theme: { ...theme, id }, basedOn, createdAt, updatedAt };
}

/**
 * The design of a copied theme, under its new name if there is one; undefined if its original is
 * unknown.
 */
export function copied({ theme, basedOn }: KnownTheme, name: string | undefined): Design | undefined {
  const { id, ...look } = theme;
  const from = basedOn ?? (isBuiltIn(id) ? id : undefined);
  return from && { ...look, name: name ?? look.name, basedOn: from };
}

/** Applies a change to a design; refuses colors with too little contrast. */
export function revisedDesign(
  { colours, columns, ...before }: Design,
  change: DesignChange,
): Design | Refused<'theme_contrast_too_low'> {
  const design: Design = {
    ...revised<Omit<Design, 'colours' | 'columns'>>(before, {
      ...{ name: change.name, structure: change.structure, typeface: change.typeface },
      ...{ size: change.size, density: change.density, logo: change.logo },
    }),
    colours: revised(colours, change.colours ?? {}),
    columns: revised(columns, change.columns ?? {}),
  };
  const [problem] = contrastProblems(design.colours);
  return problem ? { refused: 'theme_contrast_too_low', ...problem, least: CONTRAST_LEAST } : design;
}

/** The theme of a document: its own, or that of its kind. A deleted theme is ignored. */
export const themeChosen = (own: KnownTheme | undefined, ofKind: KnownTheme | undefined): Theme =>
  (own ?? ofKind)?.theme ?? DEFAULT_THEME;
