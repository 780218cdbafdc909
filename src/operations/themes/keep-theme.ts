import type { Refused } from '../../domain/refusal.ts';
import { countThemes, insertTheme, lockThemes } from '../../store/themes.ts';
import type { Context } from '../operation.ts';
import { type Design, ownTheme } from './known-theme.ts';
import { themeToJson } from './theme-json.ts';

/** Themes an account may have of its own. */
export const THEMES_MAX = 50;

/** Keeps a new theme of the account, and shows it. */
export async function keepTheme({ tx, newId, now }: Context, design: Design) {
  lockThemes(tx);
  if ((await countThemes(tx)) >= THEMES_MAX)
    return { refused: 'too_many_themes', limit: THEMES_MAX } satisfies Refused<'too_many_themes'>;
  const theme = { id: newId(), design, createdAt: now, updatedAt: now };
  insertTheme(tx, theme);
  return { body: themeToJson(ownTheme(theme), {}) };
}
