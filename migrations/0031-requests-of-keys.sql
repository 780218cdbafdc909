-- What each key asked of late, for whoever finds out why a program fails: never a body, an address or a secret.

set local search_path = billing, public;

create table key_request (
  account_id uuid,
  key_id uuid,
  at at,
  id uuid,
  operation text not null check (length(operation) <= 100),
  status smallint not null,
  duration_ms int not null check (duration_ms >= 0),
  -- The code of the problem it was answered with.
  code text check (length(code) <= 100),
  primary key (account_id, key_id, at, id),
  foreign key (account_id, key_id) references api_key
);
create index key_request_newest on key_request (account_id, at, id);
create index key_request_by_age on key_request (at);

alter table key_request enable row level security;
alter table key_request force row level security;
create policy own_account on key_request
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);

-- Whoever keeps house forgets those of every account.
create policy across on key_request to facturier_across using (true);
create function forget_key_requests(before bigint, most int) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (
    delete from key_request where ctid = any(array(
      select ctid from key_request where at < before order by at limit most))
    returning 1)
  select count(*) from gone $$;

grant select, insert, delete on key_request to facturier_app;
grant select, delete on key_request to facturier_across;
grant create on schema billing to facturier_across;
alter function forget_key_requests owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function forget_key_requests from public;
grant execute on function forget_key_requests to facturier_app;
