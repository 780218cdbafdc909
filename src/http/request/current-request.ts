import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseTraceParent, type TraceParent } from './trace-parent.ts';

/** The request on whose behalf code runs, however deep. */
export type CurrentRequest = {
  readonly requestId: string;
  /** Where it stands in a trace of its caller, where he keeps one. */
  readonly trace: TraceParent | undefined;
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

declare module 'fastify' {
  interface FastifyRequest {
    current: CurrentRequest | null;
  }
}

type Given = {
  addressOf: (request: FastifyRequest) => string | undefined;
  fail: (request: FastifyRequest, reply: FastifyReply) => void;
};

/** One request; a class, so that of thousands a second none makes functions of its own. */
class Current implements CurrentRequest {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #given: Given;
  #noted: Set<string> | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, given: Given) {
    this.#request = request;
    this.#reply = reply;
    this.#given = given;
  }

  get requestId(): string {
    return this.#request.id;
  }

  get trace(): TraceParent | undefined {
    return parseTraceParent(this.#request.headers.traceparent);
  }

  get noted(): Set<string> {
    this.#noted ??= new Set();
    return this.#noted;
  }

  address(): string | undefined {
    return this.#given.addressOf(this.#request);
  }

  fail(): boolean {
    const { sent, raw } = this.#reply;
    if (sent || raw.headersSent || raw.destroyed) return false;
    this.#given.fail(this.#request, this.#reply);
    return true;
  }
}

/** Makes every request known to whatever runs for it. `fail` answers one whose failure nobody caught. */
export function trackCurrentRequest(app: FastifyInstance, given: Given): void {
  app.decorateRequest('current', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.current = new Current(request, reply, given);
    storage.run(request.current, done);
  });
  // What follows the body runs for the connection that brought it, not for the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const { current } = request;
    if (current && storage.getStore() !== current) storage.run(current, done);
    else done();
  });
}
