import type { Contact } from '../../customers/customer.ts';
import { addressParts } from './address-parts.ts';
import type { RegistrationInput } from './registration-input.ts';

/** What is known of a registration before somebody asks the customer for the rest. */
export type RegistrationDraft = Partial<Omit<RegistrationInput, 'address'>> & {
  readonly address: Partial<RegistrationInput['address']>;
};

/**
 * What our contact tells of his registration. His name is taken for his name at birth, which somebody has to confirm; a telephone only
 * where it is a mobile one of France.
 */
export function registrationDraftOf({ details }: Pick<Contact, 'details'>): RegistrationDraft {
  const { firstname, lastname, emails, phone, bank, billingAddress } = details;
  const mobilePhone = phone === undefined ? undefined : mobileOf(phone);
  return {
    ...(lastname.trim() && { birthName: lastname.trim() }),
    ...(firstname.trim() && { firstNames: firstname.trim() }),
    ...(mobilePhone !== undefined && { mobilePhone }),
    ...(emails[0] !== undefined && { email: emails[0] }),
    address: addressParts(billingAddress),
    ...(bank && { bank }),
  };
}

function mobileOf(phone: string): string | undefined {
  const digits = digitsOf(phone);
  return /^(?:0|\+33)[67]\d{8}$/.test(digits) ? digits : undefined;
}

/** A telephone as the agency writes it: without spaces, points and hyphens, 0033 as +33, and no (0) behind it. */
export const digitsOf = (phone: string): string =>
  phone
    .replace(/\(0\)|[\s.\-/()]/g, '')
    .replace(/^0033/, '+33')
    .replace(/^\+330/, '+33');
