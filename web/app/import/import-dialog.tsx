import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { base64Of } from '../base64.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { toast } from '../components/toasts.tsx';
import { IconDownload, IconUpload } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { useAction } from '../use-action.ts';

type What = 'customers' | 'products';
type Report = Answer<'import-products'>;

const operations = { customers: 'import-customers', products: 'import-products' } as const;
/** Operations whose lists are invalidated after the import. */
const lists = { customers: ['list-organizations', 'list-contacts'], products: ['get-products'] } as const;
/** Number of messages shown; the service sends the first hundred. */
const SHOWN = 30;

/** CSV import: choose a file, preview it without writing anything, then confirm. */
export function ImportDialog({ what, onClose }: { what: What; onClose: () => void }) {
  const words = useTranslations('import');
  const field = useRef<HTMLInputElement>(null);
  const { file, report, options, look, bring, choose, say } = useImport(what, onClose);
  const isReady =
    report !== undefined && (report.errorCount === 0 || options.skipBad) && report.created + report.updated > 0;
  return (
    <Dialog
      title={words.title[what]}
      onClose={onClose}
      wide
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.cancel}
          </button>
          {isReady && (
            <button
              type="button"
              className="btn primary"
              aria-disabled={bring.isRunning}
              onClick={() => void bring.run()}
            >
              {bring.isRunning ? words.writing : words.go(report.created + report.updated)}
            </button>
          )}
        </>
      }
    >
      <p>{words.said}</p>
      <p className="small quiet">
        {words.known} {words.columns[what]}
        <br />
        {words.needed[what]}
      </p>
      <p>
        <input
          ref={field}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          className="screen-reader-only"
          aria-label={words.choose}
          tabIndex={-1}
          onChange={(event) => void choose(event)}
        />
        <button type="button" className={report ? 'btn' : 'btn primary'} onClick={() => field.current?.click()}>
          <IconUpload /> {file ? words.another : words.choose}
        </button>{' '}
        {file ? (
          <span className="quiet">{file.name}</span>
        ) : (
          <button type="button" className="btn quiet" onClick={() => saveModel(words.model[what])}>
            <IconDownload /> {words.takeModel}
          </button>
        )}
      </p>
      <div role="status">{look.isRunning && <p className="quiet">{words.reading}</p>}</div>
      <ErrorMessage error={look.error ?? bring.error} />
      {report && <ImportReport report={report} options={options} onChange={say} />}
    </Dialog>
  );
}

/**
 * A template with headers and one row, as French spreadsheets open it. The byte order mark declares
 * UTF-8.
 */
const saveModel = ({ name, rows }: { name: string; rows: readonly string[] }): void =>
  saveFile(new Blob([`\ufeff${rows.join('\r\n')}\r\n`], { type: 'text/csv' }), name);

/** Previews a file without writing anything, then imports it. */
function useImport(what: What, onClose: () => void) {
  const words = useTranslations('import');
  const queries = useQueryClient();
  const [file, setFile] = useState<{ name: string; content: string }>();
  const [report, setReport] = useState<Report>();
  const [options, setOptions] = useState({ updateExisting: false, skipBad: false });
  const ask = (content: string, said: typeof options, dryRun: boolean): Promise<Report> =>
    call(operations[what], { query: {}, body: { file: content, dryRun, ...said } });
  const look = useAction(async (content: string, said: typeof options) =>
    setReport(await ask(content, { ...said, skipBad: true }, true)),
  );
  const bring = useAction(async () => {
    if (!file) return;
    const { created, updated, skipped } = await ask(file.content, options, false);
    await Promise.all(lists[what].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.done(created, updated, skipped));
    onClose();
  });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = target.files?.[0];
    // Allow choosing the same file again after it was corrected.
    target.value = '';
    if (!chosen) return;
    const content = await base64Of(chosen);
    setReport(undefined);
    setFile({ name: chosen.name, content });
    await look.run(content, options);
  };
  const say = (said: Options): void => {
    setOptions(said);
    if (said.updateExisting !== options.updateExisting && file) void look.run(file.content, said);
  };
  return { file, report, options, look, bring, choose, say };
}

type Options = { readonly updateExisting: boolean; readonly skipBad: boolean };

/** The result of the preview. */
function ImportReport({
  report,
  options,
  onChange,
}: {
  report: Report;
  options: Options;
  onChange: (options: Options) => void;
}) {
  const words = useTranslations('import');
  const { rows, created, updated, skipped, errors, errorCount, warnings, warningCount } = report;
  return (
    <div className="fields">
      <p role="status">
        <b>{words.found(rows)}</b> : {words.will(created, updated)}
        {errorCount > 0 && <span className="late"> · {words.errors(errorCount)}</span>}
      </p>
      <label className="choice">
        <input
          type="checkbox"
          className="check"
          checked={options.updateExisting}
          onChange={({ target }) => onChange({ ...options, updateExisting: target.checked })}
        />
        {words.updateExisting}
      </label>
      {errorCount > 0 && (
        <label className="choice">
          <input
            type="checkbox"
            className="check"
            checked={options.skipBad}
            onChange={({ target }) => onChange({ ...options, skipBad: target.checked })}
          />
          {words.skipBad(skipped)}
        </label>
      )}
      <Notes title={words.errors(errorCount)} notes={errors} count={errorCount} />
      <Notes title={words.warnings(warningCount)} notes={warnings} count={warningCount} />
    </div>
  );
}

function Notes({ title, notes, count }: { title: string; notes: Report['errors']; count: number }) {
  const words = useTranslations('import');
  if (count === 0) return null;
  return (
    <section className="import-notes">
      <h3>{title}</h3>
      <ul className="needs">
        {notes.slice(0, SHOWN).map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`}>
            <div>
              <b>{words.row(row, column)}</b>
              <p>{message}</p>
            </div>
          </li>
        ))}
        {count > SHOWN && <li className="quiet">{words.more(count - SHOWN)}</li>}
      </ul>
    </section>
  );
}
