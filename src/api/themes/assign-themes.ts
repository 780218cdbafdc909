import * as z from 'zod';
import { assignTheme, lockThemes, themeDefaults } from '../../db/themes/themes.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  assignmentsFrom,
  assignmentsToJson,
  ThemeAssignmentsForm,
  ThemeAssignmentsJson,
} from '../../schemas/themes/theme-assignments.ts';
import { findAnyTheme } from '../../services/themes/find-theme.ts';

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
