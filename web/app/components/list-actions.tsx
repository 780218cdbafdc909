import { IconDownload, IconPlus, IconUpload } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { useSession } from '../session/session.ts';
import { useAction } from '../use-action.ts';

/** Import, export and create buttons of a list. Actions without permission are hidden. */
export function ListActions({
  words,
  scope,
  fileName,
  everything,
  onOpen,
  isFirst,
}: {
  words: { readonly import: string; readonly export: string; readonly new: string };
  /** Scope required to write to the list. */
  scope: string;
  fileName: string;
  everything: () => Promise<Blob>;
  onOpen: (what: 'new' | 'import') => void;
  /** The list is empty: the page itself shows the first action. */
  isFirst: boolean;
}) {
  const mayWrite = useSession().may(scope);
  const act = useAction(async () => saveFile(await everything(), fileName));
  return (
    <>
      <span className="head-actions">
        {mayWrite && (
          <button type="button" className="btn quiet" onClick={() => onOpen('import')}>
            <IconUpload /> {words.import}
          </button>
        )}
        <button type="button" className="btn quiet" aria-disabled={act.isRunning} onClick={() => void act.run()}>
          <IconDownload /> {words.export}
        </button>
      </span>
      {mayWrite && (
        <button type="button" className={isFirst ? 'btn' : 'btn primary'} onClick={() => onOpen('new')}>
          <IconPlus /> {words.new}
        </button>
      )}
    </>
  );
}
