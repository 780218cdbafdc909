import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRefusal } from './http-refusal.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

/** Answers and closes a socket whose request could not be parsed. */
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
  // Keep reading, within bounds, so that the sender gets the answer instead of a reset.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const LINGER_MS = 2_000;

/** Maps an HTTP parse error to a refusal. */
export function unreadable(error: NodeJS.ErrnoException): HttpRefusal {
  if (error.code === 'HPE_HEADER_OVERFLOW') return { refused: 'headers_too_large' };
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { refused: 'request_too_slow' };
  return { refused: 'request_malformed' };
}
