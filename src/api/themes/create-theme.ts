import * as z from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { type BuiltIn, type Design, designOf, revisedDesign, THEMES_MAX } from '../../domain/themes/design.ts';
import { LOGO_HEIGHT_MAX_MM, LOGO_PIXELS_MAX } from '../../domain/themes/logo.ts';
import { LOGO_BYTES_MAX, LOGO_WIDTH_MAX_MM } from '../../domain/themes/theme.ts';
import { DEFAULT_THEME } from '../../domain/themes/themes.ts';
import { operation } from '../../pipeline/operation.ts';
import { withPrintableLogo } from '../../services/themes/check-logo.ts';
import { storeNewTheme } from '../../services/themes/store-new-theme.ts';
import { ThemeForm } from '../../services/themes/theme-form.ts';
import { ThemeJson } from '../../services/themes/theme-json.ts';

export const createTheme = operation({
  name: 'create-theme',
  summary: 'Create a theme for the account’s documents.',
  description: `Fields left out are copied from the built-in theme that the new theme is based on. Text must have a contrast of at least 4.5:1 with its background (WCAG 2.2, AA). A logo is png or jpg, at most ${LOGO_BYTES_MAX / 1_000} kB, ${LOGO_PIXELS_MAX / 1_000_000} million pixels, ${LOGO_WIDTH_MAX_MM} mm across and ${LOGO_HEIGHT_MAX_MM} mm high. At most ${THEMES_MAX} themes. Live and test documents share them: a test key cannot change them.`,
  chapter: 'Themes',
  routes: ['POST /v2/billing/theme'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: ThemeForm,
  success: 201,
  output: ThemeJson,
  refusals: [
    'live_key_needed',
    'theme_contrast_too_low',
    'theme_logo_unusable',
    'theme_logo_too_large',
    'too_many_themes',
  ],
  example: { name: 'Atelier', basedOn: 'plume', colours: { accent: '#1d4e2f' }, columns: { position: true } },

  async run(context, { basedOn = DEFAULT_THEME.id as BuiltIn, ...form }) {
    if (context.test) return { refused: 'live_key_needed' };
    const design = revisedDesign(designOf(basedOn), form);
    if (isRefusal(design)) return design;
    return withPrintableLogo(context, form.logo, (again) => storeNewTheme(again, design as Design));
  },
});
