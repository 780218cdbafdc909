import type { FastifyReply } from 'fastify';
import { processLimits } from '../../limits/process-limits.ts';
import { reserveResponseBytes } from '../limits/memory-limits.ts';
import { inPieces } from './chunked-stream.ts';

const JSON_UTF8 = 'application/json; charset=utf-8';

/**
 * Sends JSON, as text or as the bytes it is made of. A large page is put together as it is taken: as a whole it would live as long as
 * its reader takes, and V8, which mostly looks for what nobody needs among what is young, would hold it for seconds more.
 */
export function sendJson(reply: FastifyReply, json: string | readonly Buffer[]): FastifyReply {
  reply.header('content-type', JSON_UTF8);
  if (typeof json === 'string') return reply.send(json);
  const length = json.reduce((sum, bytes) => sum + bytes.length, 0);
  const isWhole = reply.request.method === 'HEAD' || length < processLimits.answers.largeFromBytes;
  if (isWhole) return reply.send(Buffer.concat(json));
  reserveResponseBytes(reply.request, reply, length);
  return reply.header('content-length', length).send(inPieces(json));
}
