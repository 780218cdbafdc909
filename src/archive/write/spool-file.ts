import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Creates a file for writing and reading, and returns its descriptor. */
export type OpenSpoolFile = (name: string) => number;

/** A text written to a temporary file first, because a tar member starts with its size. */
export type Spool = {
  write: (text: string) => Promise<void>;
  /** The written content, to be read once. */
  end: () => Promise<{ content: Readable; size: number }>;
};

/** Opens the file once, so that access rights are checked once. */
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
