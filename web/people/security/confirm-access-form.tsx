import type { ReactNode } from 'react';
import type { useAct } from '../../app/use-action.ts';
import { useWords } from '../../locales/language.ts';
import { PasskeyFault } from './passkey-error.tsx';

/** What is asked for before something of one's own access is changed, with its one button and the way back. */
export function OwnForm({
  act,
  go,
  isGrave = false,
  shown,
  onAbandon,
  children,
}: {
  act: ReturnType<typeof useAct<[]>>;
  go: string;
  isGrave?: boolean;
  /** The fields that say their own refusals. */
  shown: readonly string[];
  onAbandon: () => void;
  children: ReactNode;
}) {
  const words = useWords('access').security;
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
      <PasskeyFault error={act.error} shown={shown} />
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
