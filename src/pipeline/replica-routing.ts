import type pg from 'pg';
import { isRefusal } from '../domain/refusal.ts';
import { ConcurrencyLimitError } from '../limits/concurrency-limiter.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Operation } from './operation.ts';

/** Whether an operation writes nothing: PostgreSQL then refuses every write of its transactions. */
export const isReadOnly = ({ routes, notesReading }: Pick<Operation, 'routes' | 'notesReading'>): boolean =>
  !notesReading && routes.every((route) => route.startsWith('GET '));

/**
 * Runs a read on the replica if it has all the changes that the account must see and the caller
 * `saw`. Returns undefined if the read must run on the primary: the replica may be behind, so its
 * errors and refusals do not count.
 */
export async function onReplica<T extends object>(
  { replica }: AppServices,
  { accountId, saw = 0 }: { accountId: string; saw?: number | undefined },
  read: (replica: pg.Pool) => Promise<T>,
): Promise<T | undefined> {
  if (!replica?.shows(accountId, saw)) return undefined;
  try {
    const answer = await read(replica.pool);
    return isRefusal(answer) ? undefined : answer;
  } catch (error) {
    // The limiter rejected it, or the client disconnected.
    if (error instanceof ConcurrencyLimitError) throw error;
    replica.failed(error);
    return undefined;
  }
}
