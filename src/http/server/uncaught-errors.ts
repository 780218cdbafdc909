import type { Logger } from 'pino';
import { currentRequest } from '../request/current-request.ts';

/** This many uncaught errors within MANY_WITHIN_MS end the process. */
const MANY = 100;
const MANY_WITHIN_MS = 10_000;
/** Exit code in that case; the launcher restarts the process. */
const BROKEN_EXIT_CODE = 70;

let uncaughtErrors = 0;

/** Uncaught errors since this process started. Each one is a bug. */
export const strayFailures = (): number => uncaughtErrors;

/**
 * Keeps the process alive after an uncaught error, because it serves other requests: the error is
 * logged with its request and counted, and the request is answered 500 if it has no response yet.
 * Its work may still complete; as after any 500, the client retries with the same idempotency key.
 * The process exits if Node reports an internal error or errors keep coming; out of memory ends it
 * anyway. Before `serving` is called, an error ends the start through `endStart`.
 */
export function surviveUncaughtErrors(log: Logger, endStart: (error: unknown) => void): { serving: () => void } {
  let serves = false;
  const recent: number[] = [];
  const stray = (error: unknown): void => {
    uncaughtErrors += 1;
    if (!serves) return endStart(error);
    const request = currentRequest();
    const answered = request?.fail();
    const whose = answered && { requestId: request?.requestId, ...request?.trace };
    log.error({ ...whose, err: error }, 'uncaught error');
    recent.push(performance.now());
    if (recent.length > MANY) recent.shift();
    const many = recent.length === MANY && performance.now() - (recent[0] ?? 0) < MANY_WITHIN_MS;
    if (!many && !isBroken(error)) return;
    log.fatal({ many }, 'fatal error: the process exits');
    process.exit(BROKEN_EXIT_CODE);
  };
  // A promise that one request forgot to await must not end all others.
  process.on('unhandledRejection', stray);
  process.on('uncaughtException', stray);
  return {
    serving: () => {
      serves = true;
    },
  };
}

/** Node's error code for its own internal errors. */
const isBroken = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_INTERNAL_ASSERTION';
