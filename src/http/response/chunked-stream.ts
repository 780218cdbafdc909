import { Readable } from 'node:stream';

/** Bytes of an answer that are handed to the connection at a time. */
const PIECE_BYTES = 65_536;
/** Pieces of memory that wait for the next answer. */
const SPARE_MAX = 8;
const spare: Buffer[] = [];

/**
 * A large answer as it is taken, put together from the bytes it is made of, to be piped. Handed over at once it would lie in memory
 * several times as long as its reader does not take it: as text, as bytes, and enciphered. One piece of memory serves for all of it, and
 * for the next answer, filled anew once the connection has taken what was in it: fresh ones made V8 clear all memory away twice as often.
 */
export const inPieces = (parts: readonly Buffer[]): Readable => new Pieces(parts);

class Pieces extends Readable {
  readonly #parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    super();
    this.#parts = parts;
  }

  override pipe<To extends NodeJS.WritableStream>(to: To): To {
    const piece = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
    this.#changeOwner(to, piece).then(
      () => {
        if (spare.length < SPARE_MAX) spare.push(piece);
        this.push(null);
        this.resume();
      },
      // Its piece may still be read by whoever broke off.
      (error) => this.destroy(error),
    );
    return to;
  }

  override _read(): void {
    // What is piped is written piece by piece, and none waits here.
  }

  async #changeOwner(to: NodeJS.WritableStream, piece: Buffer): Promise<void> {
    let filled = 0;
    for (const part of this.#parts) {
      for (let at = 0; at < part.length; ) {
        const copied = part.copy(piece, filled, at);
        at += copied;
        filled += copied;
        if (filled < PIECE_BYTES) continue;
        await taken(to, piece);
        filled = 0;
      }
    }
    if (filled > 0) await taken(to, piece.subarray(0, filled));
    to.end();
  }
}

/** Writes a piece, and waits until the connection needs its memory no more. */
const taken = (to: NodeJS.WritableStream, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => to.write(piece, (error) => (error ? reject(error) : resolve())));
