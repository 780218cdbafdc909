import * as z from 'zod';
import { id } from '../../contract/id.ts';
import { themeDefaults } from '../../store/themes.ts';
import { operation } from '../operation.ts';
import { knownTheme } from './known-theme.ts';
import { ThemeJson, themeToJson } from './theme-json.ts';

export const getTheme = operation({
  name: 'get-theme',
  summary: 'One theme, its logo included.',
  chapter: 'Themes',
  routes: ['GET /v2/billing/theme/{themeId}'],
  scope: 'billing:read',
  path: z.object({ id }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ThemeJson,
  refusals: ['theme_not_found'],

  async run({ tx }, { id }) {
    const known = await knownTheme(tx, id);
    return known ? { body: themeToJson(known, await themeDefaults(tx)) } : { refused: 'theme_not_found' };
  },
});
