import type { Scope } from '../../domain/account/scope.ts';
import type { ClockProblem } from '../../domain/time/clock.ts';

/** An invalid member of a request. `pointer` is a JSON pointer within `part`. */
export type Fault = {
  part: 'path' | 'query' | 'body';
  property: string;
  pointer: string;
  code: string;
  message: string;
};

/** The refusals of the request pipeline itself, as opposed to those of an operation. */
export type PipelineRefusal =
  | { refused: 'scope_missing'; scope: Scope }
  /** `allowed`: the values of long enumerations by name, listed once instead of in each fault. */
  | { refused: 'input_invalid'; faults: readonly Fault[]; allowed?: Readonly<Record<string, readonly string[]>> }
  | { refused: 'idempotency_key_reused' }
  | { refused: 'idempotency_key_in_flight' }
  | { refused: 'secret_shown_once'; id: string }
  /** Unix seconds. */
  | ({ refused: 'clock_unsure' } & ClockProblem)
  /** A live key accesses a document of the test mode, whose clock is ahead. Unix seconds. */
  | { refused: 'test_clock_ahead'; now: number; testNow: number }
  /** `retryAfter` is seconds. */
  | { refused: 'too_many_documents'; limit: number; retryAfter: number };
