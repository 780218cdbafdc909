import { useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { Offline } from '../../client/problem.ts';
import { addImportFile, FILE_BYTES_MAX, IMPORT_FILES_MAX } from './add-import-file.ts';
import { useImportMoved } from './import-moved.ts';

/** A file that is not read yet, or that failed. */
export type Upload = {
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'reading' | 'failed';
  readonly error?: unknown;
  readonly isTooLarge?: boolean;
};
export type Uploads = {
  readonly list: readonly Upload[];
  readonly done: number;
  readonly of: number;
  readonly isRunning: boolean;
  /** More files were chosen than an import takes. */
  readonly isCut: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly retry: () => void;
};

/** Files read between two looks at the plan. */
const LOOK_AFTER = 10;

/**
 * Sends files one after the other to the open import; creates one for the first file. `onImport`
 * receives its ID.
 */
export function useUploads(importId: string | undefined, onImport: (id: string) => void): Uploads {
  const look = useImportMoved();
  const [list, setList] = useState<readonly Upload[]>([]);
  const [count, setCount] = useState({ done: 0, of: 0 });
  const [isCut, setCut] = useState(false);
  const queue = useRef<Upload[]>([]);
  const isBusy = useRef(false);
  const change = (key: string, to: Partial<Upload>): void =>
    setList((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)));

  const drain = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    let id = importId;
    for (let read = 1; queue.current.length > 0; read++) {
      const next = queue.current.shift() as Upload;
      change(next.key, { state: 'reading' });
      try {
        if (id === undefined) {
          id = (await call('create-import')).id;
          onImport(id);
        }
        await addImportFile(id, next.file, next.key);
        setList((all) => all.filter(({ key }) => key !== next.key));
      } catch (error) {
        change(next.key, { state: 'failed', error });
        // Without the service, the other files would fail one after the other.
        if (error instanceof Offline) {
          for (const { key } of queue.current.splice(0)) change(key, { state: 'failed', error });
        }
      }
      setCount(({ done, of }) => ({ done: done + 1, of }));
      if (read % LOOK_AFTER === 0) await look();
    }
    isBusy.current = false;
    await look();
    setCount({ done: 0, of: 0 });
  };

  const enqueue = (uploads: readonly Upload[]): void => {
    queue.current.push(...uploads);
    setCount(({ done, of }) => ({ done, of: of + uploads.length }));
    void drain();
  };
  const add = (files: readonly File[]): void => {
    const taken = files.slice(0, IMPORT_FILES_MAX);
    setCut(taken.length < files.length);
    const uploads = taken.map((file): Upload => {
      const isTooLarge = file.size > FILE_BYTES_MAX;
      return { key: crypto.randomUUID(), file, state: isTooLarge ? 'failed' : 'waiting', isTooLarge };
    });
    setList((all) => [...all.filter(({ state }) => state !== 'failed'), ...uploads]);
    const small = uploads.filter((upload) => !upload.isTooLarge);
    if (small.length > 0) enqueue(small);
  };
  const retry = (): void => {
    const failed = list.filter(({ state, isTooLarge }) => state === 'failed' && !isTooLarge);
    for (const { key } of failed) change(key, { state: 'waiting' });
    enqueue(failed);
  };
  return { list, ...count, isRunning: count.of > 0, isCut, add, retry };
}
