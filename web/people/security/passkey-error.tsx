import { Refusal } from '../../app/components/error-message.tsx';
import { IconInfoCircle } from '../../app/icons.tsx';
import { useWords } from '../../locales/language.ts';
import { NoPasskey } from './webauthn.ts';

/** Why no passkey came: what the device said, or what the service refused. */
export function PasskeyFault({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const words = useWords('people').passkey;
  if (!(error instanceof NoPasskey)) return <Refusal error={error} shown={shown} />;
  return (
    <div className="notice warn" role="alert">
      <IconInfoCircle />
      <p>{words[error.fault]}</p>
    </div>
  );
}
