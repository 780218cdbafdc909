import type { CountryCode } from '../domain/customers/country.ts';
import { type Party, sirenOf } from '../domain/customers/party.ts';
import { clienteleOf } from '../domain/einvoicing/clientele.ts';

/**
 * How the platforms treat the customer's invoices (note `BAR`). The list has one code for
 * consumers, wherever they live. A French business without a SIREN cannot be addressed and counts
 * as one (DGFiP, external specifications 3.2, 2.3.3).
 */
export function platformTreatment(customer: Party): 'B2B' | 'B2BINT' | 'B2C' {
  const clientele = clienteleOf(customer);
  if (clientele === 'foreign_business') return 'B2BINT';
  return clientele === 'french_business' && sirenOf(customer) !== undefined ? 'B2B' : 'B2C';
}

/** The country in the code list of EN 16931; undefined for a former country. */
export const listedCountry = (country: CountryCode): string | undefined => {
  if (country === 'XK') return '1A';
  return country === 'AN' ? undefined : country;
};
