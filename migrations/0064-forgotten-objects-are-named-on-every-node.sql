-- What is to be deleted from the object store is named where tables are spread over machines too: the engine plans no query that has
-- parameters inside a function of SQL. As before, but in PL/pgSQL.

set local search_path = billing, public;

create or replace function forgotten_objects(most int) returns table (account_id uuid, sha256 bytea)
  language plpgsql security definer set search_path = billing as $$
begin
  return query select o.account_id, o.sha256 from forgotten_object o limit most;
end $$;
