import { type ChangeEvent, useRef, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { IconUpload } from '../../app/icons.tsx';
import { useTranslations } from '../../locales/language.ts';
import { IMPORT_FILES_MAX } from './add-import-file.ts';
import { droppedFiles, isOfPerson } from './dropped-files.ts';
import type { Uploads } from './use-uploads.ts';

/** Rows shown of files that wait: a folder may have hundreds. */
const WAITING_SHOWN = 5;

/** Takes files by drop, by a button, or a whole folder; shows their progress. */
export function DropZone({ uploads, isFirst }: { uploads: Uploads; isFirst: boolean }) {
  const words = useTranslations('moveIn').drop;
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(target.files ?? [])].filter(isOfPerson);
    // Allow choosing the same file again after it was corrected.
    target.value = '';
    if (chosen.length > 0) uploads.add(chosen);
  };
  return (
    <section
      className={isOver ? 'drop-zone over-zone' : 'drop-zone'}
      aria-label={words.label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer).then((dropped) => dropped.length > 0 && uploads.add(dropped));
      }}
    >
      <p className="drop-said">{words.said}</p>
      <p className="small quiet">{words.formats}</p>
      <input
        ref={files}
        type="file"
        multiple
        className="screen-reader-only"
        aria-label={words.choose}
        tabIndex={-1}
        onChange={choose}
      />
      <input
        ref={folder}
        type="file"
        multiple
        {...{ webkitdirectory: '' }}
        className="screen-reader-only"
        aria-label={words.folder}
        tabIndex={-1}
        onChange={choose}
      />
      <p className="drop-buttons">
        <button type="button" className={isFirst ? 'btn primary big' : 'btn'} onClick={() => files.current?.click()}>
          <IconUpload /> {words.choose}
        </button>
        <button type="button" className={isFirst ? 'btn big' : 'btn'} onClick={() => folder.current?.click()}>
          {words.folder}
        </button>
      </p>
      <Progress uploads={uploads} />
    </section>
  );
}

function Progress({ uploads: { list, done, of, isRunning, isCut, retry } }: { uploads: Uploads }) {
  const words = useTranslations('moveIn').drop;
  const failed = list.filter(({ state }) => state === 'failed');
  const others = list.filter(({ state }) => state !== 'failed');
  return (
    <>
      <div role="status" className="drop-progress">
        {isRunning && (
          <>
            <p className="small">{words.progress(done, of)}</p>
            <progress aria-label={words.progress(done, of)} value={done} max={of} />
          </>
        )}
      </div>
      {isCut && <p className="notice warn">{words.tooMany(IMPORT_FILES_MAX)}</p>}
      {list.length > 0 && (
        <ul className="drop-files">
          {[...failed, ...others.slice(0, WAITING_SHOWN)].map(({ key, file, state, error, isTooLarge }) => (
            <li key={key}>
              <span className="grow">{file.name}</span>
              <span className={state === 'failed' ? 'late' : 'quiet'}>{words[state]}</span>
              {isTooLarge && <p className="small">{words.tooLarge}</p>}
              <ErrorMessage error={error} />
            </li>
          ))}
        </ul>
      )}
      {!isRunning && failed.some(({ isTooLarge }) => !isTooLarge) && (
        <button type="button" className="btn" onClick={retry}>
          {words.retry}
        </button>
      )}
    </>
  );
}
