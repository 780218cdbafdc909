import { useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Recurring } from './recurrence-dialog.tsx';

type Name = 'pause-invoice-frequency' | 'resume-invoice-frequency';

/** Actions on a recurring invoice; `after` shows the result. */
export function RecurrenceActions({
  billing: { id, frequency },
  change,
  after,
}: {
  billing: Recurring;
  change: () => void;
  after: () => Promise<unknown>;
}) {
  const words = useTranslations('recurring');
  const [isEnding, setEnding] = useState(false);
  const runs = (name: Name, said: string) => async () => {
    await call(name, { invoiceId: id });
    toast(said);
    await after();
  };
  // A separate action each, so that pressing the second one while the first is still running works.
  const pause = useAction(runs('pause-invoice-frequency', words.paused));
  const resume = useAction(runs('resume-invoice-frequency', words.resumed));
  const end = useAction(async () => {
    await call('delete-invoice-frequency', { invoiceId: id });
    setEnding(false);
    await after();
    toast(words.ended);
  });
  if (!frequency) return null;
  return (
    <>
      <div className="buttons">
        <button type="button" className="btn" onClick={change}>
          {words.change}
        </button>
        {frequency.state === 'active' && (
          <button type="button" className="btn" onClick={() => void pause.run()}>
            {words.pause}
          </button>
        )}
        {frequency.state === 'paused' && (
          <button type="button" className="btn" onClick={() => void resume.run()}>
            {words.resume}
          </button>
        )}
        <button type="button" className="btn quiet" onClick={() => setEnding(true)}>
          {words.end}
        </button>
      </div>
      <ErrorMessage error={pause.error ?? resume.error} />
      {isEnding && (
        <ConfirmDialog
          title={words.endTitle}
          description={words.endSaid}
          cancelLabel={words.abandon}
          submitLabel={words.end}
          action={end}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}
