import { isProfessional } from '../../customers/party.ts';
import { type Cents, cents } from '../../money/cents.ts';
import { stepOf } from '../../money/currency.ts';
import type { Refused } from '../../refusal.ts';
import { addDays, type CivilDay, civilDayOf, daysBetween } from '../../time/civil-day.ts';
import { taxIncluded, totalOf } from '../../vat/breakdown.ts';
import type { BasisPoints } from '../../vat/vat-code.ts';
import { type BillingDocument, type Claim, type Finalized, isClaim, isFinalized } from '../document/document.ts';
import type { Facts } from '../document/draft-context.ts';
import { changed } from '../document/group/after-finalizing.ts';
import { deductedIn, remainingOn } from '../document/totals/document-figures.ts';
import type { FormalNotice } from './formal-notice.ts';
import { LUMP_SUM, penaltyRateOn, penaltyToTheDay } from './late-penalty.ts';

/** The owner's input: the days to pay, and the yearly penalty rate in basis points if known. */
export type FormalNoticeOptions = { readonly delayDays: number; readonly rate?: BasisPoints };

/**
 * The formal notice for a late invoice or advance: the remaining amount and, between professionals
 * and as far as the document's terms include them, the penalties to date and the 40 EUR (in euros
 * only). A consumer owes neither: interest at the legal rate runs from the notice on (C. civ. art.
 * 1231-6). Refused for a draft, and if nothing is late.
 */
export function formalNoticeOf(
  document: BillingDocument,
  { settings: { zone }, now }: Facts,
  { delayDays, rate }: FormalNoticeOptions,
): FormalNotice | Refused<'not_yet_finalized' | 'formal_notice_without_cause'> {
  const late = lateClaim(document, civilDayOf(now, zone), zone);
  if ('refused' in late) return late;
  const { claim, dueOn, madeOn } = late;
  const { customer } = claim.sealed;
  const remaining = remainingOn(claim).toPay;
  const professional = customer !== undefined && isProfessional(customer);
  const penalties = professional ? penaltiesOf(late, remaining, rate) : undefined;
  const inWords = professional && !penalties && claim.content.legals.latePenalty !== null;
  const lumpSum = professional ? lumpSumOf(claim) : undefined;
  return {
    ...{ madeOn, madeAt: now, delayDays, payBefore: addDays(madeOn, delayDays) },
    ...{ dueOn, daysLate: daysBetween(dueOn, madeOn) },
    asked: cents(taxIncluded(totalOf(claim.totals.breakdown)) - taxIncluded(totalOf(deductedIn(claim)))),
    ...{ remaining, professional },
    ...(penalties && { penalties }),
    ...(inWords && { penaltiesInWords: true as const }),
    ...(lumpSum !== undefined && { lumpSum }),
    total: cents(remaining + (penalties?.amount ?? 0) + (lumpSum ?? 0)),
  };
}

/** Adds a formal notice to a document, replacing an earlier one. */
export function giveFormalNotice(
  document: BillingDocument,
  facts: Facts,
  options: FormalNoticeOptions,
):
  | { readonly document: BillingDocument; readonly notice: FormalNotice }
  | Extract<ReturnType<typeof formalNoticeOf>, { refused: string }> {
  const notice = formalNoticeOf(document, facts, options);
  if ('refused' in notice) return notice;
  const life = { ...document.life, formalNotice: notice };
  return { document: changed(document, { life }, facts.now), notice };
}

type LateClaim = { readonly claim: Finalized<Claim>; readonly dueOn: CivilDay; readonly madeOn: CivilDay };

function lateClaim(
  document: BillingDocument,
  today: CivilDay,
  zone: string,
): LateClaim | Refused<'not_yet_finalized' | 'formal_notice_without_cause'> {
  const refused = 'formal_notice_without_cause';
  if (!isClaim(document)) return { refused, because: 'other_kind' };
  if (!isFinalized(document)) return { refused: 'not_yet_finalized' };
  if (document.canceledAt !== undefined) return { refused, because: 'canceled' };
  if (remainingOn(document).toPay === 0) return { refused, because: 'nothing_left' };
  const { dueAt } = document.sealed;
  const dueOn = dueAt === undefined ? undefined : civilDayOf(dueAt, zone);
  if (dueOn === undefined || dueOn >= today) return { refused, because: 'not_late', ...(dueOn && { dueOn }) };
  return { claim: document, dueOn, madeOn: today };
}

function penaltiesOf(
  { claim, dueOn, madeOn }: LateClaim,
  remaining: Cents,
  chosenRate: BasisPoints | undefined,
): FormalNotice['penalties'] {
  const term = claim.content.legals.latePenalty?.value;
  if (!term) return undefined;
  const late = { remaining, dueOn, on: madeOn, step: stepOf(claim.content.currency.code) };
  const amount = penaltyToTheDay(late, { term, ...(chosenRate !== undefined && { rate: chosenRate }) });
  if (amount === undefined) return undefined;
  const rate = chosenRate ?? oneRate(term, addDays(dueOn, 1), madeOn);
  return { amount, ...(rate !== undefined && { rate }) };
}

/** The rate of all days, if they are in one half-year. */
function oneRate(term: Parameters<typeof penaltyRateOn>[0], from: CivilDay, to: CivilDay): BasisPoints | undefined {
  const halfYear = (day: CivilDay): string => `${day.slice(0, 4)} ${day.slice(5, 7) < '07'}`;
  return halfYear(from) === halfYear(to) ? penaltyRateOn(term, to) : undefined;
}

/**
 * The 40 EUR, if the document's terms include it; undefined for custom wording, whose amount is
 * unknown.
 */
const lumpSumOf = ({ content }: Claim): Cents | undefined =>
  content.legals.lumpSumCompensation?.value === 'forty_euros' && content.currency.code === 'EUR' ? LUMP_SUM : undefined;
