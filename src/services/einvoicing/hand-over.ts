import type { RenderingFormat } from '../../db/billing/stored-files.ts';
import { latestFlow, statusesOf } from '../../db/einvoicing/platform-flows.ts';
import { type BillingDocument, isCreditNote, isEstimate, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { sirenOf } from '../../domain/customers/party.ts';
import { clienteleOf } from '../../domain/einvoicing/clientele.ts';
import { failedStages, transmissionStage } from '../../domain/einvoicing/life-cycle.ts';
import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { FlowSyntax } from '../../domain/einvoicing/platform-connection.ts';
import { electronicFaults } from '../../einvoice/requirements.ts';
import type { Context } from '../context.ts';

/**
 * Why a document is not handed to a platform; undefined if it is. Only invoices, advances and
 * credit notes between businesses in France are (CGI art. 289 bis). A customer without a SIREN is
 * treated like a consumer, whose sales are reported in sums (CGI art. 290). The credit note that
 * cancels a rejected or refused invoice in the seller's books stays there: the buyer never had the
 * invoice (external specifications of the reform, v3.2, 3.6.4).
 */
export async function whyNotSent(
  { tx }: Pick<Context, 'tx'>,
  document: BillingDocument,
  facts: Facts,
): Promise<NotSentReason | undefined> {
  const reason = whyNoneIsSent(document, facts);
  if (reason !== undefined || !isCreditNote(document) || document.parentId === undefined) return reason;
  const flow = await latestFlow(tx, document.parentId);
  if (!flow) return undefined;
  const stage = transmissionStage(flow.state, await statusesOf(tx, document.parentId));
  return failedStages.includes(stage) ? 'corrects_failed_invoice' : undefined;
}

function whyNoneIsSent(document: BillingDocument, facts: Facts): NotSentReason | undefined {
  if (isEstimate(document)) return 'estimate';
  if (!isFinalized(document)) return 'draft';
  const { customer } = partiesOf(document, facts);
  const clientele = customer && clienteleOf(customer);
  if (!customer || clientele === 'consumer') return 'consumer';
  if (clientele === 'foreign_business') return 'foreign';
  if (sirenOf(customer) === undefined) return 'customer_without_siren';
  return electronicFaults(document, facts).length > 0 ? 'electronic_form_incomplete' : undefined;
}

/** The file of a document in a syntax, as `prepareFile` names it. */
export const formatOfSyntax: Readonly<Record<FlowSyntax, RenderingFormat>> = {
  'Factur-X': 'facturx',
  CII: 'cii',
  UBL: 'ubl',
};
