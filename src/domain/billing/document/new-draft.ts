import { type AccountSettings, mentionOf } from '../../account/settings.ts';
import { isProfessional, type Party } from '../../customers/party.ts';
import type { BillingDocument, Legals, Lined, Said, Timeline } from './document.ts';
import { noLife } from './document.ts';
import { legalTextsOf } from './document-texts.ts';
import { isCreditKind, isOfferKind, type Kind } from './kind.ts';
import type { Totals } from './totals/totals.ts';

/**
 * The content of a new document: the defaults of the account and the preferences of its customer.
 */
export function defaultContent(kind: Kind, settings: AccountSettings, customer: Party | undefined, now: number): Said {
  const { defaults, bank } = settings;
  return {
    locale: customer?.language ?? defaults.locale,
    currency: { code: settings.currency, base: settings.currency, rate: 1, origin: 'FIXED', at: now },
    timeline: freshTimeline(kind, settings),
    legals: freshLegals(settings, customer),
    ...(bank && { bank }),
    // A customer writes "good for approval" on an estimate, not on an invoice.
    display: { ...defaults.display, goodForApproval: isOfferKind(kind) && defaults.display.goodForApproval },
    displayDeliveryAddress: false,
    // On an offer: the default for the bills created from it.
    onlinePayment: defaults.onlinePayment ?? false,
    ...(defaults.reminder && !isCreditKind(kind) && { reminder: defaults.reminder }),
  };
}

export const noLines: Lined = { lines: [], includeDiscountDisbursement: false };

/** A new draft without descendants. `now`: Unix seconds. */
export const freshDraft = (
  input: { kind: Kind; id: string; test: boolean; now: number; content: unknown; totals: Totals } & Partial<
    Pick<BillingDocument, 'familyId' | 'parentId' | 'customerId' | 'projectId' | 'title'>
  >,
): BillingDocument => {
  const { now, ...said } = input;
  // Attachments belong to one document and are not copied.
  const { attachments: _, ...content } = input.content as Partial<Said>;
  return {
    familyId: input.id,
    ...said,
    content,
    state: 'draft',
    version: 1,
    life: noLife,
    createdAt: now,
    updatedAt: now,
  } as BillingDocument;
};

function freshTimeline(kind: Kind, { defaults }: AccountSettings): Timeline {
  const { paymentDelay, estimateValidityDays } = defaults;
  return { paymentDelay, ...(isOfferKind(kind) && { validityDays: estimateValidityDays }) };
}

/**
 * The lump sum for recovery costs only applies between professionals (C. com. art. L441-10 II,
 * D441-5).
 */
function freshLegals(settings: AccountSettings, customer: Party | undefined): Legals {
  const { defaults } = settings;
  return {
    ...legalTextsOf(defaults),
    vatMention: mentionOf(settings),
    paymentMethods: defaults.paymentMethods,
    latePenalty: defaults.latePenalty,
    lumpSumCompensation: customer && !isProfessional(customer) ? null : defaults.lumpSumCompensation,
    discountForAdvancePayment: defaults.discountForAdvancePayment,
  };
}
