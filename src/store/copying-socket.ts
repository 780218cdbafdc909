import { Socket } from 'node:net';

/** Bytes that are read at once. */
const READ_BYTES = 65_536;

/** All sockets read into it: what was read is copied before anything else is. */
const read = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * A socket that passes on copies of what it reads, as long as they have to be. Node's own takes 64 KiB of the C library for each reading and gives back
 * what it did not need: most readings of a database are some hundred bytes, and the rest of memory lies in pieces.
 */
export function copyingSocket(): Socket {
  const socket: Socket = new Socket({
    onread: { buffer: read, callback: (length: number) => socket.push(Buffer.from(read.subarray(0, length))) },
  });
  return socket;
}
