import { revised } from '../customers/apply-changes.ts';
import type { Refused } from '../refusal.ts';
import { CONTRAST_LEAST, contrastProblems } from './contrast.ts';
import type { Colours, Columns, Theme } from './theme.ts';
import { DEFAULT_THEME, themes } from './themes.ts';

/** Themes an account may have of its own. */
export const THEMES_MAX = 50;

/** What an account keeps of a theme of its own: all it needs, so that it stays when the one it was made from changes. */
export type Design = Omit<Theme, 'id'> & { readonly basedOn: BuiltIn };

/** What is said of a design to be: what is left out stays, a logo of null goes. */
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

/** A theme as the account knows it. One the service comes with has no day it was made on. */
export type KnownTheme = {
  readonly theme: Theme;
  readonly basedOn?: BuiltIn;
  readonly createdAt?: number;
  readonly updatedAt?: number;
};

/** The design of a theme the service comes with, as an account may begin with it. */
export function designOf(basedOn: BuiltIn): Design {
  const { id: _, ...look } = themes[basedOn];
  return { ...look, basedOn };
}

/** A theme of the account's own, as it was kept. */
export function ownTheme(kept: {
  readonly id: string;
  readonly design: Design;
  readonly createdAt: number;
  readonly updatedAt: number;
}): KnownTheme {
  const { id, design, createdAt, updatedAt } = kept;
  const { basedOn, ...theme } = design;
  return { theme: { ...theme, id }, basedOn, createdAt, updatedAt };
}

/** What a copy of a theme begins as, under its own name where one is said; undefined where nobody knows what it was made from. */
export function copied({ theme, basedOn }: KnownTheme, name: string | undefined): Design | undefined {
  const { id, ...look } = theme;
  const from = basedOn ?? (isBuiltIn(id) ? id : undefined);
  return from && { ...look, name: name ?? look.name, basedOn: from };
}

/** Lays a change over a design; refuses colours in which somebody with weak eyes could not read it. */
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

/** What a document looks like: its own theme, else that of its kind. One that is gone is as if it had never been chosen. */
export const themeChosen = (own: KnownTheme | undefined, ofKind: KnownTheme | undefined): Theme =>
  (own ?? ofKind)?.theme ?? DEFAULT_THEME;
