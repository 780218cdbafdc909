import { type Statement, sql } from '../transaction.ts';

/** Sort keys of a document list. */
export const documentOrders = ['emittedAt', 'dueAt', 'number', 'amount', 'customer', 'recursOn'] as const;
export type DocumentOrder = { readonly by: (typeof documentOrders)[number]; readonly direction: 'ASC' | 'DESC' };

/** Where a page with another order than newest first ended. */
export type DocumentCursor = DocumentOrder & { readonly after: string | number; readonly id: string };

export const newestFirst = ({ by, direction }: DocumentOrder): boolean => by === 'emittedAt' && direction === 'DESC';

// Documents without a due date or validity, and those that no longer recur, sort last; drafts have
// no number and sort first.
const keys: Readonly<Record<DocumentOrder['by'], string>> = {
  emittedAt: 'd.emitted_on',
  dueAt: `coalesce(d.due_on, d.valid_until_on, '9999-12-31'::date)`,
  number: `coalesce(d.prefix || ' ' || d.year || lpad(d.counter::text, 10, '0'), '')`,
  amount: 'd.total_cents',
  customer: `coalesce((
    select coalesce(o.sort_name, c.sort_name) from billing.customer c
    left join billing.customer o on o.account_id = $1 and o.id = c.organization_id
    where c.account_id = $1 and c.id = d.customer_id), '')`,
  recursOn: `coalesce((
    select r.next_on from billing.recurrence r where r.account_id = $1 and r.invoice_id = d.id), '9999-12-31'::date)`,
};

/**
 * The condition for the rows after a cursor; `places` are the parameter positions of the key and
 * the ID.
 */
export const readOn = ({ by, direction }: DocumentOrder, places: readonly [string, string]): string =>
  `(${keys[by]}, d.id) ${direction === 'ASC' ? '>' : '<'} (${places[0]}${castOf[by]}, ${places[1]}::uuid)`;
const castOf: Readonly<Record<DocumentOrder['by'], string>> = {
  ...{
    emittedAt: '::date',
    dueAt: '::date',
    number: '::text',
    amount: '::bigint',
    customer: '::text',
    recursOn: '::date',
  },
};

/**
 * A page in an order without an index: the filter's matches are scanned completely, and only the
 * page is loaded.
 */
export const orderedPage = (
  { by, direction }: DocumentOrder,
  conditions: readonly string[],
  values: number,
): Statement => sql`
  with page as materialized (
    select d.id, ${keys[by]} as place from billing.document d where ${conditions.join(' and ')}
    order by place ${direction}, d.id ${direction} limit $${String(values - 1)} offset $${String(values)})
  select sum(octet_length(d.content)) over ()::bigint as bytes, d.id, d.emitted_on, d.number is null as is_draft, page.place
  from page join billing.document d on d.account_id = $1 and d.id = page.id
  order by page.place ${direction}, d.id ${direction}`;
