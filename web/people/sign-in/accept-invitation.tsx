import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { type Invitation, join, signIn } from '../../app/session/sign-in.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { isProblem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { PasswordField } from '../security/password-field.tsx';
import { takeLinkSecret } from './link-secret.ts';
import { SignedOutForm } from './signed-out-form.tsx';
import { Outside } from './signed-out-page.tsx';

/** First run and invitations: both open with a one-time secret link. */
export function Screen() {
  const words = useTranslations('people').join;
  const [secret] = useState(takeLinkSecret);
  const look = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => call('look-at-link', { body: { secret } }),
    enabled: secret !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (look.data) return <Accept invitation={look.data} secret={secret} />;
  if (secret !== '' && look.isPending)
    return (
      <Outside title={words.first}>
        <Loading rows={4} />
      </Outside>
    );
  return (
    <Outside title={words.lost.title} description={words.lost.said}>
      {secret !== '' && !isProblem(look.error, 'invitation.not_found') && <ErrorMessage error={look.error} />}
      <Link to="/connexion" className="btn primary big wide">
        {words.lost.signIn}
      </Link>
    </Outside>
  );
}

function Accept({ invitation, secret }: { invitation: Invitation; secret: string }) {
  const { join: words, signIn: usual } = useTranslations('people');
  const navigate = useNavigate();
  const [given, setGiven] = useState({ email: invitation.email ?? '', name: '', password: '' });
  const act = useAction(async () => {
    const { email, name, password } = given;
    if (invitation.isKnown) {
      await signIn({ email, password });
      await join({ secret });
    } else await join({ secret, name, password, ...(invitation.email === null && { email }) });
    await navigate({ to: invitation.email === null ? '/bienvenue' : '/', replace: true });
  });
  const field = (name: keyof typeof given) => ({
    name,
    value: given[name],
    required: true,
    error: act.problem?.at(name),
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
  });
  const isFirst = invitation.email === null;
  return (
    <SignedOutForm
      title={isFirst ? words.first : words.invited(invitation.account.name)}
      description={
        isFirst ? words.firstSaid : invitation.isKnown ? words.known : words.invitedSaid(invitation.email ?? '')
      }
      submitLabel={invitation.isKnown ? words.accept : words.go}
      action={act}
      submit={() => act.run()}
      shown={['email', 'name', 'password']}
    >
      <Field {...field('email')} label={usual.email} type="email" autoComplete="username" readOnly={!isFirst} />
      {!invitation.isKnown && <Field {...field('name')} label={words.name} hint={words.nameHint} autoComplete="name" />}
      <PasswordField
        {...field('password')}
        label={invitation.isKnown ? usual.password : words.newPassword}
        hint={invitation.isKnown ? undefined : words.passwordHint}
        autoComplete={invitation.isKnown ? 'current-password' : 'new-password'}
      />
    </SignedOutForm>
  );
}
