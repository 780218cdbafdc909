import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';

/** Why a file was not written to its end. */
export class FileTooLarge extends Error {}

/** A file that is handed on in parts, so that it never exists as a whole. */
export type PartWriter = {
  readonly out: Writable;
  /** Bytes and hex SHA-256 of everything written; call it once, after the end. */
  readonly whole: () => { size: number; sha256: string };
};

/**
 * Cuts what is written into parts of `partBytes` and hands each to `store`, one at a time. Fails
 * with `FileTooLarge` beyond `bytesMax`.
 */
export function partWriter(
  store: (part: { number: number; bytes: Buffer }) => Promise<void>,
  { partBytes, bytesMax }: { partBytes: number; bytesMax: number },
): PartWriter {
  const hash = createHash('sha256');
  let chunks: Buffer[] = [];
  let held = 0;
  let size = 0;
  let number = 0;
  const handOn = async (): Promise<void> => {
    const bytes = Buffer.concat(chunks);
    hash.update(bytes);
    chunks = [];
    held = 0;
    await store({ number: number++, bytes });
  };
  const take = async (chunk: Buffer): Promise<void> => {
    size += chunk.length;
    if (size > bytesMax) throw new FileTooLarge(`more than ${bytesMax} bytes`);
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, partBytes - held);
      chunks.push(taken);
      held += taken.length;
      rest = rest.subarray(taken.length);
      if (held === partBytes) await handOn();
    }
  };
  const done = (work: Promise<void>, tell: (error?: Error | null) => void): void =>
    void work.then(
      () => tell(),
      (error: Error) => tell(error),
    );
  const out = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, tell) => done(take(chunk), tell),
    final: (tell) => done(held > 0 ? handOn() : Promise.resolve(), tell),
  });
  return { out, whole: () => ({ size, sha256: hash.digest('hex') }) };
}
