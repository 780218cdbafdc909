-- Links of the first version said what happened, not all that stands after it: the worker notes today's state of what they
-- are about in links of their own, and remembers here how far it has looked.

set local search_path = billing, public;

create table noting (
  account_id uuid,
  test boolean,
  -- Links up to here told all that stood after them, or what they are about was noted.
  looked_seq bigint not null,
  primary key (account_id, test),
  foreign key (account_id, test) references chain_head
) with (fillfactor = 50);

do $$
declare
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid'
    ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  alter table noting enable row level security;
  alter table noting force row level security;
  execute format('create policy own_account on noting using (%s) with check (%s)', own, own);
end $$;
create policy across on noting for select to facturier_across using (true);

-- The next chains, in the order of their names, that have links nobody has looked at. Names only: whoever looks does so as
-- their account.
create function chains_to_note(past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language sql stable security definer set search_path = billing as $$
  select h.account_id, h.test from chain_head h
  left join noting n on n.account_id = h.account_id and n.test = h.test
  where (h.account_id, h.test) > (past_account, past_test) and (n.account_id is null or n.looked_seq < h.seq)
  order by h.account_id, h.test limit most $$;

grant select, insert, update on noting to facturier_app;
grant select on noting to facturier_across;
grant create on schema billing to facturier_across;
alter function chains_to_note owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function chains_to_note from public;
grant execute on function chains_to_note to facturier_app;
