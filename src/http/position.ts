import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '../deeds/world.ts';
import { isOfPerson } from './admit-person.ts';
import { givePosition, positionCookie } from './session-cookies.ts';

/**
 * Up to where the caller has seen what was written, in bytes of the log: what the answer to his last write told him. What cannot be
 * read is taken for later than everything, so that he is answered by the database itself.
 */
export function sawIn({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const said = headers['facturier-position'] ?? positionCookie(headers.cookie);
  if (said === undefined) return undefined;
  return typeof said === 'string' && WRITTEN.test(said) ? Number.parseInt(said, 16) : Number.POSITIVE_INFINITY;
}

/** As many digits as a number holds without loss. */
const WRITTEN = /^[0-9a-f]{1,13}$/;

/**
 * Tells whoever wrote how far the log was then (`Facturier-Position`), where a replica is read from: sent back with what is asked
 * next, by a browser of itself, it is answered with all of that by every process.
 */
export function tellPositions(app: FastifyInstance, { positions }: Pick<World, 'positions'>): void {
  if (!positions) return;
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && reply.statusCode < 400) {
      const position = positions.latest().toString(16);
      reply.header('facturier-position', position);
      if (isOfPerson(request)) givePosition(reply, position);
    }
    done();
  });
}
