import * as z from 'zod';
import { findTheme, lockThemes, deleteTheme as removeTheme } from '../../db/themes/themes.ts';
import { isBuiltIn } from '../../domain/themes/design.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { themeId } from '../../schemas/fields/theme-id.ts';

export const deleteTheme = operation({
  name: 'delete-theme',
  summary: 'Delete a theme of the account.',
  description:
    'Document types that used the theme by default go back to the built-in theme. Documents with this theme are then printed in the theme of their type; existing renderings of finalized documents stay.',
  chapter: 'Themes',
  routes: ['DELETE /v2/billing/theme/{themeId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('theme_not_found', themeId) }),
  query: z.object({}),
  body: z.object({}),
  success: 204,
  output: z.null(),
  refusals: ['theme_not_found', 'live_key_needed', 'theme_is_built_in'],

  async run({ tx, test }, { id }) {
    if (test) return { refused: 'live_key_needed' };
    if (isBuiltIn(id)) return { refused: 'theme_is_built_in' };
    lockThemes(tx);
    const known = await findTheme(tx, id);
    if (!known) return { refused: 'theme_not_found' };
    removeTheme(tx, known.id);
    return { body: null };
  },
});
