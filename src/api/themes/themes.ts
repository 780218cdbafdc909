import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import {
  listThemes as allThemes,
  assignTheme,
  findTheme,
  lockThemes,
  deleteTheme as removeTheme,
  themeDefaults,
  updateTheme as writeTheme,
} from '../../db/themes/themes.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import {
  type BuiltIn,
  copied,
  type Design,
  type DesignChange,
  designOf,
  isBuiltIn,
  type KnownTheme,
  ownTheme,
  revisedDesign,
  THEMES_MAX,
} from '../../domain/themes/design.ts';
import { LOGO_HEIGHT_MAX_MM, LOGO_PIXELS_MAX, logoProblem } from '../../domain/themes/logo.ts';
import { LOGO_BYTES_MAX, LOGO_WIDTH_MAX_MM } from '../../domain/themes/theme.ts';
import { DEFAULT_THEME, themes } from '../../domain/themes/themes.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr, themeId } from '../../schemas/fields/id.ts';
import {
  assignmentsFrom,
  assignmentsToJson,
  ThemeAssignmentsForm,
  ThemeAssignmentsJson,
} from '../../schemas/themes/theme-assignments.ts';
import type { Context } from '../../services/context.ts';
import { withPrintableLogo } from '../../services/themes/check-logo.ts';
import { findAnyTheme } from '../../services/themes/find-theme.ts';
import { storeNewTheme } from '../../services/themes/store-new-theme.ts';
import { ThemeChange, ThemeForm } from '../../services/themes/theme-form.ts';
import { ThemeJson, themeInListToJson, themeToJson } from '../../services/themes/theme-json.ts';
import { themePreview } from '../../services/themes/theme-preview.ts';

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

export const assignThemes = operation({
  name: 'update-theme-assignments',
  summary: 'Choose the default theme of each kind of document.',
  description:
    'Fields left out stay as they are; null selects the built-in theme. The choice applies to every document without its own theme that is rendered from then on, live or test. A test key cannot change it.',
  chapter: 'Themes',
  routes: ['PUT /v2/billing/theme/assignments'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: ThemeAssignmentsForm,
  success: 200,
  output: ThemeAssignmentsJson,
  refusals: ['theme_not_found', 'live_key_needed'],
  example: { invoice: 'registre', advance: 'registre', estimate: null },

  async run({ tx, test }, form) {
    if (test) return { refused: 'live_key_needed' };
    lockThemes(tx);
    for (const { kind, themeId } of assignmentsFrom(form)) {
      const known = themeId === null ? undefined : await findAnyTheme(tx, themeId);
      if (themeId !== null && !known) return { refused: 'theme_not_found' };
      assignTheme(tx, kind, known?.theme.id ?? null);
    }
    return { body: assignmentsToJson(await themeDefaults(tx)) };
  },
});
