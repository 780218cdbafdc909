import type { Deduction, Lined, Said, Sealed } from '../../domain/billing/document/document.ts';
import { creditKinds, shareKinds } from '../../domain/billing/document/kind.ts';
import type { InvoicingFramework } from '../../domain/billing/document/terms/invoicing-framework.ts';
import type { Totals } from '../../domain/billing/document/totals/totals.ts';
import type { SoldLine } from '../../domain/home/sold-lines.ts';
import { kindsInSql } from '../billing/document-kind-sql.ts';
import { PAST_PREFIX } from '../billing/past/past-prefix.ts';
import { type Row, type Statement, sql, type Tx } from '../transaction.ts';

/** The stored text of a bill, as far as its amounts and its customer are concerned. */
type BillText = {
  readonly content: Pick<Said, 'currency' | 'legals'> &
    Partial<Pick<Lined, 'lines'>> & {
      readonly deductions?: readonly Deduction[];
      readonly framework?: InvoicingFramework;
    };
  readonly totals: Totals;
  readonly sealed?: Sealed;
};

/** A finalized bill as stored: its columns, its text, and the lines that it sells. */
export type BillContent = BillText & { readonly row: Row; readonly sold: readonly SoldLine[] };

/** Bytes of text read at once, beyond the first bill: a thousand ordinary bills have 2 MB. */
const BYTES_AT_ONCE = 16 * 2 ** 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const OF_SHARE = kindsInSql(shareKinds);
const CREDITS = kindsInSql(creditKinds);
const PAYMENTS = `, (
    select json_agg(json_build_array(m.id, m.amount_cents, m.received_on, m.created_at, m.reverses_id)
      order by m.created_at, m.id)
    from billing.payment m where m.account_id = $1 and m.document_id = d.id)::text as payments,
  case when d.credited_cents <> 0 then (
    select json_agg(json_build_array(c.id, c.finalized_at, c.refund_at, c.content::json #> '{totals,breakdown}')
      order by c.finalized_at, c.id)
    from billing.document c
    where c.account_id = $1 and c.parent_id = d.id and c.kind in ${CREDITS} and c.number is not null
  )::text end as credits`;

// A past document has the text of a bill. Its movements are in the order of their days.
const PAST_PAYMENTS = `, (
    select json_agg(json_build_array(m.id, m.amount_cents, m.received_on,
      extract(epoch from m.received_on)::bigint, m.reverses_id) order by m.received_on, m.created_at, m.id)
    from billing.past_payment m where m.account_id = $1 and m.document_id = o.id)::text as payments,
  case when o.credited_cents <> 0 then (
    select json_agg(json_build_array(c.id, extract(epoch from c.emitted_on)::bigint, null,
      c.content::json #> '{totals,breakdown}') order by c.emitted_on, c.id)
    from billing.past_document c where c.account_id = $1 and c.corrects_id = o.id)::text end as credits`;

// The sold lines are those of the bill, or of the estimate behind an advance or behind its credit
// note. The texts are parsed here: in PostgreSQL each access to a member parses a text again.
const billsWith = (more: string, pastMore: string): Statement => sql`
  select * from (
    select bills.*, count(*) over () as found,
      sum(octet_length(content) + coalesce(octet_length(sold), 0)) over (order by id)
        - octet_length(content) - coalesce(octet_length(sold), 0) as bytes_before
    from (
      select d.id, d.kind, d.currency, d.emitted_on, d.number, d.prefix, d.year, d.counter, d.finalized_at, d.content,
        d.kind in ${OF_SHARE} or coalesce(p.kind in ${OF_SHARE}, false) as of_advance,
        case when d.kind in ${OF_SHARE} then p.content when p.kind in ${OF_SHARE} then e.content end as sold,
        false as is_past${more}
      from billing.document d
      left join billing.document p
        on p.account_id = $1 and p.id = d.parent_id and (d.kind in ${OF_SHARE} or d.kind in ${CREDITS})
      left join billing.document e on e.account_id = $1 and e.id = p.parent_id and p.kind in ${OF_SHARE}
      where d.account_id = $1 and d.id = any ($2::uuid[]) and d.id > $3 and d.number is not null
      union all
      select o.id, o.kind, o.currency, o.emitted_on, o.number, ${PAST_PREFIX}, 0, 0, o.created_at, o.content, false,
        null, true${pastMore}
      from billing.past_document o where o.account_id = $1 and o.id = any ($2::uuid[]) and o.id > $3) bills) sized
  where bytes_before < ${String(BYTES_AT_ONCE)}
  order by id`;
const BILLS = billsWith('', '');
const CLAIMS = billsWith(PAYMENTS, PAST_PAYMENTS);

/**
 * Reads finalized bills and past documents by ID, with their payments and credit notes if asked: at
 * most a few thousand IDs per call. The texts in memory are bounded, whatever the size of the
 * bills; `read` takes what it needs of each.
 */
export async function readBills<T>(
  tx: Tx,
  { ids, withPayments }: { readonly ids: readonly string[]; readonly withPayments: boolean },
  read: (bill: BillContent) => T,
): Promise<T[]> {
  const bills: T[] = [];
  for (let after = FIRST_ID; ids.length > 0; ) {
    const rows = await tx.read(withPayments ? CLAIMS : BILLS, [tx.accountId, ids, after]);
    for (const row of rows) bills.push(read(contentFrom(row)));
    const last = rows.at(-1);
    if (!last || rows.length === last.found) break;
    after = last.id;
  }
  return bills;
}

function contentFrom(row: Row): BillContent {
  const text = JSON.parse(row.content) as BillText;
  return { row, ...text, sold: soldLines(row.sold === null ? text : (JSON.parse(row.sold) as BillText)) };
}

const soldLines = ({ content, totals }: BillText): SoldLine[] =>
  (content.lines ?? []).map(({ type, vatCode, deliveryOfGoods }, nth) => ({
    ...{ vatCode, deliveryOfGoods, net: totals.lines[nth]?.netAfterDocumentDiscount ?? 0 },
    ...(type !== undefined && { type }),
  }));
