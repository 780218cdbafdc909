import type { HttpRefusal } from './http-refusal.ts';

/** Carries a refusal through Fastify and streams, which only pass errors. */
export class HttpRefusalError extends Error {
  readonly refusal: HttpRefusal;
  constructor(refusal: HttpRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
