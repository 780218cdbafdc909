import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import { signIn } from '../../app/session/sign-in.ts';
import { useAction } from '../../app/use-action.ts';
import { basePath } from '../../client/base-path.ts';
import { isProblem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { PasswordField } from '../security/password-field.tsx';
import { CodeStep } from './code-step.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { isOwn } from './same-origin.ts';
import { SignedOutForm } from './signed-out-form.tsx';
import { VisitDemonstration } from './visit-demonstration.tsx';

/**
 * Sign-in: by passkey, or by address and password, then a code if two-factor authentication is on.
 */
export function Screen() {
  const words = useTranslations('people').signIn;
  const navigate = useNavigate();
  const { de } = useSearch({ from: '/connexion' });
  const [given, setGiven] = useState({ email: '', password: '' });
  const [wantsCode, setWantsCode] = useState(false);
  const goOn = () => navigate({ href: basePath + (isOwn(de) ? de : '/'), replace: true });
  const act = useAction(async (code?: string) => {
    try {
      await signIn({ ...given, ...(code && { code }) });
    } catch (error) {
      if (code !== undefined || !isProblem(error, 'person.second_factor_needed')) throw error;
      setWantsCode(true);
      return;
    }
    await goOn();
  });
  if (wantsCode)
    return (
      <CodeStep
        action={act}
        onBack={() => {
          act.forget();
          setWantsCode(false);
        }}
      />
    );
  return (
    <SignedOutForm
      title={words.title}
      description={words.said}
      submitLabel={words.go}
      action={act}
      submit={() => act.run()}
      shown={['email', 'password']}
      ways={
        <>
          <PasskeySignIn onSignedIn={goOn} />
          <VisitDemonstration />
        </>
      }
    >
      <Field
        label={words.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={given.email}
        onChange={(event) => setGiven({ ...given, email: event.target.value })}
        error={act.problem?.at('email')}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        required
        value={given.password}
        onChange={(event) => setGiven({ ...given, password: event.target.value })}
        error={act.problem?.at('password')}
        aside={
          <Link to="/reinitialiser" className="link small">
            {words.forgotten}
          </Link>
        }
      />
    </SignedOutForm>
  );
}
