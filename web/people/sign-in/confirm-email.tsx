import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { takeLinkSecret } from './link-secret.ts';
import { SignedOutForm } from './signed-out-form.tsx';
import { Outside } from './signed-out-page.tsx';

/**
 * Target of the link that confirms a new address. It requires a click, so that programs that open
 * links in emails do not use it up.
 */
export function Screen() {
  const { address: words, signIn } = useTranslations('people');
  const [secret] = useState(takeLinkSecret);
  const [email, setEmail] = useState<string>();
  const act = useAction(async () => setEmail((await call('confirm-address', { body: { secret } })).email));
  if (email !== undefined)
    return (
      <Outside title={words.done} description={words.doneSaid(email)}>
        <Link to="/connexion" className="btn primary big wide">
          {signIn.go}
        </Link>
      </Outside>
    );
  return (
    <SignedOutForm
      title={words.title}
      description={words.said}
      submitLabel={words.go}
      action={act}
      submit={() => act.run()}
      shown={[]}
    />
  );
}
