import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Settings } from '../../account/settings/settings-page.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { storeSession, useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { CodeField } from './code-field.tsx';
import { ConfirmAccessForm } from './confirm-access-form.tsx';
import { PasswordField } from './password-field.tsx';
import { createPasskey, supportsPasskeys } from './webauthn.ts';

type Passkey = Answer<'list-passkeys'>['passkeys'][number];

const KEY = ['own-passkeys'];

/** Passkeys: create on this device, list, remove. */
export function Passkeys() {
  const words = useTranslations('access').security.passkeys;
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { data, error } = useQuery({ queryKey: KEY, queryFn: async () => (await call('list-passkeys')).passkeys });
  return (
    <Settings title={words.title}>
      <p className="description">{words.said}</p>
      <ErrorMessage error={error} />
      {data && data.length > 0 && (
        <ul className="rows">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {!supportsPasskeys() && <p className="hint">{words.notHere}</p>}
      {isAdding && (
        <Adding
          onAbandon={() => setAdding(false)}
          onMade={(name) => {
            setAdding(false);
            toast(words.added(name));
            void queries.invalidateQueries({ queryKey: KEY });
          }}
        />
      )}
      {!isAdding && supportsPasskeys() && (
        <div className="row-actions">
          <button type="button" className="btn" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        </div>
      )}
    </Settings>
  );
}

function Adding({ onAbandon, onMade }: { onAbandon: () => void; onMade: (name: string) => void }) {
  const { passkeys: words, now } = useTranslations('access').security;
  const { me } = useSession();
  const [given, setGiven] = useState({ name: '', password: '', code: '' });
  const act = useAction(async () => {
    const { code, ...rest } = given;
    await createPasskey({ ...rest, ...(code.trim() !== '' && { code: code.trim() }) });
    onMade(given.name);
  });
  return (
    <ConfirmAccessForm action={act} submitLabel={words.make} shown={['name', 'password', 'code']} onAbandon={onAbandon}>
      <Field
        label={words.name}
        hint={words.nameHint}
        value={given.name}
        onChange={({ target }) => setGiven({ ...given, name: target.value })}
        error={act.problem?.at('name')}
      />
      <PasswordField
        label={now}
        autoComplete="current-password"
        value={given.password}
        onChange={({ target }) => setGiven({ ...given, password: target.value })}
        error={act.problem?.at('password')}
      />
      {me?.person.secondFactor && (
        <CodeField
          value={given.code}
          onChange={(code) => setGiven({ ...given, code })}
          error={act.problem?.at('code')}
        />
      )}
    </ConfirmAccessForm>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const words = useTranslations('access').security.passkeys;
  const queries = useQueryClient();
  const act = useAction(async () => {
    await call('remove-passkey', { passkeyId: id });
    await queries.invalidateQueries({ queryKey: KEY });
    storeSession(await call('get-person'));
    toast(words.removed);
  });
  return (
    <li>
      <span className="grow">
        {name}
        <small>
          {words.addedAt} <Moment when={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            words.neverUsed
          ) : (
            <>
              {words.lastUsed} <Moment when={lastUsedAt} />
            </>
          )}
        </small>
      </span>
      <button type="button" className="btn" aria-label={words.removeNamed(name)} onClick={() => void act.run()}>
        {words.remove}
      </button>
      <ErrorMessage error={act.error} />
    </li>
  );
}
