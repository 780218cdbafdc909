import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Options } from '../../app/components/select-options.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { parseNumber } from '../../app/formats/parse-number.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { type Language, useLanguage, useTranslations } from '../../locales/language.ts';
import { type Claim, useRefresh } from '../finalized/document-queries.ts';
import { saveFormalNotice } from './save-formal-notice.ts';

const DELAYS = ['8', '10', '12', '15'] as const;
type Delay = (typeof DELAYS)[number];

/**
 * Previews a formal notice dated today. The user sets deadline and rate, creates it, and downloads
 * the PDF.
 */
export function FormalNoticeDialog({ billing, onClose }: { billing: Claim; onClose: () => void }) {
  const form = useId();
  const words = useTranslations('reminders');
  const language = useLanguage();
  const [delay, setDelay] = useState<Delay>('8');
  const [typed, setTyped] = useState('');
  const refresh = useRefresh();
  const rate = rateOf(typed, language);
  const said = { delayDays: Number(delay), ...(typeof rate === 'number' && { penaltyRate: rate }) };
  const { data, error } = useOperation('get-formal-notice', { billingId: billing.id, query: said });
  const act = useAction(async () => {
    await call('make-formal-notice', { billingId: billing.id, body: said });
    await saveFormalNotice(billing.id);
    await refresh();
    onClose();
    toast(words.notice.done);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (data?.possible && rate !== 'unreadable') void act.run();
  };
  const notice = data?.wouldSay;
  return (
    <Dialog
      title={words.notice.title(billing.number ?? '')}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.abandon}
          </button>
          <button type="submit" form={form} className="btn primary" aria-disabled={act.isRunning || !data?.possible}>
            {words.notice.go}
          </button>
        </>
      }
    >
      <form id={form} className="fields" onSubmit={submit} noValidate>
        <p>{words.notice.said}</p>
        {data?.because && <p role="alert">{words.notice.because[data.because]}</p>}
        <DelayField delay={delay} setDelay={setDelay} />
        {notice?.betweenProfessionals && (
          <Field
            label={words.notice.rate}
            hint={notice.penaltiesInWords ? words.notice.rateUnknown : words.notice.rateHint}
            inputMode="decimal"
            value={typed}
            placeholder={notice.penaltyRate === undefined ? undefined : percentOf(notice.penaltyRate, language)}
            onChange={({ target }) => setTyped(target.value)}
            error={(rate === 'unreadable' && words.notice.notARate) || act.problem?.at('penaltyRate')}
          />
        )}
        {notice ? <Claimed notice={notice} /> : !data && !error && <Loading rows={4} />}
        <ErrorMessage error={error ?? act.error} shown={['penaltyRate']} />
      </form>
    </Dialog>
  );
}

function DelayField({ delay, setDelay }: { delay: Delay; setDelay: (delay: Delay) => void }) {
  const id = useId();
  const words = useTranslations('reminders').notice;
  return (
    <div className="field">
      <label htmlFor={id}>{words.delay}</label>
      <select id={id} className="input" value={delay} onChange={({ target }) => setDelay(target.value as Delay)}>
        <Options options={DELAYS.map((value) => ({ value, text: words.days(Number(value)) }))} />
      </select>
    </div>
  );
}

type Notice = NonNullable<Answer<'get-formal-notice'>['wouldSay']>;

/** The sums of the letter, computed by the service. */
function Claimed({ notice }: { notice: Notice }) {
  const words = useTranslations('reminders').notice;
  const sum = (cents: number): string => money(cents, notice.currencyCode);
  const { penaltiesAmount, penaltiesInWords, lumpSumAmount } = notice;
  return (
    <>
      <dl className="pairs">
        <dt>{words.late}</dt>
        <dd>{words.lateDays(notice.daysLate)}</dd>
        <dt>{words.rest}</dt>
        <dd>{sum(notice.remainingAmount)}</dd>
        {(penaltiesAmount !== undefined || penaltiesInWords) && (
          <>
            <dt>{words.penalties}</dt>
            <dd>{penaltiesAmount === undefined ? words.inWords : sum(penaltiesAmount)}</dd>
          </>
        )}
        {lumpSumAmount !== undefined && (
          <>
            <dt>{words.lumpSum}</dt>
            <dd>{sum(lumpSumAmount)}</dd>
          </>
        )}
        <dt className="total">{words.total}</dt>
        <dd className="total">{sum(notice.totalAmount)}</dd>
        <dt>{words.before}</dt>
        <dd>{longDay(notice.payBefore)}</dd>
      </dl>
      {!notice.betweenProfessionals && <p className="quiet small">{words.consumer}</p>}
    </>
  );
}

/** Converts a typed percentage to basis points per year. */
function rateOf(typed: string, language: Language): number | undefined | 'unreadable' {
  const read = parseNumber(typed.replace(/%\s*$/u, ''), language, 2);
  if (read.is === 'nothing') return undefined;
  const points = read.is === 'number' ? Math.round(read.value * 100) : 0;
  return points >= 1 && points <= 3_000 ? points : 'unreadable';
}

/** Formats a rate as it is typed in the language of the page. */
const percentOf = (points: number, language: Language): string =>
  (points / 100).toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB');
