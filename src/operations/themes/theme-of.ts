import type { BillingDocument } from '../../domain/document/document.ts';
import type { Theme } from '../../print/theme.ts';
import { DEFAULT_THEME } from '../../print/themes.ts';
import { themeDefaults } from '../../store/themes.ts';
import type { Context } from '../operation.ts';
import { knownTheme } from './known-theme.ts';

/** What a document looks like: its own theme, else that of its kind. One that is gone is as if it had never been chosen. */
export async function themeOf({ tx }: Pick<Context, 'tx'>, { kind, content }: BillingDocument): Promise<Theme> {
  const own = content.themeId === undefined ? undefined : await knownTheme(tx, content.themeId);
  if (own) return own.theme;
  const assigned = (await themeDefaults(tx))[kind];
  const ofKind = assigned === undefined ? undefined : await knownTheme(tx, assigned);
  return ofKind?.theme ?? DEFAULT_THEME;
}
