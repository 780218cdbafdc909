import { Link } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { shortDay } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import type { Words } from '../../locales/catalogues.ts';
import { useTranslations } from '../../locales/language.ts';
import { type Billing, type FamilyMember, isClaim, isOffer } from './document-queries.ts';
import { nextPlannedAdvance } from './status/next-planned-advance.ts';
import { plannedAdvanceText } from './status/planned-advance-text.ts';

type LineWords = Words<'finalized'>;

/**
 * The document group as a timeline: earlier documents, this one, its credit notes, and the next
 * step in dotted blue.
 */
export function RelatedDocuments({ billing, family }: { billing: Billing; family: readonly FamilyMember[] }) {
  const words = useTranslations('finalized');
  const here = useRef<HTMLLIElement>(null);
  const next = nextOf(billing, family, words);
  const stops = family.filter((member) => member.id === billing.id || member.state !== 'draft');
  // Not returned from the effect: in newer browsers, scrolling returns a promise.
  useLayoutEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div className="related-documents">
      <nav className="document-timeline at-document" aria-label={words.family.name}>
        <ol style={{ '--n': stops.length + (next ? 1 : 0) } as CSSProperties}>
          {stops.map((member, place) => (
            <Stop key={member.id} member={member} isHere={member.id === billing.id} place={place} hereRef={here} />
          ))}
          {next && (
            <li className="next">
              <Next {...next} words={words} />
            </li>
          )}
        </ol>
      </nav>
    </div>
  );
}

/** A document of the timeline; a link, except for the current one. */
export function Stop({
  member,
  isHere,
  place,
  hereRef,
}: {
  member: FamilyMember;
  isHere: boolean;
  place: number;
  hereRef?: React.RefObject<HTMLLIElement | null>;
}) {
  const words = useTranslations('finalized');
  const name = [isHere && 'here', member.type === 'asset' && !isHere && 'back'].filter(Boolean).join(' ');
  const said = (
    <>
      <span className="kind">{kindOf(member, words)}</span>
      <span className="document-number">{member.number ?? words.family.draft}</span>
      <span className="description">
        {money(member.type === 'asset' ? -member.amountWithTax : member.amountWithTax, member.currencyCode)}
      </span>
      <span className="description">{happened(member, words)}</span>
    </>
  );
  return (
    <li className={name || undefined} style={{ '--i': place } as CSSProperties} ref={isHere ? hereRef : undefined}>
      {isHere ? (
        <span className="stop" aria-current="page">
          {said}
        </span>
      ) : (
        <Link to="/documents/$id" params={{ id: member.id }}>
          {said}
        </Link>
      )}
    </li>
  );
}

export type NextStep = {
  readonly label: string;
  readonly sum?: string;
  readonly when?: string | undefined;
  readonly to?: string;
};

export function Next({ label, sum, when, to, words }: NextStep & { words: LineWords }) {
  const said: ReactNode = (
    <>
      <span className="kind">{words.family.next}</span>
      <span className="document-number">{label}</span>
      <span className="description">{sum}</span>
      <span className="description">{when}</span>
    </>
  );
  if (to === undefined) return <span className="upcoming">{said}</span>;
  return (
    <Link to="/documents/$id" params={{ id: to }}>
      {said}
    </Link>
  );
}

/** The next step of the group: a draft to finalize, a balance to collect or to bill. */
function nextOf(billing: Billing, family: readonly FamilyMember[], words: LineWords): NextStep | undefined {
  const sum = (cents: number): string => money(cents, billing.currencyCode);
  const draft = family.find((member) => member.state === 'draft' && member.id !== billing.id);
  if (draft)
    return { label: words.family.finish, sum: sum(draft.amountWithTax), when: kindOf(draft, words), to: draft.id };
  const refund = refundIn(family, words, billing.id);
  if (refund) return refund;
  if (isClaim(billing)) {
    const rest = billing.total.remainingReconciliateAmount;
    if (rest <= 0) return undefined;
    const said = billing.situation === 'late' ? words.family.dueSince : words.family.before;
    const when = billing.dueAt === undefined ? undefined : said(shortDay(billing.dueAt));
    return { label: words.family.collect, sum: sum(rest), when };
  }
  return isOffer(billing) ? nextOfOffer(billing, words) : undefined;
}

function nextOfOffer(
  billing: Extract<Billing, { type: 'estimate' | 'purchase_order' }>,
  words: LineWords,
): NextStep | undefined {
  if (billing.state === 'finalized')
    return { label: words.family.sign, when: words.family.until(shortDay(billing.expiredAt)) };
  const left = billing.total.remainingAmountToBill;
  if (billing.state !== 'signed' || left <= 0 || billing.hasFinalInvoice) return undefined;
  const next = nextPlannedAdvance(billing);
  if (next) return { label: words.family.advance, sum: plannedAdvanceText(next.planned, billing.currencyCode) };
  return { label: words.family.bill, sum: money(left, billing.currencyCode) };
}

/** A refund due to the customer, which comes before collecting or billing. */
function refundIn(family: readonly FamilyMember[], words: LineWords, here?: string): NextStep | undefined {
  const owing = family.find(({ toRefundAmount = 0 }) => toRefundAmount > 0);
  if (!owing) return undefined;
  const to = refundedBy(family, owing.id)?.id ?? owing.id;
  const sum = sumOf(owing.toRefundAmount ?? 0, owing);
  return { label: words.family.refund, sum, when: owing.number, ...(to !== here && { to }) };
}

/** The credit note whose refund is due: the newest unrefunded one of an invoice or an advance. */
export const refundedBy = (family: readonly FamilyMember[], claimId: string): FamilyMember | undefined =>
  family.findLast(
    ({ type, parentId, number, refundAt }) =>
      type === 'asset' && parentId === claimId && number !== undefined && refundAt === undefined,
  );

/** The same for a group shown outside of its documents; each step links to its document. */
export function nextRelatedDocument(
  family: readonly FamilyMember[],
  isLate: (id: string) => boolean,
  words: LineWords,
): NextStep | undefined {
  const draft = family.find(({ state }) => state === 'draft');
  if (draft)
    return {
      label: words.family.finish,
      sum: sumOf(draft.amountWithTax, draft),
      when: kindOf(draft, words),
      to: draft.id,
    };
  const refund = refundIn(family, words);
  if (refund) return refund;
  const claim = family.find(
    ({ canceledAt, remainingReconciliateAmount = 0 }) => !canceledAt && remainingReconciliateAmount > 0,
  );
  if (claim) {
    const said = isLate(claim.id) ? words.family.dueSince : words.family.before;
    const when = claim.dueAt === undefined ? undefined : said(shortDay(claim.dueAt));
    return {
      label: words.family.collect,
      sum: sumOf(claim.remainingReconciliateAmount ?? 0, claim),
      when,
      to: claim.id,
    };
  }
  const offer = family.find(({ type }) => type === 'estimate' || type === 'purchase_order');
  if (offer?.state === 'finalized' && offer.expiredAt !== undefined)
    return { label: words.family.sign, when: words.family.until(shortDay(offer.expiredAt)), to: offer.id };
  // A final invoice fully credited by several credit notes does not block another one.
  const isBilled = family.some(
    ({ isFinalInvoice, canceledAt, remainingAmountWithTax: left }) => isFinalInvoice && !canceledAt && left > 0,
  );
  if (offer?.state !== 'signed' || isBilled || offer.remainingAmountWithTax <= 0) return undefined;
  return { label: words.family.bill, sum: sumOf(offer.remainingAmountWithTax, offer), to: offer.id };
}

const sumOf = (cents: number, { currencyCode }: FamilyMember): string => money(cents, currencyCode);

/** The name of the kind of a document, such as “Final invoice”. */
export const kindOf = ({ type, isFinalInvoice }: FamilyMember, words: LineWords): string =>
  isFinalInvoice ? words.kinds.final : words.kinds[type];

/** The latest event of a document, in a few words. */
function happened(member: FamilyMember, { family }: LineWords): string {
  const { signedAt, refusedAt, paidAt, refundAt, canceledAt, remainingReconciliateAmount: rest = 0 } = member;
  if (canceledAt !== undefined) return family.canceled;
  if (signedAt !== undefined) return family.signed(shortDay(signedAt));
  if (refusedAt !== undefined) return family.refused(shortDay(refusedAt));
  if (paidAt !== undefined) return family.paid(shortDay(paidAt));
  if (refundAt !== undefined) return family.refunded(shortDay(refundAt));
  if ((member.type === 'invoice' || member.type === 'advance') && rest > 0)
    return family.rest(money(rest, member.currencyCode));
  return family.on(shortDay(member.emittedAt));
}
