import type { Logger } from 'pino';
import { currentRequest } from '../request/current-request.ts';

/** Failures nobody caught within so many milliseconds after which the process is taken for broken, and ends. */
const MANY = 100;
const MANY_WITHIN_MS = 10_000;
/** How it ends then: the launcher starts it again. */
const BROKEN_EXIT_CODE = 70;

let uncaughtErrors = 0;

/** How many failures nobody caught since this process started: each is a bug. */
export const strayFailures = (): number => uncaughtErrors;

/**
 * A failure outside of every handler ends no process that serves others: it is logged with the request it belongs to, which is
 * answered 500 if nothing was answered yet, and counted. What the request was doing may still come to its end: as after any 500,
 * the caller asks again with the same idempotency key. What is not safe to go on from ends the process: one whose insides are broken (Node says so), or which fails all the time. When memory is
 * used up nobody is asked. Before it serves (`serving` was not called) such a failure ends the start, as `endStart` says.
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
    log.fatal({ many }, 'the process cannot go on');
    process.exit(BROKEN_EXIT_CODE);
  };
  // A failure that one request forgot to wait for must not end all the others.
  process.on('unhandledRejection', stray);
  process.on('uncaughtException', stray);
  return {
    serving: () => {
      serves = true;
    },
  };
}

/** Node's own word for what should never happen inside it. */
const isBroken = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_INTERNAL_ASSERTION';
