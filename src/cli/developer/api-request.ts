import type { Operation } from '../../pipeline/operation.ts';

/** What is said to an operation, by the parts of a request. */
export type Said = {
  path?: Record<string, string>;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: Record<string, unknown>;
};

/** Asks for an operation and gives its JSON. Throws `CommandError` where it is refused, `NoAnswerError` where nobody answers. */
export type Ask = <Json>(operation: Operation, said?: Said) => Promise<Json>;
