import { type Priority, priorities, type Task } from '../../domain/projects/task.ts';
import { folded, likePatterns } from '../billing/search-text.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/** The sort orders of tasks and their keys. */
const keys = {
  rank: 't.rank',
  createdAt: 't.id',
  // Tasks without a due date sort last; four-digit years sort as text.
  dueDate: `coalesce(t.due_on::text, '~') collate "C"`,
  priority: 't.priority',
} as const;
type TaskOrder = keyof typeof keys;

/** The filter of a task list. Undefined members do not filter. */
type TaskFilter = {
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

type TaskPage = { tasks: Task[]; total: number; next?: ListCursor<TaskOrder> };

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
  const list = { columns: COLUMNS, from: 'billing.task t', alias: 't', key: keys[pageRequest.by], narrowed };
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

const COLUMNS = `t.id, t.test, t.project_id, t.customer_id, t.rank, t.due_on, t.done_at, t.priority, t.content, t.version,
  t.created_at, t.updated_at`;

const FIND = sql`select ${COLUMNS} from billing.task t where t.account_id = $1 and t.id = $2`;
const LOCK = sql`select ${COLUMNS} from billing.task t where t.account_id = $1 and t.id = $2 for update`;
const OF_PROJECT = sql`
  select ${COLUMNS} from billing.task t where t.account_id = $1 and t.project_id = $2 order by t.rank, t.id for update`;

/** A task; undefined if there is none. `id` must be a UUID, here and below. */
export const findTask = (tx: Tx, id: string): Promise<Task | undefined> => one(tx.read(FIND, [tx.accountId, id]));

/** A task, locked until the transaction ends; undefined if there is none. */
export const lockTask = (tx: Tx, id: string): Promise<Task | undefined> => one(tx.read(LOCK, [tx.accountId, id]));

/** Every task of a project in order, locked. */
export const lockTasksOfProject = async (tx: Tx, projectId: string): Promise<Task[]> =>
  (await tx.read(OF_PROJECT, [tx.accountId, projectId])).map(taskFromRow);

async function one(rows: Promise<Row[]>): Promise<Task | undefined> {
  const [row] = await rows;
  return row && taskFromRow(row);
}

/** Reads one row of `COLUMNS`. */
const taskFromRow = (row: Row): Task => ({
  ...JSON.parse(row.content),
  id: row.id,
  test: row.test,
  ...(row.project_id && { projectId: row.project_id }),
  ...(row.customer_id && { customerId: row.customer_id }),
  rank: row.rank,
  ...(row.due_on && { dueOn: row.due_on }),
  ...(row.done_at !== null && { doneAt: row.done_at }),
  priority: priorities[row.priority - 1],
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const INSERT = sql`
  insert into billing.task (account_id, id, project_id, customer_id, rank, due_on, done_at, priority, found_by, content,
    version, updated_at, test, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;
const UPDATE = sql`
  update billing.task set project_id = $3, customer_id = $4, rank = $5, due_on = $6, done_at = $7, priority = $8,
    found_by = $9, content = $10, version = $11, updated_at = $12
  where account_id = $1 and id = $2`;
const DELETE = sql`delete from billing.task where account_id = $1 and id = $2`;

export const insertTask = (tx: Tx, task: Task): void =>
  tx.write(INSERT, [tx.accountId, ...valuesOf(task), task.test, task.createdAt]);

/** Updates a locked task. */
export const updateTask = (tx: Tx, task: Task): void => tx.write(UPDATE, [tx.accountId, ...valuesOf(task)]);

export const deleteTask = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, id]);

function valuesOf({ id, test: _, createdAt: __, ...task }: Task): unknown[] {
  const { projectId, customerId, rank, dueOn, doneAt, priority, version, updatedAt, ...content } = task;
  return [
    ...[id, projectId ?? null, customerId ?? null, rank, dueOn ?? null, doneAt ?? null],
    priorities.indexOf(priority) + 1,
    folded(`${task.name} ${task.description}`.trim()),
    JSON.stringify(content),
    ...[version, updatedAt],
  ];
}
