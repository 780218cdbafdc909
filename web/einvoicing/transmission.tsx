import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { type StateName, Status } from '../app/components/status.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useAction } from '../app/use-action.ts';
import { type Billing, documentKey, useMayWrite, useRefresh } from '../billing/finalized/document-queries.ts';
import { Part } from '../billing/finalized/panel-section.tsx';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { TrialBuyer } from './trial-platform.tsx';

type Transmission = Answer<'get-transmission'>;
type OfTransmission = { readonly billing: Billing; readonly transmission: Transmission };
type Stage = Transmission['stage'];

/** Polling interval in milliseconds while an answer of the platform is expected. */
const LOOK_AGAIN_MS = 5_000;
const AWAITED: readonly Stage[] = ['waiting', 'submitted', 'deposited', 'issued', 'received'];
const FAILED: readonly Stage[] = ['not_accepted', 'refused', 'rejected'];
const OPEN: readonly Stage[] = ['disputed', 'suspended', 'partly_approved'];

const dotOf = (stage: Stage): StateName => {
  if (stage === 'not_sent' || stage === 'canceled') return 'draft';
  if (FAILED.includes(stage)) return 'failed';
  return AWAITED.includes(stage) || OPEN.includes(stage) ? 'waiting' : 'ok';
};

/** Where a document is on its way through approved platforms; nothing where none is used. */
export function TransmissionState({ billing }: { billing: Billing }) {
  const words = useTranslations('platform');
  const { data } = useQuery({
    queryKey: [...documentKey(billing.id), 'transmission'],
    queryFn: () => call('get-transmission', { billingId: billing.id }),
    refetchInterval: ({ state }) => (state.data && AWAITED.includes(state.data.stage) ? LOOK_AGAIN_MS : false),
  });
  if (!data || (!data.isConnected && data.stage === 'not_sent' && !data.unsentReason)) return null;
  return (
    <Part title={words.panel.title}>
      <Current billing={billing} transmission={data} />
      <Timeline billing={billing} transmission={data} />
      <Collected of={data.collected} />
      <Replacements transmission={data} />
      <TrialBuyer billing={billing} actions={data.trialActions} />
      <Actions billing={billing} transmission={data} />
    </Part>
  );
}

/** The name of a stage, which agrees with the kind of document in French. */
function useStageName({ type }: Billing): (stage: Stage) => string {
  const { stages, feminineStages } = useTranslations('platform');
  return (stage) => (type === 'invoice' ? feminineStages[stage] : undefined) ?? stages[stage];
}

function Current({ billing, transmission }: OfTransmission) {
  const { stage, notSentReason, unsentReason, reasons, submittedAt } = transmission;
  const words = useTranslations('platform');
  const nameOf = useStageName(billing);
  const general =
    notSentReason && notSentReason in words.reasons
      ? words.reasons[notSentReason as keyof typeof words.reasons]
      : undefined;
  const why = unsentReason ? words.panel.unsent[unsentReason] : general;
  return (
    <>
      {why && stage === 'not_sent' ? (
        <p className="quiet">{why}</p>
      ) : (
        <p>
          <Status state={dotOf(stage)}>{nameOf(stage)}</Status>
        </p>
      )}
      {submittedAt !== undefined && <p className="quiet">{words.panel.submittedAt(shortDay(submittedAt))}</p>}
      {reasons?.map((reason) => (
        <Reason key={`${reason.code} ${reason.text}`} {...reason} isFailed />
      ))}
    </>
  );
}

type ReasonText = { code?: string | undefined; text?: string | undefined };

/** A reason in words, and what to change if the document failed. */
function Reason({ code, text, isFailed = false }: ReasonText & { isFailed?: boolean }) {
  const { rejections, remedies } = useTranslations('platformReasons');
  const { reasons, quoted } = useTranslations('received').answer;
  const named = code && (rejections[code] ?? (reasons as Readonly<Record<string, string>>)[code] ?? code);
  const remedy = isFailed && code ? remedies[code] : undefined;
  return (
    <>
      <p className="quiet">{[named, text && quoted(text)].filter(Boolean).join(' ')}</p>
      {remedy && <p>{remedy}</p>}
    </>
  );
}

/** The statuses that end the life of an invoice unaccepted (XP Z12-012). */
const FAILED_CODES: readonly number[] = [210, 213, 221, 501];

function Timeline({ billing, transmission: { statuses } }: OfTransmission) {
  const words = useTranslations('platform');
  const stageName = useStageName(billing);
  if (statuses.length === 0) return null;
  const nameOf = (status: string | null, code: number): string => {
    if (status === null) return words.panel.unknown(code);
    const other = words.statuses[status as keyof typeof words.statuses];
    return other ?? stageName(status as Stage);
  };
  return (
    <ol className="agency-steps">
      {statuses.map(({ code, status, statedAt, reasons }) => (
        <li key={`${code} ${statedAt}`}>
          <span>{nameOf(status, code)}</span>
          <small className="quiet">{shortDay(statedAt)}</small>
          {reasons.map((reason) => (
            <Reason key={`${reason.code} ${reason.text}`} {...reason} isFailed={FAILED_CODES.includes(code)} />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Links to the document that this one replaces, and to the one that replaces it. */
function Replacements({ transmission: { replaces, replacedBy } }: Pick<OfTransmission, 'transmission'>) {
  const words = useTranslations('platform').panel;
  const linkTo = ({ billingId, number }: { billingId: string; number?: string | undefined }) => (
    <Link to="/documents/$id" params={{ id: billingId }} className="link">
      {number ?? words.draft}
    </Link>
  );
  return (
    <>
      {replaces && (
        <p>
          {words.replaces} {linkTo(replaces)}
        </p>
      )}
      {replacedBy && (
        <p>
          {words.replacedBy} {linkTo(replacedBy)}
        </p>
      )}
    </>
  );
}

/** Cancels a refused invoice or advance and opens the draft that replaces it. */
function Replace({ billing }: { billing: Billing }) {
  const words = useTranslations('platform').panel;
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const act = useAction(async () => {
    const draft = await call('replace-refused-document', { billingId: billing.id });
    await refresh();
    await navigate({ to: '/documents/$id', params: { id: draft.id } });
  });
  return (
    <>
      <p>{words.correct}</p>
      <div className="buttons">
        <button type="button" className="btn" onClick={() => setAsked(true)}>
          {words.replace}
        </button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={words.replaceTitle(billing.number ?? '')}
          description={words.replaceDescription}
          submitLabel={words.replaceConfirm}
          cancelLabel={words.keep}
          action={act}
          onClose={() => setAsked(false)}
          isDangerous
        />
      )}
    </>
  );
}

/** What was stated as collected, for each day of payment. */
function Collected({ of }: { of: Transmission['collected'] }) {
  const words = useTranslations('platform').panel;
  if (of.length === 0) return null;
  return (
    <ol className="agency-steps">
      {of.map(({ id, paidOn, amounts, delivery, faults }) => (
        <li key={id}>
          <span>{words.collected(shortDay(paidOn))}</span>
          {amounts.map(({ rate, amount, currency }) => (
            <small key={rate} className="quiet">
              <Money cents={amount} currency={currency} /> ({words.atRate(rate)})
            </small>
          ))}
          {delivery === 'not_accepted' && <small>{words.notAccepted}</small>}
          {faults?.map((fault) => (
            <Reason key={`${fault.code} ${fault.text}`} {...fault} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Actions({ billing, transmission }: OfTransmission) {
  const mayWrite = useMayWrite();
  const { stage, replacedBy } = transmission;
  const isClaim = billing.type === 'invoice' || billing.type === 'advance';
  const isReplaceable = isClaim && FAILED.includes(stage) && !replacedBy;
  if (!mayWrite) return null;
  return (
    <>
      <Send billing={billing} transmission={transmission} />
      {isReplaceable && <Replace billing={billing} />}
    </>
  );
}

/** Sends a document that the platform does not have. */
function Send({ billing, transmission }: OfTransmission) {
  const words = useTranslations('platform').panel;
  const refresh = useRefresh();
  const act = useAction(async () => {
    await call('send-to-platform', { billingId: billing.id });
    await refresh();
  });
  const { stage, notSentReason, isConnected } = transmission;
  const isSendable = notSentReason === undefined && (stage === 'not_sent' || stage === 'not_accepted');
  if (!isSendable || transmission.replacedBy) return null;
  if (!isConnected)
    return (
      <p>
        <Link to="/reglages/plateforme" className="link">
          {words.connect}
        </Link>
      </p>
    );
  return (
    <>
      <div className="buttons">
        <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
          {stage === 'not_accepted' ? words.sendAgain : words.send}
        </button>
      </div>
      <ErrorMessage error={act.error} />
    </>
  );
}
