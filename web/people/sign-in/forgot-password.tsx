import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import { IconInfoCircle } from '../../app/icons.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { SignedOutForm } from './signed-out-form.tsx';

/** Forgotten password: sends a link. The answer never reveals whether the account exists. */
export function Screen() {
  const { reset: words, signIn } = useTranslations('people');
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const act = useAction(async () => {
    await call('ask-for-password-reset', { body: { email } });
    setSent(true);
  });
  return (
    <SignedOutForm
      title={words.title}
      description={words.said}
      submitLabel={words.go}
      action={act}
      submit={() => act.run()}
      shown={['email']}
      ways={
        <Link to="/connexion" className="btn quiet wide">
          {words.back}
        </Link>
      }
    >
      <Field
        label={signIn.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={act.problem?.at('email')}
      />
      <div role="status">
        {isSent && (
          <div className="notice">
            <IconInfoCircle />
            <span>{words.sent}</span>
          </div>
        )}
      </div>
    </SignedOutForm>
  );
}
