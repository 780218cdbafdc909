import type { HttpRefusal } from './http-refusal.ts';

/** A refusal on its way through Fastify and streams, which know errors only. */
export class HttpRefusalError extends Error {
  readonly refusal: HttpRefusal;
  constructor(refusal: HttpRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
