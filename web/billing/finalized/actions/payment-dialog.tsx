import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { today } from '../../../app/formats/dates.tsx';
import { amountText, money } from '../../../app/formats/money.tsx';
import { centsOf } from '../../../app/formats/parse-number.ts';
import { usePaymentDateError } from '../../../app/formats/payment-date-error.ts';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { Excess } from '../../../payments/overpayment-field.tsx';
import { type Claim, useRefresh } from '../document-queries.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { noonOfDay } from './noon-of-day.ts';

type Method = NonNullable<Claim['billingLegals']['paymentMethods'][number]>;

/** Records a payment: amount, date, method. */
export function PayDialog({ billing, onClose }: { billing: Claim; onClose: () => void }) {
  const form = useId();
  const words = useTranslations('finalized');
  const language = useLanguage();
  const rest = billing.total.remainingReconciliateAmount;
  const [given, setGiven] = useState({
    amount: amountText(rest, language),
    day: today(),
    method: (billing.billingLegals.paymentMethods[0] ?? 'transfer') as Method,
    other: '',
    reference: '',
  });
  const [wrong, setWrong] = useState<{ amount: string | undefined; day: string | undefined }>();
  const faultOf = usePaymentDateError();
  const act = useRecording(billing, given, onClose);
  const [isKept, setKept] = useState(false);
  const keep = (is: boolean): void => {
    setKept(is);
    setWrong(undefined);
  };
  const excess = Math.max(0, (centsOf(given.amount, language) ?? 0) - rest);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = centsOf(given.amount, language);
    const isAmount = amount !== undefined && amount > 0;
    const day = faultOf(given.day);
    const isConfirmed = excess === 0 || isKept;
    const fault = isConfirmed ? undefined : words.pay.notConfirmed;
    setWrong({ amount: isAmount ? fault : words.pay.notAnAmount, day });
    if (isAmount && isConfirmed && day === undefined) void act.run({ amount, excess });
  };
  return (
    <Dialog
      title={words.pay.title}
      onClose={onClose}
      footer={
        <DialogButtons form={form} isBusy={act.isRunning} onClose={onClose}>
          {words.pay.go}
        </DialogButtons>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <AmountAndDay
          billing={billing}
          given={given}
          change={(changed) => setGiven({ ...given, ...changed })}
          errors={{ amount: wrong?.amount ?? act.problem?.at(AMOUNT), day: wrong?.day ?? act.problem?.at(DAY) }}
        />
        {excess > 0 && <Excess amount={money(excess, billing.currencyCode, language)} {...{ isKept, keep }} />}
        <MethodField
          given={given}
          change={(changed) => setGiven({ ...given, ...changed })}
          error={act.problem?.at('payments.0.otherMethod')}
        />
        <Field
          label={words.pay.reference}
          hint={words.pay.referenceHint}
          value={given.reference}
          onChange={({ target }) => setGiven({ ...given, reference: target.value })}
          error={act.problem?.at('payments.0.transactionId')}
        />
        <p className="small quiet">{words.pay.said}</p>
        <ErrorMessage error={act.error} shown={[AMOUNT, DAY, 'payments.0.otherMethod', 'payments.0.transactionId']} />
      </form>
    </Dialog>
  );
}

const AMOUNT = 'payments.0.amount';
const DAY = 'payments.0.receivedAt';

function AmountAndDay({
  billing,
  given,
  change,
  errors,
}: {
  billing: Claim;
  given: { amount: string; day: string };
  change: (changed: { amount?: string; day?: string }) => void;
  errors: { amount: string | undefined; day: string | undefined };
}) {
  const words = useTranslations('finalized').pay;
  return (
    <div className="two">
      <Field
        label={words.amount}
        hint={words.rest(money(billing.total.remainingReconciliateAmount, billing.currencyCode))}
        inputMode="decimal"
        value={given.amount}
        onChange={({ target }) => change({ amount: target.value })}
        error={errors.amount}
      />
      <Field
        label={words.day}
        type="date"
        value={given.day}
        onChange={({ target }) => change({ day: target.value })}
        error={errors.day}
      />
    </div>
  );
}

function useRecording(
  billing: Claim,
  given: { day: string; method: Method; other: string; reference: string },
  onClose: () => void,
) {
  const words = useTranslations('finalized').pay;
  const refresh = useRefresh();
  return useAction(async ({ amount, excess }: { amount: number; excess: number }) => {
    const payment = {
      amount,
      receivedAt: noonOfDay(given.day),
      method: given.method,
      ...(given.method === 'other' && { otherMethod: given.other }),
      ...(given.reference.trim() && { transactionId: given.reference.trim() }),
    };
    const body = { payments: [payment], ...(excess > 0 && { keepExcess: true }) };
    if (billing.type === 'invoice') await call('mark-paid', { invoiceId: billing.id, body });
    else await call('mark-advance-paid', { advanceId: billing.id, body });
    await refresh();
    onClose();
    const said = (cents: number): string => money(cents, billing.currencyCode);
    toast(excess > 0 ? words.doneWithExcess(said(amount), said(excess)) : words.done(said(amount)));
  });
}

function MethodField({
  given,
  change,
  error,
}: {
  given: { method: Method; other: string };
  change: (changed: { method?: Method; other?: string }) => void;
  error: string | undefined;
}) {
  const id = useId();
  const words = useTranslations('finalized');
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{words.pay.method}</label>
        <select
          id={id}
          className="input first-capital"
          value={given.method}
          onChange={({ target }) => change({ method: target.value as Method })}
        >
          {Object.entries(words.methods).map(([method, called]) => (
            <option key={method} value={method}>
              {called}
            </option>
          ))}
        </select>
      </div>
      {given.method === 'other' && (
        <Field
          label={words.pay.otherMethod}
          value={given.other}
          onChange={({ target }) => change({ other: target.value })}
          error={error}
        />
      )}
    </>
  );
}
