import { useState } from 'react';
import type { Act } from '../app/use-action.ts';
import { useTranslations } from '../locales/language.ts';

/** Permanent deletion with two clicks: the first one explains the consequences. */
export function DeleteButton({ said, act }: { said: string; act: Act<readonly []> }) {
  const words = useTranslations('projects').form;
  const [isSure, ask] = useState(false);
  return (
    <>
      {isSure && (
        <p className="small remove-description" role="status">
          {said}
        </p>
      )}
      <button
        type="button"
        className="btn danger"
        aria-disabled={act.isRunning}
        onClick={() => (isSure ? void act.run() : ask(true))}
      >
        {isSure ? words.removeNow : words.remove}
      </button>
    </>
  );
}
