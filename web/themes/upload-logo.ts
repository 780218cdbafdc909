import { call } from '../client/call.ts';
import type { Theme } from '../client/schemas.ts';
import { themeOfKind } from './theme-of-kind.ts';
import type { ThemeChange } from './theme-preview.tsx';

type Logo = NonNullable<ThemeChange['logo']>;
const TYPES = ['estimate', 'purchase_order', 'invoice', 'advance', 'asset'] as const;
type Kind = (typeof TYPES)[number];

/**
 * Sets or removes the logo of future documents. Built-in designs cannot be edited: a copy with the
 * logo replaces them. `called` returns the name of the copy.
 */
export async function uploadLogo(
  themes: readonly Theme[],
  logo: Logo | null,
  called: (name: string) => string,
): Promise<void> {
  const used = new Map<Theme, Kind[]>();
  for (const type of TYPES) {
    const theme = themeOfKind(themes, type);
    if (theme) used.set(theme, [...(used.get(theme) ?? []), type]);
  }
  for (const [theme, types] of used) {
    if (!theme.isBuiltIn) await call('update-theme', { themeId: theme.id, body: { logo } });
    else if (logo) {
      const { id } = await call('duplicate-theme', { themeId: theme.id, body: { name: called(theme.name), logo } });
      await call('update-theme-assignments', { body: Object.fromEntries(types.map((type) => [type, id])) });
    }
  }
}
