import type { Address } from '../../customers/address.ts';
import { billingAddressOf, deliveryAddressOf, type Party } from '../../customers/party.ts';
import type { Nature } from '../../vat/vat-point.ts';
import type { BillingDocument } from './document.ts';

/**
 * The delivery address a document prints: on request, and always if goods are delivered elsewhere
 * than the billing address (CGI ann. II art. 242 nonies A, I, as amended by décret 2022-1299).
 * Undefined if there is nothing to print, or no address.
 */
export function deliveredTo(
  { content }: BillingDocument,
  customer: Party | undefined,
  nature: Nature | undefined,
): Address | undefined {
  const address = content.deliveryAddress ?? (customer && deliveryAddressOf(customer));
  if (!address || content.displayDeliveryAddress) return address;
  const sellsGoods = nature === 'goods' || nature === 'both';
  const billed = customer && billingAddressOf(customer);
  return sellsGoods && billed && !isSamePlace(address, billed) ? address : undefined;
}

const isSamePlace = (one: Address, other: Address): boolean => written(one) === written(other);

const written = ({ line1, line2, zipCode, city, country }: Address): string =>
  [line1, line2, zipCode, city, country].map((part) => (part ?? '').trim().toLowerCase()).join('\n');
