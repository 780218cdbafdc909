import type { Operation } from '../../pipeline/operation.ts';
import { assignThemes } from './assign-themes.ts';
import { createTheme } from './create-theme.ts';
import { deleteTheme } from './delete-theme.ts';
import { duplicateTheme } from './duplicate-theme.ts';
import { getTheme } from './get-theme.ts';
import { listThemes } from './list-themes.ts';
import { previewTheme } from './preview-theme.ts';
import { updateTheme } from './update-theme.ts';

/** Themes of documents. */
export const themeOperations: readonly Operation[] = [
  listThemes,
  getTheme,
  createTheme,
  updateTheme,
  duplicateTheme,
  previewTheme,
  deleteTheme,
  assignThemes,
];
