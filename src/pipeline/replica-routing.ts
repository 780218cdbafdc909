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
 * `saw`, otherwise on the primary. Errors and refusals of the replica are retried on the primary,
 * because the replica may be behind.
 */
export async function onReplicaOrPrimary<T extends object>(
  { pool, replica }: AppServices,
  { accountId, saw = 0 }: { accountId: string; saw?: number | undefined },
  work: (place: pg.Pool) => Promise<T>,
): Promise<T> {
  if (!replica?.shows(accountId, saw)) return work(pool);
  try {
    const answer = await work(replica.pool);
    if (!isRefusal(answer)) return answer;
  } catch (error) {
    // The limiter rejected it, or the client disconnected.
    if (error instanceof ConcurrencyLimitError) throw error;
    replica.failed(error);
  }
  return work(pool);
}
