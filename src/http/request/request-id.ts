import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The request id: the client's own if it is well-formed, otherwise a new one. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}

/** Excludes characters that could forge a log line or a header. */
const SANE = /^[\w.:+=/-]{1,128}$/;
