import type { CountryCode } from '../domain/customers/country.ts';
import { billingAddressOf, isProfessional, type Party, sirenOf } from '../domain/customers/party.ts';
import { isFrench } from '../domain/vat/vat-territory.ts';

/** Whose invoices the French rules of exchange are about. */
export type Clientele = 'french_business' | 'foreign_business' | 'consumer';

/** Which of them a customer is. A SIREN makes a French business wherever it lives. */
export function clienteleOf(customer: Party): Clientele {
  if (!isProfessional(customer)) return 'consumer';
  const country = billingAddressOf(customer)?.country ?? 'FR';
  return sirenOf(customer) !== undefined || isFrench(country) ? 'french_business' : 'foreign_business';
}

/** How the platforms are to treat his invoices (note `BAR`); undefined where no code of both syntaxes says it. */
export function platformTreatment(customer: Party): 'B2B' | 'B2BINT' | 'B2C' | undefined {
  const clientele = clienteleOf(customer);
  if (clientele === 'foreign_business') return 'B2BINT';
  // A French business without a SIREN cannot be reached as one.
  if (clientele === 'french_business') return sirenOf(customer) ? 'B2B' : undefined;
  return isFrench(billingAddressOf(customer)?.country ?? 'FR') ? 'B2C' : undefined;
}

/** The country as the code list of EN 16931 says it; undefined for one that is no more. */
export const listedCountry = (country: CountryCode): string | undefined => {
  if (country === 'XK') return '1A';
  return country === 'AN' ? undefined : country;
};
