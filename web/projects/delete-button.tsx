import { useState } from 'react';
import type { Act } from '../app/use-action.ts';
import { useTranslations } from '../locales/language.ts';

/** Permanent deletion with two clicks: the first one explains the consequences. */
export function DeleteButton({ description, action }: { description: string; action: Act<readonly []> }) {
  const words = useTranslations('projects').form;
  const [isSure, ask] = useState(false);
  return (
    <>
      {isSure && (
        <p className="small remove-description" role="status">
          {description}
        </p>
      )}
      <button
        type="button"
        className="btn danger"
        aria-disabled={action.isRunning}
        onClick={() => (isSure ? void action.run() : ask(true))}
      >
        {isSure ? words.removeNow : words.remove}
      </button>
    </>
  );
}
