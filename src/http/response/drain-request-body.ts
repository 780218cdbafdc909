import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { processLimits } from '../../limits/process-limits.ts';
import { FILE_BYTES_MAX } from '../request/file-body.ts';

/**
 * Sends a refusal while the client is still sending its body. If the connection closes afterwards,
 * first reads and discards the body, within limits: closing a socket with unread data resets it,
 * and the client loses the response.
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
  return textThenEnd(text, thrownAway(request));
}

const sendsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Too large to read just to keep the connection open. */
const isEndless = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > FILE_BYTES_MAX;

/** Whether the connection closes after the response. */
const endsWith = ({ raw }: FastifyRequest, reply: FastifyReply): boolean =>
  raw.httpVersion === '1.0' ||
  /\bclose\b/i.test(raw.headers.connection ?? '') ||
  reply.getHeader('connection') === 'close';

function textThenEnd(text: string, over: Promise<void>): Readable {
  let isSent = false;
  return new Readable({
    read() {
      if (isSent) return;
      isSent = true;
      this.push(text);
      void over.then(() => this.push(null));
    },
  });
}

/** Reads and discards the rest of a body, within limits. */
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
