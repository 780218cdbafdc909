import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { copied, type Design, revisedDesign } from '../../domain/themes/design.ts';
import { logoProblem } from '../../domain/themes/logo.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { themeId } from '../../schemas/fields/theme-id.ts';
import { findAnyTheme } from '../../services/themes/find-theme.ts';
import { ThemeChange } from '../../services/themes/theme-form.ts';
import { themePreview } from '../../services/themes/theme-preview.ts';

export const previewTheme = operation({
  name: 'preview-theme',
  summary: 'Previews a sample invoice of the account in a theme, with unsaved changes (SVG).',
  description:
    'Rendered as a PDF would be, with the identity and terms of the account. The body is applied as a change to the theme; an empty body shows the theme as it is. Built-in themes can be previewed too. Nothing is stored.',
  chapter: 'Themes',
  routes: ['POST /v2/billing/theme/{themeId}/preview'],
  scope: 'billing:read',
  path: z.object({ id: idOr('theme_not_found', themeId) }),
  query: z.object({}),
  body: ThemeChange,
  success: 200,
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['image/svg+xml'],
  refusals: ['theme_not_found', 'theme_contrast_too_low', 'theme_logo_unusable', 'theme_logo_too_large'],
  example: { size: 9.5, colours: { accent: '#7a1f33' } },

  async run(context, { id, ...form }) {
    const [known, { settings }] = await Promise.all([findAnyTheme(context.tx, id), settingsOf(context.tx)]);
    const before = known && copied(known, undefined);
    if (!known || !before) return { refused: 'theme_not_found' };
    const design = revisedDesign(before, form);
    if (isRefusal(design)) return design;
    const problem = form.logo && logoProblem(form.logo, Buffer.from(form.logo.base64, 'base64'));
    if (problem) return problem;
    const { basedOn: _, ...look } = design as Design;
    return {
      aside: themePreview(context, settings, { ...look, id: known.theme.id }),
      after: async (_context, drawn: Awaited<ReturnType<ReturnType<typeof themePreview>>>) =>
        'refused' in drawn ? drawn : { body: { name: 'modele.svg', mediaType: 'image/svg+xml', bytes: drawn.bytes } },
    };
  },
});
