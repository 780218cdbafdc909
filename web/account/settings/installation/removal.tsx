import { useState } from 'react';
import { ConfirmDialog } from '../../../app/components/confirm-dialog.tsx';
import { toast } from '../../../app/components/toasts.tsx';
import { useAction } from '../../../app/use-action.ts';
import { useTranslations } from '../../../locales/language.ts';

type Words = Record<'remove' | 'removeTitle' | 'removeSaid' | 'removed', string>;

/** The button that removes a setting of the service, after confirmation. */
export function Removal(of: { words: Words; remove: () => Promise<unknown>; onRemoved: () => Promise<void> }) {
  const { words, remove, onRemoved } = of;
  const { cancel } = useTranslations('installation');
  const [isAsking, ask] = useState(false);
  const act = useAction(async () => {
    await remove();
    ask(false);
    toast(words.removed);
    await onRemoved();
  });
  return (
    <>
      <button type="button" className="btn quiet" onClick={() => ask(true)}>
        {words.remove}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={words.removeTitle}
          description={words.removeSaid}
          cancelLabel={cancel}
          submitLabel={words.remove}
          action={act}
          onClose={() => ask(false)}
          isDangerous
        />
      )}
    </>
  );
}
