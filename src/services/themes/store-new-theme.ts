import { countThemes, insertTheme, lockThemes } from '../../db/themes/themes.ts';
import type { Refused } from '../../domain/refusal.ts';
import { type Design, ownTheme, THEMES_MAX } from '../../domain/themes/design.ts';
import type { Context } from '../context.ts';
import { themeToJson } from './theme-json.ts';

/** Stores a new theme of the account and returns it. */
export async function storeNewTheme({ tx, newId, now }: Context, design: Design) {
  lockThemes(tx);
  if ((await countThemes(tx)) >= THEMES_MAX)
    return { refused: 'too_many_themes', limit: THEMES_MAX } satisfies Refused<'too_many_themes'>;
  const theme = { id: newId(), design, createdAt: now, updatedAt: now };
  insertTheme(tx, theme);
  return { body: themeToJson(ownTheme(theme), {}) };
}
