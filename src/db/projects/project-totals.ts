import { noWork, type Work } from '../../domain/projects/project-totals.ts';
import { isTimeOn } from '../billing/billed-time.ts';
import { sql, type Tx } from '../transaction.ts';

// The sum of `timeStateOf` over the tasks.
const WORK = sql`
  select t.project_id, count(*) as tasks, count(t.done_at) as tasks_done, coalesce(sum(t.minutes), 0)::bigint as spent,
    coalesce(sum(t.minutes) filter (where d.id is null), 0)::bigint as to_bill
  from (
    select project_id, id, done_at, (content::json ->> 'timeSpent')::bigint as minutes,
      (content::json #>> '{billed,documentId}')::uuid as document_id
    from billing.task where account_id = $1 and project_id = any($2)
  ) t
  left join billing.document d on d.account_id = $1 and d.id = t.document_id and ${isTimeOn('d', 't.id')}
  group by t.project_id`;

/** The remaining work of these projects; every one has a row. */
export async function projectTotals(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Work>> {
  const rows = ids.length === 0 ? [] : await tx.read(WORK, [tx.accountId, ids]);
  const work = new Map<string, Work>(ids.map((id) => [id, noWork]));
  for (const { project_id: id, tasks, tasks_done: tasksDone, spent: timeSpent, to_bill: timeToBill } of rows)
    work.set(id, { tasks, tasksDone, timeSpent, timeToBill });
  return work;
}
