import { type Priority, priorities, type Task } from '../../domain/projects/task.ts';
import { likePatterns } from '../billing/search-text.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { sql, type Tx } from '../transaction.ts';
import { taskColumns, taskFromRow } from './tasks.ts';

/** The sort orders of tasks and their keys. */
const keys = {
  rank: 't.rank',
  createdAt: 't.id',
  // Tasks without a due date sort last; four-digit years sort as text.
  dueDate: `coalesce(t.due_on::text, '~') collate "C"`,
  priority: 't.priority',
} as const;
export type TaskOrder = keyof typeof keys;

/** The filter of a task list. Undefined members do not filter. */
export type TaskFilter = {
  search?: string | undefined;
  projectId?: string | undefined;
  /** Without a project, or with one. */
  alone?: boolean | undefined;
  /** Of a contact, or of an organization including its contacts. */
  customerId?: string | undefined;
  isDone?: boolean | undefined;
  priorities?: readonly Priority[] | undefined;
  /** Live tasks or test ones. */
  test: boolean;
};

export type TaskPage = { tasks: Task[]; total: number; next?: ListCursor<TaskOrder> };

/** One page of tasks with the total. IDs in the filter must be UUIDs. */
export async function listTasks(tx: Tx, filter: TaskFilter, pageRequest: PageRequest<TaskOrder>): Promise<TaskPage> {
  const narrowed = narrowing(tx);
  const { where, given } = narrowed;
  where('t.account_id = $1');
  where(`t.test = ${given(filter.test)}`);
  if (filter.projectId) where(`t.project_id = ${given(filter.projectId)}`);
  if (filter.alone !== undefined) where(`t.project_id is ${filter.alone ? '' : 'not '}null`);
  if (filter.customerId) where(ofCustomer(given(filter.customerId)));
  if (filter.isDone !== undefined) where(`t.done_at is ${filter.isDone ? 'not ' : ''}null`);
  if (filter.priorities)
    where(`t.priority = any(${given(filter.priorities.map((one) => priorities.indexOf(one) + 1))})`);
  for (const pattern of likePatterns(filter.search ?? '')) where(`t.found_by like ${given(pattern)}`);
  const list = { columns: taskColumns, from: 'billing.task t', alias: 't', key: keys[pageRequest.by], narrowed };
  const { rows, ...page } = await readKeysetPage(tx, pageRequest, list);
  return { tasks: rows.map(taskFromRow), ...page };
}

const ofCustomer = (place: string): string => `t.customer_id in (
  select c.id from billing.customer c where c.account_id = $1 and (c.id = ${place} or c.organization_id = ${place}))`;

const COUNT_ALL = sql`select count(*) as total from billing.task where account_id = $1 and test = $2`;

/** The number of tasks the caller can see, ignoring filters. */
export async function countTasks(tx: Tx, test: boolean): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT_ALL, [tx.accountId, test]);
  return row?.total ?? 0;
}
