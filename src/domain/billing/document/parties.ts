import type { Emitter } from '../../account/settings.ts';
import type { Party } from '../../customers/party.ts';
import { type BillingDocument, isCreditNote } from './document.ts';
import type { Facts } from './draft-context.ts';

/** Who bills whom. */
export type Parties = { readonly customer?: Party; readonly emitter: Emitter; readonly hasVat: boolean };

/**
 * The parties of a document: of a finalized one as they were, of a draft as they are today. A credit note speaks of its
 * parent's sale, so from its first draft on it names those its finalized parent named.
 */
export function partiesOf(document: BillingDocument, { settings, customer, parent }: Facts): Parties {
  const sealed = document.sealed ?? (isCreditNote(document) ? parent?.sealed : undefined);
  if (sealed) return sealed;
  return { ...(customer && { customer }), emitter: settings.emitter, hasVat: settings.vatRegime !== 'franchise' };
}
