import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Billing, useMayWrite, useRefresh } from '../billing/finalized/document-queries.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { useReceivedMoves } from './received-queries.ts';
import './trial-platform.css';

type Action = Asked<'act-as-trial-buyer'>['body']['action'];

const useTrialPlatform = (isWanted: boolean): Answer<'get-trial-platform'> | undefined =>
  useQuery({
    queryKey: ['get-trial-platform'],
    queryFn: () => call('get-trial-platform'),
    enabled: isWanted,
  }).data;

/** Connects test mode to the trial platform with one press. */
export function ConnectTrial({ onDone }: { onDone: () => Promise<void> }) {
  const words = useTranslations('platform');
  const act = useAction(async () => {
    await call('connect-platform', { body: { preset: 'trial' } }, { mode: 'live' });
    await onDone();
    toast(words.done);
  });
  return (
    <>
      <p className="description">{words.trial.offer}</p>
      <div className="row-actions">
        <button type="button" className="btn primary" aria-disabled={act.isRunning} onClick={() => void act.run()}>
          {words.trial.connect}
        </button>
      </div>
      <ErrorMessage error={act.error} />
    </>
  );
}

/** The invented customers one can send to. */
export function TrialDirectory() {
  const words = useTranslations('platform').trial;
  const found = useTrialPlatform(true);
  const invented = found?.companies.filter(({ isOwn }) => !isOwn) ?? [];
  if (invented.length === 0) return null;
  return (
    <>
      <p className="hint">{words.directory}</p>
      <ul className="trial-directory hint">
        {invented.map(({ siren, name, isPublic }) => (
          <li key={siren}>
            {words.company(name, siren)} {isPublic && words.publicBody}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Milliseconds between two looks at an answer of the customer that is on its way. */
const LOOK_AGAIN_MS = 1_500;
const LOOKS_MAX = 20;
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));

/** On the trial platform the user speaks for the customer. */
export function TrialBuyer({ billing, actions }: { billing: Billing; actions: readonly Action[] }) {
  const { trial } = useTranslations('platform');
  const refresh = useRefresh();
  const title = useId();
  const mayWrite = useMayWrite();
  const act = useAction(async (action: Action) => {
    const billingId = billing.id;
    const message = trial.messages[action];
    const body = { action, ...(message !== undefined && { message }) };
    const before = await call('act-as-trial-buyer', { billingId, body });
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      await pause();
      const { statuses } = await call('get-transmission', { billingId });
      if (statuses.length > before.statuses.length) break;
    }
    await refresh();
  });
  if (!mayWrite || actions.length === 0) return null;
  return (
    <section className="trial-buyer" aria-labelledby={title}>
      <h3 id={title}>{trial.asked}</h3>
      <p className="quiet">{trial.invented}</p>
      <div className="buttons">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className="btn"
            aria-disabled={act.isRunning}
            onClick={() => void act.run(action)}
          >
            {trial.actions[action]}
          </button>
        ))}
      </div>
      <p className="quiet" role="status">
        {act.isRunning && trial.onItsWay}
      </p>
      <ErrorMessage error={act.error} />
    </section>
  );
}

/** Lets an invented supplier send an invoice; nothing without the trial platform. */
export function ReceiveTrialInvoice() {
  const words = useTranslations('received').trial;
  const { mode, may } = useSession();
  const isOffered = mode === 'test' && may('billing:write');
  const found = useTrialPlatform(isOffered);
  const moved = useReceivedMoves();
  const act = useAction(async () => {
    const { number } = await call('receive-trial-invoice');
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      await pause();
      const { docs } = await call('list-supplier-invoices', { query: { search: number } });
      if (docs.length > 0) break;
    }
    await moved();
    toast(words.arrived(number));
  });
  if (!isOffered || !found?.isConnected) return null;
  return (
    <>
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {act.isRunning ? words.onItsWay : words.receive}
      </button>
      <ErrorMessage error={act.error} />
    </>
  );
}
