import type { Logger } from 'pino';
import type { SlowStatements } from '../../db/connections/slow-statements.ts';
import { processLimits } from '../../limits/process-limits.ts';
import { currentRequest } from '../request/current-request.ts';

const MINUTE_MS = 60_000;

/**
 * Logs slow statements with their name, their beginning and the request id, never their parameters.
 * Limited per minute; the next line counts the dropped ones. `slowMs` is SLOW_STATEMENT_MS.
 */
export function slowStatementLog(
  log: Pick<Logger, 'warn'>,
  { slowMs, noticed, now = () => performance.now() }: { slowMs: number; noticed?: () => void; now?: () => number },
): SlowStatements {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let more = 0;
  return {
    slowMs,
    about: () => currentRequest()?.requestId,
    told: ({ statement, ms, about }) => {
      noticed?.();
      if (now() - since >= MINUTE_MS) [since, lines] = [now(), 0];
      if (lines >= processLimits.slowStatements.linesPerMinuteMax) {
        more += 1;
        return;
      }
      lines += 1;
      log.warn({ requestId: about, ms: Math.round(ms), statement, ...(more > 0 && { more }) }, 'slow statement');
      more = 0;
    },
  };
}
