import type { Theme } from '../client/schemas.ts';

/** The theme a document is drawn in: its own, that of its kind, or the first there is. */
export const themeOfKind = (
  themes: readonly Theme[],
  kind: Theme['defaultFor'][number],
  own?: string | null,
): Theme | undefined =>
  themes.find(({ id }) => id === own) ?? themes.find(({ defaultFor }) => defaultFor.includes(kind)) ?? themes[0];
