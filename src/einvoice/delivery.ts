import type { Advance, CreditNote, Finalized, Invoice } from '../domain/billing/document/document.ts';
import { billingAddressOf, deliveryAddressOf } from '../domain/customers/party.ts';
import { civilDayOf } from '../domain/time/civil-day.ts';
import type { VatCategory } from '../domain/vat/mention-text.ts';
import type { Delivery } from './electronic-invoice.ts';
import { postalAddress } from './parties.ts';

/**
 * BT-72 and BG-15: what the document says of its delivery. A supply within the Union must say when and where to
 * (BR-IC-11, BR-IC-12): where the document is silent it was delivered the day it was billed, to the address it was billed to.
 */
export function deliveryOf(
  { content, sealed }: Finalized<Invoice | Advance | CreditNote>,
  { zone, categories }: { readonly zone: string; readonly categories: readonly VatCategory[] },
): Delivery | undefined {
  const { customer } = sealed;
  const isWithinUnion = categories.includes('K');
  const at = content.timeline.deliveryAt ?? (isWithinUnion ? sealed.emittedAt : undefined);
  const shown = content.displayDeliveryAddress || isWithinUnion;
  const said = shown ? (content.deliveryAddress ?? (customer && deliveryAddressOf(customer))) : undefined;
  const address = said ?? (isWithinUnion && customer ? billingAddressOf(customer) : undefined);
  if (at === undefined && !address) return undefined;
  return { ...(at !== undefined && { on: civilDayOf(at, zone) }), ...(address && { address: postalAddress(address) }) };
}
