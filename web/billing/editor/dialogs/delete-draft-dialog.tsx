import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';

/** Deletes a draft. A draft has no number, so the sequence has no gap. */
export function RemoveDialog({ close }: { close: () => void }) {
  const { document, saving } = useEditor();
  const words = useTranslations('editor').remove;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const remove = async (): Promise<void> => {
    try {
      await saving.saveNow();
      await call('delete-billing', { billingId: document.id });
      saving.stop();
      await queries.invalidateQueries();
      await navigate({ to: 'advanceEstimateLines' in document ? '/devis' : '/factures' });
    } catch (failed) {
      setError(failed);
    }
  };
  return (
    <Dialog
      title={words.title}
      onClose={close}
      footer={
        <>
          <button type="button" className="btn" onClick={close}>
            {words.keep}
          </button>
          <button type="button" className="btn primary" onClick={() => void remove()}>
            {words.remove}
          </button>
        </>
      }
    >
      <p>{words.said}</p>
      <ErrorMessage error={error} />
    </Dialog>
  );
}
