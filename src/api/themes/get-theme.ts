import * as z from 'zod';
import { themeDefaults } from '../../db/themes/themes.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { themeId } from '../../schemas/fields/theme-id.ts';
import { findAnyTheme } from '../../services/themes/find-theme.ts';
import { ThemeJson, themeToJson } from '../../services/themes/theme-json.ts';

export const getTheme = operation({
  name: 'get-theme',
  summary: 'Get one theme with its logo.',
  chapter: 'Themes',
  routes: ['GET /v2/billing/theme/{themeId}'],
  scope: 'billing:read',
  path: z.object({ id: idOr('theme_not_found', themeId) }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ThemeJson,
  refusals: ['theme_not_found'],

  async run({ tx }, { id }) {
    const known = await findAnyTheme(tx, id);
    return known ? { body: themeToJson(known, await themeDefaults(tx)) } : { refused: 'theme_not_found' };
  },
});
