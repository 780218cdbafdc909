import type { CountryCode } from '../domain/customers/country.ts';
import { type Party, sirenOf } from '../domain/customers/party.ts';
import { clienteleOf } from '../domain/einvoicing/clientele.ts';

/**
 * How the platforms treat the customer's invoices (note `BAR`); undefined if no code fits. The list
 * has one code for consumers, wherever they live.
 */
export function platformTreatment(customer: Party): 'B2B' | 'B2BINT' | 'B2C' | undefined {
  const clientele = clienteleOf(customer);
  if (clientele === 'foreign_business') return 'B2BINT';
  if (clientele === 'consumer') return 'B2C';
  // A French business without a SIREN cannot be addressed as one.
  return sirenOf(customer) ? 'B2B' : undefined;
}

/** The country in the code list of EN 16931; undefined for a former country. */
export const listedCountry = (country: CountryCode): string | undefined => {
  if (country === 'XK') return '1A';
  return country === 'AN' ? undefined : country;
};
