import { useId } from 'react';
import { longDay, shortDay } from '../../ground/days.tsx';
import { money, percent } from '../../ground/money.tsx';
import { useWords } from '../../words/language.ts';
import { type Claim, customerName, type FamilyMember, type Payment, useMayWrite } from './document-queries.ts';
import { daysUntil } from './document-state.ts';
import { deductedOf } from './sheet-sums.tsx';
import type { Ask } from './which-dialog.ts';

/** What is left to pay of an invoice or an advance, what it comes from, and the one button. */
export function RestToPay({
  billing,
  family,
  payments,
  ask,
}: {
  billing: Claim;
  family: readonly FamilyMember[];
  payments: readonly Payment[];
  ask: Ask;
}) {
  const id = useId();
  const words = useWords('finalized').panel;
  const mayWrite = useMayWrite();
  const who = customerName(billing);
  const rest = billing.total.remainingReconciliateAmount;
  const isPaid = billing.state === 'paid';
  const title = isPaid ? words.paidBy(who) : rest > 0 ? words.restOf(who) : words.settled(who);
  return (
    <section className="rest" aria-labelledby={id}>
      <h2 id={id} className="quiet plain-title">
        {title}
      </h2>
      <div className="big tab">{money(isPaid ? paidOf(payments) : rest, billing.currencyCode)}</div>
      <Due billing={billing} />
      <Meter billing={billing} />
      <Sums billing={billing} family={family} payments={payments} />
      {mayWrite && rest > 0 && billing.canceledAt === undefined && (
        <div className="buttons">
          <button type="button" className="btn primary" onClick={() => ask('pay')}>
            {words.pay}
          </button>
          <button type="button" className="btn" onClick={() => ask('remind')}>
            {isLate(billing) ? words.chase : words.remind}
          </button>
        </div>
      )}
    </section>
  );
}

const paidOf = (payments: readonly Payment[]): number => payments.reduce((all, { amount }) => all + amount, 0);
const isLate = ({ dueAt }: Claim): boolean => dueAt !== undefined && daysUntil(dueAt) < 0;

function Due({ billing }: { billing: Claim }) {
  const words = useWords('finalized').panel;
  if (billing.paidAt !== undefined) return <p className="quiet">{words.paidOn(longDay(billing.paidAt))}</p>;
  if (billing.dueAt === undefined || billing.total.remainingReconciliateAmount === 0) return null;
  const days = daysUntil(billing.dueAt);
  const day = longDay(billing.dueAt);
  return days < 0 ? (
    <p className="late-said">{words.dueSince(day, -days)}</p>
  ) : (
    <p className="quiet">{words.dueIn(day, days)}</p>
  );
}

/** How much of it was credited and paid. */
function Meter({ billing }: { billing: Claim }) {
  const words = useWords('finalized').panel;
  const {
    amountWithTaxAfterDiscount: whole,
    remainingAmountWithTax: left,
    remainingReconciliateAmount: rest,
  } = billing.total;
  const credited = (billing.assets ?? []).reduce((all, { amountWithTax }) => all + amountWithTax, 0);
  const payable = left + credited;
  const paid = left - rest;
  if (whole <= 0 || payable <= 0 || (credited === 0 && paid <= 0)) return null;
  return (
    <div className="meter" role="img" aria-label={words.meter(percent(paid / payable), percent(credited / payable))}>
      <i style={{ width: `${(credited / payable) * 100}%` }} />
      <i className="ok" style={{ width: `${(paid / payable) * 100}%` }} />
    </div>
  );
}

function Sums({
  billing,
  family,
  payments,
}: {
  billing: Claim;
  family: readonly FamilyMember[];
  payments: readonly Payment[];
}) {
  const words = useWords('finalized');
  const { panel } = words;
  const sum = (cents: number): string => money(cents, billing.currencyCode);
  const deducted = deductedOf(billing, family);
  return (
    <dl className="pairs">
      <dt>{panel.total}</dt>
      <dd>{sum(billing.total.amountWithTaxAfterDiscount)}</dd>
      {deducted.cents > 0 && (
        <>
          <dt>{panel.advances}</dt>
          <dd>{sum(-deducted.cents)}</dd>
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
      <dt className="total">{panel.rest}</dt>
      <dd className="total">{sum(billing.total.remainingReconciliateAmount)}</dd>
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
