import { useId } from 'react';
import { longDay } from '../../../app/formats/dates.tsx';
import { money } from '../../../app/formats/money.tsx';
import { useTranslations } from '../../../locales/language.ts';
import type { Ask } from '../actions/open-dialog.ts';
import { CustomerMention } from '../customer-mention.tsx';
import { type Credit, useMayWrite } from '../document-queries.ts';

/** Refund of a credit note, and whether it was paid. */
export function RefundStatus({ billing, ask }: { billing: Credit; ask: Ask }) {
  const id = useId();
  const words = useTranslations('finalized').panel;
  const mayWrite = useMayWrite();
  const isRefunded = billing.refundAt !== undefined;
  const toRefund = billing.toRefundAmount ?? 0;
  const said = isRefunded ? words.refundedTo : toRefund > 0 ? words.toRefund : words.creditedTo;
  const isFirst = billing.lastSendByEmailAt === undefined;
  return (
    <section className="rest" aria-labelledby={id}>
      <h2 id={id} className="quiet plain-title">
        <CustomerMention billing={billing} sentence={said} />
      </h2>
      <div className="big tabular">
        {money(toRefund > 0 ? toRefund : billing.total.amountWithTaxAfterDiscount, billing.currencyCode)}
      </div>
      {billing.refundAt !== undefined && <p className="quiet">{longDay(billing.refundAt)}</p>}
      {mayWrite && !isRefunded && (
        <div className="buttons">
          <button type="button" className={isFirst ? 'btn primary' : 'btn'} onClick={() => ask('send')}>
            {words.sendFirst}
          </button>
          {toRefund > 0 && (
            <button type="button" className={isFirst ? 'btn' : 'btn primary'} onClick={() => ask('refund')}>
              {words.refund}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
