import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { longDay, shortDay } from '../../../app/formats/dates.tsx';
import { money, percent } from '../../../app/formats/money.tsx';
import { useTranslations } from '../../../locales/language.ts';
import type { Ask } from '../actions/open-dialog.ts';
import { CustomerMention } from '../customer-mention.tsx';
import { type Claim, type Payment, useMayWrite, useRelatedDocuments } from '../document-queries.ts';
import { refundedBy } from '../related-documents.tsx';
import { daysUntil } from './document-status.ts';

/** Balance of an invoice or an advance, its breakdown, and the main action. */
export function BalanceDue({ billing, payments, ask }: { billing: Claim; payments: readonly Payment[]; ask: Ask }) {
  const id = useId();
  const words = useTranslations('finalized').panel;
  const mayWrite = useMayWrite();
  const { data: family = [] } = useRelatedDocuments(billing.id);
  const { remainingAmount: rest, paidAmount, toRefundAmount: toRefund } = billing.settlement;
  const isPaid = billing.state === 'paid';
  const said = toRefund > 0 ? words.toRefund : isPaid ? words.paidBy : rest > 0 ? words.restOf : words.settled;
  const note = toRefund > 0 ? refundedBy(family, billing.id) : undefined;
  return (
    <section className="rest" aria-labelledby={id}>
      <h2 id={id} className="quiet plain-title">
        <CustomerMention billing={billing} sentence={said} />
      </h2>
      <div className="big tabular">
        {money(toRefund > 0 ? toRefund : isPaid ? paidAmount : rest, billing.currencyCode)}
      </div>
      <Due billing={billing} />
      <Meter billing={billing} />
      <Sums billing={billing} payments={payments} />
      {mayWrite && note && (
        <div className="buttons">
          <Link to="/documents/$id" params={{ id: note.id }} className="btn primary">
            {words.refund}
          </Link>
        </div>
      )}
      {mayWrite && rest > 0 && billing.canceledAt === undefined && (
        <div className="buttons">
          <button type="button" className="btn primary" onClick={() => ask('pay')}>
            {words.pay}
          </button>
          <button type="button" className="btn" onClick={() => ask('remind')}>
            {billing.situation === 'late' ? words.chase : words.remind}
          </button>
        </div>
      )}
    </section>
  );
}

function Due({ billing }: { billing: Claim }) {
  const words = useTranslations('finalized').panel;
  if (billing.paidAt !== undefined) return <p className="quiet">{words.paidOn(longDay(billing.paidAt))}</p>;
  if (billing.dueAt === undefined || billing.settlement.remainingAmount === 0) return null;
  const day = longDay(billing.dueAt);
  return billing.situation === 'late' ? (
    <p className="late-description">{words.dueSince(day, billing.situationDays ?? 0)}</p>
  ) : (
    <p className="quiet">{words.dueIn(day, daysUntil(billing.dueAt))}</p>
  );
}

/** Share that was credited and paid. */
function Meter({ billing }: { billing: Claim }) {
  const words = useTranslations('finalized').panel;
  const { creditedAmountWithTax: credited, paidAmount: paid, remainingAmount: rest } = billing.settlement;
  const asked = credited + paid + rest;
  if (asked <= 0 || (credited === 0 && paid <= 0)) return null;
  return (
    <div className="meter" role="img" aria-label={words.meter(percent(paid / asked), percent(credited / asked))}>
      <i style={{ width: `${(credited / asked) * 100}%` }} />
      <i className="ok" style={{ width: `${(paid / asked) * 100}%` }} />
    </div>
  );
}

function Sums({ billing, payments }: { billing: Claim; payments: readonly Payment[] }) {
  const words = useTranslations('finalized');
  const { panel } = words;
  const sum = (cents: number): string => money(cents, billing.currencyCode);
  const { deductedAmountWithTax: deducted, remainingAmount, refundedAmount, toRefundAmount } = billing.settlement;
  return (
    <dl className="pairs">
      <dt>{panel.total}</dt>
      <dd>{sum(billing.total.amountWithTaxAfterDiscount)}</dd>
      {deducted > 0 && (
        <>
          <dt>{panel.advances}</dt>
          <dd>{sum(-deducted)}</dd>
        </>
      )}
      {billing.assets?.map(({ id, number, amountWithTax }) => (
        <Pair
          key={id}
          name={
            <>
              {panel.credit} <span className="nowrap">{number}</span>
            </>
          }
          value={sum(-amountWithTax)}
        />
      ))}
      {payments.map(({ id, amount, method, receivedAt, reverses }) => (
        <Pair
          key={id}
          name={(reverses === undefined ? panel.payment : panel.reversal)(words.methods[method], shortDay(receivedAt))}
          value={sum(-amount)}
        />
      ))}
      {refundedAmount > 0 && <Pair name={panel.refunded} value={sum(refundedAmount)} />}
      <dt className="total">{toRefundAmount > 0 ? panel.leftToRefund : panel.rest}</dt>
      <dd className="total">{sum(toRefundAmount > 0 ? toRefundAmount : remainingAmount)}</dd>
    </dl>
  );
}

function Pair({ name, value }: { name: React.ReactNode; value: string }) {
  return (
    <>
      <dt className="first-capital">{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
