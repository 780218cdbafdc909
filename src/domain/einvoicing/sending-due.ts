import { type BillingDocument, isEstimate, isFinalized } from '../billing/document/document.ts';
import type { Facts, Seen } from '../billing/document/draft-context.ts';
import { type Change, newlyFinalized } from '../billing/document/group/group-changes.ts';
import { partiesOf } from '../billing/document/parties.ts';
import { sirenOf } from '../customers/party.ts';
import type { PlatformSending } from '../customers/platform-sending.ts';
import { clienteleOf } from './clientele.ts';
import type { UnsentReason } from './not-sent-reason.ts';

/**
 * What a finalization starts. `isWanted`: the customer asks for it, whatever the connection says.
 * `unsentReason`: why the document cannot go, if the user can do something about it.
 */
export type SendingDue = { readonly isWanted: boolean; readonly unsentReason?: UnsentReason };

/**
 * Whether a document just finalized is due at the platform; undefined if it never goes there or if
 * its customer wants it sent by hand. The database knows whether the account sends automatically.
 */
export function sendingDueSince(change: Change): SendingDue | undefined {
  const sealed = newlyFinalized(change);
  if (!sealed || !change.after) return undefined;
  const { facts } = change.after;
  const reason = whyNotByPlatform(sealed, facts);
  if (reason !== undefined && reason !== 'customer_without_siren') return undefined;
  const sending = sendingOf(sealed, facts);
  if (sending === 'by_hand') return undefined;
  return { isWanted: sending === 'on_finalization', ...(reason !== undefined && { unsentReason: reason }) };
}

/** Why documents of some kinds and customers never go through a platform. */
export const outsideReasons = [
  ...(['estimate', 'consumer', 'foreign', 'customer_without_siren', 'corrects_failed_invoice'] as const),
] as const;
export type OutsideReason = (typeof outsideReasons)[number];

/** What the customer of a document asks for as of today; undefined to follow the connection. */
function sendingOf(document: BillingDocument, facts: Facts): PlatformSending | undefined {
  const customer = facts.customer ?? partiesOf(document, facts).customer;
  return (customer?.organization ?? customer)?.platformSending;
}

/**
 * Why a document does not go through a platform, drafts as if they were finalized now; undefined if
 * it does. Only invoices, advances and credit notes between businesses in France do (CGI art. 289
 * bis). A customer without a SIREN is treated like a consumer, whose sales are reported in sums
 * (CGI art. 290).
 */
export function whyNotByPlatform(
  document: BillingDocument,
  facts: Facts,
): Exclude<OutsideReason, 'corrects_failed_invoice'> | undefined {
  if (isEstimate(document)) return 'estimate';
  const { customer } = partiesOf(document, facts);
  const clientele = customer && clienteleOf(customer);
  if (!customer || clientele === 'consumer') return 'consumer';
  if (clientele === 'foreign_business') return 'foreign';
  return sirenOf(customer) === undefined ? 'customer_without_siren' : undefined;
}

/** By which way a document reaches its customer. */
export const sendingWays = ['on_finalization', 'by_hand', 'outside'] as const;
export type SendingWay = (typeof sendingWays)[number];

/**
 * The way of a document, as its finalization decides it. A finalized document that has not left
 * waits for its user. `connection`: the one that sends.
 */
export function sendingWayOf(
  { document, facts }: Seen,
  outsideReason: OutsideReason | undefined,
  connection: { readonly isAutomatic: boolean } | undefined,
): SendingWay {
  if (outsideReason !== undefined || !connection) return 'outside';
  if (isFinalized(document)) return 'by_hand';
  return sendingOf(document, facts) ?? (connection.isAutomatic ? 'on_finalization' : 'by_hand');
}
