import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { type StateName, Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { longDay, shortDay } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { FAILED } from './report-to-send.ts';

export type ReportOfPeriod = Answer<'get-e-report'>;
type Transmission = NonNullable<ReportOfPeriod['transmission']>;

export const dotOfTransmission: Readonly<Record<Transmission['state'], StateName>> = {
  waiting: 'waiting',
  submitted: 'waiting',
  not_accepted: 'failed',
  deposited: 'sent',
  accepted: 'ok',
  rejected: 'failed',
};

const AWAITED: readonly Transmission['state'][] = ['waiting', 'submitted', 'deposited'];
const LOOK_AGAIN_MS = 5_000;

/** Polling interval while an answer is expected. */
export const lookAgainMs = ({ transmission }: ReportOfPeriod): number | false =>
  transmission !== null && AWAITED.includes(transmission.state) && LOOK_AGAIN_MS;

type OfReport = {
  readonly report: ReportOfPeriod;
  /** The number of the platform, which the report names. */
  readonly platform: string;
  readonly setPlatform: (platform: string) => void;
};

/** What was sent of a period, what came of it, and the button that sends it. */
export function ReportTransmission({ report, platform, setPlatform }: OfReport) {
  const words = useTranslations('eReporting').transmission;
  const { transmission, earlier, next } = report;
  const queries = useQueryClient();
  const state = transmission?.state;
  // The list of periods shows the same state.
  useEffect(() => {
    if (state) void queries.invalidateQueries({ queryKey: ['list-e-report-periods'] });
  }, [state, queries]);
  const isSilent = !transmission && (report.isEmpty || next.hindrance === 'empty');
  if (isSilent) return null;
  return (
    <section className="report-transmission" aria-label={words.title}>
      {transmission && <Sent transmission={transmission} report={report} isLast />}
      <Send report={report} platform={platform} setPlatform={setPlatform} />
      {earlier.length > 0 && (
        <details>
          <summary className="small">{words.earlier(earlier.length)}</summary>
          {earlier.map((each) => (
            <Sent key={each.id} transmission={each} report={report} />
          ))}
        </details>
      )}
    </section>
  );
}

/** A report with its timeline: sent, received by the platform, accepted or rejected. */
function Sent({
  transmission,
  report: { kind },
  isLast = false,
}: {
  transmission: Transmission;
  report: ReportOfPeriod;
  isLast?: boolean;
}) {
  const words = useTranslations('eReporting').transmission;
  const language = useLanguage();
  const { state, type, totals, createdAt, settledAt, faults = [], statuses } = transmission;
  const isAwaited = isLast && state === 'deposited';
  return (
    <div>
      <p>
        <Status state={dotOfTransmission[state]}>{words.states[state]}</Status>{' '}
        <span className="quiet small">
          {words.types[type]}, <Totals kind={kind} totals={totals} />
        </span>
      </p>
      <ol className="report-steps">
        <li>
          <span>{words.steps.sent}</span> <small className="quiet">{shortDay(createdAt, language)}</small>
        </li>
        {settledAt !== undefined && (
          <li>
            <span>{state === 'not_accepted' ? words.steps.not_accepted : words.steps.deposited}</span>{' '}
            <small className="quiet">{shortDay(settledAt, language)}</small>
            <Reasons reasons={faults} isFailed={isLast} />
            {state === 'not_accepted' && isLast && <p>{words.notTaken}</p>}
          </li>
        )}
        {statuses.map(({ code, status, statedAt, reasons }) => (
          <li key={`${code} ${statedAt}`}>
            <span>{status ? words.steps[status] : words.unknown(code)}</span>{' '}
            <small className="quiet">{shortDay(statedAt, language)}</small>
            <Reasons reasons={reasons} isFailed={isLast} />
          </li>
        ))}
        {isAwaited && (
          <li data-mark="ahead">
            <span>{words.steps.awaited}</span>
          </li>
        )}
      </ol>
    </div>
  );
}

type Reason = { code?: string | undefined; text?: string | undefined };

/** Reasons in words, and what to change for each code once. */
function Reasons({ reasons, isFailed }: { reasons: readonly Reason[]; isFailed: boolean }) {
  const words = useTranslations('eReporting').transmission;
  const { rejections } = useTranslations('platformReasons');
  const codes = [...new Set(reasons.map(({ code }) => code))];
  const remedies = codes.flatMap((code) => (code && isFailed && words.remedies[code]) || []);
  return (
    <>
      {reasons.map(({ code, text }) => (
        <p key={`${code} ${text}`} className="quiet">
          {[code && (words.reasons[code] ?? rejections[code] ?? code), text && words.quoted(text)]
            .filter(Boolean)
            .join(' ')}
        </p>
      ))}
      {remedies.map((remedy) => (
        <p key={remedy}>{remedy}</p>
      ))}
    </>
  );
}

function Totals({ kind, totals }: Pick<ReportOfPeriod, 'kind'> & Pick<Transmission, 'totals'>) {
  const words = useTranslations('eReporting').transmission;
  const language = useLanguage();
  return totals
    .map(({ currency, amount, vat = 0 }) => {
      const sum = money(amount, currency, language);
      return kind === 'transactions' ? words.sales(sum, money(vat, 'EUR', language)) : words.receipts(sum);
    })
    .join(' ; ');
}

/** Sends the report, or says why nothing is to be sent. */
function Send({ report, platform, setPlatform }: OfReport) {
  const words = useTranslations('eReporting').transmission;
  const language = useLanguage();
  const { may } = useSession();
  const [isAsked, setAsked] = useState(false);
  const { next, transmission, kind, from } = report;
  const queries = useQueryClient();
  const act = useAction(async () => {
    const body = { on: from, ...(platform.trim() && { platform: platform.trim() }) };
    await call('transmit-e-report', { kind, body });
    await queries.invalidateQueries({ queryKey: ['get-e-report'] });
    setAsked(false);
    toast(words.queued);
  });
  if (next.hindrance === 'unchanged') return <p className="quiet small">{words.unchanged}</p>;
  if (next.hindrance === 'running') return <p className="quiet small">{words.notYet(longDay(report.to, language))}</p>;
  if (next.hindrance === 'not_connected')
    return (
      <p>
        {words.notConnected}{' '}
        <Link to="/reglages/plateforme" className="link">
          {words.connect}
        </Link>
      </p>
    );
  if (!next.type || !may('billing:write')) return null;
  const isFailed = transmission && FAILED.includes(transmission.state);
  const label = isFailed ? words.sendAgain : next.type === 'RE' ? words.correct : words.send;
  return (
    <>
      {next.type === 'RE' && !isFailed && <p>{words.changed}</p>}
      <div className="buttons">
        <button type="button" className="btn primary" onClick={() => setAsked(true)}>
          {label}
        </button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={words.confirm.title}
          description={words.confirm.says}
          submitLabel={words.confirm.submit}
          cancelLabel={words.confirm.cancel}
          action={act}
          onClose={() => setAsked(false)}
        >
          <PeriodToSend report={report} />
          <PlatformNumber id="report-sender" platform={platform} setPlatform={setPlatform} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** What leaves: kind, period, type and totals. */
function PeriodToSend({ report: { kind, from, to, next } }: { report: ReportOfPeriod }) {
  const words = useTranslations('eReporting');
  const language = useLanguage();
  return (
    <>
      <p>
        {words.kinds[kind]}, {words.span(shortDay(from, language), shortDay(to, language))}.{' '}
        {next.type && words.transmission.confirm.types[next.type]}
      </p>
      <p>
        <b>{next.totals.length > 0 ? <Totals kind={kind} totals={next.totals} /> : words.transmission.confirm.none}</b>
      </p>
    </>
  );
}

/** The four characters of the platform; a report may leave without them. */
export function PlatformNumber({ id, platform, setPlatform }: { id: string } & Omit<OfReport, 'report'>) {
  const words = useTranslations('eReporting');
  return (
    <div className="field">
      <label htmlFor={id}>{words.platform}</label>
      <input
        id={id}
        className="input"
        value={platform}
        maxLength={4}
        onChange={({ target }) => setPlatform(target.value)}
      />
    </div>
  );
}
