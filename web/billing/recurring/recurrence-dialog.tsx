import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { Options } from '../../app/components/select-options.tsx';
import { dayOf } from '../../app/formats/dates.tsx';
import { useAction } from '../../app/use-action.ts';
import type { Answer, Asked } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';

/** The current recurrence of an invoice, if any. */
export type Recurring = Pick<Answer<'get-invoice'>, 'id' | 'emittedAt' | 'frequency' | 'occurrence'>;
/** The recurrence as the API accepts it. */
export type Saying = NonNullable<Asked<'create-invoice-frequency'>['body']>;

const INTERVALS = ['day', 'week', 'month', 'year'] as const;
type Interval = (typeof INTERVALS)[number];
const HOWS = ['draft', 'finalized', 'sent'] as const;
type How = (typeof HOWS)[number];
/** API members whose errors are shown at a field. */
const SHOWN = ['frequency', 'from', 'to', 'periodText'];

/** Sets the dates, the end and the action of a recurrence. */
export function RecurrenceDialog({
  billing,
  say,
  onClose,
}: {
  billing: Recurring;
  say: (saying: Saying) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useId();
  const words = useTranslations('recurring');
  const { typed, put, saying, faults } = useTyped(billing);
  const act = useAction(say);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const said = saying();
    if (said) void act.run(said);
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.abandon}
          </button>
          <button type="submit" form={form} className="btn primary" aria-disabled={act.isRunning}>
            {billing.frequency ? words.goChanged : words.goNew}
          </button>
        </>
      }
    >
      <form id={form} className="fields" onSubmit={submit} noValidate>
        <p>{words.said}</p>
        <PaceFields typed={typed} put={put} errorOf={(name, member) => faults[name] ?? act.problem?.at(member)} />
        <DoneFields typed={typed} put={put} error={act.problem?.at('periodText')} />
        <ErrorMessage error={act.error} shown={SHOWN} />
      </form>
    </Dialog>
  );
}

type Typed = {
  readonly count: string;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
  readonly how: How;
  readonly inCopy: boolean;
  readonly periodText: string;
  readonly billsPreviousPeriod: boolean;
  readonly onLastDayOfMonth: boolean;
};

type Put = (said: Partial<Typed>) => void;

/** Only these intervals have a last day of the month. */
const isOfMonths = (interval: Interval): boolean => interval === 'month' || interval === 'year';

/** Interval, start and end. `errorOf` returns the error of a field. */
function PaceFields({
  typed,
  put,
  errorOf,
}: {
  typed: Typed;
  put: Put;
  errorOf: (name: 'count' | 'from' | 'to', member: string) => string | undefined;
}) {
  const words = useTranslations('recurring');
  return (
    <>
      <div className="two">
        <Field
          label={words.every}
          inputMode="numeric"
          value={typed.count}
          onChange={({ target }) => put({ count: target.value })}
          error={errorOf('count', 'frequency')}
        />
        <Chosen
          label={words.interval}
          value={typed.interval}
          options={INTERVALS.map((value) => ({ value, text: words.intervals[value] }))}
          onChange={(interval) => put({ interval })}
        />
      </div>
      <div className="two">
        <Field
          label={words.from}
          type="date"
          value={typed.from}
          onChange={({ target }) => put({ from: target.value })}
          error={errorOf('from', 'from')}
        />
        <Field
          label={words.to}
          type="date"
          value={typed.to}
          onChange={({ target }) => put({ to: target.value })}
          error={errorOf('to', 'to')}
        />
      </div>
    </>
  );
}

/** Action on each date, and text of the billed period. */
function DoneFields({ typed, put, error }: { typed: Typed; put: Put; error: string | undefined }) {
  const words = useTranslations('recurring');
  return (
    <>
      <p className="quiet small">{words.fromHint}</p>
      <Chosen
        label={words.how}
        value={typed.how}
        options={HOWS.map((value) => ({ value, text: words.hows[value] }))}
        onChange={(how) => put({ how })}
      />
      {typed.how === 'sent' && (
        <label className="choice">
          <input
            type="checkbox"
            className="check"
            checked={typed.inCopy}
            onChange={() => put({ inCopy: !typed.inCopy })}
          />
          <span>{words.inCopy}</span>
        </label>
      )}
      <Choice isChosen={typed.billsPreviousPeriod} onChoose={(billsPreviousPeriod) => put({ billsPreviousPeriod })}>
        {words.billsPrevious}
      </Choice>
      {isOfMonths(typed.interval) && (
        <Choice isChosen={typed.onLastDayOfMonth} onChoose={(onLastDayOfMonth) => put({ onLastDayOfMonth })}>
          {words.onLastDay}
        </Choice>
      )}
      <Field
        label={words.period}
        hint={words.periodHint}
        value={typed.periodText}
        onChange={({ target }) => put({ periodText: target.value })}
        error={error}
      />
    </>
  );
}

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: (is: boolean) => void;
  children: string;
}) {
  return (
    <label className="choice">
      <input type="checkbox" className="check" checked={isChosen} onChange={() => onChoose(!isChosen)} />
      <span>{children}</span>
    </label>
  );
}

/** Form state, and the errors it can detect. */
function useTyped(billing: Recurring) {
  const words = useTranslations('recurring');
  const [typed, setTyped] = useState<Typed>(() => begun(billing, words.periodUsual));
  const [faults, setFaults] = useState<Partial<Record<'count' | 'from' | 'to', string>>>({});
  const saying = (): Saying | undefined => {
    const { count, interval, from, to, how, inCopy, periodText } = typed;
    const frequency = /^\s*\d+\s*$/u.test(count) ? Number(count) : 0;
    const wrong = {
      ...(!(Number.isInteger(frequency) && frequency > 0) && { count: words.notACount }),
      ...(from === '' && { from: words.noDay }),
      ...(to === '' && { to: words.noDay }),
    };
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return undefined;
    const done = { finalizeInvoice: how !== 'draft', sendByMail: how === 'sent', inCopy: how === 'sent' && inCopy };
    const { billsPreviousPeriod } = typed;
    // Days and weeks have no such option.
    const days = { billsPreviousPeriod, onLastDayOfMonth: typed.onLastDayOfMonth && isOfMonths(interval) };
    return { from, to, frequency, interval, ...done, ...days, periodText: periodText.trim() };
  };
  return { typed, faults, saying, put: (said: Partial<Typed>) => setTyped((before) => ({ ...before, ...said })) };
}

/** The current recurrence, or monthly for a year from the invoice date. */
function begun({ frequency, emittedAt }: Recurring, periodUsual: string): Typed {
  if (!frequency) {
    const from = dayOf(emittedAt);
    const to = `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`.replace(/-02-29$/, '-02-28');
    const days = { billsPreviousPeriod: false, onLastDayOfMonth: false };
    return { count: '1', interval: 'month', from, to, how: 'draft', inCopy: false, ...days, periodText: periodUsual };
  }
  const { from, to, interval, inCopy, periodText = '', billsPreviousPeriod, onLastDayOfMonth } = frequency;
  const days = { billsPreviousPeriod, onLastDayOfMonth };
  const how = frequency.finalizeInvoice ? (frequency.sendByMail ? 'sent' : 'finalized') : 'draft';
  return { count: String(frequency.frequency), interval, from, to, how, inCopy, ...days, periodText };
}

function Chosen<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: V;
  options: readonly { value: V; text: string }[];
  onChange: (value: V) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value as V)}>
        <Options options={options} />
      </select>
    </div>
  );
}
