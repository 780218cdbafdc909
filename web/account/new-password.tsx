import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../client/call.ts';
import { useAct } from '../ground/act.ts';
import { Refusal } from '../ground/parts/refusal.tsx';
import { useWords } from '../words/language.ts';
import { Outside } from './outside.tsx';
import { PasswordField } from './password-field.tsx';
import { takeSecret } from './secret-of-link.ts';

/** Where the link of a forgotten password leads. */
export function Screen() {
  const { reset: words, join, signIn } = useWords('account');
  const [secret] = useState(takeSecret);
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const act = useAct(async () => {
    await call('reset-password', { body: { secret, newPassword: password } });
    setDone(true);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  if (isDone)
    return (
      <Outside title={words.choose} said={words.done}>
        <Link to="/connexion" className="btn primary big wide">
          {signIn.title}
        </Link>
      </Outside>
    );
  return (
    <Outside title={words.choose} said={words.chooseSaid}>
      <form onSubmit={submit} noValidate>
        <PasswordField
          label={join.newPassword}
          hint={join.passwordHint}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          wrong={act.problem?.at('newPassword') ?? act.problem?.at('password')}
        />
        <Refusal error={act.error} shown={['newPassword', 'password']} />
        <div className="ways">
          <button type="submit" className="btn primary big wide" aria-disabled={act.isRunning}>
            {words.chooseGo}
          </button>
        </div>
      </form>
    </Outside>
  );
}
