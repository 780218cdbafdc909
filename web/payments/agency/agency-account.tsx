import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsKey } from '../../account/settings/company/company-settings.ts';
import { Settings } from '../../account/settings/settings-page.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { shortDay } from '../../app/formats/dates.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, type Asked, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { ConnectButtons } from '../connection/connect-buttons.tsx';
import { ConnectionActions } from '../connection/connection-actions.tsx';

type Account = Answer<'get-agency-account'>;
type Connecting = Asked<'connect-agency-account'>['body'];

/**
 * Connection to the Urssaf: its keys are never shown again; in test mode a simulator replaces it.
 */
export function Agency({ disabled }: { disabled: boolean }) {
  const words = useTranslations('agency').account;
  const queries = useQueryClient();
  const { account: own } = useSession();
  const [isChanging, change] = useState(false);
  const { data: account, error } = useQuery({
    queryKey: ['get-agency-account', 'live'],
    queryFn: () => call('get-agency-account', {}, settingsKey(own)),
  });
  const known = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['get-agency-account'] });
    change(false);
  };
  return (
    <Settings title={words.title}>
      <p className="description quiet">{words.said}</p>
      <ErrorMessage error={error} />
      {account && <Access account={account} disabled={disabled} change={() => change(true)} onGone={known} />}
      {account?.isAsked && (!account.isConnected || isChanging) && !disabled && (
        <Keys onDone={known} {...(isChanging && { cancel: () => change(false) })} />
      )}
      <div className="set-row">
        <span className="setting-name">{words.test}</span>
        <p className="description">{words.testSaid}</p>
      </div>
    </Settings>
  );
}

type OfAccess = { account: Account; disabled: boolean; change: () => void; onGone: () => Promise<void> };

function Access({ account, disabled, change, onGone }: OfAccess) {
  const words = useTranslations('agency').account;
  return (
    <div className="set-row">
      <span className="setting-name">{words.state}</span>
      <div>
        {account.isConnected ? (
          <p className="description">
            <Status state="ok">{words.connected(account.billingId ?? '', shortDay(account.connectedAt ?? 0))}</Status>
          </p>
        ) : (
          <p className="description quiet">{account.isAsked ? words.none : words.notAsked}</p>
        )}
        {account.isConnected && !account.natureCodesConfirmed && <p className="hint">{words.unconfirmed}</p>}
        {account.isConnected && !disabled && (
          <ConnectionActions
            words={words}
            change={change}
            disconnect={() => call('disconnect-agency-account', {}, { mode: 'live' })}
            onGone={onGone}
          />
        )}
      </div>
    </div>
  );
}

const secret = { type: 'text', autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;
const SHOWN = ['clientId', 'clientSecret', 'billingId'] as const;

function Keys({ onDone, cancel }: { onDone: () => Promise<void>; cancel?: () => void }) {
  const words = useTranslations('agency').account;
  const [typed, type] = useState<Required<Connecting>>({
    ...{ clientId: '', clientSecret: '', billingId: '', natureCodesConfirmed: false },
  });
  const act = useAction(async () => {
    await call('connect-agency-account', { body: typed }, { mode: 'live' });
    await onDone();
    toast(words.done);
  });
  return (
    <form
      className="provider-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act.run();
      }}
    >
      {SHOWN.map((name) => (
        <Field
          key={name}
          {...secret}
          label={words[name]}
          hint={name === 'billingId' ? words.billingIdHint : undefined}
          error={act.problem?.at(name)}
          required
          value={typed[name]}
          onChange={({ target }) => type({ ...typed, [name]: target.value })}
        />
      ))}
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={typed.natureCodesConfirmed}
          onChange={({ target }) => type({ ...typed, natureCodesConfirmed: target.checked })}
        />
        <span>{words.confirmed}</span>
      </label>
      <p className="hint">{words.confirmedHint}</p>
      <p className="hint">{words.kept}</p>
      <ErrorMessage error={act.error} shown={SHOWN} />
      <ConnectButtons words={words} isRunning={act.isRunning} cancel={cancel} />
    </form>
  );
}
