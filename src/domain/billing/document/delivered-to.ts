import type { Address } from '../../customers/address.ts';
import { billingAddressOf, deliveryAddressOf, type Party } from '../../customers/party.ts';
import type { Nature } from '../../vat/vat-point.ts';
import type { BillingDocument } from './document.ts';

/**
 * Where a document says it is delivered: where its author wants it said, and always where goods go elsewhere than the bill
 * (CGI ann. II art. 242 nonies A, I, as of décret 2022-1299). Undefined where nothing is to be said, or known.
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
