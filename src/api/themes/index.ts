import type { Operation } from '../../pipeline/operation.ts';
import {
  assignThemes,
  createTheme,
  deleteTheme,
  duplicateTheme,
  getTheme,
  listThemes,
  previewTheme,
  updateTheme,
} from './themes.ts';

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
