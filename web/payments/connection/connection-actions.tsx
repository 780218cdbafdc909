import { useState } from 'react';
import { ConfirmDialog } from '../../app/components/confirm-dialog.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { useAction } from '../../app/use-action.ts';

type Words = Record<
  'replace' | 'disconnect' | 'disconnectTitle' | 'disconnectSaid' | 'cancel' | 'disconnected',
  string
>;

/**
 * Actions on a connection to an external service: replace keys, or disconnect after confirmation.
 */
export function ConnectionActions(of: {
  words: Words;
  change: () => void;
  disconnect: () => Promise<unknown>;
  onGone: () => Promise<void>;
}) {
  const { words, change, disconnect, onGone } = of;
  const [isAsking, ask] = useState(false);
  const act = useAction(async () => {
    await disconnect();
    ask(false);
    await onGone();
    toast(words.disconnected);
  });
  return (
    <>
      <div className="row-actions">
        <button type="button" className="btn" onClick={change}>
          {words.replace}
        </button>
        <button type="button" className="btn quiet" onClick={() => ask(true)}>
          {words.disconnect}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.disconnectTitle}
          description={words.disconnectSaid}
          cancelLabel={words.cancel}
          submitLabel={words.disconnect}
          action={act}
          onClose={() => ask(false)}
          isDangerous
        />
      )}
    </>
  );
}
