import { type FormEvent, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { Field } from '../../app/components/field.tsx';
import { useToday } from '../../app/formats/dates.tsx';
import { usePaymentDateError } from '../../app/formats/payment-date-error.ts';
import { now } from '../../app/session/test-clock-state.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import type { BulkActionName, BulkOptions } from './bulk-actions.ts';
import type { Listed } from './list-row.ts';
import { amountsOf } from './total-amounts.ts';
import { useTotalsOf } from './use-documents.ts';

const METHODS = ['transfer', 'credit_card', 'cheque', 'cash', 'direct_debit', 'paypal', 'other'] as const;
const NOON_SECONDS = 12 * 3_600;

/** Confirmation of a bulk action: its consequences and its options. */
export function BulkDialog({
  name,
  rows,
  onClose,
  onGo,
}: {
  name: BulkActionName;
  rows: readonly Listed[];
  onClose: () => void;
  onGo: (name: BulkActionName, rows: readonly Listed[], said: BulkOptions) => void;
}) {
  const words = useTranslations('lists').bulk;
  const ground = useTranslations('app');
  const [andSend, setAndSend] = useState(false);
  const [on, setOn] = useState(useToday());
  const [method, setMethod] = useState<Method>('transfer');
  const [wrong, setWrong] = useState<string>();
  const faultOf = usePaymentDateError();
  const { title, go } = sentences(name, rows.length, words);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const fault = name === 'settle' ? faultOf(on) : undefined;
    setWrong(fault);
    if (fault !== undefined) return;
    // Noon on that date, or now if noon is still to come: a payment cannot be in the future.
    const receivedAt = Math.min(Date.parse(`${on}T00:00:00Z`) / 1000 + NOON_SECONDS, Math.floor(now()));
    onGo(name, rows, { andSend, receivedAt, method });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="fields" onSubmit={submit} noValidate>
        <Follows name={name} rows={rows} />
        {name === 'finalize' && (
          <label className="choice">
            <input
              type="checkbox"
              className="check"
              checked={andSend}
              onChange={({ target }) => setAndSend(target.checked)}
            />
            {words.sendAfter}
          </label>
        )}
        {name === 'settle' && <Received day={on} error={wrong} method={method} onDay={setOn} onMethod={setMethod} />}
        <footer>
          <button type="button" className="btn quiet" onClick={onClose}>
            {ground.cancel}
          </button>
          <button type="submit" className="btn primary">
            {go}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

type Method = (typeof METHODS)[number];

/** Payment date and method. */
function Received({
  day,
  error,
  method,
  onDay,
  onMethod,
}: {
  day: string;
  error: string | undefined;
  method: Method;
  onDay: (day: string) => void;
  onMethod: (method: Method) => void;
}) {
  const words = useTranslations('lists').bulk;
  const today = useToday();
  return (
    <div className="two">
      <Field
        label={words.receivedOn}
        type="date"
        required
        max={today}
        value={day}
        error={error}
        onChange={({ target }) => onDay(target.value)}
      />
      <div className="field">
        <label htmlFor="bulk-method">{words.method}</label>
        <select
          id="bulk-method"
          className="input"
          value={method}
          onChange={({ target }) => onMethod(target.value as Method)}
        >
          {METHODS.map((each) => (
            <option key={each} value={each}>
              {words.methods[each]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

type BulkWords = ReturnType<typeof useTranslations<'lists'>>['bulk'];

function sentences(name: BulkActionName, count: number, words: BulkWords): { title: string; go: string } {
  switch (name) {
    case 'finalize':
      return { title: words.finalizeTitle(count), go: words.finalize };
    case 'settle':
      return { title: words.payTitle(count), go: words.payGo };
    case 'remind':
      return { title: words.remindTitle(count), go: words.remind };
    case 'remove':
      return { title: words.removeTitle(count), go: words.removeGo };
    default:
      return { title: words.sendTitle(count), go: words.send };
  }
}

function Follows({ name, rows }: { name: BulkActionName; rows: readonly Listed[] }) {
  const words = useTranslations('lists').bulk;
  const language = useLanguage();
  const totals = useTotalsOf(name === 'settle' ? rows.map(({ id }) => id) : []);
  const unready = rows.filter(({ isReady }) => !isReady).length;
  if (name === 'finalize')
    return (
      <>
        <p>{words.finalizeSaid}</p>
        {unready > 0 && <p className="quiet">{words.notReady(unready)}</p>}
      </>
    );
  if (name === 'remove') return <p>{words.removeSaid}</p>;
  if (name !== 'settle') return <p>{words.sendSaid}</p>;
  return <p>{words.paySaid(totals && amountsOf(totals, 'remainingToPay', language))}</p>;
}
