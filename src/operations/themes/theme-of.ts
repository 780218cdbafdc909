import type { BillingDocument } from '../../domain/document/document.ts';
import type { Theme } from '../../print/theme.ts';
import { DEFAULT_THEME } from '../../print/themes.ts';
import type { Context } from '../operation.ts';

/** What a document looks like. */
export const themeOf = async (_context: Context, _document: BillingDocument): Promise<Theme> => DEFAULT_THEME;
