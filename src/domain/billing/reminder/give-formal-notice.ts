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

/** What the owner says of it: the days it gives, and the yearly rate of penalties where he knows it, basis points. */
export type FormalNoticeOptions = { readonly delayDays: number; readonly rate?: BasisPoints };

/**
 * The formal notice of an invoice or an advance that is late: what remains, and between professionals, as far as the document's own terms
 * say so, the penalties to the day and the 40 EUR (in euros alone). Of a consumer neither is asked: interest at the legal rate
 * runs from the notice on (C. civ. art. 1231-6). Refused for a draft, and where nothing is late.
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

/** The document with the formal notice its owner made of it: the last one stands. */
export function giveFormalNotice(
  document: BillingDocument,
  facts: Facts,
  wanted: FormalNoticeOptions,
):
  | { readonly document: BillingDocument; readonly notice: FormalNotice }
  | Extract<ReturnType<typeof formalNoticeOf>, { refused: string }> {
  const notice = formalNoticeOf(document, facts, wanted);
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
  said: BasisPoints | undefined,
): FormalNotice['penalties'] {
  const term = claim.content.legals.latePenalty?.value;
  if (!term) return undefined;
  const late = { remaining, dueOn, on: madeOn, step: stepOf(claim.content.currency.code) };
  const amount = penaltyToTheDay(late, { term, ...(said !== undefined && { rate: said }) });
  if (amount === undefined) return undefined;
  const rate = said ?? oneRate(term, addDays(dueOn, 1), madeOn);
  return { amount, ...(rate !== undefined && { rate }) };
}

/** The rate of all days, where they lie in one half-year. */
function oneRate(term: Parameters<typeof penaltyRateOn>[0], from: CivilDay, to: CivilDay): BasisPoints | undefined {
  const halfYear = (day: CivilDay): string => `${day.slice(0, 4)} ${day.slice(5, 7) < '07'}`;
  return halfYear(from) === halfYear(to) ? penaltyRateOn(term, to) : undefined;
}

/** The 40 EUR, where the document's terms say them; its own words say no amount we know. */
const lumpSumOf = ({ content }: Claim): Cents | undefined =>
  content.legals.lumpSumCompensation?.value === 'forty_euros' && content.currency.code === 'EUR' ? LUMP_SUM : undefined;
