import { deliveredTo } from '../domain/billing/document/delivered-to.ts';
import type { Advance, CreditNote, Finalized, Invoice } from '../domain/billing/document/document.ts';
import { billingAddressOf, deliveryAddressOf } from '../domain/customers/party.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import type { VatCategory } from '../domain/vat/mention-text.ts';
import type { Nature } from '../domain/vat/vat-point.ts';
import type { Delivery } from './electronic-invoice.ts';
import { postalAddress } from './parties.ts';

/**
 * BT-72 and BG-15: the delivery stated on the document. An intra-community supply must state date
 * and place (BR-IC-11, BR-IC-12): by default the day of issue and the billing address.
 */
export function deliveryOf(
  bill: Finalized<Invoice | Advance | CreditNote>,
  {
    zone,
    nature,
    categories,
  }: { readonly zone: string; readonly nature: Nature; readonly categories: readonly VatCategory[] },
): Delivery | undefined {
  const { content, sealed } = bill;
  const { customer } = sealed;
  const isWithinUnion = categories.includes('K');
  const at = content.timeline.deliveryAt ?? (isWithinUnion ? sealed.emittedAt : undefined);
  const known = content.deliveryAddress ?? (customer && deliveryAddressOf(customer));
  const stated = isWithinUnion ? known : deliveredTo(bill, customer, nature);
  const address = stated ?? (isWithinUnion && customer ? billingAddressOf(customer) : undefined);
  if (at === undefined && !address) return undefined;
  return { ...(at !== undefined && { on: civilDayOf(at, zone) }), ...(address && { address: postalAddress(address) }) };
}
