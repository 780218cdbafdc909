-- Sample data: somebody explores in an account of his own, which counts for nobody and is left in one click (decision 0044).

set local search_path = billing, public;

-- Makes an account to explore, and no other: all others are the operator's to make. The transaction says its id.
create function open_sample_account(settings text, at bigint) returns void
  language plpgsql security definer set search_path = billing as $$
begin
  if (settings::json ->> 'demo') is distinct from 'true' then
    raise exception 'only an account to explore is made like this' using errcode = 'FA006';
  end if;
  insert into account (account_id, settings, created_at) values (here(), settings, at);
  perform open_board(here(), at);
end $$;

-- The accounts to explore the person of a transaction has or had.
create function samples_of_person() returns table (account_id uuid, opened_at bigint, stands boolean)
  language sql stable security definer set search_path = billing as $$
  select m.account_id, m.joined_at, m.left_at is null from membership m join account a using (account_id)
  where m.person_id = nullif(current_setting('app.person_id', true), '')::uuid and a.settings::json ->> 'demo' = 'true' $$;

-- What is seen of an account says whether it is one to explore.
drop function accounts_of_person();
create function accounts_of_person() returns table (account_id uuid, name text, role text, sample boolean)
  language sql stable security definer set search_path = billing as $$
  select m.account_id, a.settings::json ->> 'name', m.role, coalesce(a.settings::json ->> 'demo' = 'true', false)
  from membership m join account a using (account_id)
  where m.person_id = nullif(current_setting('app.person_id', true), '')::uuid and m.left_at is null
  order by a.created_at, m.account_id $$;

-- An account that has had an owner keeps one, but for one to explore, which is nobody's business and is left by leaving it.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from billing.account a where a.account_id = old.account_id for no key update;
  if exists (
    select from billing.account a where a.account_id = old.account_id and a.settings::json ->> 'demo' = 'true') then
    return new;
  end if;
  if not exists (
    select from billing.membership m
    where m.account_id = old.account_id and m.person_id <> old.person_id and m.role = 'owner' and m.left_at is null) then
    raise exception 'the account % would be left without an owner', old.account_id using errcode = 'FA004';
  end if;
  return new;
end $$;

grant insert on account, category to facturier_across;
grant execute on function open_board to facturier_across;
grant create on schema billing to facturier_across;
alter function open_sample_account owner to facturier_across;
alter function samples_of_person owner to facturier_across;
alter function accounts_of_person owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function open_sample_account, samples_of_person, accounts_of_person from public;
grant execute on function open_sample_account, samples_of_person, accounts_of_person to facturier_app;
