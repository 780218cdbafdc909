import type { FastifyReply } from 'fastify';
import { processLimits } from '../../limits/process-limits.ts';
import { reserveResponseBytes } from '../limits/memory-limits.ts';
import { inPieces } from './chunked-stream.ts';

const JSON_UTF8 = 'application/json; charset=utf-8';

/**
 * Sends JSON as text or as bytes. Large pages are streamed: as one string a page would live as long
 * as its reader takes, then seconds longer, because V8 rarely collects old objects.
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
