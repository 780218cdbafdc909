import { useEffect, useState } from 'react';
import { call } from '../../client/call.ts';
import { Dialog } from '../../ground/parts/dialog.tsx';
import { Refusal } from '../../ground/parts/refusal.tsx';
import { Waiting } from '../../ground/parts/waiting.tsx';
import { useWords } from '../../words/language.ts';
import { useEditor } from './editor-context.ts';

/** The draft as the printer sets it: a PDF with the word "draft" across each page. */
export function PreviewDialog({ close }: { close: () => void }) {
  const { document, saving } = useEditor();
  const words = useWords('editor');
  const [address, setAddress] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const giving = new AbortController();
    let made: string | undefined;
    const print = async (): Promise<void> => {
      // What is on the screen is what is printed.
      await saving.saveNow();
      const query = { format: 'pdf' } as const;
      const file = await call('download-billing', { billingId: document.id, query }, { signal: giving.signal });
      made = URL.createObjectURL(file as unknown as Blob);
      setAddress(made);
    };
    print().catch((failed) => !giving.signal.aborted && setError(failed));
    return () => {
      giving.abort();
      if (made !== undefined) setTimeout(URL.revokeObjectURL, 60_000, made);
    };
  }, [document.id, saving]);
  return (
    <Dialog
      title={words.bar.preview}
      wide
      onClose={close}
      footer={
        <>
          {address !== undefined && (
            <a className="btn" href={address} target="_blank" rel="noreferrer">
              {words.preview.open}
            </a>
          )}
          <button type="button" className="btn primary" onClick={close}>
            {words.done}
          </button>
        </>
      }
    >
      <p className="quiet under-title">{words.preview.said}</p>
      {address === undefined && !error && <Waiting rows={12} />}
      {address !== undefined && <iframe className="preview" src={address} title={words.bar.preview} />}
      <Refusal error={error} />
    </Dialog>
  );
}
