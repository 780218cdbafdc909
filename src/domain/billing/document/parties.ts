import type { Emitter } from '../../account/settings.ts';
import type { Party } from '../../customers/party.ts';
import { type BillingDocument, isCreditNote } from './document.ts';
import type { Facts } from './draft-context.ts';

/** The issuer and the customer. */
export type Parties = { readonly customer?: Party; readonly emitter: Emitter; readonly hasVat: boolean };

/**
 * The parties of a document: as of its finalization, or as of today for a draft. A credit note,
 * even as a draft, has the parties of its finalized parent, because it refers to the same sale.
 */
export function partiesOf(document: BillingDocument, { settings, customer, parent }: Facts): Parties {
  const sealed = document.sealed ?? (isCreditNote(document) ? parent?.sealed : undefined);
  if (sealed) return sealed;
  return { ...(customer && { customer }), emitter: settings.emitter, hasVat: settings.vatRegime !== 'franchise' };
}
