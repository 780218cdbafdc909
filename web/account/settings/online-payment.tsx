import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, type Asked, call } from '../../client/call.ts';
import { isProblem } from '../../client/problem.ts';
import { useAct } from '../../ground/act.ts';
import { IconCopy } from '../../ground/icons.tsx';
import { Dialog } from '../../ground/parts/dialog.tsx';
import { Refusal } from '../../ground/parts/refusal.tsx';
import { State } from '../../ground/parts/state.tsx';
import { toast } from '../../ground/parts/toasts.tsx';
import { useWords } from '../../words/language.ts';
import type { OfCompany } from './company-settings.ts';
import { ProviderForm } from './provider-form.tsx';
import { SwitchSetting } from './setting.tsx';
import { Settings } from './settings-page.tsx';

type Account = Answer<'get-payment-account'>;
type Connecting = Asked<'connect-payment-account'>['body'];

/** The provider where customers pay by card: connected by a key that is never shown again, and what new invoices say of it. */
export function OnlinePayment({ settings, disabled, save }: OfCompany) {
  const words = useWords('settings').payment.online;
  return (
    <Settings title={words.title}>
      <p className="said quiet">{words.said}</p>
      <Provider disabled={disabled} />
      <SwitchSetting
        label={words.byDefault}
        said={words.byDefaultSaid}
        value={settings.defaults.isOnlinePaymentActivated}
        disabled={disabled}
        save={(isOnlinePaymentActivated) => save({ defaults: { isOnlinePaymentActivated } })}
      />
      <div className="set-row">
        <span className="k">{words.test}</span>
        <div>
          <p className="said">{words.testSaid}</p>
          <Link to="/paiements/en-ligne">{words.list}</Link>
        </div>
      </div>
    </Settings>
  );
}

const KEY = ['get-payment-account', 'live'] as const;

function Provider({ disabled }: { disabled: boolean }) {
  const words = useWords('settings').payment.online;
  const queries = useQueryClient();
  const [isChanging, change] = useState(false);
  const { data, error, isPending } = useQuery({ queryKey: KEY, queryFn: connectedAccount });
  const know = (account: Account | null): void => {
    queries.setQueryData(KEY, account);
    change(false);
  };
  const connect = async (body: Connecting): Promise<void> => {
    know(await call('connect-payment-account', { body }, { mode: 'live' }));
    toast(words.done);
  };
  const isAsked = !isPending && !error && (data === null || isChanging);
  return (
    <>
      <div className="set-row">
        <span className="k">{words.state}</span>
        <div>
          {data && (
            <p className="said">
              <State of="ok">{words.connected(words.providers[data.provider], data.externalId)}</State>
            </p>
          )}
          {data === null && <p className="said quiet">{words.none}</p>}
          <Refusal error={error} />
          {data && !disabled && !isChanging && <Acts change={() => change(true)} onGone={() => know(null)} />}
        </div>
      </div>
      {data?.webhookUrl && <MessagesAddress account={data} url={data.webhookUrl} />}
      {isAsked && !disabled && <ProviderForm connect={connect} {...(isChanging && { cancel: () => change(false) })} />}
    </>
  );
}

/** Live documents alone are paid at a provider: `null` where none is connected. */
async function connectedAccount(): Promise<Account | null> {
  try {
    return await call('get-payment-account', {}, { mode: 'live' });
  } catch (error) {
    if (isProblem(error, 'payment_account.not_found')) return null;
    throw error;
  }
}

function Acts({ change, onGone }: { change: () => void; onGone: () => void }) {
  const words = useWords('settings').payment.online;
  const [isAsking, ask] = useState(false);
  const act = useAct(async () => {
    await call('disconnect-payment-account', {}, { mode: 'live' });
    ask(false);
    toast(words.disconnected);
    onGone();
  });
  return (
    <>
      <div className="acts-of">
        <button type="button" className="btn" onClick={change}>
          {words.replace}
        </button>
        <button type="button" className="btn quiet" onClick={() => ask(true)}>
          {words.disconnect}
        </button>
      </div>
      {isAsking && (
        <Dialog
          title={words.disconnectTitle}
          onClose={() => ask(false)}
          footer={
            <>
              <button type="button" className="btn quiet" onClick={() => ask(false)}>
                {words.cancel}
              </button>
              <button type="button" className="btn danger" aria-disabled={act.isRunning} onClick={() => void act.run()}>
                {words.disconnect}
              </button>
            </>
          }
        >
          <p>{words.disconnectSaid}</p>
          <Refusal error={act.error} />
        </Dialog>
      )}
    </>
  );
}

/** Where the provider tells that something happened: Stripe is given it by hand. */
function MessagesAddress({ account: { provider }, url }: { account: Account; url: string }) {
  const words = useWords('settings').payment.online;
  const copy = useAct(async () => {
    await navigator.clipboard.writeText(url);
    toast(words.copied);
  });
  return (
    <div className="set-row">
      <label htmlFor="messages-address">{words.address}</label>
      <div>
        <input id="messages-address" className="input" readOnly value={url} onFocus={({ target }) => target.select()} />
        {provider !== 'stand_in' && <p className="hint">{words.addressHint[provider]}</p>}
        <div className="acts-of">
          <button type="button" className="btn quiet" onClick={() => void copy.run()}>
            <IconCopy /> {words.copy}
          </button>
        </div>
      </div>
    </div>
  );
}
