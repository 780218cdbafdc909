import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import { themeId } from '../../contract/theme-id.ts';
import { keepTheme } from '../../deeds/themes/keep-theme.ts';
import { knownTheme } from '../../deeds/themes/known-theme.ts';
import { themeName } from '../../deeds/themes/theme-form.ts';
import { ThemeJson } from '../../deeds/themes/theme-json.ts';
import { copied } from '../../domain/themes/design.ts';
import { operation } from '../../road/operation.ts';

export const duplicateTheme = operation({
  name: 'duplicate-theme',
  summary: 'Make a theme of the account that is as another one, to change it.',
  description: 'Themes the service comes with can be duplicated too. Without a name it is called as the first.',
  chapter: 'Themes',
  routes: ['POST /v2/billing/theme/{themeId}/duplicate'],
  scope: 'account:admin',
  path: z.object({ id: idOr('theme_not_found', themeId) }),
  query: z.object({}),
  body: z.object({ name: themeName.optional() }),
  success: 201,
  output: ThemeJson,
  refusals: ['theme_not_found', 'live_key_needed', 'too_many_themes'],
  example: { name: 'Atelier, en bleu' },

  async run(context, { id, name }) {
    if (context.test) return { refused: 'live_key_needed' };
    const known = await knownTheme(context.tx, id);
    if (!known) return { refused: 'theme_not_found' };
    const design = copied(known, name);
    return design ? keepTheme(context, design) : { refused: 'theme_not_found' };
  },
});
