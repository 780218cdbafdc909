import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { Settings, SettingsPage } from '../../account/settings/settings-page.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { CodeField } from '../security/code-field.tsx';
import { PasswordField } from '../security/password-field.tsx';
import { CancelDeletion } from './cancel-deletion.tsx';
import { useDeletion } from './use-deletion.ts';

/** Days until a requested deletion happens, as the service has them. */
const WAIT_DAYS = 30;

/** The deletion of the account: what goes, what the law keeps, the request and its cancellation. */
export function Screen() {
  const words = useTranslations('deletion');
  const language = useLanguage();
  const { account } = useSession();
  const { data, error } = useDeletion();
  return (
    <SettingsPage title={words.title} intro={words.intro(WAIT_DAYS)}>
      <ErrorMessage error={error} />
      {data?.deletion && <CancelDeletion dueAt={data.deletion.dueAt} />}
      {data && (
        <Settings title={words.onTheDay}>
          <p className="description">{words.goes}</p>
          <p className="description">
            {data.recordsKeptUntil === null ? words.allGoes : words.kept(longDay(data.recordsKeptUntil, language))}
          </p>
        </Settings>
      )}
      <TakeData />
      {data &&
        !data.deletion &&
        (account?.role === 'owner' ? <Ask /> : <p className="description">{words.forOwners}</p>)}
    </SettingsPage>
  );
}

/** Where the data is taken, before the account goes. */
function TakeData() {
  const words = useTranslations('deletion');
  return (
    <Settings title={words.take}>
      <p className="description">{words.takeSaid}</p>
      <div className="row-actions">
        <Link className="btn" to="/reglages/donnees">
          {words.exports}
        </Link>
        <Link className="btn" to="/reglages/audit">
          {words.archive}
        </Link>
      </div>
    </Settings>
  );
}

function Ask() {
  const words = useTranslations('deletion');
  const queries = useQueryClient();
  const { account, me } = useSession();
  const accountId = account?.id ?? '';
  const [name, setName] = useState('');
  const [isTaken, setTaken] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const act = useAction(async () => {
    const body = { name, dataTaken: true as const, password, ...(code.trim() !== '' && { code: code.trim() }) };
    await call('request-account-deletion', { accountId, body });
    toast(words.asked);
    await queries.invalidateQueries({ queryKey: ['get-account-deletion'] });
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Settings title={words.ask}>
      <form className="own-form" onSubmit={submit}>
        <Field
          label={words.name(account?.name ?? '')}
          hint={words.nameHint}
          required
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={act.problem?.at('name')}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={act.problem?.at('password')}
        />
        {me?.person.secondFactor && <CodeField value={code} onChange={setCode} error={act.problem?.at('code')} />}
        <label className="choice">
          <input
            type="checkbox"
            className="check"
            required
            checked={isTaken}
            onChange={({ target }) => setTaken(target.checked)}
          />
          {words.taken}
        </label>
        <ErrorMessage error={act.error} shown={['name', 'password', 'code']} />
        <div className="row-actions">
          <button type="submit" className="btn danger" aria-disabled={act.isRunning}>
            {words.ask}
          </button>
        </div>
      </form>
    </Settings>
  );
}
