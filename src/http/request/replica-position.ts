import type { FastifyInstance, FastifyRequest } from 'fastify';
import { positionFrom, positionText } from '../../db/connections/wal-positions.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { isOfPerson } from '../auth/authenticate-session.ts';
import { positionCookie, setPositionCookie } from '../auth/session-cookies.ts';

/**
 * The write position the client has seen, from the response to its last write; undefined if it
 * sends none.
 */
export function requestedPosition(request: FastifyRequest): number | undefined {
  const said = request.headers['facturier-position'] ?? positionCookie(request);
  return said === undefined ? undefined : positionFrom(String(said));
}

/**
 * After a write, returns the position of the write-ahead log (`Facturier-Position`) if replicas are
 * in use. If the client sends it with the next request (browsers do, as a cookie), every process
 * answers with that write included.
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
