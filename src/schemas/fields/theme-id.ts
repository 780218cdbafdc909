import { isBuiltIn } from '../../domain/themes/design.ts';
import { idSchema, isUuid } from './id.ts';

/** The id of a theme: a UUID, or the name of one the service comes with. */
export const themeId = idSchema((said) => isBuiltIn(said) || isUuid(said)).meta({ id: 'ThemeId' });
