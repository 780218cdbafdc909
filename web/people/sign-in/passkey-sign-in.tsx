import { useAction } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';
import { PasskeyError } from '../security/passkey-error.tsx';
import { getPasskey, supportsPasskeys } from '../security/webauthn.ts';

/** Sign-in with a passkey; renders nothing if the browser does not support them. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const words = useTranslations('people').signIn;
  const act = useAction(async () => {
    await getPasskey();
    await onSignedIn();
  });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <button type="button" className="btn big wide" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {words.passkey}
      </button>
      <PasskeyError error={act.error} />
    </>
  );
}
