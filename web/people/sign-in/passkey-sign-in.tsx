import { useAct } from '../../app/use-action.ts';
import { useWords } from '../../locales/language.ts';
import { PasskeyFault } from '../security/passkey-error.tsx';
import { knowsPasskeys, showPasskey } from '../security/webauthn.ts';

/** Signing in with what this device holds; nothing in a browser that knows no passkeys. */
export function ByPasskey({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const words = useWords('people').signIn;
  const act = useAct(async () => {
    await showPasskey();
    await onSignedIn();
  });
  if (!knowsPasskeys()) return null;
  return (
    <>
      <button type="button" className="btn big wide" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {words.passkey}
      </button>
      <PasskeyFault error={act.error} />
    </>
  );
}
