import { Link } from '@tanstack/react-router';
import { Status } from '../../app/components/status.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { useTranslations } from '../../locales/language.ts';
import type { Recurring } from './recurrence-dialog.tsx';

const DOTS = { active: 'ok', paused: 'retry', over: 'final' } as const;

/** Summary of a recurrence: frequency, next dates, action. */
export function RecurrenceSummary({ frequency }: { frequency: NonNullable<Recurring['frequency']> }) {
  const words = useTranslations('recurring');
  const { finalizeInvoice, sendByMail, inCopy } = frequency;
  const sent = inCopy ? words.howsSaid.copied : words.howsSaid.sent;
  const done = sendByMail ? sent : words.howsSaid.finalized;
  return (
    <>
      <p>
        <Status state={DOTS[frequency.state]}>{words.states[frequency.state]}</Status>
      </p>
      {frequency.pausedByItself && <p className="quiet">{words.stopped}</p>}
      <dl className="pairs left followed">
        <dt>{words.rows.pace}</dt>
        <dd>
          {words.pace(frequency.frequency, frequency.interval)}
          {frequency.onLastDayOfMonth && <div>{words.onLastDaySaid}</div>}
        </dd>
        <dt>{words.rows.next}</dt>
        <dd>
          {frequency.nextDays.length === 0
            ? words.noNext
            : frequency.nextDays.map((day) => <div key={day}>{longDay(day)}</div>)}
        </dd>
        <dt>{words.rows.until}</dt>
        <dd>{longDay(frequency.to)}</dd>
        <dt>{words.rows.how}</dt>
        <dd>{finalizeInvoice ? done : words.howsSaid.draft}</dd>
        <dt>{words.rows.period}</dt>
        <dd>
          {words.billedPeriod(frequency)}
          {frequency.periodText && <div>{frequency.periodText}</div>}
        </dd>
      </dl>
    </>
  );
}

/** For an invoice created by a recurrence: its date, and its template. */
export function OccurrenceSummary({ occurrence }: { occurrence: NonNullable<Recurring['occurrence']> }) {
  const words = useTranslations('recurring');
  return (
    <>
      <p className="quiet">{words.occurrence(longDay(occurrence.day))}</p>
      <p>
        <Link to="/documents/$id" params={{ id: occurrence.invoiceId }}>
          {words.template}
        </Link>
      </p>
    </>
  );
}
