import { countryOf } from '../csv/country-of.ts';
import type { ForeignCustomer } from '../domain/billing/past/foreign-document.ts';
import { NAME_CHARACTERS_MAX, NUMBER_CHARACTERS_MAX, tidyText } from './tidy-text.ts';

/** A customer as a file states it, before its values are checked. */
export type WrittenCustomer = {
  readonly [Member in
    | ('key' | 'name' | 'company' | 'firstName' | 'lastName' | 'email' | 'siren' | 'vatNumber')
    | ('address' | 'complement' | 'zipCode' | 'city' | 'country')]?: string | undefined;
};

/**
 * The customer of a document. Without a name, `fallback` stands for it: `isNamed` is false. Values
 * that are none, such as an e-mail address without @, are left out.
 */
export function customerOf(
  written: WrittenCustomer,
  fallback: string,
): { readonly customer: ForeignCustomer; readonly isNamed: boolean } {
  const name = (text: string | undefined): string | undefined => tidyText(text, NAME_CHARACTERS_MAX);
  const [company, firstName, lastName] = [name(written.company), name(written.firstName), name(written.lastName)];
  const person = [firstName, lastName].filter(Boolean).join(' ') || undefined;
  const stated = company ?? name(written.name) ?? name(person);
  const email = emailIn(written.email);
  const key = tidyText(written.key, NUMBER_CHARACTERS_MAX);
  const vatNumber = vatNumberIn(written.vatNumber);
  const siren = sirenIn(written.siren) ?? (vatNumber?.startsWith('FR') ? sirenIn(vatNumber.slice(4)) : undefined);
  const isPerson = company === undefined && name(written.name) === undefined && person !== undefined;
  const isCompany = company !== undefined || siren !== undefined || vatNumber !== undefined;
  const address = addressOf(written);
  const customer: ForeignCustomer = {
    ...(key !== undefined && { key }),
    name: stated ?? email ?? key ?? fallback,
    ...((isCompany || isPerson) && { isCompany }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    ...(siren !== undefined && { siren }),
    ...(vatNumber !== undefined && { vatNumber }),
    ...(Object.keys(address).length > 0 && { address }),
  };
  return { customer, isNamed: stated !== undefined };
}

function addressOf(written: WrittenCustomer): NonNullable<ForeignCustomer['address']> {
  const country = written.country === undefined ? undefined : countryOf(written.country).toUpperCase();
  const parts = {
    address: tidyText(written.address, NAME_CHARACTERS_MAX),
    complement: tidyText(written.complement, NAME_CHARACTERS_MAX),
    zipCode: tidyText(written.zipCode, 20),
    city: tidyText(written.city, 100),
    country: country !== undefined && /^[A-Z]{2}$/.test(country) ? country : undefined,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** The first e-mail address of a cell. */
function emailIn(written: string | undefined): string | undefined {
  const [address] = /[^\s,;<>"']{1,64}@[^\s,;<>"'@]{1,190}\.[a-z]{2,24}/i.exec(tidyText(written, 500) ?? '') ?? [];
  return address?.toLowerCase();
}

/** The SIREN of a SIREN or SIRET, with or without blanks. */
export function sirenIn(written: string | undefined): string | undefined {
  const digits = written?.slice(0, 60).replace(/[\s.]/g, '') ?? '';
  return /^\d{9}(?:\d{5})?$/.test(digits) ? digits.slice(0, 9) : undefined;
}

/** A VAT number without blanks, in capitals. */
export function vatNumberIn(written: string | undefined): string | undefined {
  const number =
    written
      ?.slice(0, 60)
      .replace(/[\s.-]/g, '')
      .toUpperCase() ?? '';
  return /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(number) && /\d/.test(number) ? number : undefined;
}
