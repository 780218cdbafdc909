import type { RenderingFormat } from '../../db/billing/stored-files.ts';
import { latestFlow, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { type BillingDocument, isCreditNote, isEstimate, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts, Seen } from '../../domain/billing/document/draft-context.ts';
import { failedStages, transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { FlowSyntax } from '../../domain/einvoicing/platform-connection.ts';
import { type OutsideReason, whyNotByPlatform } from '../../domain/einvoicing/sending-due.ts';
import { electronicFaults } from '../../einvoice/requirements.ts';
import type { Context } from '../context.ts';

/**
 * Why a document is not handed to a platform; undefined if it is. The credit note that cancels a
 * rejected or refused invoice in the seller's books stays there: the buyer never had the invoice
 * (external specifications of the reform, v3.2, 3.6.4).
 */
export async function whyNotSent(
  context: Pick<Context, 'tx'>,
  document: BillingDocument,
  facts: Facts,
): Promise<NotSentReason | undefined> {
  const reason = whyNoneIsSent(document, facts);
  if (reason !== undefined) return reason;
  return (await correctsFailedInvoice(context, document)) ? 'corrects_failed_invoice' : undefined;
}

/** Why a document never goes through a platform, drafts as if they were finalized now. */
export async function outsideReasonOf(
  context: Pick<Context, 'tx'>,
  { document, facts }: Seen,
): Promise<OutsideReason | undefined> {
  const reason = whyNotByPlatform(document, facts);
  if (reason !== undefined) return reason;
  return (await correctsFailedInvoice(context, document)) ? 'corrects_failed_invoice' : undefined;
}

async function correctsFailedInvoice({ tx }: Pick<Context, 'tx'>, document: BillingDocument): Promise<boolean> {
  if (!isCreditNote(document) || document.parentId === undefined) return false;
  const flow = await latestFlow(tx, document.parentId);
  if (!flow) return false;
  return failedStages.includes(transmissionStage(flow.state, await statusesOf(tx, document.parentId)));
}

function whyNoneIsSent(document: BillingDocument, facts: Facts): NotSentReason | undefined {
  if (isEstimate(document)) return 'estimate';
  if (!isFinalized(document)) return 'draft';
  const reason = whyNotByPlatform(document, facts);
  if (reason !== undefined) return reason;
  return electronicFaults(document, facts).length > 0 ? 'electronic_form_incomplete' : undefined;
}

/** The file of a document in a syntax, as `prepareFile` names it. */
export const formatOfSyntax: Readonly<Record<FlowSyntax, RenderingFormat>> = {
  'Factur-X': 'facturx',
  CII: 'cii',
  UBL: 'ubl',
};
