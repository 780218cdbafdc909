import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRefusal } from './http-refusal.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

/** Answers a socket from which no request could be read, and ends it. */
export function sendSocketProblem(socket: Socket, refusal: HttpRefusal, publicUrl: string): void {
  if (!socket.writable || socket.destroyed) return;
  const requestId = randomUUID();
  const { status, problem } = problemOf(refusal, { language: 'fr', instance: '/', requestId, publicUrl });
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.on('error', () => {});
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Read what the sender still has to say, so that it reads the answer instead of a reset; but not for ever.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const LINGER_MS = 2_000;

/** What a failure to read a request at all is called. */
export function unreadable(error: NodeJS.ErrnoException): HttpRefusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return { refused: 'headers_too_large' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { refused: 'request_too_slow' };
  return { refused: 'request_malformed' };
}
