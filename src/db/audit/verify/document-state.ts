import { claimKinds, creditKinds, offerKinds } from '../../../domain/billing/document/kind.ts';
import { kindsInSql } from '../../billing/document-kind-sql.ts';
import { sql } from '../../transaction.ts';
import type { Found, QueryFn } from './finding.ts';

// The seal of a finalized document does not cover its mutable columns. They follow from the
// documents derived from it, from its payments (see payments.ts) and from the entries that recorded
// each change. `life` repeats them.
const MOVED = sql`
  with told as materialized (
    select seq, substring(link from '"subject":\{"id":"([^"]*)"') as id, substring(link from '"type":"([a-z_]+)"\}$') as type
    from billing.chain_link
    where account_id = $1 and test = $2 and link ~ '"type":"(canceled|signed|unsigned|refused|unrefused)"\}$'),
  decided as materialized (
    select distinct on (id) id, type from told where type <> 'canceled' order by id, seq desc),
  lived as (
    select d.*,
      (select coalesce(sum((k.value ->> 'net')::bigint + (k.value ->> 'vat')::bigint), 0) from json_each(life::json -> 'credited') k) as life_credited,
      (select coalesce(sum((k.value ->> 'net')::bigint + (k.value ->> 'vat')::bigint), 0) from json_each(life::json -> 'billed') k) as life_billed,
      (select coalesce(sum(c.total_cents), 0) from billing.document c where c.account_id = $1 and c.family_id = d.family_id
        and c.parent_id = d.id and c.kind in ${kindsInSql(creditKinds)} and c.number is not null) as credited,
      (select coalesce(sum(c.total_cents - c.deducted_cents - c.credited_cents), 0) from billing.document c
        where c.account_id = $1 and c.family_id = d.family_id and c.parent_id = d.id
        and c.kind in ${kindsInSql(claimKinds)} and c.number is not null) as billed
    from billing.document d where d.account_id = $1 and d.test = $2 and d.number is not null)
  select l.id, l.number from lived l left join decided on decided.id = l.id::text
  where l.credited_cents <> l.credited or l.life_credited <> l.credited
    or l.billed_cents <> l.billed or l.life_billed <> l.billed
    or coalesce((l.life::json ->> 'paid')::bigint, 0) <> l.paid_cents
    or (l.canceled_at is not null) <> exists (select from told where told.id = l.id::text and told.type = 'canceled')
    or case when l.kind in ${kindsInSql(offerKinds)} then l.state <> case decided.type
          when 'signed' then 'signed' when 'refused' then 'refused' else 'finalized' end
        else l.state not in ('finalized', 'paid')
          or l.state = 'paid' and l.total_cents - l.deducted_cents - l.credited_cents - l.paid_cents > 0 end
  order by l.number limit 1000`;

/** Finalized documents whose mutable columns disagree with their history. */
export async function stateFindings(ask: QueryFn, account: string, test: boolean): Promise<Found[]> {
  const rows = await ask(MOVED, [account, test]);
  return rows.map(({ id, number }) => ({ fault: 'document_marks_differ', number, at: id }));
}
