import { IconDownload, IconPlus, IconUpload } from '../icons.tsx';
import { saveFile } from '../save-file.ts';
import { useSession } from '../session/session.ts';
import { useAction } from '../use-action.ts';

/** The acts at the head of a list that comes from a file, goes into one, and is written by hand: what may not be done is not shown. */
export function ListActions({
  words,
  scope,
  fileName,
  everything,
  onOpen,
  isFirst,
}: {
  words: { readonly import: string; readonly export: string; readonly new: string };
  /** What somebody needs to write in the list. */
  scope: string;
  fileName: string;
  everything: () => Promise<Blob>;
  onOpen: (what: 'new' | 'import') => void;
  /** Nothing is in the list yet: the page itself shows the act to begin with. */
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
