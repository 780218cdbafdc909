import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { processLimits } from '../../limits/process-limits.ts';
import { FILE_BYTES_MAX } from '../request/file-body.ts';

/**
 * A refusal as it goes out while its caller still sends a body that nobody will read: all of it at once, but where the
 * connection ends with it, it ends only after the body was read and thrown away, or after as much of it as the limits
 * allow. A socket that is closed on unread bytes resets, and whoever sends on loses the answer before he has read it.
 */
export function drainBodyWhileSending(request: FastifyRequest, reply: FastifyReply, text: string): string | Readable {
  const { raw, method } = request;
  if (raw.complete || raw.destroyed || !sendsBody(request) || method === 'HEAD') return text;
  if (isEndless(request)) reply.header('connection', 'close');
  if (!endsWith(request, reply)) {
    raw.resume();
    return text;
  }
  reply.header('content-length', Buffer.byteLength(text));
  return toldThenEnded(text, thrownAway(request));
}

const sendsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Too much to be read to its end for the sake of the next request on the same connection. */
const isEndless = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > FILE_BYTES_MAX;

/** Whether the connection ends with the answer. */
const endsWith = ({ raw }: FastifyRequest, reply: FastifyReply): boolean =>
  raw.httpVersion === '1.0' ||
  /\bclose\b/i.test(raw.headers.connection ?? '') ||
  reply.getHeader('connection') === 'close';

function toldThenEnded(text: string, over: Promise<void>): Readable {
  let told = false;
  return new Readable({
    read() {
      if (told) return;
      told = true;
      this.push(text);
      void over.then(() => this.push(null));
    },
  });
}

/** Reads the rest of a body, within bounds. */
function thrownAway({ raw }: FastifyRequest): Promise<void> {
  const { thrownAwayBytesMax, thrownAwayMs } = processLimits.bodies;
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, thrownAwayMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > thrownAwayBytesMax) end();
    });
    raw.once('end', end).once('close', end).once('error', end);
    raw.resume();
  });
}
