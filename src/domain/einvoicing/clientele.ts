import { billingAddressOf, isProfessional, type Party, sirenOf } from '../customers/party.ts';
import { isReachedByPlatforms } from '../vat/vat-territory.ts';

/** The kinds of customers distinguished by the French e-invoicing rules. */
export type Clientele = 'french_business' | 'foreign_business' | 'consumer';

/**
 * The kind of a customer. A SIREN makes a French business, except in the overseas territories that
 * the platforms do not reach.
 */
export function clienteleOf(customer: Party): Clientele {
  if (!isProfessional(customer)) return 'consumer';
  const hasSiren = sirenOf(customer) !== undefined;
  return isReachedByPlatforms(billingAddressOf(customer), { hasSiren }) ? 'french_business' : 'foreign_business';
}
