import * as z from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { copied, type Design, revisedDesign } from '../../domain/themes/design.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { themeId } from '../../schemas/fields/theme-id.ts';
import { withPrintableLogo } from '../../services/themes/check-logo.ts';
import { findAnyTheme } from '../../services/themes/find-theme.ts';
import { storeNewTheme } from '../../services/themes/store-new-theme.ts';
import { ThemeChange } from '../../services/themes/theme-form.ts';
import { ThemeJson } from '../../services/themes/theme-json.ts';

export const duplicateTheme = operation({
  name: 'duplicate-theme',
  summary: 'Create a theme of the account as a copy of another one.',
  description:
    'Built-in themes can be duplicated too. Fields of the body are changed in the copy; all others, including the name, are copied.',
  chapter: 'Themes',
  routes: ['POST /v2/billing/theme/{themeId}/duplicate'],
  scope: 'account:admin',
  path: z.object({ id: idOr('theme_not_found', themeId) }),
  query: z.object({}),
  body: ThemeChange,
  success: 201,
  output: ThemeJson,
  refusals: [
    'theme_not_found',
    'live_key_needed',
    'theme_contrast_too_low',
    'theme_logo_unusable',
    'theme_logo_too_large',
    'too_many_themes',
  ],
  example: { name: 'Atelier, en bleu' },

  async run(context, { id, ...form }) {
    if (context.test) return { refused: 'live_key_needed' };
    const known = await findAnyTheme(context.tx, id);
    const copy = known && copied(known, form.name);
    if (!copy) return { refused: 'theme_not_found' };
    const design = revisedDesign(copy, form);
    if (isRefusal(design)) return design;
    return withPrintableLogo(context, form.logo, (again) => storeNewTheme(again, design as Design));
  },
});
