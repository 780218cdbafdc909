import type { Scope } from '../../domain/account/scope.ts';
import type { ClockProblem } from '../../domain/time/clock.ts';

/** A fault of one member of a request. `pointer` is a JSON pointer into its part. */
export type Fault = {
  part: 'path' | 'query' | 'body';
  property: string;
  pointer: string;
  code: string;
  message: string;
};

/** The refusals of the pipeline itself, before or next to the operation's own rules. */
export type PipelineRefusal =
  | { refused: 'scope_missing'; scope: Scope }
  /** `allowed`: values of long enumerations by name, instead of in each fault. */
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
