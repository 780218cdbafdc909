import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { Day, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useAction } from '../app/use-action.ts';
import { type Asked, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import type { PurchaseLine } from './purchase-form.tsx';
import { EditRecurringDialog, PaceSelect, type Recurring } from './recurring-purchase-edit.tsx';

type Form = NonNullable<Asked<'create-recurring-purchase'>['body']>;
const LIST = 'list-recurring-purchases';

/** The recurring purchases that have not ended; nothing if there are none. */
export function RecurringPurchases({ mayWrite }: { mayWrite: boolean }) {
  const words = useTranslations('purchases').recurring;
  const { data, error } = useOperation(LIST, {});
  const going = data?.docs.filter(({ state }) => state !== 'ended') ?? [];
  if (going.length === 0) return <ErrorMessage error={error} />;
  return (
    <details className="recurring-purchases">
      <summary>{words.title(going.length)}</summary>
      <ul aria-label={words.list}>
        {going.map((recurring) => (
          <RecurringRow key={recurring.id} recurring={recurring} mayWrite={mayWrite} />
        ))}
      </ul>
    </details>
  );
}

function RecurringRow({ recurring, mayWrite }: { recurring: Recurring; mayWrite: boolean }) {
  const words = useTranslations('purchases').recurring;
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const { id, supplierName, designation, amount, every, state, nextOn, pausedBecause } = recurring;
  const change = useAction(async (next: Recurring['state']) => {
    await call('update-recurring-purchase', { recurringPurchaseId: id, body: { state: next } });
    await queries.invalidateQueries({ queryKey: [LIST] });
  });
  const act = (name: string, next: Recurring['state']) => (
    <button
      type="button"
      className="btn text"
      aria-label={`${name} : ${supplierName}`}
      aria-disabled={change.isRunning}
      onClick={() => void change.run(next)}
    >
      {name}
    </button>
  );
  return (
    <li>
      <span className="purchase-what">
        <b>{supplierName}</b>{' '}
        <span className="small quiet">
          {[designation, words.paces[every]].filter(Boolean).join(' · ')}
          {nextOn !== undefined && (
            <>
              {' · '}
              {words.next} <Day date={nextOn} />
            </>
          )}
        </span>
        {state === 'paused' && <span className="tag">{words.paused}</span>}
        {pausedBecause !== undefined && <span className="small late"> {words.pausedBecause}</span>}
        <ErrorMessage error={change.error} />
      </span>
      <Money cents={amount} />
      {mayWrite && (
        <span className="purchase-acts">
          <button
            type="button"
            className="btn text"
            aria-label={`${words.edit} : ${supplierName}`}
            onClick={() => setEditing(true)}
          >
            {words.edit}
          </button>
          {state === 'active' ? act(words.pause, 'paused') : act(words.resume, 'active')}
          {act(words.end, 'ended')}
        </span>
      )}
      {isEditing && <EditRecurringDialog recurring={recurring} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** Repeats a line of the register: how often, from and until when. */
export function RepeatDialog({ line, onClose }: { line: PurchaseLine; onClose: () => void }) {
  const words = useTranslations('purchases').recurring;
  const queries = useQueryClient();
  const today = useToday();
  const [every, setEvery] = useState<Form['every']>('month');
  const [from, setFrom] = useState(() => nextMonth(line.paidOn, today));
  const [until, setUntil] = useState('');
  const act = useAction(async () => {
    const { supplierName, nature, designation, amount, deductibleVat, vat, method, reference } = line;
    const tax = vat.length > 0 ? { vat: [...vat] } : { deductibleVat };
    const facts = { supplierName, nature, amount, method, ...tax };
    const texts = { ...(designation && { designation }), ...(reference && { reference }) };
    const days = { every, from, ...(until && { until }) };
    await call('create-recurring-purchase', { body: { ...facts, ...texts, ...days } });
    await queries.invalidateQueries({ queryKey: [LIST] });
    toast(words.started);
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    focusFirstFault(event, act.run());
  };
  return (
    <Dialog
      title={words.repeatOf(line.supplierName)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit" form="repeat-purchase" className="btn primary" aria-disabled={act.isRunning}>
            {words.repeat}
          </button>
        </>
      }
    >
      <form id="repeat-purchase" className="fields" onSubmit={submit} noValidate>
        <p>
          {words.said} <Money cents={line.amount} />
        </p>
        <PaceSelect value={every} onChange={setEvery} />
        <Field
          label={words.from}
          type="date"
          value={from}
          min={today}
          error={act.problem?.at('from')}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label={words.until}
          type="date"
          value={until}
          min={from}
          error={act.problem?.at('until')}
          onChange={({ target }) => setUntil(target.value)}
        />
        <ErrorMessage error={act.error} shown={['from', 'until']} />
      </form>
    </Dialog>
  );
}

/** The same day of the next month, at most the 28th; tomorrow’s month if that is past. */
function nextMonth(paidOn: string, today: string): string {
  const [year, month] = (paidOn > today ? paidOn : today).split('-').map(Number);
  const day = Math.min(Number(paidOn.slice(8)), 28);
  return new Date(Date.UTC(year ?? 0, month ?? 0, day)).toISOString().slice(0, 10);
}
