import { priorities, type Task } from '../../domain/projects/task.ts';
import { folded } from '../billing/search-text.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `t.id, t.test, t.project_id, t.customer_id, t.rank, t.due_on, t.done_at, t.priority, t.content, t.version,
  t.created_at, t.updated_at`;

/** For `task-list.ts`. */
export const taskColumns = COLUMNS;

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

/** Reads one row of `taskColumns`. */
export const taskFromRow = (row: Row): Task => ({
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
