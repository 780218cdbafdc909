import type { FastifyInstance, FastifyRequest } from 'fastify';
import { positionFrom, positionText } from '../../db/connections/wal-positions.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { isOfPerson } from '../auth/authenticate-session.ts';
import { positionCookie, setPositionCookie } from '../auth/session-cookies.ts';

/** Up to where the caller has seen what was written, as the answer to his last write told him; undefined where he says nothing. */
export function requestedPosition({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const said = headers['facturier-position'] ?? positionCookie(headers.cookie);
  return said === undefined ? undefined : positionFrom(String(said));
}

/**
 * Tells whoever wrote how far the log was then (`Facturier-Position`), where a replica is read from: sent back with what is asked
 * next, by a browser of itself, it is answered with all of that by every process.
 */
export function sendPositions(app: FastifyInstance, { positions }: Pick<AppServices, 'positions'>): void {
  if (!positions) return;
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && reply.statusCode < 400) {
      const position = positionText(positions.latest());
      reply.header('facturier-position', position);
      if (isOfPerson(request)) setPositionCookie(reply, position);
    }
    done();
  });
}
