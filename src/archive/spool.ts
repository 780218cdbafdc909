import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A text that grows in a file beside, since a member of an archive says its size before it comes. */
export type Spool = {
  write: (text: string) => Promise<void>;
  end: () => Promise<{ path: string; size: number }>;
};

export async function spool(folder: string, name: string): Promise<Spool> {
  const path = join(folder, name);
  const stream = createWriteStream(path, { mode: 0o600 });
  await once(stream, 'open');
  return {
    write: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    },
    end: async () => {
      stream.end();
      await finished(stream);
      return { path, size: stream.bytesWritten };
    },
  };
}
