import type { Task } from '../../domain/projects/task.ts';
import type { TimeOn } from '../../domain/projects/task-time.ts';
import { sql, type Tx } from '../transaction.ts';

/**
 * Whether the time of a task is billed on a document: a line has the task's `generatedId`, and the
 * document is not canceled. User text cannot match, because its quotes are escaped in JSON.
 */
export const isTimeOn = (document: string, taskId: string): string =>
  `${document}.canceled_at is null and position('"generatedId":"' || ${taskId} || '"' in ${document}.content) > 0`;

const ON = sql`
  select t.id, d.id as document_id, d.finalized_at is null as is_draft
  from unnest($2::uuid[], $3::uuid[]) as t(id, document_id)
  join billing.document d on d.account_id = $1 and d.id = t.document_id and ${isTimeOn('d', 't.id')}`;

/** The documents that bill the time of these tasks, by task; no query if none was ever billed. */
export async function timeOnDocuments(
  tx: Tx,
  tasks: readonly Pick<Task, 'id' | 'billed'>[],
): Promise<ReadonlyMap<string, TimeOn>> {
  const billed = tasks.flatMap((task) => (task.billed ? [{ id: task.id, on: task.billed.documentId }] : []));
  if (billed.length === 0) return new Map();
  const rows = await tx.read(ON, [tx.accountId, billed.map(({ id }) => id), billed.map(({ on }) => on)]);
  return new Map(rows.map((row) => [row.id, { documentId: row.document_id, isDraft: row.is_draft }]));
}
