import type pg from 'pg';
import { isRefusal } from '../domain/refusal.ts';
import { ConcurrencyLimitError } from '../limits/concurrency-limiter.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { Operation } from './operation.ts';

/** Whether an operation writes nothing: PostgreSQL then refuses every write of its transactions. */
export const isReadOnly = ({ routes, notesReading }: Pick<Operation, 'routes' | 'notesReading'>): boolean =>
  !notesReading && routes.every((route) => route.startsWith('GET '));

/**
 * Does what only reads on the replica where it shows all that the account needs to see and the caller `saw`, else on the database.
 * Whatever fails on the replica, and every no that it says, is asked of the database: it is never the replica's fault that somebody
 * has no answer, and what it does not know yet may be there.
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
    // Its turn did not come, or nobody waits for it any more.
    if (error instanceof ConcurrencyLimitError) throw error;
    replica.failed(error);
  }
  return work(pool);
}
