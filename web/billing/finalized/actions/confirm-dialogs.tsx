import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '../../../app/components/confirm-dialog.tsx';
import { Field } from '../../../app/components/field.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { today } from '../../../app/formats/dates.tsx';
import { money } from '../../../app/formats/money.tsx';
import { usePaymentDateError } from '../../../app/formats/payment-date-error.ts';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useOperation } from '../../../client/use-query.ts';
import { useTranslations } from '../../../locales/language.ts';
import { type Claim, type Credit, type Offer, useRefresh } from '../document-queries.ts';
import { noonOfDay } from './noon-of-day.ts';

type Of<D> = { readonly billing: D; readonly onClose: () => void };

type Asked = ComponentProps<typeof ConfirmDialog>;

/** A confirmation about a document; its cancel button says "Annuler" by default. */
function Ask({ cancelLabel, ...asked }: Omit<Asked, 'cancelLabel'> & Partial<Pick<Asked, 'cancelLabel'>>) {
  const words = useTranslations('finalized');
  return <ConfirmDialog {...asked} cancelLabel={cancelLabel ?? words.abandon} />;
}

/** Runs the action, refreshes all data, shows a toast and closes. */
function useDeed(deed: () => Promise<unknown>, done: string, onClose: () => void) {
  const refresh = useRefresh();
  return useAction(async () => {
    await deed();
    await refresh();
    onClose();
    toast(done);
  });
}

export function SignDialog({ billing, onClose }: Of<Offer>) {
  const words = useTranslations('finalized').decide;
  const act = useDeed(() => call('sign-estimate', { estimateId: billing.id }), words.signed, onClose);
  return (
    <Ask
      title={words.signTitle(billing.number ?? '')}
      description={words.signSaid}
      submitLabel={words.signGo}
      action={act}
      onClose={onClose}
    />
  );
}

export function RefuseDialog({ billing, onClose }: Of<Offer>) {
  const words = useTranslations('finalized').decide;
  const act = useDeed(() => call('refuse-estimate', { estimateId: billing.id }), words.refused, onClose);
  return (
    <Ask
      title={words.refuseTitle(billing.number ?? '')}
      description={words.refuseSaid}
      submitLabel={words.refuseGo}
      action={act}
      onClose={onClose}
      isDangerous
    />
  );
}

export function CancelDialog({ billing, onClose }: Of<Claim>) {
  const words = useTranslations('finalized').cancel;
  const { data: next } = useOperation('get-next-number', { query: { type: 'asset' } });
  const [isArchived, setArchived] = useState(false);
  const sum = (cents: number): string => money(cents, billing.currencyCode);
  const body = { wantArchiveAfterCancellation: isArchived };
  const act = useDeed(
    () =>
      billing.type === 'invoice'
        ? call('cancel-invoice', { invoiceId: billing.id, body })
        : call('cancel-advance', { advanceId: billing.id, body }),
    words.done,
    onClose,
  );
  const { remainingAmountWithTax: left, remainingReconciliateAmount: rest } = billing.total;
  return (
    <Ask
      title={words.title(billing.number ?? '')}
      description={words.said(sum(left), next?.number)}
      submitLabel={words.go}
      cancelLabel={words.keep}
      action={act}
      onClose={onClose}
      isDangerous
    >
      {left > rest && <p>{words.paidSaid(sum(left - rest))}</p>}
      <label className="choice">
        <input type="checkbox" className="check" checked={isArchived} onChange={() => setArchived(!isArchived)} />
        <span>{words.archive}</span>
      </label>
    </Ask>
  );
}

export function ReverseDialog({ billing, onClose }: Of<Claim>) {
  const words = useTranslations('finalized').reverse;
  const act = useDeed(
    () =>
      billing.type === 'invoice'
        ? call('mark-unpaid', { invoiceId: billing.id })
        : call('mark-advance-unpaid', { advanceId: billing.id }),
    words.done,
    onClose,
  );
  return (
    <Ask
      title={words.title}
      description={words.said(money(billing.settlement.paidAmount, billing.currencyCode))}
      submitLabel={words.go}
      cancelLabel={words.keep}
      action={act}
      onClose={onClose}
      isDangerous
    />
  );
}

export function RefundDialog({ billing, onClose }: Of<Credit>) {
  const words = useTranslations('finalized').refund;
  const [day, setDay] = useState(today);
  const [wrong, setWrong] = useState<string>();
  const faultOf = usePaymentDateError();
  const act = useDeed(
    () => call('refund-asset', { assetId: billing.id, body: { refundAt: noonOfDay(day) } }),
    words.done,
    onClose,
  );
  const sum = money(billing.toRefundAmount ?? billing.total.amountWithTaxAfterDiscount, billing.currencyCode);
  const run = async (): Promise<void> => {
    const fault = faultOf(day);
    setWrong(fault);
    if (fault === undefined) await act.run();
  };
  const texts = { title: words.title(billing.number ?? ''), description: words.said(sum), submitLabel: words.go };
  return (
    <Ask {...texts} action={{ ...act, run }} onClose={onClose}>
      <Field
        label={words.day}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
        error={wrong ?? act.problem?.at('refundAt')}
      />
    </Ask>
  );
}
