import { countryCodes } from '../domain/customer/country.ts';
import { worded } from './named.ts';

/** A country by its two letters (ISO 3166-1 alpha-2, with AN and XK). */
export const country = worded(countryCodes);
