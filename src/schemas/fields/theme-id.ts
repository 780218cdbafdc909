import { isBuiltIn } from '../../domain/themes/design.ts';
import { idSchema, isUuid } from './id.ts';

/** The ID of a theme: a UUID, or the name of a built-in one. */
export const themeId = idSchema((value) => isBuiltIn(value) || isUuid(value)).meta({ id: 'ThemeId' });
