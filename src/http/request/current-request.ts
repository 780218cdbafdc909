import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseTraceParent, type TraceParent } from './request-headers.ts';

/** The request on whose behalf code runs, at any depth. */
export type CurrentRequest = {
  readonly requestId: string;
  /** The client's trace context, if it sent one. */
  readonly trace: TraceParent | undefined;
  /** The client's own address, as far as it is known. */
  readonly address: () => string | undefined;
  /** Answers 500 if the request is still unanswered; returns whether it did. */
  readonly fail: () => boolean;
  /** Security events already logged for this request. */
  readonly noted: Set<string>;
};

const storage = new AsyncLocalStorage<CurrentRequest>();

/** The current request, or undefined outside of one. */
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

/** A class, so that thousands of requests per second do not each allocate closures. */
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

/**
 * Makes each request available to the code that runs for it. `fail` answers a request after an
 * uncaught error.
 */
export function trackCurrentRequest(app: FastifyInstance, given: Given): void {
  app.decorateRequest('current', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.current = new Current(request, reply, given);
    storage.run(request.current, done);
  });
  // After the body is parsed, code runs in the context of the connection, so restore the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    const { current } = request;
    if (current && storage.getStore() !== current) storage.run(current, done);
    else done();
  });
}
