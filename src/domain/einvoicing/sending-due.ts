import { type BillingDocument, isEstimate, isFinalized } from '../billing/document/document.ts';
import { datesOf } from '../billing/document/document-dates.ts';
import type { Facts, Seen } from '../billing/document/draft-context.ts';
import { type Change, newlyFinalized } from '../billing/document/group/group-changes.ts';
import { partiesOf } from '../billing/document/parties.ts';
import { sirenOf } from '../customers/party.ts';
import type { PlatformSending } from '../customers/platform-sending.ts';
import { keysOf } from '../vat/breakdown.ts';
import { clienteleOf } from './clientele.ts';
import { categoryOf, isOmission } from './e-reporting/classification.ts';
import type { UnsentReason } from './not-sent-reason.ts';
import type { ReportMaker } from './platform-connection.ts';

/**
 * What a finalization starts. `isWanted`: the customer asks for it, whatever the connection says.
 * `ifPlatformReports`: the document only goes to a platform that makes the e-reports; with any
 * other, `unsentReason` is why it cannot go, if the user can do something about it.
 */
export type SendingDue = {
  readonly isWanted: boolean;
  readonly ifPlatformReports?: true;
  readonly unsentReason?: UnsentReason;
};

/**
 * Whether a document just finalized is due at the platform; undefined if it never goes there or if
 * its customer wants it sent by hand. The database knows whether the account sends automatically,
 * and who makes its e-reports.
 */
export function sendingDueSince(change: Change): SendingDue | undefined {
  const sealed = newlyFinalized(change);
  if (!sealed || !change.after) return undefined;
  const { facts } = change.after;
  if (whyNotByPlatform(sealed, facts, 'by_platform') !== undefined) return undefined;
  const reason = whyNotByPlatform(sealed, facts, 'by_us');
  const sending = sendingOf(sealed, facts);
  if (sending === 'by_hand') return undefined;
  return {
    isWanted: sending === 'on_finalization',
    ...(reason !== undefined && { ifPlatformReports: true }),
    ...(reason === 'customer_without_siren' && { unsentReason: reason }),
  };
}

/** Why documents of some kinds and customers never go through a platform. */
export const outsideReasons = [
  ...(['estimate', 'consumer', 'foreign', 'customer_without_siren', 'corrects_failed_invoice'] as const),
  'already_reported',
] as const;
export type OutsideReason = (typeof outsideReasons)[number];

/** What the customer of a document asks for as of today; undefined to follow the connection. */
function sendingOf(document: BillingDocument, facts: Facts): PlatformSending | undefined {
  const customer = facts.customer ?? partiesOf(document, facts).customer;
  return (customer?.organization ?? customer)?.platformSending;
}

/**
 * Why a document does not go through a platform, drafts as if they were finalized now; undefined if
 * it does. Invoices, advances and credit notes between businesses in France do (CGI art. 289 bis);
 * those to other customers where the platform reports their sales (`reports`, CGI art. 290), except
 * exempt activities, which nothing reports, and margin schemes, whose margin no document states. A
 * customer without a SIREN is treated like a consumer.
 */
export function whyNotByPlatform(
  document: BillingDocument,
  facts: Facts,
  reports: ReportMaker,
): Exclude<OutsideReason, 'corrects_failed_invoice' | 'already_reported'> | undefined {
  if (isEstimate(document)) return 'estimate';
  const { customer } = partiesOf(document, facts);
  if (!customer) return 'consumer';
  if (reports === 'by_platform' && isWhollyReported(document, facts)) return undefined;
  const clientele = clienteleOf(customer);
  if (clientele === 'consumer') return 'consumer';
  if (clientele === 'foreign_business') return 'foreign';
  return sirenOf(customer) === undefined ? 'customer_without_siren' : undefined;
}

function isWhollyReported(document: BillingDocument, { now, settings }: Facts): boolean {
  if (!keysOf(document.totals.breakdown).includes('FR_00HT')) return true;
  const day = datesOf(document, now, settings.zone).emittedOn;
  return !isOmission(
    categoryOf({ key: 'FR_00HT', sold: 'services' }, { mention: document.content.legals.vatMention, day }),
  );
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
