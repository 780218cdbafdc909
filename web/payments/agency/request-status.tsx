import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { type StateName, Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { shortDay } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Claim, documentKey, useMayWrite, useRefresh } from '../../billing/finalized/document-queries.ts';
import { Part } from '../../billing/finalized/panel-section.tsx';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { type Mark, type Standing, stepsWithStatus } from './request-steps.ts';

type Invoice = Extract<Claim, { type: 'invoice' }>;

/** Polling interval in milliseconds while a request is in progress. */
const LOOK_AGAIN_MS = 5_000;

/** Progress of a payment request to the Urssaf, and the next action. */
export function RequestState({ billing }: { billing: Invoice }) {
  const words = useTranslations('agency');
  const { data, error } = useQuery({
    queryKey: [...documentKey(billing.id), 'payment-request'],
    queryFn: () => call('get-payment-request', { invoiceId: billing.id }),
    refetchInterval: ({ state }) => (state.data && state.data.next !== 'nothing' ? LOOK_AGAIN_MS : false),
  });
  return (
    <Part title={words.title}>
      <ErrorMessage error={error} />
      {data && (
        <>
          <Said standing={data} />
          <Steps standing={data} />
          <Acts billing={billing} standing={data} />
        </>
      )}
    </Part>
  );
}

const DOTS: Readonly<Record<Mark, StateName>> = { done: 'ok', now: 'waiting', failed: 'failed', ahead: 'draft' };

function Said({ standing }: { standing: Standing }) {
  const words = useTranslations('agency').request;
  const { said, faults, next, unknownCode, rejection, unappliedAmount } = standing;
  const current = stepsWithStatus(standing).find(({ mark }) => mark === 'now' || mark === 'failed');
  const waits = next in words.waits ? words.waits[next as keyof typeof words.waits] : undefined;
  return (
    <>
      <p>
        <Status state={DOTS[current?.mark ?? 'done']}>{said.name}</Status>
      </p>
      <p>{faults.length > 0 ? faults.map(({ message }) => message).join(' ') : (waits ?? said.means)}</p>
      {waits === undefined && faults.length === 0 && <p className="quiet">{said.remedy}</p>}
      {rejection && (
        <p className="quiet">
          {words.rejection(rejection.code)}
          {rejection.comment && ` · ${rejection.comment}`}
        </p>
      )}
      {unknownCode && <p className="quiet">{words.code(unknownCode)}</p>}
      {unappliedAmount !== undefined && <p>{words.unapplied(money(unappliedAmount, 'EUR'))}</p>}
    </>
  );
}

function Steps({ standing }: { standing: Standing }) {
  const words = useTranslations('agency').request;
  const { sentAt, paymentRequest } = standing;
  const { mntVirement: amount, dateVirement: at } = paymentRequest;
  const details = {
    sent: sentAt === undefined ? undefined : words.sent(shortDay(sentAt)),
    transferred:
      amount === undefined || at === undefined ? undefined : words.transfer(money(amount, 'EUR'), shortDay(at)),
  };
  return (
    <ol className="agency-steps">
      {stepsWithStatus(standing).map(({ step, mark }) => (
        <li key={step} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <Status state={DOTS[mark]}>{words.steps[step]}</Status>
          <span className="screen-reader-only"> {words.marks[mark]}</span>
          {step in details && <small className="quiet">{details[step as keyof typeof details]}</small>}
        </li>
      ))}
    </ol>
  );
}

function Acts({ billing, standing: { next } }: { billing: Invoice; standing: Standing }) {
  const words = useTranslations('agency').request;
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const act = useAction(async () => {
    await call('send-payment-request', { invoiceId: billing.id });
    await refresh();
    toast(words.again);
  });
  if (!mayWrite) return null;
  return (
    <>
      <div className="buttons">
        {next === 'agency_account' && (
          <Link to="/reglages/paiement" className="btn">
            {words.settings}
          </Link>
        )}
        {(next === 'customer_registration' || next === 'customer_activation') && (
          <Link
            to="/clients/$id"
            params={{ id: billing.customer.id }}
            search={{ est: 'personne' } as never}
            className="btn"
          >
            {words.customer}
          </Link>
        )}
        {next === 'correction' && (
          <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.sendAgain}
          </button>
        )}
      </div>
      <ErrorMessage error={act.error} />
    </>
  );
}
