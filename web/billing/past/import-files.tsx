import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Section } from '../../app/components/section.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { useImportMoved } from './import-moved.ts';

export type Plan = Answer<'get-import'>;
type FileOfImport = Plan['fileList'][number];

/** Files shown before a button for the others. */
const SHOWN = 12;

/** The files of an import: what each is, what was found in it, or why it cannot be read. */
export function ImportFiles({ plan, mayChange }: { plan: Plan; mayChange: boolean }) {
  const words = useTranslations('moveIn').files;
  const [isAll, showAll] = useState(false);
  const { fileList } = plan;
  if (fileList.length === 0) return null;
  // What needs attention comes first.
  const ordered = fileList.toSorted((a, b) => Number(isQuiet(a)) - Number(isQuiet(b)));
  const shown = isAll ? ordered : ordered.slice(0, SHOWN);
  const left = fileList.length - shown.length;
  return (
    <Section title={words.title}>
      <ul className="import-files">
        {shown.map((file) => (
          <FileRow key={file.id} importId={plan.id} file={file} mayChange={mayChange} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className="btn" onClick={() => showAll(true)}>
          {words.more(left)}
        </button>
      )}
    </Section>
  );
}

const isQuiet = ({ fault, content }: FileOfImport): boolean =>
  fault === undefined && content !== 'unknown' && content !== 'bank_statement' && content !== 'purchases';

function FileRow({ importId, file, mayChange }: { importId: string; file: FileOfImport; mayChange: boolean }) {
  const words = useTranslations('moveIn').files;
  const moved = useImportMoved();
  const { id, name, content, documents, rows, fault, skipped } = file;
  const skip = useAction(async () => {
    await call('change-import-file', { importId, fileId: id, body: { skip: !skipped } });
    await moved();
  });
  const isTaken = fault === undefined && isQuiet(file);
  return (
    <li className={skipped ? 'off' : undefined}>
      <div className="import-file">
        <b>{name}</b>
        {fault === undefined ? (
          <span className="quiet">
            {words.recognized(file)}
            {isTaken && ` · ${words.found(documents, rows, content)}`}
            {skipped && ` · ${words.skipped}`}
          </span>
        ) : (
          <span className="late">{words.faults[fault]}</span>
        )}
        {fault === undefined && content === 'unknown' && <span>{words.unknown}</span>}
        {content === 'bank_statement' && (
          <span>
            {words.elsewhere.bank_statement}{' '}
            <Link to="/paiements/banque" className="link">
              {words.elsewhere.bank}
            </Link>
          </span>
        )}
        {content === 'purchases' && (
          <span>
            {words.elsewhere.purchases}{' '}
            <Link to="/livres/achats" className="link">
              {words.elsewhere.purchasesLink}
            </Link>
          </span>
        )}
        <ErrorMessage error={skip.error} />
      </div>
      {mayChange && isTaken && (
        <button
          type="button"
          className="btn quiet"
          aria-label={skipped ? words.takeNamed(name) : words.skipNamed(name)}
          aria-disabled={skip.isRunning}
          onClick={() => void skip.run()}
        >
          {skipped ? words.take : words.skip}
        </button>
      )}
    </li>
  );
}
