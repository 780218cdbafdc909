import type { Contact } from '../../customers/customer.ts';
import { addressParts } from './address-parts.ts';
import type { RegistrationInput } from './registration-input.ts';

/** The known data of a registration, before the customer is asked for the rest. */
export type RegistrationDraft = Partial<Omit<RegistrationInput, 'address'>> & {
  readonly address: Partial<RegistrationInput['address']>;
};

/**
 * Registration data taken from our contact. The name is proposed as the birth name, to be
 * confirmed; the phone only if it is a French mobile number.
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

/**
 * A phone number in Urssaf's format: without spaces, dots and hyphens, 0033 as +33, without
 * (0).
 */
export const digitsOf = (phone: string): string =>
  phone
    .replace(/\(0\)|[\s.\-/()]/g, '')
    .replace(/^0033/, '+33')
    .replace(/^\+330/, '+33');
