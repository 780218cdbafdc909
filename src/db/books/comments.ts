import type { BookComment, CommentSubject } from '../../domain/books/comment.ts';
import { type Reading, type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = `c.id, c.subject_kind, c.subject_id, c.text, c.actor, c.created_at, r.text as resolved_text,
  r.actor as resolved_by, r.created_at as resolved_at`;
const FROM = `billing.book_comment c
  left join billing.book_comment r on r.account_id = $1 and r.resolves_id = c.id
  where c.account_id = $1 and c.test = $2 and c.resolves_id is null`;
const INSERT = sql`
  insert into billing.book_comment (account_id, id, test, subject_kind, subject_id, resolves_id, text, actor, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const FIND = sql`select ${COLUMNS} from ${FROM} and c.id = $3`;
// The resolution refers to the comment, so its insertion waits for another one of the same comment.
const PAGE = sql`
  select ${COLUMNS} from ${FROM} and (not $3 or r.id is null)
    and (c.created_at::bigint, c.id) < ($4::bigint, $5::uuid)
  order by c.created_at desc, c.id desc limit $6`;
const ENTRIES = sql`
  select c.id, c.subject_kind, c.subject_id, c.text, c.actor, c.created_at, c.resolves_id from billing.book_comment c
  where c.account_id = $1 and c.test = $2 and c.created_at < $3
    and (c.created_at::bigint, c.id) > ($4::bigint, $5::uuid)
  order by c.created_at, c.id limit $6`;
const COUNT = sql`select count(*)::int as total from ${FROM} and (not $3 or r.id is null)`;
const SUBJECTS = {
  purchase: sql`select 1 from billing.purchase p where p.account_id = $1 and p.test = $2 and p.id::text = $3`,
  document: sql`select 1 from billing.document d where d.account_id = $1 and d.test = $2 and d.id::text = $3`,
  receipt: sql`
    select 1 from billing.payment m where m.account_id = $1 and m.test = $2 and m.id = left($3, 36)::uuid
    union all select 1 from billing.counter_sale s where s.account_id = $1 and s.test = $2 and s.id = left($3, 36)::uuid
    union all select 1 from billing.document d
    where d.account_id = $1 and d.test = $2 and d.id = left($3, 36)::uuid and d.refund_at is not null
    union all select 1 from billing.payment_session s where s.account_id = $1 and s.test = $2 and s.id = left($3, 36)::uuid
    union all select 1 from billing.unapplied_use u where u.account_id = $1 and u.test = $2 and u.id = left($3, 36)::uuid
    limit 1`,
} as const;

/** Whether the subject of a comment is on record in the caller’s mode. */
export const subjectExists = async (tx: Tx, { kind, id }: CommentSubject): Promise<boolean> =>
  (await tx.read(SUBJECTS[kind], [tx.accountId, tx.test, id])).length > 0;

/** An entry: a comment, or the resolution of one. */
type Entry = Pick<BookComment, 'id' | 'subject' | 'text' | 'actor' | 'createdAt'> & { readonly resolvesId?: string };

export const insertComment = (
  tx: Tx,
  { id, subject: { kind, id: subjectId }, resolvesId, text, actor, createdAt }: Entry,
): void => tx.write(INSERT, [tx.accountId, id, tx.test, kind, subjectId, resolvesId ?? null, text, actor, createdAt]);

/** A comment of the caller’s mode; undefined for a resolution. */
export async function findComment(tx: Tx, id: string): Promise<BookComment | undefined> {
  const [row] = await tx.read(FIND, [tx.accountId, tx.test, id]);
  return row && commentFrom(tx, row);
}

export type CommentPlace = { readonly at: number; readonly id: string };

/** The comments before a place, the latest first; `isOpen`: without the resolved ones. */
export const commentsBefore = async (
  tx: Tx,
  { isOpen, place, limit }: { isOpen: boolean; place: CommentPlace; limit: number },
): Promise<BookComment[]> =>
  (await tx.read(PAGE, [tx.accountId, tx.test, isOpen, place.at, place.id, limit])).map((row) => commentFrom(tx, row));

export const countComments = async (tx: Tx, isOpen: boolean): Promise<number> =>
  (await tx.read<{ total: number }>(COUNT, [tx.accountId, tx.test, isOpen]))[0]?.total ?? 0;

/** Comments and resolutions after a place and before `until` (Unix seconds), the oldest first. */
export const commentEntriesAfter = async (
  reading: Reading,
  place: CommentPlace,
  { until, limit }: { until: number; limit: number },
): Promise<Entry[]> =>
  (await reading.read(ENTRIES, [reading.accountId, reading.test, until, place.at, place.id, limit])).map((row) => ({
    ...{ id: row.id, subject: { kind: row.subject_kind, id: row.subject_id }, text: row.text },
    ...{ actor: row.actor, createdAt: row.created_at },
    ...(row.resolves_id !== null && { resolvesId: row.resolves_id }),
  }));

const commentFrom = (tx: Tx, row: Row): BookComment => ({
  ...{ id: row.id, test: tx.test, subject: { kind: row.subject_kind, id: row.subject_id }, text: row.text },
  ...{ actor: row.actor, createdAt: row.created_at },
  ...(row.resolved_at !== null && {
    resolved: { text: row.resolved_text, actor: row.resolved_by, at: row.resolved_at },
  }),
});
