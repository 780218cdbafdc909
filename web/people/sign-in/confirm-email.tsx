import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useWords } from '../../locales/language.ts';
import { takeSecret } from './link-secret.ts';
import { OutsideForm } from './signed-out-form.tsx';
import { Outside } from './signed-out-page.tsx';

/** Where the link to confirm a new address leads. It is used by a press: programs that open links of mails use up nothing. */
export function Screen() {
  const { address: words, signIn } = useWords('people');
  const [secret] = useState(takeSecret);
  const [email, setEmail] = useState<string>();
  const act = useAct(async () => setEmail((await call('confirm-address', { body: { secret } })).email));
  if (email !== undefined)
    return (
      <Outside title={words.done} said={words.doneSaid(email)}>
        <Link to="/connexion" className="btn primary big wide">
          {signIn.go}
        </Link>
      </Outside>
    );
  return (
    <OutsideForm title={words.title} said={words.said} go={words.go} act={act} submit={() => act.run()} shown={[]} />
  );
}
