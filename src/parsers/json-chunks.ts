import { slices } from '../limits/time-slices.ts';

/** A long list as JSON in pieces, each with memory of its own: a thread hands them over without copying, and they are read a few milliseconds at a time. */
export type Pieces = readonly Uint8Array<ArrayBuffer>[];

/** Characters of JSON after which a piece ends. */
const PIECE_CHARACTERS = 65_536;

/** Some entries at a time, or all of them as one. */
export async function inPieces(
  list: AsyncIterable<readonly unknown[]> | readonly [readonly unknown[]],
): Promise<Pieces> {
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

/** The entries of one piece. */
export const entriesOf = <Entry>(piece: Uint8Array): readonly Entry[] => JSON.parse(new TextDecoder().decode(piece));

/** The whole list again, read in slices. */
export async function wholeList<Entry>(pieces: Pieces): Promise<Entry[]> {
  const turn = slices();
  const list: Entry[] = [];
  for (const piece of pieces) {
    list.push(...entriesOf<Entry>(piece));
    const others = turn();
    if (others) await others;
  }
  return list;
}
