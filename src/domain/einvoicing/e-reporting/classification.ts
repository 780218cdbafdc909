import { billingAddressOf, type Party, sirenOf, vatNumberOf } from '../../customers/party.ts';
import type { TurnoverPart } from '../../home/turnover-part.ts';
import type { ShareKey } from '../../vat/breakdown.ts';
import type { VatMention } from '../../vat/mention-text.ts';
import { territoryOf } from '../../vat/vat-territory.ts';
import { type Taxed, vatTreatmentOf } from '../../vat/vat-treatment.ts';
import { clienteleOf } from '../clientele.ts';

/**
 * Whether a sale is reported as an international invoice, in the sums of sales to customers that
 * are no VAT payers, or not at all because the platforms exchange its e-invoice.
 */
export type SaleGroup = 'international' | 'consumer' | 'e_invoiced';

/**
 * The group of a customer's sales (CGI art. 289 bis and 290). A French business without a SIREN
 * counts as a consumer (DGFiP, external specifications 3.2, 2.3.3); so does one of the Union
 * without a VAT number, which nothing shows to be a VAT payer.
 */
export function groupOf(customer: Party | undefined): SaleGroup {
  if (!customer) return 'consumer';
  const clientele = clienteleOf(customer);
  if (clientele === 'consumer') return 'consumer';
  if (clientele === 'french_business') return sirenOf(customer) === undefined ? 'consumer' : 'e_invoiced';
  const isKnown = territoryOf(billingAddressOf(customer)) !== 'union' || vatNumberOf(customer) !== undefined;
  return isKnown ? 'international' : 'consumer';
}

/**
 * The categories of sales to customers that are no VAT payers (rule G1.68): goods and services
 * taxed in France, sales not taxed there, and sales under a margin scheme.
 */
export const saleCategories = ['TLB1', 'TPS1', 'TNT1', 'TMA1'] as const;
export type SaleCategory = (typeof saleCategories)[number];

/**
 * Why an amount is in no category: money paid on behalf of the customer (CGI art. 267, II 2°), an
 * activity exempt by art. 261 to 261 E, which is outside the reform, a margin scheme, whose margin
 * no document states, a sale that was reported before it was invoiced (framework 7 of BT-23), or
 * one that the platform reports because it has the document.
 */
export const omissions = ['disbursement', 'exempt', 'margin', 'reported_before', 'by_platform'] as const;
export type Omission = (typeof omissions)[number];

/**
 * The category of an amount. Sales under the franchise are `TNT1`: art. 293 B leaves them untaxed,
 * and `TLB1` and `TPS1` are for taxed sales (docs/en/law/e-reporting.md).
 */
export function categoryOf({ key, sold }: Pick<TurnoverPart, 'key' | 'sold'>, taxed: Taxed): SaleCategory | Omission {
  if (key === 'disbursement') return 'disbursement';
  const { category, reason } = vatTreatmentOf(key, sold === 'goods', taxed);
  if (category === 'S') return sold === 'goods' ? 'TLB1' : 'TPS1';
  if (key === 'FR_00HT' && MARGIN_SCHEMES.has(taxed.mention)) return 'margin';
  return reason?.code?.startsWith(EXEMPT_ACTIVITIES) ? 'exempt' : 'TNT1';
}

export const isOmission = (category: SaleCategory | Omission): category is Omission =>
  (omissions as readonly string[]).includes(category);

const MARGIN_SCHEMES: ReadonlySet<VatMention> = new Set([
  'second_hand_good',
  'art_object',
  'collection_antique',
  'travel_agency',
]);

/** The exemption reason codes of CGI art. 261 to 261 E. */
const EXEMPT_ACTIVITIES = 'VATEX-FR-CGI261';

/**
 * Whether the receipt of an amount is reported (CGI art. 290 A): French VAT falls due on it, or
 * would without the franchise. Neither reverse charge nor sales taxed abroad are reported.
 */
export function isReceiptReported({ key, sold, isDue }: ReceivedPart, taxed: Taxed): boolean {
  if (!isDue || key === 'disbursement') return false;
  const { category, reason } = vatTreatmentOf(key, sold === 'goods', taxed);
  return category === 'S' || reason?.code === FRANCHISE;
}

type ReceivedPart = { readonly key: ShareKey } & Pick<TurnoverPart, 'sold' | 'isDue'>;

const FRANCHISE = 'VATEX-FR-FRANCHISE';
