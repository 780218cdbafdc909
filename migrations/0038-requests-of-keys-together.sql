-- What keys of many accounts asked in the same second is written by one statement: a transaction for each account was as many commits a second.

set local search_path = billing, public;

-- A key that is not its account's has no row: one bad one must not lose what all others asked.
create function note_key_requests(
  accounts uuid[], keys uuid[], ats bigint[], ids uuid[], operations text[], statuses int[], durations int[], codes text[]
) returns void
  language sql security definer set search_path = billing as $$
  insert into key_request (account_id, key_id, at, id, operation, status, duration_ms, code)
  select r.* from unnest(accounts, keys, ats, ids, operations, statuses, durations, codes)
    r(account_id, key_id, at, id, operation, status, duration_ms, code)
  where exists (select from api_key k where k.account_id = r.account_id and k.id = r.key_id) $$;

create policy across on api_key for select to facturier_across using (true);
grant select (account_id, id) on api_key to facturier_across;
grant insert on key_request to facturier_across;
grant create on schema billing to facturier_across;
alter function note_key_requests owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function note_key_requests from public;
grant execute on function note_key_requests to facturier_app;
