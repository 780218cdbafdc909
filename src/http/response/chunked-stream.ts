import { Readable } from 'node:stream';

/** Bytes written to the connection at a time. */
const PIECE_BYTES = 65_536;

/**
 * Streams a large response. Written at once, it would sit in memory several times while a slow
 * client reads: as bytes and encrypted. A piece is written when the connection has taken the one
 * before.
 */
export const inPieces = (bytes: Buffer): Readable => Readable.from(pieces(bytes));

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
