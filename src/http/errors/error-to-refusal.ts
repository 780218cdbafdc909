import { FileAltered } from '../../db/billing/stored-files.ts';
import { isConnectionLost } from '../../db/connections/connection-lost.ts';
import { ObjectStoreUnreachable } from '../../db/object-storage/object-store.ts';
import { isShardMoved } from '../../db/sharding/shard-moved-error.ts';
import { ConcurrencyLimitError } from '../../limits/concurrency-limiter.ts';
import type { HttpRefusal } from './http-refusal.ts';

/**
 * Maps an error to a refusal: retryable if a resource is busy or unreachable, an altered file,
 * otherwise an internal error.
 */
export function refusalOfError(error: unknown): HttpRefusal {
  if (error instanceof ConcurrencyLimitError) return busy(error);
  if (error instanceof FileAltered) return { refused: 'file_altered' };
  if (error instanceof ObjectStoreUnreachable) return { refused: 'files_unreachable' };
  const { code } = error as { code?: string };
  // All retries are used up and the account is still being moved to another node.
  if (isConnectionLost(error) || OVERLOADED.has(code ?? '') || isShardMoved(error))
    return { refused: 'database_unreachable' };
  return { refused: 'internal_error' };
}

/** Seconds to wait before retrying a full queue. */
const BUSY_RETRY_SECONDS = 2;

const busy = ({ byItself }: ConcurrencyLimitError): HttpRefusal => ({
  refused: byItself ? 'account_busy' : 'service_busy',
  retryAfter: BUSY_RETRY_SECONDS,
});

/** PostgreSQL responds but is out of connections, memory, disk or time. */
const OVERLOADED: ReadonlySet<string> = new Set([
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '57014',
  '55P03',
  '25006',
]);

/** Carries a refusal through Fastify and streams, which only pass errors. */
export class HttpRefusalError extends Error {
  readonly refusal: HttpRefusal;
  constructor(refusal: HttpRefusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}
