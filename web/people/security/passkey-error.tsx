import { ErrorMessage } from '../../app/components/error-message.tsx';
import { IconInfoCircle } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';
import { PasskeyFailed } from './webauthn.ts';

/** Why a passkey failed: an error of the device, or a refusal of the service. */
export function PasskeyError({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const words = useTranslations('people').passkey;
  if (!(error instanceof PasskeyFailed)) return <ErrorMessage error={error} shown={shown} />;
  return (
    <div className="notice warn" role="alert">
      <IconInfoCircle />
      <p>{words[error.fault]}</p>
    </div>
  );
}
