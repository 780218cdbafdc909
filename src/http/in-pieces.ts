import { Readable } from 'node:stream';

/** Bytes of an answer that are handed to the connection at a time. */
const PIECE_BYTES = 65_536;

/**
 * A large answer as it is taken. Handed over at once it would lie in memory several times as long as its reader does not
 * take it: as text, as bytes, and enciphered.
 */
export function inPieces(bytes: Buffer): Readable {
  let at = 0;
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      at += piece.length;
      this.push(piece.length > 0 ? piece : null);
    },
  });
}
