import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayChangeSettings, settingsKey } from '../account/settings/company/company-settings.ts';
import { useReadOnlyReason } from '../account/settings/read-only-reason.ts';
import { Settings, SettingsPage } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { Moment, shortDay } from '../app/formats/dates.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { ConnectionActions } from '../payments/connection/connection-actions.tsx';
import { PlatformForm } from './platform-form.tsx';
import { ReadinessSettings } from './readiness-settings.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { ConnectTrial, TrialDirectory } from './trial-platform.tsx';

type Known = Answer<'list-platform-connections'>;
export type Connection = Known['connections'][number];

const PLATFORMS = ['list-platform-connections'];

/** Settings: the approved platforms of the account, for live documents and for test mode. */
export function Screen() {
  const words = useTranslations('platform');
  const whyUnchanged = useReadOnlyReason();
  const queries = useQueryClient();
  const { account } = useSession();
  const mayChange = mayChangeSettings(account);
  const { data, error } = useQuery({
    queryKey: PLATFORMS,
    queryFn: () => call('list-platform-connections', {}, settingsKey(account)),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: PLATFORMS });
  const of = data && { known: data, mayChange, refresh };
  return (
    <SettingsPage title={words.title} intro={mayChange ? words.intro : whyUnchanged}>
      <ErrorMessage error={error} />
      {of ? (
        <>
          <ReadinessSettings />
          {!account?.isSample && <Mode {...of} test={false} />}
          <Mode {...of} test />
          <Rehearsal />
        </>
      ) : (
        !error && <Loading rows={6} />
      )}
    </SettingsPage>
  );
}

type OfMode = { known: Known; mayChange: boolean; test: boolean; refresh: () => Promise<void> };

function Mode({ known, mayChange, test, refresh }: OfMode) {
  const words = useTranslations('platform');
  const [isChanging, change] = useState(false);
  const connections = known.connections.filter((each) => each.test === test);
  const done = async (): Promise<void> => {
    await refresh();
    change(false);
  };
  const isTrial = connections.some(({ preset }) => preset === 'trial');
  const isOpen = mayChange && (isChanging || (connections.length === 0 && !test));
  return (
    <Settings title={test ? words.test : words.live}>
      {test && <p className="description quiet">{words.testSaid}</p>}
      {mayChange && test && !isTrial && !isChanging && <ConnectTrial onDone={done} />}
      {connections.length === 0 && !test && <p className="description quiet">{words.none}</p>}
      {connections.map((connection) => (
        <OneConnection key={connection.id} {...{ connection, mayChange, refresh }} change={() => change(true)} />
      ))}
      {isOpen && (
        <PlatformForm
          presets={known.presets.filter((each) => each.test === test && each.preset !== 'trial')}
          test={test}
          onDone={done}
          {...(isChanging && { cancel: () => change(false) })}
        />
      )}
      {mayChange && test && connections.length === 0 && !isChanging && (
        <div className="row-actions">
          <button type="button" className="btn" onClick={() => change(true)}>
            {words.connectSandbox}
          </button>
        </div>
      )}
    </Settings>
  );
}

type OfConnection = { connection: Connection; mayChange: boolean; change: () => void; refresh: () => Promise<void> };

function OneConnection({ connection, mayChange, change, refresh }: OfConnection) {
  const words = useTranslations('platform');
  const { id, preset, sends, receives, failure, readAt, connectedAt, isCallback } = connection;
  const isTrial = preset === 'trial';
  const name = isTrial ? words.trial.name : connection.name;
  const use = sends && receives ? 'both' : sends ? 'sends' : 'receives';
  return (
    <div className="set-row">
      <span className="setting-name">{words.uses[use]}</span>
      <div>
        <p className="description">
          <Status state={failure ? 'failed' : 'ok'}>{words.connected(name, shortDay(connectedAt))}</Status>
        </p>
        {failure ? (
          <p className="hint">
            {words.failures[failure.reason]} {failure.said !== '' && words.answered(failure.said)}
          </p>
        ) : (
          readAt !== undefined && (
            <p className="hint">
              {words.lastRead('')} <Moment when={readAt} />
            </p>
          )
        )}
        {isCallback && <p className="hint">{words.isCallback}</p>}
        {isTrial && <TrialDirectory />}
        {sends && <Automatic {...{ connection, mayChange, refresh }} />}
        {mayChange && (
          <>
            <Check id={id} refresh={refresh} />
            <ConnectionActions
              words={isTrial ? { ...words, disconnectSaid: words.trial.disconnectSaid } : words}
              change={change}
              disconnect={() => call('disconnect-platform', { connectionId: id }, { mode: 'live' })}
              onGone={refresh}
            />
          </>
        )}
      </div>
    </div>
  );
}

function Automatic({ connection, mayChange, refresh }: Omit<OfConnection, 'change'>) {
  const words = useTranslations('platform');
  const act = useAction(async (isAutomatic: boolean) => {
    await call('update-platform-connection', { connectionId: connection.id, body: { isAutomatic } }, { mode: 'live' });
    await refresh();
  });
  return (
    <>
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={connection.isAutomatic}
          disabled={!mayChange || act.isRunning}
          onChange={({ target }) => void act.run(target.checked)}
        />
        <span>{words.automatic}</span>
      </label>
      <p className="hint">{words.automaticHint}</p>
      <ErrorMessage error={act.error} />
    </>
  );
}

function Check({ id, refresh }: { id: string; refresh: () => Promise<void> }) {
  const words = useTranslations('platform');
  const act = useAction(async () => {
    const checked = await call('test-platform-connection', { connectionId: id }, { mode: 'live' });
    await refresh();
    if (!checked.failure) toast(words.checked);
  });
  return (
    <div className="row-actions">
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {words.check}
      </button>
      <ErrorMessage error={act.error} />
    </div>
  );
}
