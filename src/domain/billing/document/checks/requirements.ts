import { isIdentified } from '../../../account/legal-identity.ts';
import { billingAddressOf, type Party, sirenOf, vatNumberOf } from '../../../customers/party.ts';
import type { RequiredReferences } from '../../../customers/required-references.ts';
import { fixedRate } from '../../../money/fixed-parity.ts';
import { isRecentRate } from '../../../money/reference-rates.ts';
import { isRefusal, type RequirementName, requirementNames } from '../../../refusal.ts';
import { civilDayOf } from '../../../time/civil-day.ts';
import { isWithin, keysOf, taxIncluded, totalOf } from '../../../vat/breakdown.ts';
import type { VatCategory } from '../../../vat/mention-text.ts';
import { rateOf, type VatCode } from '../../../vat/vat-code.ts';
import { isInSirene, territoryOf } from '../../../vat/vat-territory.ts';
import { isCreditable } from '../../credit-note/remaining-credit.ts';
import {
  type BillingDocument,
  hasLines,
  isAdvance,
  isClaim,
  isCreditNote,
  isEstimate,
  isFinalized,
} from '../document.ts';
import { datesOf } from '../document-dates.ts';
import type { Facts } from '../draft-context.ts';
import { sourcesOf } from '../sources.ts';
import { missingTerms } from '../terms/missing-payment-terms.ts';
import { deductedIn, requestedShare, restToCredit } from '../totals/document-figures.ts';
import { rateDayOf } from '../totals/rate-of-day.ts';
import { categoriesOf } from '../vat/vat-treatment.ts';
import { vatContradictionOf } from './vat-contradiction.ts';

type Rule = (document: BillingDocument, facts: Facts) => boolean;

/**
 * The unmet requirements for finalizing a draft, in the order of the table. Empty: it can be
 * finalized.
 */
export const unmetRequirements = (document: BillingDocument, facts: Facts): RequirementName[] =>
  requirementNames.filter((name) => binds(name, document) && !rules[name](document, facts));

/**
 * A credit note inherits customer, issuer and legal terms from its parent, where they were already
 * checked.
 */
const bindingOnChildCreditNote: ReadonlySet<RequirementName> = new Set([
  'hasLines',
  'hasValidAmount',
  'hasChronologicalDate',
  'hasParentFinalized',
  'hasPrintableLetters',
]);
/** Test documents can be finalized before the company details are filled in. */
const notBindingOnTest: ReadonlySet<RequirementName> = new Set(['hasEmitterIdentity', 'hasEmitterVatNumber']);

function binds(name: RequirementName, document: BillingDocument): boolean {
  if (document.test && notBindingOnTest.has(name)) return false;
  const isChildCreditNote = isCreditNote(document) && document.parentId !== undefined;
  return !isChildCreditNote || bindingOnChildCreditNote.has(name);
}

const rules: Record<RequirementName, Rule> = {
  hasLines: (document) => !hasLines(document) || document.content.lines.length > 0,

  hasValidAmount(document, { parent }) {
    const total = taxIncluded(totalOf(document.totals.breakdown));
    if (isCreditNote(document))
      return parent ? isCreditable(document.totals.breakdown, restToCredit(parent)) : total > 0;
    if (isAdvance(document)) return total > 0;
    return total >= 0 && isWithin(deductedIn(document), document.totals.breakdown);
  },

  hasCustomerBillingAddress(_, { customer }) {
    const address = customer && billingAddressOf(customer);
    return Boolean(address?.line1 && address.city && address.zipCode);
  },

  hasEmitterIdentity: (_, { settings }) => isIdentified(settings.emitter),

  // A business under the franchise has no VAT number before its first sale to a business in the EU,
  // which requires one (CGI art. 286 ter).
  hasEmitterVatNumber: (document, facts) =>
    Boolean(facts.settings.emitter.vatNumber) ||
    (totalOf(document.totals.breakdown).vat === 0 && !isTaxedAs(document, facts, ['AE', 'K', 'G'])),

  hasVatMention: (document) =>
    !codesOf(document).some((code) => rateOf(code) === 0) || document.content.legals.vatMention !== 'not_subject',

  hasConsistentVatMention: (document, facts) => vatContradictionOf(document, facts) === undefined,

  hasCustomerVatNumber(document, facts) {
    const { customer } = facts;
    if (customer && vatNumberOf(customer)) return true;
    if (codesOf(document).includes('FR_00UE') || isTaxedAs(document, facts, ['K'])) return false;
    // A customer in France can be identified by its SIREN instead; outside the EU there is no VAT
    // number.
    return !isTaxedAs(document, facts, ['AE']) || !isInUnion(customer) || Boolean(customer && sirenOf(customer));
  },

  hasCustomerSiren: (document, { settings, customer }) =>
    !settings.customerSirenRequired || isEstimate(document) || !lacksSiren(customer),

  hasServiceCode: (document, { customer }) =>
    isStated(document, 'serviceCode') || !asks(document, customer, ['service_code', 'service_code_and_order_number']),

  hasOrderNumber: (document, { customer }) =>
    isStated(document, 'orderNumber') || !asks(document, customer, ['order_number', 'service_code_and_order_number']),

  hasServiceCodeOrOrderNumber: (document, { customer }) =>
    isStated(document, 'serviceCode') ||
    isStated(document, 'orderNumber') ||
    !asks(document, customer, ['service_code_or_order_number']),

  hasChronologicalDate(document, facts) {
    const { zone } = facts.settings;
    const { emittedOn } = datesOf(document, facts.now, zone);
    const { parent } = facts;
    const today = civilDayOf(facts.now, zone);
    const parentOn = parent?.sealed && civilDayOf(parent.sealed.emittedAt, zone);
    // A parent dated in the future was issued while the clock was ahead (docs/rules/numbering.md).
    const notBefore = [facts.seriesLastOn, parentOn !== undefined && parentOn <= today ? parentOn : undefined];
    return emittedOn <= today && notBefore.every((day) => day === undefined || day <= emittedOn);
  },

  hasDueDate(document, { now, settings }) {
    if (!isClaim(document)) return true;
    const { dueAt, emittedOn } = datesOf(document, now, settings.zone);
    return dueAt !== undefined && civilDayOf(dueAt, settings.zone) >= emittedOn;
  },

  hasPaymentTerms: (document, { customer }) => missingTerms(document, customer).length === 0,

  // A rate between two currencies is void once the account changes its own currency, but the rate
  // agreed with the parent stays valid. A reference rate must be the last known one on the day of
  // issue, and recent.
  hasCurrencyRate(document, { settings, now }) {
    const { rate, base, origin, at } = document.content.currency;
    if (document.parentId !== undefined) return rate > 0;
    if (!statesVatInEuros(document)) return false;
    return rate > 0 && base === settings.currency && (origin !== 'ECB' || isRecentRate(at, rateDayOf(document, now)));
  },

  hasAdvanceWithinEstimate(document, { parent }) {
    if (!isAdvance(document)) return true;
    if (!parent || !isEstimate(parent) || parent.life.finalInvoice?.number !== undefined) return false;
    return !isRefusal(requestedShare(document, parent));
  },

  hasPersonalServiceUnits: (document) =>
    !hasLines(document) ||
    document.content.lines.every(
      ({ personalServiceActivity: activity, unit }) =>
        activity === undefined || activity === 'DIVERS_NON_ELIGIBLE' || unit === 'hour' || unit === 'fixed_rate',
    ),

  hasParentFinalized: (document, { parent }) =>
    document.parentId === undefined || Boolean(parent && isFinalized(parent)),

  hasReference: (document) =>
    !isCreditNote(document) || document.parentId !== undefined || document.content.references.length > 0,

  // Characters that a credit note repeats from its parent do not count: they can no longer change.
  hasPrintableLetters: (_, { unprintable }) => unprintable === undefined,

  hasElectronicForm: (_, { electronicFaults }) => electronicFaults === undefined,
};

const isStated = ({ content }: BillingDocument, field: 'serviceCode' | 'orderNumber'): boolean =>
  Boolean(content[field]?.trim());

/** Whether a public body asks for references on its bills; an offer comes before them. */
function asks(document: BillingDocument, customer: Party | undefined, wanted: readonly RequiredReferences[]): boolean {
  const required = (customer?.organization ?? customer)?.requiredReferences;
  return !isEstimate(document) && required !== undefined && wanted.includes(required);
}

/**
 * Whether VAT can be stated in euros, as required on invoices in another currency (CGI art. 289,
 * IV): the document or the account is in euros, or its currency has a fixed parity. Checked on
 * offers too, because their invoices have the same currency.
 */
function statesVatInEuros({ content, totals }: BillingDocument): boolean {
  const { code, base } = content.currency;
  if (code === 'EUR' || base === 'EUR' || fixedRate('EUR', code) !== undefined) return true;
  return totalOf(totals.breakdown).vat === 0;
}

/**
 * Whether an amount of a document has one of these VAT categories, by its VAT code, its mention and
 * what is sold.
 */
function isTaxedAs(document: BillingDocument, { parent, now, settings }: Facts, categories: readonly VatCategory[]) {
  const day = datesOf(document, now, settings.zone).emittedOn;
  const { vatMention: mention } = document.content.legals;
  const taxed = categoriesOf(document, sourcesOf(document, parent ? [parent] : []), { mention, day });
  return categories.some((category) => taxed.has(category));
}

/** Whether a customer is in an EU member state; without an address, in France. */
const isInUnion = (customer: Party | undefined): boolean =>
  territoryOf(customer && billingAddressOf(customer)) !== 'outside';

/** The VAT codes of a document without disbursements, which carry no VAT. */
const codesOf = (document: BillingDocument): VatCode[] =>
  keysOf(document.totals.breakdown).filter((key): key is VatCode => key !== 'disbursement');

/**
 * Whether a French organization has no SIREN (CGI ann. II art. 242 nonies A, as amended by décret
 * 2022-1299).
 */
export function lacksSiren(customer: Party | undefined): boolean {
  const organization = customer?.kind === 'organization' ? customer : customer?.organization;
  if (!organization) return false;
  const address = billingAddressOf(organization);
  return address !== undefined && isInSirene(address) && sirenOf(organization) === undefined;
}
