import { slices } from '../limits/time-slices.ts';

/**
 * A long list as JSON chunks, each in its own memory, so that a worker thread can transfer them
 * without copying and each parses in a few milliseconds.
 */
export type JsonChunks = readonly Uint8Array<ArrayBuffer>[];

/** Characters of JSON after which a chunk ends. */
const PIECE_CHARACTERS = 65_536;

/** Serializes entries in chunks, or as a single chunk. */
export async function toJsonChunks(
  list: AsyncIterable<readonly unknown[]> | readonly [readonly unknown[]],
): Promise<JsonChunks> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let [written, characters] = [[] as string[], 0];
  const finish = (): void => {
    if (written.length > 0) pieces.push(encoder.encode(`[${written.join(',')}]`));
    [written, characters] = [[], 0];
  };
  for await (const some of list)
    for (const entry of some) {
      const json = JSON.stringify(entry);
      written.push(json);
      characters += json.length;
      if (characters >= PIECE_CHARACTERS) finish();
    }
  finish();
  return pieces;
}

/** The entries of one chunk. */
export const chunkEntries = <Entry>(piece: Uint8Array): readonly Entry[] => JSON.parse(new TextDecoder().decode(piece));

/** The whole list, parsed chunk by chunk. */
export async function wholeList<Entry>(pieces: JsonChunks): Promise<Entry[]> {
  const turn = slices();
  const list: Entry[] = [];
  for (const piece of pieces) {
    list.push(...chunkEntries<Entry>(piece));
    const others = turn();
    if (others) await others;
  }
  return list;
}
