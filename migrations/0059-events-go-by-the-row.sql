-- An import tells of up to a million rows in one second, and all of that second went in one statement: longer than a statement may
-- take, so that it failed each hour, and no event after those was ever forgotten. They go by the row, account by account.

create or replace function billing.forget_events(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  oldest record;
  gone bigint := 0;
begin
  for oldest in
    select o.account_id, array_agg(o.id) as ids from (
      select e.account_id, e.id from event e where e.at < before order by e.at limit most) o
    group by o.account_id
  loop
    delete from event e where e.account_id = oldest.account_id and e.id = any(oldest.ids);
    gone := gone + cardinality(oldest.ids);
  end loop;
  return gone;
end $$;
