import type { CountryCode } from '../domain/customers/country.ts';
import { billingAddressOf, isProfessional, type Party, sirenOf } from '../domain/customers/party.ts';
import { isFrench } from '../domain/vat/vat-territory.ts';

/** The kinds of customers distinguished by the French e-invoicing rules. */
export type Clientele = 'french_business' | 'foreign_business' | 'consumer';

/** The kind of a customer. A SIREN makes a French business, whatever its address. */
export function clienteleOf(customer: Party): Clientele {
  if (!isProfessional(customer)) return 'consumer';
  const country = billingAddressOf(customer)?.country ?? 'FR';
  return sirenOf(customer) !== undefined || isFrench(country) ? 'french_business' : 'foreign_business';
}

/**
 * How the platforms treat the customer's invoices (note `BAR`); undefined if no code of both
 * syntaxes fits.
 */
export function platformTreatment(customer: Party): 'B2B' | 'B2BINT' | 'B2C' | undefined {
  const clientele = clienteleOf(customer);
  if (clientele === 'foreign_business') return 'B2BINT';
  // A French business without a SIREN cannot be addressed as one.
  if (clientele === 'french_business') return sirenOf(customer) ? 'B2B' : undefined;
  return isFrench(billingAddressOf(customer)?.country ?? 'FR') ? 'B2C' : undefined;
}

/** The country in the code list of EN 16931; undefined for a former country. */
export const listedCountry = (country: CountryCode): string | undefined => {
  if (country === 'XK') return '1A';
  return country === 'AN' ? undefined : country;
};
