import type { Operation } from '../../pipeline/operation.ts';

/** Arguments of an operation, by request part. */
export type Said = {
  path?: Record<string, string>;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: Record<string, unknown>;
};

/**
 * Calls an operation and returns its JSON. Throws `CommandError` if refused, `NoAnswerError` if the
 * service does not respond.
 */
export type Ask = <Json>(operation: Operation, said?: Said) => Promise<Json>;
