import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { FormButtons } from '../../app/components/form-buttons.tsx';
import { Section } from '../../app/components/section.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Day, shortDay, useToday } from '../../app/formats/dates.tsx';
import { amountText, Money, money } from '../../app/formats/money.tsx';
import { centsOf } from '../../app/formats/parse-number.ts';
import { usePaymentDateError } from '../../app/formats/payment-date-error.ts';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import type { PaidPastDocument, PastPayment, PaymentMethod } from '../../client/schemas.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';

/** The payments of a past document: recorded and reversed here, never changed. */
export function PastPayments({ of }: { of: PaidPastDocument }) {
  const words = useTranslations('pastDocuments').payments;
  const { methods } = useTranslations('payments');
  const language = useLanguage();
  const mayWrite = useSession().may('billing:write');
  const [isRecording, setRecording] = useState(false);
  const [reversing, reverse] = useState<PastPayment>();
  const { payments, currency, type } = of;
  const reversed = new Set(payments.map(({ reversesId }) => reversesId));
  const isCredit = type === 'asset';
  const payable = of.withTax - of.paid - of.credited;
  return (
    <Section title={isCredit ? words.refunds : words.title}>
      {payments.length === 0 && <p className="quiet">{words.none}</p>}
      <ul className="rows past-payments">
        {payments.map((payment) => {
          const { id, paidOn, amount, method, imported, reversesId } = payment;
          const notes = [
            methods[method],
            imported && words.imported,
            reversesId !== undefined && words.reversal,
            reversed.has(id) && words.reversed,
          ].filter(Boolean);
          return (
            <li key={id}>
              <Day date={paidOn} />
              <span className="grow quiet">{notes.join(', ')}</span>
              <span className="numeric">
                <Money cents={amount} currency={currency} />
              </span>
              {mayWrite && reversesId === undefined && !reversed.has(id) && (
                <button
                  type="button"
                  className="btn quiet"
                  aria-label={words.reverseNamed(money(amount, currency, language), shortDay(paidOn, language))}
                  onClick={() => reverse(payment)}
                >
                  {words.reverse}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {mayWrite && payable > 0 && (
        <p className="drop-buttons">
          <button type="button" className="btn primary" onClick={() => setRecording(true)}>
            {isCredit ? words.recordRefund : words.record}
          </button>
        </p>
      )}
      {isRecording && <RecordPayment of={of} payable={payable} onClose={() => setRecording(false)} />}
      {reversing && <ReversePayment of={of} payment={reversing} onClose={() => reverse(undefined)} />}
    </Section>
  );
}

function RecordPayment({ of, payable, onClose }: { of: PaidPastDocument; payable: number; onClose: () => void }) {
  const words = useTranslations('pastDocuments').payments;
  const language = useLanguage();
  const queries = useQueryClient();
  const form = useId();
  const today = useToday();
  const dateError = usePaymentDateError();
  const [amount, setAmount] = useState(amountText(payable, language));
  const [paidOn, setPaidOn] = useState(today);
  const [method, setMethod] = useState<PaymentMethod>('transfer');
  const [wrong, setWrong] = useState<{ amount?: string | undefined; paidOn?: string | undefined }>({});
  const act = useAction(async (cents: number) => {
    await call('record-past-payment', { pastDocumentId: of.id, body: { amount: cents, paidOn, method } });
    // Home, books and statements change with it.
    await queries.invalidateQueries();
    toast(words.done(of.number));
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const cents = centsOf(amount, language);
    const isAmount = cents !== undefined && cents > 0;
    const wrongDay = dateError(paidOn);
    setWrong({ amount: isAmount ? undefined : words.notAnAmount, paidOn: wrongDay });
    if (isAmount && wrongDay === undefined) void act.run(cents);
  };
  return (
    <Dialog
      title={of.type === 'asset' ? words.recordRefund : words.record}
      onClose={onClose}
      footer={
        <FormButtons
          {...{ form, onClose }}
          isBusy={act.isRunning}
          cancelLabel={words.cancel}
          submitLabel={words.save}
        />
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <Field
          label={words.amount}
          hint={words.amountHint(money(payable, of.currency, language))}
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          error={wrong.amount ?? act.problem?.at('amount')}
        />
        <Field
          label={words.on}
          type="date"
          max={today}
          value={paidOn}
          onChange={({ target }) => setPaidOn(target.value)}
          error={wrong.paidOn ?? act.problem?.at('paidOn')}
        />
        <MethodField method={method} onChange={setMethod} />
        <ErrorMessage error={act.error} shown={['amount', 'paidOn']} />
      </form>
    </Dialog>
  );
}

function MethodField({ method, onChange }: { method: PaymentMethod; onChange: (method: PaymentMethod) => void }) {
  const words = useTranslations('pastDocuments').payments;
  const { methods } = useTranslations('payments');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.method}</label>
      <select
        id={id}
        className="input"
        value={method}
        onChange={({ target }) => onChange(target.value as PaymentMethod)}
      >
        {Object.entries(methods).map(([name, said]) => (
          <option key={name} value={name}>
            {said}
          </option>
        ))}
      </select>
    </div>
  );
}

function ReversePayment({ of, payment, onClose }: { of: PaidPastDocument; payment: PastPayment; onClose: () => void }) {
  const words = useTranslations('pastDocuments').payments;
  const language = useLanguage();
  const queries = useQueryClient();
  const act = useAction(async () => {
    await call('reverse-past-payment', { pastDocumentId: of.id, paymentId: payment.id });
    await queries.invalidateQueries();
    toast(words.reversedToast);
    onClose();
  });
  return (
    <ConfirmDialog
      title={words.reverseTitle}
      description={words.reverseSaid(money(-payment.amount, of.currency, language))}
      cancelLabel={words.keep}
      submitLabel={words.reverseGo}
      action={act}
      onClose={onClose}
      isDangerous
    />
  );
}
