import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Settings } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { useToday } from '../app/formats/dates.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { type RehearsedReports, ReportsOutcome, rehearseReports } from './rehearsed-reports.tsx';
import { RepairSiren } from './repair-siren.tsx';
import './rehearsal.css';

type Page = Answer<'rehearse-e-invoicing'>;
type Failure = Page['failures'][number];

/** The result so far: pages are added up as they arrive. */
type Result = {
  readonly checked: number;
  readonly sent: number;
  readonly collected: number;
  readonly notSent: number;
  readonly failures: readonly Failure[];
  readonly isOver: boolean;
};
const NOTHING: Result = { checked: 0, sent: 0, collected: 0, notSent: 0, failures: [], isOver: false };

/** Failures shown; the others are counted. */
const FAILURES_SHOWN = 50;

const withPage = (before: Result, { checked, sent, collected, failures, next }: Page): Result => ({
  checked: before.checked + checked,
  sent: before.sent + sent,
  collected: before.collected + collected,
  notSent: before.notSent + checked - sent - failures.length,
  failures: [...before.failures, ...failures],
  isOver: next === undefined,
});

/** Rehearses e-invoicing with the documents of a span of days, page by page, then its e-reports. */
export function Rehearsal() {
  const words = useTranslations('platform').rehearsal;
  const today = useToday();
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [to, setTo] = useState(today);
  const [result, setResult] = useState<Result>();
  const [reports, setReports] = useState<RehearsedReports>();
  const act = useAction(async () => {
    let sum = NOTHING;
    setResult(sum);
    setReports(undefined);
    for (let after: string | undefined; ; ) {
      const page = await call('rehearse-e-invoicing', { body: { from, to, ...(after !== undefined && { after }) } });
      sum = withPage(sum, page);
      setResult(sum);
      after = page.next;
      if (after === undefined) break;
    }
    await rehearseReports({ from, to, today }, setReports);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Settings title={words.title}>
      <p className="description quiet">{words.intro}</p>
      <form className="rehearsal-form" onSubmit={submit}>
        <Field
          label={words.from}
          type="date"
          required
          value={from}
          error={act.problem?.at('from')}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label={words.to}
          type="date"
          required
          value={to}
          error={act.problem?.at('to')}
          onChange={({ target }) => setTo(target.value)}
        />
        <button type="submit" className="btn" aria-disabled={act.isRunning}>
          {words.start}
        </button>
      </form>
      <ErrorMessage error={act.error} />
      {result && <Outcome result={result} isRunning={act.isRunning} />}
      {reports && <ReportsOutcome reports={reports} />}
    </Settings>
  );
}

function Outcome({ result, isRunning }: { result: Result; isRunning: boolean }) {
  const words = useTranslations('platform').rehearsal;
  const { checked, sent, collected, notSent, failures, isOver } = result;
  return (
    <>
      <p role="status">
        {isRunning && !isOver
          ? words.running(checked)
          : words.result({ checked, sent, notSent, failed: failures.length })}
        {isOver && sent > 0 && ` ${words.collected(collected)}`}
      </p>
      {failures.length > 0 && (
        <ul className="duties">
          {failures.slice(0, FAILURES_SHOWN).map((failure) => (
            <OneFailure key={failure.billingId} failure={failure} />
          ))}
        </ul>
      )}
      {failures.length > FAILURES_SHOWN && <p className="quiet">{words.more(failures.length - FAILURES_SHOWN)}</p>}
    </>
  );
}

/** A document that would not have arrived, and what must change: here, or behind a link. */
function OneFailure({ failure }: { failure: Failure }) {
  const { billingId, number, customerId, organizationId, repair, reasons } = failure;
  const words = useTranslations('platform').rehearsal;
  const isSirenMissing = reasons.some(({ code }) => code === 'customerSiren');
  return (
    <li>
      <span>
        <Link to="/documents/$id" params={{ id: billingId }} className="link">
          {number}
        </Link>{' '}
        <small className="quiet">{reasons.map(({ code, text }) => text ?? code).join(' ')}</small>
      </span>
      {isSirenMissing && organizationId !== undefined && (
        <RepairSiren organizationId={organizationId} number={number} />
      )}
      {repair === 'customer' && !isSirenMissing && customerId !== undefined && (
        <Link to="/clients/$id" params={{ id: customerId }} className="link">
          {words.repairs.customer}
        </Link>
      )}
      {repair === 'company' && (
        <Link to="/reglages/entreprise" className="link">
          {words.repairs.company}
        </Link>
      )}
    </li>
  );
}
