import * as z from 'zod';
import { listThemes as allThemes, themeDefaults } from '../../db/themes/themes.ts';
import { type Design, type KnownTheme, ownTheme } from '../../domain/themes/design.ts';
import { themes } from '../../domain/themes/themes.ts';
import { operation } from '../../pipeline/operation.ts';
import { ThemeJson, themeInListToJson } from '../../services/themes/theme-json.ts';

export const listThemes = operation({
  name: 'list-themes',
  summary: 'List the themes of documents: the built-in ones, then those of the account.',
  description: 'Returns all themes at once, without the bytes of their logos. A test key sees the same themes.',
  chapter: 'Themes',
  routes: ['GET /v2/billing/themes'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ docs: z.array(ThemeJson) }),
  refusals: [],

  async run({ tx }) {
    const own = (await allThemes<Design>(tx)).map(ownTheme);
    const builtIn: KnownTheme[] = Object.values(themes).map((theme) => ({ theme }));
    const defaults = await themeDefaults(tx);
    return { body: { docs: [...builtIn, ...own].map((known) => themeInListToJson(known, defaults)) } };
  },
});
