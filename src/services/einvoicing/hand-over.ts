import type { RenderingFormat } from '../../db/billing/stored-files.ts';
import { latestFlow, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { isInReport } from '../../db/einvoicing/report-deposits.ts';
import { type BillingDocument, isCreditNote, isEstimate, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts, Seen } from '../../domain/billing/document/draft-context.ts';
import type { Party } from '../../domain/customers/party.ts';
import { failedStages, transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { FlowSyntax, ProcessingRule, ReportMaker } from '../../domain/einvoicing/platform-connection.ts';
import { type OutsideReason, whyNotByPlatform } from '../../domain/einvoicing/sending-due.ts';
import { platformTreatment } from '../../einvoice/clientele.ts';
import { electronicFaults } from '../../einvoice/requirements.ts';
import type { Context } from '../context.ts';
import { sendingConnection } from './platform-of-account.ts';

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
  const reason = whyNoneIsSent(document, facts, await reportsOf(context, document));
  return reason ?? (await whyNotThisOne(context, document, facts));
}

/** Why a document never goes through a platform, drafts as if they were finalized now. */
export async function outsideReasonOf(
  context: Pick<Context, 'tx'>,
  { document, facts }: Seen,
): Promise<OutsideReason | undefined> {
  const reason = whyNotByPlatform(document, facts, await reportsOf(context, document));
  return reason ?? (await whyNotThisOne(context, document, facts));
}

/**
 * Who reports the sale of a document: the platform once it was handed over, whatever was chosen
 * later, because the file may have arrived; otherwise whom the sending connection says.
 */
async function reportsOf(context: Pick<Context, 'tx'>, document: BillingDocument): Promise<ReportMaker> {
  if (await isHandedOver(context, document)) return 'by_platform';
  return (await sendingConnection(context, document.test))?.reports ?? 'by_us';
}

async function isHandedOver({ tx }: Pick<Context, 'tx'>, { id }: BillingDocument): Promise<boolean> {
  const flow = await latestFlow(tx, id);
  return flow !== undefined && flow.state !== 'refused';
}

/** Why a document of a kind and a customer that go through platforms does not. */
async function whyNotThisOne(
  context: Pick<Context, 'tx'>,
  document: BillingDocument,
  facts: Facts,
): Promise<'corrects_failed_invoice' | 'already_reported' | undefined> {
  if (await correctsFailedInvoice(context, document)) return 'corrects_failed_invoice';
  if (!isFinalized(document) || whyNotByPlatform(document, facts, 'by_us') === undefined) return undefined;
  if (await isHandedOver(context, document)) return undefined;
  return (await isInReport(context.tx, document)) ? 'already_reported' : undefined;
}

async function correctsFailedInvoice({ tx }: Pick<Context, 'tx'>, document: BillingDocument): Promise<boolean> {
  if (!isCreditNote(document) || document.parentId === undefined) return false;
  const flow = await latestFlow(tx, document.parentId);
  if (!flow) return false;
  return failedStages.includes(transmissionStage(flow.state, await statusesOf(tx, document.parentId)));
}

function whyNoneIsSent(document: BillingDocument, facts: Facts, reports: ReportMaker): NotSentReason | undefined {
  if (isEstimate(document)) return 'estimate';
  if (!isFinalized(document)) return 'draft';
  const reason = whyNotByPlatform(document, facts, reports);
  if (reason !== undefined) return reason;
  return electronicFaults(document, facts).length > 0 ? 'electronic_form_incomplete' : undefined;
}

/** The file of a document in a syntax, as `prepareFile` names it. */
export const formatOfSyntax: Readonly<Record<FlowSyntax, RenderingFormat>> = {
  'Factur-X': 'facturx',
  CII: 'cii',
  UBL: 'ubl',
};

/** The processing rule of the standard for the documents of a customer (XP Z12-013). */
export const processingRuleFor = (customer: Party): ProcessingRule => rules[platformTreatment(customer)];
const rules = { B2B: 'B2B', B2BINT: 'B2BInt', B2C: 'B2C' } as const;
