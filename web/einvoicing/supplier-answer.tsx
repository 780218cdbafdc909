import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Section } from '../app/components/section.tsx';
import { Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { longDay, shortDay, useToday } from '../app/formats/dates.tsx';
import { amountText, Money } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { useReceivedMoves } from './received-queries.ts';

type Detail = Answer<'get-supplier-invoice'>;
type SupplierStatus = Detail['statuses'][number];
type Possible = Detail['answers'][number];
type Body = Asked<'answer-supplier-invoice'>['body'];
type Reason = NonNullable<Body['reasons']>[number];

/** The answers to the supplier: what was stated and arrived, and the form for the next one. */
export function SupplierAnswer({ of }: { of: Detail }) {
  const words = useTranslations('received').answer;
  const mayWrite = useSession().may('billing:write');
  if (of.source !== 'platform' || !of.invoice) return null;
  return (
    <Section title={words.title}>
      <Timeline of={of.statuses} />
      {mayWrite && of.answers.length > 0 && <Form key={of.statuses.length} of={of} />}
      {of.answers.length === 0 && <p className="quiet">{words.final}</p>}
    </Section>
  );
}

function Timeline({ of }: { of: readonly SupplierStatus[] }) {
  const words = useTranslations('received').answer;
  const language = useLanguage();
  if (of.length === 0) return <p className="quiet">{words.none}</p>;
  return (
    <ol className="received-statuses">
      {of.map((status) => (
        <li key={`${status.id} ${status.code} ${status.statedAt}`}>
          <p>
            <b>{nameOf(status, words)}</b>{' '}
            <span className="quiet">
              {words.by[status.direction]}, {longDay(status.statedAt, language)}
            </span>
          </p>
          {status.amounts.map(({ type, amount, currency }) => (
            <p key={`${type} ${amount}`}>
              <Money cents={amount} currency={currency} />
              {status.paidOn && ` ${words.paidOn(shortDay(status.paidOn, language))}`}
            </p>
          ))}
          {status.reasons.map(({ code, text }) => (
            <p key={`${code} ${text}`}>
              {code !== undefined && (words.reasons[code as Reason] ?? code)}
              {code !== undefined && text && ' · '}
              {text && words.quoted(text)}
            </p>
          ))}
          <Delivery of={status} />
        </li>
      ))}
    </ol>
  );
}

type Words = { statuses: Readonly<Record<string, string>>; other: (code: number) => string };
const nameOf = ({ status, code }: SupplierStatus, words: Words): string =>
  words.statuses[status ?? ''] ?? words.other(code);

/** Where a stated status is; nothing once the platform took it. */
function Delivery({ of: { delivery, faults } }: { of: SupplierStatus }) {
  const words = useTranslations('received').answer;
  if (delivery === undefined || delivery === 'accepted') return null;
  if (delivery !== 'not_accepted') return <Status state="waiting">{words.waiting}</Status>;
  return (
    <>
      <Status state="failed">{words.notAccepted}</Status>
      {faults?.map(({ code = '', text }) => (
        <p key={`${code} ${text}`} className="quiet small">
          {[words.faults[code], text ?? code].filter(Boolean).join(' ')}
        </p>
      ))}
    </>
  );
}

/** State of the answer form: status, reasons, amount, and the action that sends it. */
function useAnswer({ id, answers }: Pick<Detail, 'id' | 'answers'>) {
  const words = useTranslations('received').answer;
  const language = useLanguage();
  const moved = useReceivedMoves();
  const [status, choose] = useState<Possible['status']>(answers[0]?.status ?? 'approved');
  const [reasons, tick] = useState<readonly Reason[]>([]);
  const [text, setText] = useState('');
  const [typed, type] = useState<string>();
  const [paidOn, setPaidOn] = useState(useToday());
  const [isWrong, setWrong] = useState(false);
  const [isAsked, ask] = useState(false);
  const possible = answers.find((each) => each.status === status);
  const isPartial = status === 'partly_approved';
  const amount = typed ?? (possible?.amount === undefined ? '' : amountText(possible.amount, language));
  const isPayment = possible?.amount !== undefined;
  const stated = isPayment || (isPartial && amount !== '') ? { amount: centsOf(amount, language) ?? 0 } : {};
  const act = useAction(async () => {
    const note = text.trim();
    const body: Body = {
      ...{ status, ...stated, ...(isPayment && { paidOn }) },
      ...(reasons.length > 0 && { reasons: [...reasons] }),
      ...(note !== '' && { text: note }),
    };
    await call('answer-supplier-invoice', { supplierInvoiceId: id, body });
    await moved();
    toast(words.sent);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isAmountWrong = 'amount' in stated && centsOf(amount, language) === undefined;
    setWrong(isAmountWrong);
    if (isAmountWrong) return;
    if (status === 'refused' && reasons.length > 0) ask(true);
    else void act.run();
  };
  const chooseAnew = (next: Possible['status']): void => {
    choose(next);
    tick([]);
    type(undefined);
    act.forget();
  };
  const amountError = isWrong ? words.notAnAmount : act.problem?.at('amount');
  return {
    ...{ status, chooseAnew, possible, isPartial, isPayment, reasons, tick, text, setText },
    ...{ amount, type, amountError, paidOn, setPaidOn, isAsked, ask, act, submit },
  };
}

/** Chooses an answer, with what it needs: reasons, or the amount and the day of a payment. */
function Form({ of: { id, answers, invoice } }: { of: Detail }) {
  const words = useTranslations('received').answer;
  const answer = useAnswer({ id, answers });
  const { status, possible, amount, type, amountError, act } = answer;
  const currency = invoice?.currency ?? 'EUR';
  return (
    <form className="received-answer" onSubmit={answer.submit} noValidate>
      <Choice answers={answers} status={status} choose={answer.chooseAnew} />
      {possible && possible.reasons.length > 0 && (
        <Reasons of={possible.reasons} ticked={answer.reasons} tick={answer.tick} error={act.problem?.at('reasons')} />
      )}
      {answer.isPayment && (
        <Payment
          {...{ currency, amount, type, amountError, paidOn: answer.paidOn, setPaidOn: answer.setPaidOn }}
          dayError={act.problem?.at('paidOn')}
        />
      )}
      {answer.isPartial && (
        <Field
          label={words.approvedAmount(currency)}
          inputMode="decimal"
          value={amount}
          error={amountError}
          onChange={({ target }) => type(target.value)}
        />
      )}
      <Note value={answer.text} onChange={answer.setText} />
      <ErrorMessage error={answer.isAsked ? undefined : act.error} shown={['reasons', 'amount', 'paidOn']} />
      <div className="buttons">
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {words.send}
        </button>
      </div>
      {answer.isAsked && (
        <ConfirmDialog
          title={words.refuseTitle}
          description={words.refuseSaid}
          cancelLabel={words.back}
          submitLabel={words.refuse}
          action={act}
          onClose={() => answer.ask(false)}
          isDangerous
        />
      )}
    </form>
  );
}

type OfPayment = {
  currency: string;
  amount: string;
  type: (amount: string) => void;
  amountError: string | undefined;
  paidOn: string;
  setPaidOn: (day: string) => void;
  dayError: string | undefined;
};

function Payment({ currency, amount, type, amountError, paidOn, setPaidOn, dayError }: OfPayment) {
  const words = useTranslations('received').answer;
  const today = useToday();
  return (
    <div className="received-payment">
      <Field
        label={words.amount(currency)}
        inputMode="decimal"
        value={amount}
        error={amountError}
        onChange={({ target }) => type(target.value)}
      />
      <Field
        label={words.day}
        type="date"
        max={today}
        value={paidOn}
        error={dayError}
        onChange={({ target }) => setPaidOn(target.value)}
      />
    </div>
  );
}

type OfChoice = {
  answers: readonly Possible[];
  status: Possible['status'];
  choose: (status: Possible['status']) => void;
};

function Choice({ answers, status, choose }: OfChoice) {
  const words = useTranslations('received').answer;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.choose}</label>
      <select
        id={id}
        className="input"
        value={status}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => choose(target.value as Possible['status'])}
      >
        {answers.map(({ status: each }) => (
          <option key={each} value={each}>
            {words.acts[each]}
          </option>
        ))}
      </select>
      <p className="hint" id={`${id}-hint`}>
        {words.hints[status]}
      </p>
    </div>
  );
}

type OfReasons = {
  of: readonly Reason[];
  ticked: readonly Reason[];
  tick: (reasons: readonly Reason[]) => void;
  error: string | undefined;
};

function Reasons({ of, ticked, tick, error }: OfReasons): ReactNode {
  const words = useTranslations('received').answer;
  const id = useId();
  return (
    <fieldset className="received-reasons" aria-describedby={error ? id : undefined}>
      <legend>{words.why}</legend>
      {of.map((reason) => (
        <label key={reason}>
          <input
            type="checkbox"
            className="check"
            checked={ticked.includes(reason)}
            onChange={({ target }) =>
              tick(target.checked ? [...ticked, reason] : ticked.filter((each) => each !== reason))
            }
          />
          {words.reasons[reason]}
        </label>
      ))}
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Characters of the text for the supplier. */
const TEXT_MAX = 500;

function Note({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const words = useTranslations('received').answer;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.text}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={TEXT_MAX}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
