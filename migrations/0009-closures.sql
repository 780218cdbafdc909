-- Closures of books: what was billed and received in each day, month and year, with running totals (BOI-TVA-DECLA-30-10-30
-- § 170). Written once, each with a link in the audit chain.

set local search_path = billing, public;

create table closure (
  account_id uuid,
  test boolean,
  kind text check (kind in ('day', 'month', 'year')),
  starts_on date,
  id uuid not null,
  -- The place among the closures of its kind, and the links of the audit chain it covers.
  n int not null check (n > 0),
  first_seq bigint not null check (first_seq > 0),
  last_seq bigint not null,
  content text not null,
  made_at at not null,
  -- Two that close the same period at once make one closure.
  primary key (account_id, test, kind, starts_on),
  unique (account_id, id),
  unique (account_id, test, kind, n),
  foreign key (account_id, test) references chain_head,
  check (last_seq >= first_seq),
  check (kind = 'day' or extract(day from starts_on) = 1),
  check (kind <> 'year' or extract(month from starts_on) = 1)
);
create trigger append_only before update or delete on closure for each row execute function append_only();
create trigger never_truncated before truncate on closure for each statement execute function append_only();

-- When books are to be looked at again: once their open day, or the month or year of their last closed day, is over; and
-- where none is open, once the chain has gone past the links that were looked at.
create table closing (
  account_id uuid,
  test boolean,
  looked_seq bigint not null,
  day_over_at at,
  period_over_at at,
  primary key (account_id, test),
  foreign key (account_id, test) references chain_head
) with (fillfactor = 50);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid'
    ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['closure', 'closing'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
create policy across on chain_head for select to facturier_across using (true);
create policy across on closing for select to facturier_across using (true);

-- The next books, in the order of their names, that may have something to close. Names only: whoever closes them does so as
-- their account.
create function books_to_close(now bigint, past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language sql stable security definer set search_path = billing as $$
  select h.account_id, h.test from chain_head h
  left join closing c on c.account_id = h.account_id and c.test = h.test
  where (h.account_id, h.test) > (past_account, past_test) and case
    when c.account_id is null then h.seq > 0
    else c.day_over_at <= books_to_close.now or c.period_over_at <= books_to_close.now
      or (c.day_over_at is null and h.seq > c.looked_seq) end
  order by h.account_id, h.test limit most $$;

grant select, insert on closure to facturier_app;
grant select, insert, update on closing to facturier_app;
grant select on chain_head, closing to facturier_across;
grant create on schema billing to facturier_across;
alter function books_to_close owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function books_to_close from public;
grant execute on function books_to_close to facturier_app;
