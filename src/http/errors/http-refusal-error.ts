import type { EdgeRefusal } from './http-refusal.ts';

/** A refusal on its way through Fastify and streams, which know errors only. */
export class EdgeRefused extends Error {
  readonly refusal: EdgeRefusal;
  constructor(refusal: EdgeRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
