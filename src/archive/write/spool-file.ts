import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Creates a file for writing and reading, and returns its descriptor. */
export type OpenSpoolFile = (name: string) => number;

/** A text written to a temporary file first, because a tar member starts with its size. */
export type Spool = {
  write: (text: string) => Promise<void>;
  /** The written content, to be read once. */
  end: () => Promise<{ content: Readable; size: number }>;
  /** Closes the file if it was not ended. */
  drop: () => void;
};

/** Opens the file once, so that access rights are checked once. */
export function spool(open: OpenSpoolFile, name: string): Spool {
  const fd = open(name);
  const stream = createWriteStream('', { fd, autoClose: false });
  stream.on('error', () => {});
  let isEnded = false;
  return {
    write: async (text) => {
      await written(stream, text);
    },
    end: async () => {
      stream.end();
      await finished(stream);
      isEnded = true;
      return { content: createReadStream('', { fd, start: 0 }), size: stream.bytesWritten };
    },
    drop: () => void (isEnded || stream.destroy()),
  };
}

/** Writes, and waits while the stream is full. Rejects if the stream failed, now or before. */
export async function written(stream: Writable, chunk: Buffer | string): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (!stream.write(chunk)) await once(stream, 'drain');
}
