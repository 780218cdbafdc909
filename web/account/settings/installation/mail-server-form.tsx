import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Field } from '../../../app/components/field.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { shortDay } from '../../../app/formats/dates.tsx';
import { useAction } from '../../../app/use-action.ts';
import { type Answer, call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { PasswordField } from '../../../people/security/password-field.tsx';
import { Settings } from '../settings-page.tsx';
import { Removal } from './removal.tsx';
import { useServiceSetting } from './use-installation.ts';

type Setting = Answer<'get-mail-server'>;
type Server = NonNullable<Setting['server']>;
type Security = Server['security'];

/** The mail server of the service: its form, or what the environment sets, and a test. */
export function MailServer() {
  const words = useTranslations('installation');
  const queries = useQueryClient();
  const { data, error } = useServiceSetting('get-mail-server');
  const known = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['get-mail-server'] });
    await queries.invalidateQueries({ queryKey: ['get-installation'] });
    await queries.invalidateQueries({ queryKey: ['get-usage'] });
  };
  return (
    <Settings title={words.mail.title}>
      <p className="description quiet">{words.mail.said}</p>
      <ErrorMessage error={error} />
      {data?.source === 'environment' && <Fixed setting={data} />}
      {data && data.source !== 'environment' && (
        <ServerForm key={data.server ? 'set' : 'none'} setting={data} onChanged={known} />
      )}
      {data?.server && <Trial />}
    </Settings>
  );
}

function Fixed({ setting: { variable, server } }: { setting: Setting }) {
  const words = useTranslations('installation');
  return (
    <>
      <p className="description">{words.fromEnvironment(variable ?? '')}</p>
      {server && (
        <dl className="pairs left description">
          <dt>{words.mail.host}</dt>
          <dd>
            {server.host}:{server.port}
          </dd>
          <dt>{words.mail.security}</dt>
          <dd>{words.mail.securities[server.security]}</dd>
          <dt>{words.mail.user}</dt>
          <dd>{server.user ?? '—'}</dd>
          <dt>{words.mail.from}</dt>
          <dd>{server.from}</dd>
        </dl>
      )}
    </>
  );
}

const USUAL_PORTS: Readonly<Record<Security, string>> = { tls: '465', starttls: '587', none: '25' };
const SHOWN = ['host', 'port', 'security', 'user', 'password', 'from'] as const;
const machine = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'off' } as const;

type Typed = Record<'host' | 'port' | 'user' | 'password' | 'from', string> & { security: Security };

function ServerForm({ setting, onChanged }: { setting: Setting; onChanged: () => Promise<void> }) {
  const words = useTranslations('installation');
  const { server } = setting;
  const [typed, type] = useState<Typed>(typedOf(server));
  const act = useAction(async () => {
    const { password, user, port, ...rest } = typed;
    const body = { ...rest, port: Number(port), user: user.trim() || null, ...(password && { password }) };
    await call('set-mail-server', { body }, { mode: 'live' });
    type({ ...typed, password: '' });
    toast(words.saved);
    await onChanged();
  });
  const of = (name: Exclude<keyof Typed, 'security'>) => ({
    ...machine,
    label: words.mail[name],
    error: act.problem?.at(name),
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type({ ...typed, [name]: target.value }),
  });
  const secure = (security: Security): void => {
    const isUsual = Object.values(USUAL_PORTS).includes(typed.port);
    type({ ...typed, security, ...(isUsual && { port: USUAL_PORTS[security] }) });
  };
  return (
    <form
      className="provider-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act.run();
      }}
    >
      {!server && <p className="hint">{words.mail.none}</p>}
      <Field {...of('host')} hint={words.mail.hostHint} required />
      <SecurityField value={typed.security} choose={secure} error={act.problem?.at('security')} />
      <Field {...of('port')} inputMode="numeric" required />
      <Field {...of('user')} hint={words.mail.userHint} />
      <PasswordField
        {...of('password')}
        autoComplete="new-password"
        hint={
          server?.isPasswordLost
            ? words.mail.passwordLost
            : server?.hasPassword
              ? words.mail.passwordKept
              : words.mail.passwordHint
        }
      />
      <Field {...of('from')} type="email" hint={words.mail.fromHint} required />
      {setting.source === 'screen' && setting.changedAt !== null && (
        <p className="quiet">{words.changedOn(shortDay(setting.changedAt))}</p>
      )}
      <ErrorMessage error={act.error} shown={SHOWN} />
      <div className="row-actions">
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {words.save}
        </button>
        {server && (
          <Removal
            words={{ ...words.mail, remove: words.remove }}
            remove={() => call('remove-mail-server', {}, { mode: 'live' })}
            onRemoved={onChanged}
          />
        )}
      </div>
    </form>
  );
}

const typedOf = (server: Server | null): Typed => ({
  ...{ host: server?.host ?? '', security: server?.security ?? 'starttls', user: server?.user ?? '' },
  ...{ port: String(server?.port ?? USUAL_PORTS.starttls), password: '', from: server?.from ?? '' },
});

function SecurityField(of: { value: Security; choose: (security: Security) => void; error: string | undefined }) {
  const words = useTranslations('installation').mail;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.security}</label>
      <select
        id={id}
        className="input"
        value={of.value}
        aria-invalid={of.error ? true : undefined}
        aria-describedby={of.error ? `${id}-wrong` : undefined}
        onChange={({ target }) => of.choose(target.value as Security)}
      >
        {Object.entries(words.securities).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {of.error && (
        <p className="field-error" id={`${id}-wrong`}>
          {of.error}
        </p>
      )}
    </div>
  );
}

function Trial() {
  const words = useTranslations('installation').mail;
  const [sentTo, setSentTo] = useState<string>();
  const act = useAction(async () => {
    setSentTo(undefined);
    setSentTo((await call('test-mail-server', { body: {} }, { mode: 'live' })).to);
  });
  return (
    <div className="row-actions">
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {act.isRunning ? words.testing : words.test}
      </button>
      <div role="status">{sentTo !== undefined && <p className="hint">{words.tested(sentTo)}</p>}</div>
      <ErrorMessage error={act.error} />
    </div>
  );
}
