import type { ReactNode } from 'react';
import type { useAction } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';
import { PasskeyError } from './passkey-error.tsx';

/** Asks for the password before a change of access, with a submit and a cancel button. */
export function ConfirmAccessForm({
  action,
  submitLabel,
  isDangerous = false,
  shown,
  onAbandon,
  children,
}: {
  action: ReturnType<typeof useAction<[]>>;
  submitLabel: string;
  isDangerous?: boolean;
  /** Fields that show their own errors. */
  shown: readonly string[];
  onAbandon: () => void;
  children: ReactNode;
}) {
  const words = useTranslations('access').security;
  return (
    <form
      className="own-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      {children}
      <PasskeyError error={action.error} shown={shown} />
      <div className="row-actions">
        <button type="submit" className={isDangerous ? 'btn danger' : 'btn primary'} aria-disabled={action.isRunning}>
          {submitLabel}
        </button>
        <button type="button" className="btn" onClick={onAbandon}>
          {words.abandon}
        </button>
      </div>
    </form>
  );
}
