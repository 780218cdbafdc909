import { likePatterns } from '../billing/search-text.ts';
import { type ListCursor, narrowing, type PageRequest, readKeysetPage } from '../keyset-page.ts';
import { sql, type Tx } from '../transaction.ts';
import { type KnownProject, knownProjectFrom, projectQuery } from './projects.ts';

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
export type ProjectOrder = keyof typeof keys;

/** The filter of a project list. Undefined members do not filter. */
export type ProjectFilter = {
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

export type ProjectPage = { projects: KnownProject[]; total: number; next?: ListCursor<ProjectOrder> };

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
    columns: projectQuery.columns,
    from: `billing.project p join billing.category k on k.account_id = $1 and k.id = p.category_id
      ${projectQuery.customer}`,
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
