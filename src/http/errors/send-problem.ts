import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordKind } from '../../db/record-kind.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { basePathOf } from '../request/base-path.ts';
import { FILE_BYTES_MAX } from '../request/file-body.ts';
import { preferredLanguage } from '../request/request-headers.ts';
import type { AnyRefusal } from './all-refusals.ts';
import { PROBLEM_TYPE, type Problem, problemOf, type Where } from './problem.ts';

/**
 * Sends a refusal as a problem in the client's language. `resourceMetadata` is where a refused
 * client learns what it lacks.
 */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AnyRefusal,
  resourceMetadata?: string,
  idIsOf?: RecordKind,
): FastifyReply {
  const where = { ...whereOf(request), idIsOf };
  logScopeRefusal(request, refusal);
  const { status, headers, problem } = problemOf(refusal, { ...where, resourceMetadata });
  request.problemCode = problem.code;
  const body = JSON.stringify(request.url.startsWith(TOOLS) ? asToolsTell(problem) : problem);
  return reply
    .code(status)
    .headers(headers)
    .type(PROBLEM_TYPE)
    .send(drainBodyWhileSending(request, reply, body));
}

/** Writes missing scopes to the security log. */
export function logScopeRefusal({ caller, server }: FastifyRequest, refusal: AnyRefusal): void {
  if (refusal.refused !== 'scope_missing') return;
  server.securityLog({
    event: 'scope_refused',
    account: caller?.accountId,
    actor: caller?.actor,
    scope: refusal.scope,
  });
}

/** Path prefix of the tools. */
const TOOLS = '/v2/tools/';

/** A problem, plus the error text of an MCP tool that could not be called. */
const asToolsTell = (problem: Problem): Problem => ({
  ...problem,
  success: false,
  error: { code: problem.code, message: problem.detail },
});

/** Request details for a problem. */
export const whereOf = (request: FastifyRequest): Where => ({
  language: preferredLanguage(request.headers['accept-language']),
  instance: basePathOf(request.server.publicUrl) + request.url.split('?', 1)[0],
  requestId: request.id,
  publicUrl: request.server.publicUrl,
  // The web app always sends its mode and never a key.
  isOnScreen: request.headers['facturier-mode'] !== undefined && request.headers.authorization === undefined,
});

/**
 * Sends a refusal while the client is still sending its body. If the connection closes afterwards,
 * first reads and discards the body, within limits: closing a socket with unread data resets it,
 * and the client loses the response.
 */
function drainBodyWhileSending(request: FastifyRequest, reply: FastifyReply, text: string): string | Readable {
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
