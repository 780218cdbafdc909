import type { RenderingFormat } from '../../db/billing/stored-files.ts';
import { type BillingDocument, isEstimate, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { sirenOf } from '../../domain/customers/party.ts';
import { clienteleOf } from '../../domain/einvoicing/clientele.ts';
import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { FlowSyntax } from '../../domain/einvoicing/platform-connection.ts';
import { electronicFaults } from '../../einvoice/requirements.ts';

/**
 * Why a document is not handed to a platform; undefined if it is. Only invoices, advances and
 * credit notes between businesses in France are (CGI art. 289 bis). A customer without a SIREN is
 * treated like a consumer, whose sales are reported in sums (CGI art. 290).
 */
export function whyNotSent(document: BillingDocument, facts: Facts): NotSentReason | undefined {
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
