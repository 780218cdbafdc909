import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompanyPatch } from '../../account/settings/company/company-settings.ts';
import { SwitchSetting } from '../../account/settings/setting-fields.tsx';
import { Settings } from '../../account/settings/settings-page.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { copied } from '../../app/copy-text.ts';
import { IconCopy } from '../../app/icons.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Asked, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { ProviderForm } from './provider-form.tsx';

type Connecting = Asked<'connect-payment-account'>['body'];

/** Online payment settings: provider connection, and the default of new invoices. */
export function OnlinePayment({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').payment.online;
  return (
    <Settings title={words.title}>
      <p className="description quiet">{words.said}</p>
      <Provider settings={settings} disabled={disabled} save={save} />
      <SwitchSetting
        label={words.byDefault}
        description={words.byDefaultSaid}
        value={settings.defaults.isOnlinePaymentActivated}
        disabled={disabled}
        save={(isOnlinePaymentActivated) => save({ defaults: { isOnlinePaymentActivated } })}
      />
      <div className="set-row">
        <span className="setting-name">{words.test}</span>
        <div>
          <p className="description">{words.testSaid}</p>
          <Link to="/paiements/en-ligne" className="btn">
            {words.list}
          </Link>
        </div>
      </div>
    </Settings>
  );
}

function Provider({ settings: { onlinePaymentAccount: connected }, disabled }: CompanyPatch) {
  const words = useTranslations('settings').payment.online;
  const queries = useQueryClient();
  const [isChanging, change] = useState(false);
  const known = async (): Promise<void> => {
    await Promise.all(['get-me', 'get-payment-account'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    change(false);
  };
  const connect = async (body: Connecting): Promise<void> => {
    await call('connect-payment-account', { body }, { mode: 'live' });
    await known();
    toast(words.done);
  };
  return (
    <>
      <div className="set-row">
        <span className="setting-name">{words.state}</span>
        <div>
          <p className={connected ? 'description' : 'description quiet'}>
            {connected ? (
              <Status state="ok">{words.connected(words.providers[connected.provider], connected.externalId)}</Status>
            ) : (
              words.none
            )}
          </p>
          {connected && !disabled && !isChanging && (
            <ConnectionActions
              words={words}
              change={() => change(true)}
              disconnect={() => call('disconnect-payment-account', {}, { mode: 'live' })}
              onGone={known}
            />
          )}
        </div>
      </div>
      {connected && !disabled && <MessagesAddress provider={connected.provider} />}
      {(!connected || isChanging) && !disabled && (
        <ProviderForm connect={connect} {...(isChanging && { cancel: () => change(false) })} />
      )}
    </>
  );
}

/** Webhook address of the provider; for Stripe it must be entered manually. */
function MessagesAddress({ provider }: { provider: Connecting['provider'] }) {
  const words = useTranslations('settings').payment.online;
  const { notCopied } = useTranslations('app');
  const { data, error } = useQuery({
    queryKey: ['get-payment-account', 'live'],
    queryFn: () => call('get-payment-account', {}, { mode: 'live' }),
  });
  const url = data?.webhookUrl ?? '';
  const copy = useAction(async () => {
    toast((await copied(url)) ? words.copied : notCopied);
  });
  return (
    <div className="set-row">
      <label htmlFor="messages-address">{words.address}</label>
      <div>
        <input id="messages-address" className="input" readOnly value={url} onFocus={({ target }) => target.select()} />
        <p className="hint">{words.addressHint[provider]}</p>
        <div className="row-actions">
          <button type="button" className="btn quiet" onClick={() => void copy.run()}>
            <IconCopy /> {words.copy}
          </button>
        </div>
        <ErrorMessage error={error ?? copy.error} />
      </div>
    </div>
  );
}
