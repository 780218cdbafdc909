import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { PasswordField } from '../security/password-field.tsx';
import { takeLinkSecret } from './link-secret.ts';
import { SignedOutForm } from './signed-out-form.tsx';
import { Outside } from './signed-out-page.tsx';

/** Target of the password reset link. */
export function Screen() {
  const { reset: words, join, signIn } = useTranslations('people');
  const [secret] = useState(takeLinkSecret);
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const act = useAction(async () => {
    await call('reset-password', { body: { secret, newPassword: password } });
    setDone(true);
  });
  if (isDone)
    return (
      <Outside title={words.choose} description={words.done}>
        <Link to="/connexion" className="btn primary big wide">
          {signIn.title}
        </Link>
      </Outside>
    );
  return (
    <SignedOutForm
      title={words.choose}
      description={words.chooseSaid}
      submitLabel={words.chooseGo}
      action={act}
      submit={() => act.run()}
      shown={['newPassword', 'password']}
    >
      <PasswordField
        label={join.newPassword}
        hint={join.passwordHint}
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={act.problem?.at('newPassword') ?? act.problem?.at('password')}
      />
    </SignedOutForm>
  );
}
