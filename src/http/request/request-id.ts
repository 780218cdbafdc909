import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The id an answer and its log lines carry: the caller's own where it is sane, else a new one. */
export function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}

/** Nothing that could forge a line of the log or a header. */
const SANE = /^[\w.:+=/-]{1,128}$/;
