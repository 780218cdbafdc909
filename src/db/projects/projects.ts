import { cents } from '../../domain/money/cents.ts';
import { noWork, type Project, type Work } from '../../domain/projects/project.ts';
import type { ProjectCustomer } from '../../domain/projects/project-customer.ts';
import { isTimeOn } from '../billing/billed-time.ts';
import { folded, likePatterns } from '../billing/search-text.ts';
import { partyFromRows } from '../customers/customers.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { type Row, sql, type Tx } from '../transaction.ts';

/**
 * The sort orders of projects and their keys: the board from left to right, each column downwards.
 */
const keys = {
  rank: `k.rank || ' ' || p.rank`,
  createdAt: 'p.id',
  // Projects without a due date sort last; four-digit years sort as text.
  dueDate: `coalesce(p.due_on::text, '~') collate "C"`,
  amount: 'p.amount_cents',
  name: 'p.sort_name',
} as const;
type ProjectOrder = keyof typeof keys;

/** The filter of a project list. Undefined members do not filter. */
type ProjectFilter = {
  search?: string | undefined;
  categoryId?: string | undefined;
  /** Of a contact, or of an organization including its contacts. */
  customerId?: string | undefined;
  isDone?: boolean | undefined;
  isLost?: boolean | undefined;
  isArchived?: boolean | undefined;
  /** Live projects or test ones. */
  test: boolean;
};

type ProjectPage = { projects: KnownProject[]; total: number; next?: ListCursor<ProjectOrder> };

/** One page of projects with the total. IDs in the filter must be UUIDs. */
export async function listProjects(
  tx: Tx,
  filter: ProjectFilter,
  pageRequest: PageRequest<ProjectOrder>,
): Promise<ProjectPage> {
  const narrowed = narrowing(tx);
  const { where, given } = narrowed;
  where('p.account_id = $1');
  where(`p.test = ${given(filter.test)}`);
  if (filter.categoryId) where(`p.category_id = ${given(filter.categoryId)}`);
  if (filter.customerId)
    where(`(c.id = ${given(filter.customerId)} or c.organization_id = ${given(filter.customerId)})`);
  if (filter.isDone !== undefined) where(`k.is_done = ${given(filter.isDone)}`);
  if (filter.isLost !== undefined) where(`k.is_lost = ${given(filter.isLost)}`);
  if (filter.isArchived !== undefined) where(`p.archived_at is ${filter.isArchived ? 'not ' : ''}null`);
  for (const pattern of likePatterns(filter.search ?? '')) where(`p.found_by like ${given(pattern)}`);
  const { rows, ...page } = await readKeysetPage(tx, pageRequest, {
    columns: COLUMNS,
    from: `billing.project p join billing.category k on k.account_id = $1 and k.id = p.category_id
      ${CUSTOMER}`,
    alias: 'p',
    key: keys[pageRequest.by],
    narrowed,
  });
  return { projects: rows.map(knownProjectFrom), ...page };
}

const COUNT_ALL = sql`select count(*) as total from billing.project where account_id = $1 and test = $2`;

/** The number of projects the caller can see, ignoring filters. */
export async function countProjects(tx: Tx, test: boolean): Promise<number> {
  const [row] = await tx.read<{ total: number }>(COUNT_ALL, [tx.accountId, test]);
  return row?.total ?? 0;
}

/** A project with the current data of its customer. */
export type KnownProject = { project: Project; customer: ProjectCustomer };

const COLUMNS = `p.id, p.test, p.category_id, p.customer_id, p.rank, p.name, p.amount_cents, p.due_on, p.content,
  p.version, p.created_at, p.updated_at, p.archived_at, c.kind as c_kind, c.is_default as c_is_default, c.content as c_content,
  c.archived_at as c_archived_at, o.id as o_id, o.test as o_test, o.content as o_content,
  g.agency_id as g_id, g.registered_at as g_at, g.state as g_state`;
const CUSTOMER = `
  join billing.customer c on c.account_id = $1 and c.id = p.customer_id
  left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
  left join billing.agency_customer g on g.account_id = $1 and g.customer_id = c.id`;

const FIND = sql`
  select ${COLUMNS} from billing.project p ${CUSTOMER} where p.account_id = $1 and p.id = $2`;
const LOCK = sql`select from billing.project where account_id = $1 and id = $2 for no key update`;
const LOCK_TO_DELETE = sql`select from billing.project where account_id = $1 and id = $2 for update`;
const KEEP = sql`
  select p.id, p.test, p.name, p.customer_id, c.organization_id from billing.project p
  join billing.customer c on c.account_id = $1 and c.id = p.customer_id
  where p.account_id = $1 and p.id = $2 for key share of p`;

/** A project; undefined if there is none. `id` must be a UUID, here and below. */
export async function findProject(tx: Tx, id: string): Promise<KnownProject | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, id]);
  return row && knownProjectFrom(row);
}

/**
 * A project, locked until the transaction ends. Tasks and documents can still be added meanwhile.
 */
export async function lockProject(tx: Tx, id: string): Promise<KnownProject | undefined> {
  tx.write(LOCK, [tx.accountId, id]);
  return findProject(tx, id);
}

/** A project with an exclusive lock until the transaction ends: nothing can be added to it. */
export async function lockProjectToDelete(tx: Tx, id: string): Promise<KnownProject | undefined> {
  tx.write(LOCK_TO_DELETE, [tx.accountId, id]);
  return findProject(tx, id);
}

/** The fields needed to add something to a project. */
export type KeptProject = { id: string; test: boolean; name: string; customerId: string; organizationId?: string };

/** A project to add something to, protected from deletion until the transaction ends. */
export async function keepProject(tx: Tx, id: string): Promise<KeptProject | undefined> {
  const [row] = await tx.read(KEEP, [tx.accountId, id]);
  if (!row) return undefined;
  const { test, name, customer_id: customerId, organization_id: organizationId } = row;
  return { id: row.id, test, name, customerId, ...(organizationId && { organizationId }) };
}

/** Reads one row of `COLUMNS`. */
function knownProjectFrom(row: Row): KnownProject {
  const { customer_id: id, test } = row;
  const project: Project = {
    ...JSON.parse(row.content),
    id: row.id,
    test,
    name: row.name,
    amount: cents(row.amount_cents),
    ...(row.due_on && { dueOn: row.due_on }),
    customerId: id,
    categoryId: row.category_id,
    rank: row.rank,
    ...(row.archived_at !== null && { archivedAt: row.archived_at }),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  return { project, customer: projectCustomerFrom(row) };
}

function projectCustomerFrom(row: Row): ProjectCustomer {
  const { c_kind: kind, c_is_default: isDefault, c_content: content, customer_id: id, test } = row;
  const organization = row.o_id && { id: row.o_id, test: row.o_test, content: row.o_content };
  const { paymentMethods } = JSON.parse(content) as Pick<ProjectCustomer, 'paymentMethods'>;
  return {
    ...partyFromRows({ id, kind, test, is_default: isDefault, content }, organization),
    ...(paymentMethods && { paymentMethods }),
    ...(row.c_archived_at !== null && { archivedAt: row.c_archived_at }),
    ...(row.g_id !== null && { registration: { agencyId: row.g_id, registeredAt: row.g_at, state: row.g_state } }),
  };
}

const INSERT = sql`
  insert into billing.project (account_id, id, category_id, customer_id, rank, name, sort_name, amount_cents, due_on,
    found_by, content, version, updated_at, archived_at, test, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
const UPDATE = sql`
  update billing.project set category_id = $3, customer_id = $4, rank = $5, name = $6, sort_name = $7,
    amount_cents = $8, due_on = $9, found_by = $10, content = $11, version = $12, updated_at = $13,
    archived_at = $14
  where account_id = $1 and id = $2`;
const DELETE = sql`delete from billing.project where account_id = $1 and id = $2`;
const HOLDS = sql`
  select exists (select from billing.document where account_id = $1 and project_id = $2) as documents,
    (select count(*) from billing.task where account_id = $1 and project_id = $2) as tasks`;
export const insertProject = (tx: Tx, project: Project): void =>
  tx.write(INSERT, [tx.accountId, ...valuesOf(project), project.test, project.createdAt]);

/** Updates a locked project. */
export const updateProject = (tx: Tx, project: Project): void => tx.write(UPDATE, [tx.accountId, ...valuesOf(project)]);

export const deleteProject = (tx: Tx, id: string): void => tx.write(DELETE, [tx.accountId, id]);

/** Whether a project has documents, and its number of tasks. */
export async function recordsOfProject(tx: Tx, id: string): Promise<{ documents: boolean; tasks: number }> {
  const [row] = await tx.read<{ documents: boolean; tasks: number }>(HOLDS, [tx.accountId, id]);
  return row ?? { documents: false, tasks: 0 };
}

/** Characters of a name used for sorting: enough to distinguish them. */
const SORTED_CHARACTERS = 200;

function valuesOf({ id, test: _, createdAt: __, ...project }: Project): unknown[] {
  const { name, amount, dueOn, customerId, categoryId, rank, archivedAt, version, updatedAt, ...content } = project;
  return [
    ...[id, categoryId, customerId, rank, name],
    folded(name).slice(0, SORTED_CHARACTERS).toWellFormed(),
    ...[amount, dueOn ?? null],
    folded([name, project.description].filter(Boolean).join(' ')),
    JSON.stringify(content),
    ...[version, updatedAt, archivedAt ?? null],
  ];
}

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
