import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../client/call.ts';
import { useAct } from '../ground/act.ts';
import { IconInfoCircle } from '../ground/icons.tsx';
import { Field } from '../ground/parts/field.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { useWords } from '../words/language.ts';
import { Outside } from './outside.tsx';

/** A forgotten password: a link by mail. What is answered never says whether there is such an account. */
export function Screen() {
  const { reset: words, signIn } = useWords('account');
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const act = useAct(async () => {
    await call('ask-for-password-reset', { body: { email } });
    setSent(true);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Outside title={words.title} said={words.said}>
      <form onSubmit={submit} noValidate>
        <Field
          label={signIn.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          wrong={act.problem?.at('email')}
        />
        <Refusal error={act.error} shown={['email']} />
        <div role="status">
          {isSent && (
            <div className="notice">
              <IconInfoCircle />
              <span>{words.sent}</span>
            </div>
          )}
        </div>
        <div className="ways">
          <button type="submit" className="btn primary big wide" aria-disabled={act.isRunning}>
            {words.go}
          </button>
          <Link to="/connexion" className="btn quiet wide">
            {words.back}
          </Link>
        </div>
      </form>
    </Outside>
  );
}
