import * as z from 'zod';
import { PASSWORD_MAX } from '../../domain/people/password-rule.ts';
import { oneLineText, storable } from '../fields/text.ts';
import { email } from '../mail/email.ts';
import { expectations, whereEmpty } from '../validation/expectation.ts';

/** Maximum characters of a person's name. */
const NAME_MAX = 120;
/** Maximum characters of a link's secret. */
const SECRET_MAX = 200;

/** A password stays exactly as typed: without its hidden characters it would no longer match. */
const filledPassword = storable(z.string().min(1).max(PASSWORD_MAX));
const NEVER_KEPT = { description: 'The password is never stored in clear text and never logged.' };
/** The current password. */
export const password = filledPassword
  .meta(NEVER_KEPT)
  .register(expectations, { says: whereEmpty({ fr: 'Saisissez votre mot de passe', en: 'Enter your password' }) });
/** A new password. */
export const newPassword = filledPassword
  .meta(NEVER_KEPT)
  .register(expectations, { says: whereEmpty({ fr: 'Choisissez un mot de passe', en: 'Choose a password' }) });
export const personName = oneLineText(NAME_MAX).meta({
  description: 'The name shown to other members of the account.',
});
export const linkSecret = z.string().max(SECRET_MAX).meta({ description: 'The text after `#secret=` in the link.' });
/** Maximum characters of a code, including spaces and dashes. */
const CODE_MAX = 40;
export const secondFactorCode = z
  .string()
  .min(1)
  .max(CODE_MAX)
  .meta({ description: 'The six digits of the authenticator app, or a recovery code.' })
  .register(expectations, { says: whereEmpty({ fr: 'Saisissez le code', en: 'Enter the code' }) });
export const ownEmail = email;
