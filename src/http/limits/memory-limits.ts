import { type Readable, Transform } from 'node:stream';
import { setImmediate as others, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ByteBudget, createByteBudget, type Held } from '../../limits/byte-budget.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { HttpRefusalError } from '../errors/error-to-refusal.ts';
import type { HttpRefusal } from '../errors/http-refusal.ts';
import { holdUntilSent, inPieces } from '../response/large-response.ts';

const { bodies: ofBodies, answers: ofAnswers, concurrency } = processLimits;

/** Seconds after which a client should retry when memory is full. */
const ROOM_RETRY_SECONDS = 2;

/** Memory held by requests of one process. */
type ByteShares = {
  bodies: ByteBudget;
  answers: ByteBudget;
  reading: ConcurrencyLimiter;
  ownerOf: (request: FastifyRequest) => string;
};

declare module 'fastify' {
  interface FastifyInstance {
    byteShares: ByteShares;
  }
  interface FastifyRequest {
    /** Bytes reserved for the request body until it is answered. */
    bodyHeld: Held | null;
  }
}

/**
 * Counts the bytes of bodies and responses per account, or per address if the account is unknown.
 * Small ones are not counted: the connection limit bounds them.
 */
export function trackMemory(
  app: FastifyInstance,
  { addressOf }: { addressOf: (request: FastifyRequest) => string | undefined },
): void {
  app.decorate('byteShares', {
    bodies: createByteBudget({ bytesMax: ofBodies.bytesMax, bytesPerOwnerMax: ofBodies.bytesPerAccountMax }),
    answers: createByteBudget(ofAnswers),
    reading: createConcurrencyLimiter('bodies', concurrency.bodies),
    ownerOf: (request) => request.caller?.accountId ?? addressOf(request) ?? '',
  });
  app.decorateRequest('bodyHeld', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const isCounted = request.headers['transfer-encoding'] !== undefined && request.caller;
    if (isCounted) done(null, countedWhileRead(request, reply, payload as Readable));
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    request.bodyHeld?.release();
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isWhole || payload.length < ofAnswers.largeFromBytes) return done();
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    reserveResponseBytes(request, reply, bytes.length);
    if (request.method === 'HEAD') return done();
    reply.header('content-length', bytes.length);
    return done(null, inPieces(bytes));
  });
}

/**
 * Checks whether there is memory for the request body and another response, before a byte of the
 * body is read.
 */
export function memoryRefusal(request: FastifyRequest, reply: FastifyReply): HttpRefusal | undefined {
  const { byteShares } = request.server;
  const owner = byteShares.ownerOf(request);
  const lacking = byteShares.answers.full(owner);
  if (lacking) return refusalFor(lacking);
  const bytes = Number(request.headers['content-length'] ?? 0);
  // A body over the size limit is refused for that reason, also unread.
  if (bytes < ofBodies.countedFromBytes || bytes > request.routeOptions.bodyLimit) return undefined;
  const held = byteShares.bodies.take(owner, bytes);
  if (typeof held === 'string') return refusalFor(held);
  request.bodyHeld = held;
  reply.raw.once('close', held.release);
  return undefined;
}

/**
 * Counts a large response until the client has taken it. Chunked responses are counted chunk by
 * chunk; the returned function releases each.
 */
export function reserveResponseBytes(request: FastifyRequest, reply: FastifyReply, bytes: number): () => void {
  if (bytes < ofAnswers.largeFromBytes) return nothing;
  const { answers, ownerOf } = request.server.byteShares;
  return holdUntilSent(answers, { owner: ownerOf(request), bytes, response: reply.raw });
}

const nothing = (): void => {};

/** Milliseconds an account has to take its responses once its next response may be built. */
const ROOM_MS_MAX = 1_000;
const ROOM_POLL_MS = 20;

/** After queueing, waits briefly for response memory and refuses if there is none. */
export const waitForResponseRoom = (request: FastifyRequest) => async (): Promise<void> => {
  const { answers, ownerOf } = request.server.byteShares;
  const owner = ownerOf(request);
  for (const until = performance.now() + ROOM_MS_MAX; ; await wait(ROOM_POLL_MS)) {
    const lacking = answers.full(owner);
    if (!lacking) return;
    if (performance.now() > until) throw new HttpRefusalError(refusalFor(lacking));
  }
};

const refusalFor = (lacking: 'owner' | 'all'): HttpRefusal => ({
  refused: lacking === 'owner' ? 'account_busy' : 'service_busy',
  retryAfter: ROOM_RETRY_SECONDS,
});

/** A body without a Content-Length is counted as it arrives. */
function countedWhileRead(request: FastifyRequest, reply: FastifyReply, payload: Readable): Readable {
  const { bodies, ownerOf } = request.server.byteShares;
  const held = bodies.note(ownerOf(request), 0);
  request.bodyHeld = held;
  reply.raw.once('close', held.release);
  const counting = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const lacking = held.more(chunk.length);
      if (!lacking) return done(null, chunk);
      payload.unpipe(counting);
      return done(new HttpRefusalError(refusalFor(lacking)));
    },
  });
  payload.once('error', (error) => counting.destroy(error));
  return payload.pipe(counting);
}

/**
 * Parses a large body when its turn comes: one at a time, yielding to other requests between
 * bodies. Small ones do not wait.
 */
export async function parseInTurn<T>(request: FastifyRequest, bytes: number, read: () => T): Promise<T> {
  if (bytes < ofBodies.countedFromBytes) return read();
  const { reading, ownerOf } = request.server.byteShares;
  return new Promise((resolve, reject) => {
    const work = async (): Promise<void> => {
      resolve(read());
      await others();
    };
    reading.run(ownerOf(request), work, request.gone).catch(reject);
  });
}
