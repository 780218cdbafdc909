import { useEffect, useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Loading } from '../../../app/components/loading.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';

/** Preview of the draft as printed, with the word "draft" across each page. */
export function PreviewDialog({ close }: { close: () => void }) {
  const { document, saving } = useEditor();
  const words = useTranslations('editor');
  const [address, setAddress] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const giving = new AbortController();
    let made: string | undefined;
    const draw = async (): Promise<void> => {
      // Save first, so that the preview matches the screen.
      await saving.saveNow();
      const pages = await call('preview-billing', { billingId: document.id, query: {} }, { signal: giving.signal });
      made = URL.createObjectURL(pages);
      setAddress(made);
    };
    draw().catch((failed) => !giving.signal.aborted && setError(failed));
    return () => {
      giving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [document.id, saving]);
  return (
    <Dialog
      title={words.bar.preview}
      wide
      onClose={close}
      footer={
        <button type="button" className="btn primary" onClick={close}>
          {words.done}
        </button>
      }
    >
      <p className="quiet under-title">{words.preview}</p>
      {address === undefined && !error && <Loading rows={12} />}
      {address !== undefined && <img className="preview" src={address} alt={words.preview} />}
      <ErrorMessage error={error} />
    </Dialog>
  );
}
