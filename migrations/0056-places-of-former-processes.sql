-- Processes of the version before, which run on while an installation is upgraded, write an import row by row: the counter of the
-- feed is moved once for some hundred of them, and not for each, whose rows PostgreSQL would look through again and again.

create or replace function billing.take_place() returns trigger language plpgsql as $$
declare
  at_once constant int := 500;
  -- What this transaction has of a feed and has not used: account, last place used, last place given. Over with the transaction.
  name constant text := case when new.test then 'app.places_test' else 'app.places_live' end;
  left_over text[] := string_to_array(current_setting(name, true), ' ');
  given bigint;
begin
  if left_over[1] = new.account_id::text and left_over[2]::bigint < left_over[3]::bigint then
    given := left_over[3];
    new.place := left_over[2]::bigint + 1;
  else
    given := billing.next_places(new.account_id, new.test, at_once);
    new.place := given - at_once + 1;
  end if;
  perform set_config(name, new.account_id || ' ' || new.place || ' ' || given, true);
  return new;
end $$;
