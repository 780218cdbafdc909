import { Readable } from 'node:stream';

/** Bytes of an answer that are handed to the connection at a time. */
const PIECE_BYTES = 65_536;

/**
 * A large answer as it is taken, put together from the bytes it is made of, to be piped. Handed over at once it would lie in memory
 * several times as long as its reader does not take it: as text, as bytes, and enciphered. One piece of memory serves for all of it, filled
 * anew once the connection has taken what was in it: fresh ones made V8 clear all memory away twice as often.
 */
export const inPieces = (parts: readonly Buffer[]): Readable => new Pieces(parts);

class Pieces extends Readable {
  readonly #parts: readonly Buffer[];

  constructor(parts: readonly Buffer[]) {
    super();
    this.#parts = parts;
  }

  override pipe<To extends NodeJS.WritableStream>(to: To): To {
    this.#handOver(to).then(
      () => this.push(null) || this.resume(),
      (error) => this.destroy(error),
    );
    return to;
  }

  override _read(): void {
    // What is piped is written piece by piece, and none waits here.
  }

  async #handOver(to: NodeJS.WritableStream): Promise<void> {
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
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
