import { linesOf, type TrialCompany } from './companies.ts';
import type { InvoiceFacts } from './read-invoice.ts';

/** Where an invoice goes. `reason` and `message` are those of the status the seller gets. */
export type Route =
  | { readonly to: 'buyer'; readonly company: TrialCompany }
  /** It is deposited, and no one receives it here. */
  | { readonly to: 'none'; readonly reason?: string; readonly message?: string }
  | { readonly to: 'rejected'; readonly reason: string; readonly message: string };

/** Processing rules whose invoices reach a buyer; the others are only reported or kept. */
const TRANSMITTED: ReadonlySet<string> = new Set(['B2B', 'B2G']);

/**
 * Routes an invoice by the buyer's electronic address (BT-49), or by the SIREN if it has none. A
 * buyer who is not in the directory is not sent the invoice; an unknown address of one who is, and
 * an invoice without what a public buyer demands, are rejected.
 */
export function routeOf(
  { invoice, processingRule }: { invoice: InvoiceFacts; processingRule: string },
  companies: readonly TrialCompany[],
): Route {
  if (!TRANSMITTED.has(processingRule)) return { to: 'none' };
  const wanted = addressOf(invoice);
  const company = companyAt(wanted, companies);
  if (!company)
    return {
      to: 'none',
      reason: 'NON_TRANSMISE',
      message: 'Le destinataire n’est pas dans l’annuaire de cette plateforme.',
    };
  const line = linesOf(company).find((each) => each.address.toUpperCase() === wanted);
  if (!line)
    return { to: 'rejected', reason: 'REJ_ADR', message: `L’adresse ${wanted} n’est pas dans l’annuaire (BT-49).` };
  const demands = line.establishment?.demands;
  const service = invoice.buyerReference ?? line.routingCode?.id;
  const needsOrder = demands?.managesLegalCommitmentCode || line.routingCode?.managesLegalCommitmentCode;
  if (demands?.serviceCodeStatus && service === undefined)
    return { to: 'rejected', reason: 'REJ_CONT_B2G', message: 'Le code service est obligatoire (BT-10).' };
  if (needsOrder && invoice.order === undefined)
    return { to: 'rejected', reason: 'REJ_CONT_B2G', message: 'Le numéro d’engagement est obligatoire (BT-13).' };
  return { to: 'buyer', company };
}

/** The address an invoice is sent to: BT-49 of scheme 0225, else the SIREN. */
function addressOf({ buyer: { address, siren } }: InvoiceFacts): string {
  return (address?.scheme === '0225' ? address.value : siren)?.toUpperCase() ?? '';
}

const companyAt = (address: string, companies: readonly TrialCompany[]): TrialCompany | undefined =>
  companies.find(({ siren }) => address.startsWith(siren));

/** The processing rule of the standard for an invoice whose sender names none: by its note BAR. */
export function processingRuleOf(invoice: InvoiceFacts, companies: readonly TrialCompany[]): string {
  const isPublic = companyAt(addressOf(invoice), companies)?.entityType === 'Public';
  return RULES[invoice.treatment ?? ''] ?? (isPublic ? 'B2G' : 'B2B');
}
const RULES: Readonly<Record<string, string>> = {
  B2BINT: 'B2BInt',
  B2C: 'B2C',
  OUTOFSCOPE: 'OutOfScope',
  ARCHIVEONLY: 'ArchiveOnly',
};
