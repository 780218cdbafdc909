import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Setting } from '../../account/settings/setting-fields.tsx';
import { Settings, SettingsPage } from '../../account/settings/settings-page.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { IconInfoCircle } from '../../app/icons.tsx';
import { type Me, useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { changePassword, changePerson, type OwnSession } from './access-requests.ts';
import { browserName } from './browser-name.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordField } from './password-field.tsx';
import { SecondFactor } from './second-factor.tsx';

/** Personal security: name, email, password, passkeys, two-factor authentication, sessions. */
export function Screen() {
  const words = useTranslations('access').security;
  const { me } = useSession();
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <Settings title={words.you}>
        {me && (
          <Setting
            label={words.name}
            autoComplete="name"
            value={me.person.name}
            save={(name) => changePerson({ name })}
          />
        )}
        {me && <Address email={me.person.email} waiting={waitingEmail(me.person)} />}
      </Settings>
      <Password />
      <Passkeys />
      <SecondFactor isOn={me?.person.secondFactor ?? false} />
      <Sessions />
    </SettingsPage>
  );
}

/** The new address, as long as its confirmation link is valid. */
const waitingEmail = ({ newEmail }: Me['person']): string | undefined =>
  newEmail && newEmail.endsAt * 1000 > Date.now() ? newEmail.email : undefined;

function Address({ email, waiting }: { email: string; waiting: string | undefined }) {
  const id = useId();
  const words = useTranslations('access').security;
  const [typed, setTyped] = useState<string>();
  const [password, setPassword] = useState('');
  const act = useAction(async () => {
    await changePerson({ email: typed ?? email, password });
    setTyped(undefined);
    setPassword('');
  });
  const keep = useAction(async () => {
    await changePerson({ email });
    toast(words.emailKept);
  });
  const isChanged = typed !== undefined && typed !== email;
  return (
    <form
      className="set-row"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act.run();
      }}
    >
      <label htmlFor={id}>{words.email}</label>
      <div className="several">
        <input
          id={id}
          className="input"
          type="email"
          autoComplete="email"
          value={typed ?? email}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p className="hint">{words.emailHint}</p>
        {isChanged && (
          <>
            <PasswordField
              label={words.now}
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              error={act.problem?.at('password')}
            />
            <div>
              <button type="submit" className="btn" aria-disabled={act.isRunning}>
                {words.changeEmail}
              </button>
            </div>
          </>
        )}
        <div role="status">
          {waiting && (
            <div className="notice">
              <IconInfoCircle />
              <span>
                {words.emailWaits(waiting)}{' '}
                <button type="button" className="link" onClick={() => void keep.run()}>
                  {words.keepEmail}
                </button>
              </span>
            </div>
          )}
        </div>
        <ErrorMessage error={act.error ?? keep.error} shown={['password']} />
      </div>
    </form>
  );
}

function Password() {
  const words = useTranslations('access').security;
  const [given, setGiven] = useState({ password: '', newPassword: '' });
  const act = useAction(async () => {
    await changePassword(given.password, given.newPassword);
    setGiven({ password: '', newPassword: '' });
    toast(words.changed);
  });
  return (
    <Settings title={words.password}>
      <form
        className="own-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void act.run();
        }}
      >
        <PasswordField
          label={words.now}
          autoComplete="current-password"
          value={given.password}
          onChange={({ target }) => setGiven({ ...given, password: target.value })}
          error={act.problem?.at('password')}
        />
        <PasswordField
          label={words.next}
          hint={words.nextHint}
          autoComplete="new-password"
          value={given.newPassword}
          onChange={({ target }) => setGiven({ ...given, newPassword: target.value })}
          error={act.problem?.at('newPassword')}
        />
        <ErrorMessage error={act.error} shown={['password', 'newPassword']} />
        <div className="row-actions">
          <button type="submit" className="btn" aria-disabled={act.isRunning}>
            {words.change}
          </button>
        </div>
      </form>
    </Settings>
  );
}

function Sessions() {
  const words = useTranslations('access').security;
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async () => (await call('list-sessions')).sessions,
  });
  const others = useAction(async () => {
    await call('end-other-sessions');
    await queries.invalidateQueries({ queryKey: ['own-sessions'] });
    toast(words.endedOthers);
  });
  return (
    <Settings title={words.sessions}>
      <p className="description">{words.sessionsSaid}</p>
      <ErrorMessage error={error ?? others.error} />
      {!data && !error && <Loading rows={2} />}
      <ul className="rows">
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data && data.length > 1 && (
        <div className="row-actions">
          <button type="button" className="btn" onClick={() => void others.run()}>
            {words.endOthers}
          </button>
        </div>
      )}
    </Settings>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const words = useTranslations('access').security;
  const queries = useQueryClient();
  const act = useAction(async () => {
    await call('end-session', { sessionId: session.id });
    await queries.invalidateQueries({ queryKey: ['own-sessions'] });
    toast(words.ended);
  });
  const called = browserName(session.userAgent, words);
  return (
    <li>
      <span className="grow">
        {called} {session.isThis && <b>({words.this})</b>}
        <small>
          {session.address} · {words.lastUsed} <Moment when={session.lastUsedAt} />
        </small>
      </span>
      {!session.isThis && (
        <button type="button" className="btn" aria-label={words.endNamed(called)} onClick={() => void act.run()}>
          {words.end}
        </button>
      )}
      <ErrorMessage error={act.error} />
    </li>
  );
}
