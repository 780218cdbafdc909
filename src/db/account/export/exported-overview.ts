import type { QueryFn } from '../../audit/verify/finding.ts';
import { sql } from '../../sql.ts';

/** The lists of the page that opens an export. */
export type OverviewList = keyof typeof lists;

export type OverviewRow = Readonly<Record<string, string | number | boolean | null>> & { readonly id: string };

const ROWS_AT_ONCE = 1_000;
const PAGE = `limit ${String(ROWS_AT_ONCE)}`;

const CUSTOMER_NAME = `coalesce(c.content::json ->> 'name',
  trim(concat_ws(' ', c.content::json ->> 'firstname', c.content::json ->> 'lastname')))`;
const DOCUMENTS = sql`
  select d.id, d.test, d.kind, d.number, d.title, d.emitted_on as on, d.state, d.total_cents as cents, d.currency,
    coalesce(d.content::json #>> '{sealed,customerName}', ${CUSTOMER_NAME}) as customer
  from billing.document d left join billing.customer c on c.account_id = $1 and c.id = d.customer_id
  where d.account_id = $1 and ($2::uuid is null or d.id > $2) order by d.id ${PAGE}`;
const CUSTOMERS = sql`
  select c.id, c.test, c.kind, ${CUSTOMER_NAME} as name, c.archived_at is not null as archived,
    (select string_agg(e.value, ', ') from json_array_elements_text(c.content::json -> 'emails') e) as emails
  from billing.customer c where c.account_id = $1 and ($2::uuid is null or c.id > $2) order by c.id ${PAGE}`;
const PAYMENTS = sql`
  select p.id, p.test, p.received_on as on, d.number, p.method, p.amount_cents as cents, d.currency,
    p.reverses_id is not null as reverses
  from billing.payment p join billing.document d on d.account_id = $1 and d.id = p.document_id
  where p.account_id = $1 and ($2::uuid is null or p.id > $2) order by p.id ${PAGE}`;
const PURCHASES = sql`
  select p.id, p.test, p.paid_on as on, p.number, p.supplier_name as supplier, p.designation, p.method,
    p.amount_cents as cents, encode(p.sha256, 'hex') as file
  from billing.purchase p where p.account_id = $1 and ($2::uuid is null or p.id > $2) order by p.id ${PAGE}`;
const RECEIVED = sql`
  select s.id, s.test, s.issued_on as on, s.number, s.supplier_name as supplier, s.name, s.total_cents as cents,
    s.currency, encode(s.sha256, 'hex') as file
  from billing.supplier_invoice s where s.account_id = $1 and ($2::uuid is null or s.id > $2) order by s.id ${PAGE}`;

const lists = {
  documents: DOCUMENTS,
  customers: CUSTOMERS,
  payments: PAYMENTS,
  purchases: PURCHASES,
  received: RECEIVED,
} as const;

export const overviewLists = Object.keys(lists) as readonly OverviewList[];

/** The rows of a list in the order of their IDs, batch by batch. */
export async function* overviewRows(
  ask: QueryFn,
  accountId: string,
  list: OverviewList,
): AsyncGenerator<OverviewRow[]> {
  for (let after: string | null = null; ; ) {
    const rows = (await ask(lists[list], [accountId, after])) as OverviewRow[];
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
