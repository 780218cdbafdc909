import { useId } from 'react';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { longDay } from '../../../app/formats/dates.tsx';
import { money } from '../../../app/formats/money.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useAdvance, useFinalInvoice } from '../actions/create-next-document.ts';
import type { Ask } from '../actions/open-dialog.ts';
import { CustomerMention } from '../customer-mention.tsx';
import { type Offer, useMayWrite, useRelatedDocuments } from '../document-queries.ts';
import { daysUntil } from './document-status.ts';
import { nextPlannedAdvance } from './next-planned-advance.ts';

/** State of an estimate: waiting for an answer, or left to bill; with the main action. */
export function OfferStatus({ billing, ask }: { billing: Offer; ask: Ask }) {
  const id = useId();
  const words = useTranslations('finalized').panel;
  const isSigned = billing.state === 'signed';
  const left = useLeftToBill(billing);
  const sum = (cents: number): string => money(cents, billing.currencyCode);
  return (
    <section className="rest" aria-labelledby={id}>
      <h2 id={id} className="quiet plain-title">
        <CustomerMention billing={billing} sentence={isSigned ? words.toBill : words.offer} />
      </h2>
      <div className="big tabular">{sum(isSigned ? left : billing.total.amountWithTaxAfterDiscount)}</div>
      <Said billing={billing} />
      {isSigned && (
        <dl className="pairs">
          <dt>{words.total}</dt>
          <dd>{sum(billing.total.amountWithTaxAfterDiscount)}</dd>
          <dt>{words.billed}</dt>
          <dd>{sum(billing.total.billedAmountWithTax)}</dd>
          <dt className="total">{words.leftToBill}</dt>
          <dd className="total">{sum(left)}</dd>
        </dl>
      )}
      <OfferButtons billing={billing} ask={ask} />
    </section>
  );
}

/**
 * Cents left to bill: none once the final invoice exists, even if part of it was credited since.
 */
function useLeftToBill({ id, total }: Offer): number {
  const { data: family = [] } = useRelatedDocuments(id);
  const isBilled = family.some(({ type, parentId, number, canceledAt }) => {
    const isFinal = type === 'invoice' && parentId === id;
    return isFinal && number !== undefined && canceledAt === undefined;
  });
  return isBilled ? 0 : total.remainingAmountToBill;
}

function Said({ billing }: { billing: Offer }) {
  const words = useTranslations('finalized').panel;
  const { signedAt, refusedAt, expiredAt } = billing;
  if (signedAt !== undefined) return <p className="quiet">{words.signedOn(longDay(signedAt))}</p>;
  if (refusedAt !== undefined) return <p className="quiet">{words.refusedOn(longDay(refusedAt))}</p>;
  return <p className="quiet">{words.validUntil(longDay(expiredAt), daysUntil(expiredAt))}</p>;
}

function OfferButtons({ billing, ask }: { billing: Offer; ask: Ask }) {
  const words = useTranslations('finalized').panel;
  const mayWrite = useMayWrite();
  const finalInvoice = useFinalInvoice(billing.id);
  const advance = useAdvance(billing.id);
  const planned = nextPlannedAdvance(billing);
  const { data: family = [] } = useRelatedDocuments(billing.id);
  // A refund due comes first: billing again is possible, but not the next step.
  const isRefundOwed = family.some(({ toRefundAmount = 0 }) => toRefundAmount > 0);
  if (!mayWrite) return null;
  if (billing.state === 'signed' && billing.total.remainingAmountToBill > 0 && !billing.hasFinalInvoice)
    return (
      <>
        <ErrorMessage error={finalInvoice.error ?? advance.error} />
        <div className="buttons">
          {planned && (
            <button
              type="button"
              className="btn primary"
              aria-disabled={advance.isRunning}
              onClick={() => void advance.run({ advanceLineIndex: planned.place })}
            >
              {words.plannedAdvance}
            </button>
          )}
          <button
            type="button"
            className={planned || isRefundOwed ? 'btn' : 'btn primary'}
            aria-disabled={finalInvoice.isRunning}
            onClick={() => void finalInvoice.run()}
          >
            {words.finalInvoice}
          </button>
        </div>
      </>
    );
  if (billing.state !== 'finalized') return null;
  const wasSent = billing.lastSendByEmailAt !== undefined;
  return (
    <div className="buttons">
      <button type="button" className={wasSent ? 'btn' : 'btn primary'} onClick={() => ask('send')}>
        {words.sendFirst}
      </button>
      <button type="button" className={wasSent ? 'btn primary' : 'btn'} onClick={() => ask('sign')}>
        {words.markSigned}
      </button>
    </div>
  );
}
