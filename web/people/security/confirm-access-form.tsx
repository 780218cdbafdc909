import type { ReactNode } from 'react';
import type { useAction } from '../../app/use-action.ts';
import { useTranslations } from '../../locales/language.ts';
import { PasskeyError } from './passkey-error.tsx';

/** What is asked for before something of one's own access is changed, with its one button and the way back. */
export function ConfirmAccessForm({
  act,
  go,
  isGrave = false,
  shown,
  onAbandon,
  children,
}: {
  act: ReturnType<typeof useAction<[]>>;
  go: string;
  isGrave?: boolean;
  /** The fields that say their own refusals. */
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
        void act.run();
      }}
    >
      {children}
      <PasskeyError error={act.error} shown={shown} />
      <div className="acts-of">
        <button type="submit" className={isGrave ? 'btn danger' : 'btn primary'} aria-disabled={act.isRunning}>
          {go}
        </button>
        <button type="button" className="btn" onClick={onAbandon}>
          {words.abandon}
        </button>
      </div>
    </form>
  );
}
