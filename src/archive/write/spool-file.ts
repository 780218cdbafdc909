import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Opens a new file for writing and reading, by its name, and gives its descriptor. */
export type OpenSpoolFile = (name: string) => number;

/** A text that grows in a file beside, since a member of an archive says its size before it comes. */
export type Spool = {
  write: (text: string) => Promise<void>;
  /** What was written, to be read once. */
  end: () => Promise<{ content: Readable; size: number }>;
};

/** The file is opened once: who may reach it by its name is asked no second time. */
export function spool(open: OpenSpoolFile, name: string): Spool {
  const fd = open(name);
  const stream = createWriteStream('', { fd, autoClose: false });
  return {
    write: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    },
    end: async () => {
      stream.end();
      await finished(stream);
      return { content: createReadStream('', { fd, start: 0 }), size: stream.bytesWritten };
    },
  };
}
