-- Which key signs the next link of a chain and when its last one was made are read with the lock of its head, so that keys
-- can be changed while processes serve, and links stand in the order of time. Heads are listed across accounts for the operator.

set local search_path = billing, public;

-- Both absent: the chain has no link yet.
alter table chain_head add column key_id text, add column at at;

-- The table's owner obeys row-level security like everybody.
do $$
declare known record;
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    update chain_head h set key_id = l.key_id, at = substring(l.link from '"at":([0-9]+)')::bigint
    from chain_link l where l.account_id = h.account_id and l.test = h.test and l.seq = h.seq;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;

create policy across on chain_link for select to facturier_across using (true);
create function chain_heads_known() returns table (
    account_id uuid, test boolean, seq bigint, hash bytea, key_id text, signed_by text, at bigint, signature bytea)
  language sql stable security definer set search_path = billing as $$
  select h.account_id, h.test, h.seq, h.hash, coalesce(h.key_id, l.key_id), l.key_id, h.at, l.signature
  from chain_head h join chain_link l on l.account_id = h.account_id and l.test = h.test and l.seq = h.seq
  order by h.account_id, h.test $$;

grant select on chain_link to facturier_across;
grant create on schema billing to facturier_across;
alter function chain_heads_known owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function chain_heads_known from public;
do $$ begin execute format('grant execute on function billing.chain_heads_known to %I', current_user); end $$;
