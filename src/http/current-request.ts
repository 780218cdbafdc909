import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The request on whose behalf code runs, however deep. */
export type CurrentRequest = {
  readonly requestId: string;
  /** The caller's own address, as far as it is known. */
  readonly address: () => string | undefined;
  /** Answers 500 where nothing was answered yet; whether it did. */
  readonly fail: () => boolean;
  /** What the security log has said of this request already. */
  readonly noted: Set<string>;
};

const storage = new AsyncLocalStorage<CurrentRequest>();

/** The request being answered, or undefined where the code runs for none. */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore();

/** Makes every request known to whatever runs for it. `fail` answers one whose failure nobody caught. */
export function knowRequests(
  app: FastifyInstance,
  given: {
    addressOf: (request: FastifyRequest) => string | undefined;
    fail: (request: FastifyRequest, reply: FastifyReply) => void;
  },
): void {
  const known = new WeakMap<FastifyRequest, CurrentRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    const current: CurrentRequest = {
      requestId: request.id,
      address: () => given.addressOf(request),
      fail: () => {
        if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return false;
        given.fail(request, reply);
        return true;
      },
      noted: new Set(),
    };
    known.set(request, current);
    storage.run(current, done);
  });
  // What follows the body runs for the connection that brought it, not for the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const current = known.get(request);
    if (current && storage.getStore() !== current) storage.run(current, done);
    else done();
  });
}
