import type { Theme } from '../client/schemas.ts';

/** The design of a document: its own, the default of its kind, or the first one. */
export const themeOfKind = (
  themes: readonly Theme[],
  kind: Theme['defaultFor'][number],
  own?: string | null,
): Theme | undefined =>
  themes.find(({ id }) => id === own) ?? themes.find(({ defaultFor }) => defaultFor.includes(kind)) ?? themes[0];
