import { useRef, useState } from 'react';
import { base64Of } from '../../../app/base64.ts';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { IconPaperclip, IconX } from '../../../app/icons.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';
import { TextSettings } from './text-settings.tsx';

/** Notes above and below the lines, terms of sale, and attachments. */
export function NotesDialog({ close }: { close: () => void }) {
  const words = useTranslations('editor');
  return (
    <SettingDialog title={words.panel.notes} close={close}>
      <TextSettings dialog="notes" />
      <Files />
    </SettingDialog>
  );
}

function Files() {
  const { document, saving } = useEditor();
  const words = useTranslations('editor').files;
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  // Save the edits first: an attachment also changes the version of the document.
  const act = async (ask: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await saving.saveNow();
      await ask();
    } catch (failed) {
      setError(failed);
    }
    await saving.refresh();
    setBusy(false);
  };
  const attach = async (files: FileList | null): Promise<void> => {
    for (const file of files ?? [])
      await act(async () =>
        call('attach-file', { billingId: document.id, body: { name: file.name, content: await base64Of(file) } }),
      );
    if (input.current) input.current.value = '';
  };
  return (
    <fieldset className="attached" disabled={isBusy}>
      <legend className="label">{words.title}</legend>
      <ul>
        {document.attachments.map(({ id, name, isInElectronicInvoice }) => (
          <li key={id}>
            <IconPaperclip />{' '}
            <span>
              {name}
              {isInElectronicInvoice && <small className="quiet"> · {words.inElectronicInvoice}</small>}
            </span>
            <button
              type="button"
              className="btn quiet square push"
              aria-label={words.remove(name)}
              onClick={() => act(() => call('detach-file', { billingId: document.id, fileId: id }))}
            >
              <IconX />
            </button>
          </li>
        ))}
      </ul>
      <label className="btn">
        <IconPaperclip /> {words.add}
        <input
          ref={input}
          type="file"
          multiple
          className="screen-reader-only"
          accept=".pdf,.png,.jpg,.jpeg,.csv,.xlsx,.docx,.odt,.ods,.txt"
          onChange={({ target }) => void attach(target.files)}
        />
      </label>
      <p className="hint">{words.hint}</p>
      <ErrorMessage error={error} />
    </fieldset>
  );
}
