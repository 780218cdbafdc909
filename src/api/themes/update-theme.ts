import * as z from 'zod';
import { findTheme, lockThemes, themeDefaults, updateTheme as writeTheme } from '../../db/themes/themes.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { type Design, type DesignChange, isBuiltIn, ownTheme, revisedDesign } from '../../domain/themes/design.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { themeId } from '../../schemas/fields/theme-id.ts';
import type { Context } from '../../services/context.ts';
import { withPrintableLogo } from '../../services/themes/check-logo.ts';
import { ThemeChange } from '../../services/themes/theme-form.ts';
import { ThemeJson, themeToJson } from '../../services/themes/theme-json.ts';

export const updateTheme = operation({
  name: 'update-theme',
  summary: 'Change a theme of the account.',
  description:
    'Fields left out stay as they are; null removes the logo. Documents rendered from then on show the change; existing renderings of finalized documents stay. Built-in themes cannot be changed: duplicate them.',
  chapter: 'Themes',
  routes: ['PUT /v2/billing/theme/{themeId}'],
  scope: 'account:admin',
  path: z.object({ id: idOr('theme_not_found', themeId) }),
  query: z.object({}),
  body: ThemeChange,
  success: 200,
  output: ThemeJson,
  refusals: [
    'theme_not_found',
    'live_key_needed',
    'theme_is_built_in',
    'theme_contrast_too_low',
    'theme_logo_unusable',
    'theme_logo_too_large',
  ],
  example: { typeface: 'Figtree', size: 9.5, colours: { accent: '#7a1f33' }, logo: null },

  async run(context, { id, ...form }) {
    if (context.test) return { refused: 'live_key_needed' };
    if (isBuiltIn(id)) return { refused: 'theme_is_built_in' };
    const known = await findTheme<Design>(context.tx, id);
    if (!known) return { refused: 'theme_not_found' };
    const design = revisedDesign(known.design, form);
    if (isRefusal(design)) return design;
    return withPrintableLogo(context, form.logo, (again) => writeRevised(again, known.id, form));
  },
});

/** Reads the theme again, because it may have changed during the test rendering. */
async function writeRevised({ tx, now }: Context, id: string, form: DesignChange) {
  lockThemes(tx);
  const kept = await findTheme<Design>(tx, id);
  if (!kept) return { refused: 'theme_not_found' } satisfies Refused<'theme_not_found'>;
  const design = revisedDesign(kept.design, form);
  if (isRefusal(design)) return design;
  const theme = { ...kept, design: design as Design, updatedAt: now };
  writeTheme(tx, theme);
  return { body: themeToJson(ownTheme(theme), await themeDefaults(tx)) };
}
