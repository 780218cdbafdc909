import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { type Answer, call } from '../../client/call.ts';
import { isProblem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { base64Of } from '../base64.ts';
import { Dialog } from '../components/dialog.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { toast } from '../components/toasts.tsx';
import { Money } from '../formats/money.tsx';
import { IconDownload, IconUpload } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { useAction } from '../use-action.ts';
import { type ChosenColumn, type FoundColumn, ImportColumns } from './import-columns.tsx';

type What = 'customers' | 'products' | 'purchases';
/** The sums are those of purchases. */
type Report = Answer<'import-products'> & Partial<Omit<Answer<'import-purchases'>, keyof Answer<'import-products'>>>;

const operations = {
  customers: 'import-customers',
  products: 'import-products',
  purchases: 'import-purchases',
} as const;
/** Operations whose lists are invalidated after the import. */
const lists = {
  customers: ['list-organizations', 'list-contacts'],
  products: ['get-products'],
  purchases: ['list-purchases', 'get-purchases-totals', 'list-purchase-suppliers'],
} as const;
/** Number of messages shown; the service sends the first hundred. */
const SHOWN = 30;

/** Import of a table: choose a file, preview it without writing anything, then confirm. */
export function ImportDialog({ what, onClose }: { what: What; onClose: () => void }) {
  const words = useTranslations('import');
  const field = useRef<HTMLInputElement>(null);
  const { file, report, columns, options, look, bring, choose, say, map } = useImport(what, onClose);
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
        {words.knownColumns} {words.columns[what]}
        <br />
        {words.needed[what]}
      </p>
      <p>
        <input
          ref={field}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
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
      {report && <ImportReport what={what} report={report} options={options} onChange={say} />}
      {what !== 'purchases' && columns && (
        <ImportColumns what={what} columns={columns} isOpen={report === undefined} onChoose={map} />
      )}
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
  const [columns, setColumns] = useState<readonly FoundColumn[]>();
  const [options, setOptions] = useState<Options>({ again: false, skipBad: false });
  const ask = (content: string, { again, skipBad, chosen }: Options, dryRun: boolean): Promise<Report> => {
    const body = { file: content, dryRun, skipBad, ...(chosen && what !== 'purchases' && { columns: [...chosen] }) };
    return what === 'purchases'
      ? call('import-purchases', { query: {}, body: { ...body, importKnown: again } })
      : call(operations[what], { query: {}, body: { ...body, updateExisting: again } });
  };
  const look = useAction(async (content: string, said: Options) => {
    setReport(undefined);
    try {
      const read = await ask(content, { ...said, skipBad: true }, true);
      setReport(read);
      setColumns(read.columns);
    } catch (error) {
      // The person can say what the columns contain.
      if (isProblem(error, 'import.columns_missing'))
        setColumns(error.members.found as unknown as readonly FoundColumn[]);
      throw error;
    }
  });
  const bring = useAction(async () => {
    if (!file) return;
    const { created, updated, skipped, known } = await ask(file.content, options, false);
    await Promise.all(lists[what].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.done(created, updated, skipped + (known ?? 0)));
    onClose();
  });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const chosen = target.files?.[0];
    // Allow choosing the same file again after it was corrected.
    target.value = '';
    if (!chosen) return;
    const content = await base64Of(chosen);
    setFile({ name: chosen.name, content });
    setColumns(undefined);
    const { chosen: _, ...said } = options;
    setOptions(said);
    await look.run(content, said);
  };
  const say = (said: Options): void => {
    setOptions(said);
    if (said.again !== options.again && file) void look.run(file.content, said);
  };
  const map = (chosen: readonly ChosenColumn[]): void => {
    const said = { ...options, chosen };
    setOptions(said);
    if (file) void look.run(file.content, said);
  };
  return { file, report, columns, options, look, bring, choose, say, map };
}

/** `again`: update what exists, or record purchases that the register already has. */
type Options = {
  readonly again: boolean;
  readonly skipBad: boolean;
  readonly chosen?: readonly ChosenColumn[];
};

/** The result of the preview. */
function ImportReport({
  what,
  report,
  options,
  onChange,
}: {
  what: What;
  report: Report;
  options: Options;
  onChange: (options: Options) => void;
}) {
  const words = useTranslations('import');
  const { rows, created, updated, skipped, errors, errorCount, warnings, warningCount, known, source } = report;
  const hasAgain = what !== 'purchases' || known > 0 || options.again;
  return (
    <div className="fields">
      {source !== undefined && <p>{words.recognized[what === 'products' ? 'products' : 'customers'](source)}</p>}
      <p role="status">
        <b>{words.found(rows)}</b> : {words.will(created, updated)}
        {known > 0 && ` · ${what === 'purchases' ? words.known(known) : words.importedBefore(known)}`}
        {errorCount > 0 && <span className="late"> · {words.errors(errorCount)}</span>}
      </p>
      <SumsOfPurchases report={report} />
      {hasAgain && (
        <label className="choice">
          <input
            type="checkbox"
            className="check"
            checked={options.again}
            onChange={({ target }) => onChange({ ...options, again: target.checked })}
          />
          {source === undefined ? words.again[what] : words.againOfProgram}
        </label>
      )}
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

/** What the rows of purchases add up to. */
function SumsOfPurchases({ report: { amount, deductibleVat = 0, owedVat = 0, bookedLater = 0 } }: { report: Report }) {
  const words = useTranslations('import');
  if (amount === undefined) return null;
  return (
    <>
      <dl className="import-sums">
        <dt>{words.sums.amount}</dt>
        <dd>
          <Money cents={amount} />
        </dd>
        <dt>{words.sums.deductibleVat}</dt>
        <dd>
          <Money cents={deductibleVat} />
        </dd>
        {owedVat !== 0 && (
          <>
            <dt>{words.sums.owedVat}</dt>
            <dd>
              <Money cents={owedVat} />
            </dd>
          </>
        )}
      </dl>
      {bookedLater > 0 && <p className="small">{words.bookedLater(bookedLater)}</p>}
    </>
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
