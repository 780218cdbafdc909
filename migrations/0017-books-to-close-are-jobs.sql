-- Books that have something to close are jobs: several processes share them, each is closed by one, and one that fails waits
-- by itself.

set local search_path = billing, public;

-- Queues the next books, in the order of their names, that may have something to close and are not queued yet; gives their names.
create function queue_closures(now bigint, past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
begin
  return query
  with found as (select b.account_id, b.test from books_to_close(queue_closures.now, past_account, past_test, most) b),
  queued as (
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    select f.account_id, f.account_id, 'closures', f.account_id, f.test, queue_closures.now, true from found f
    on conflict (account_id, subject_id, lane, share_id, test) do nothing
    returning 1),
  told as (select pg_notify('facturier_jobs', 'closures') from queued limit 1)
  select f.account_id, f.test from found f left join told on true;
end $$;

grant create on schema billing to facturier_across;
alter function queue_closures owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function queue_closures from public;
grant execute on function queue_closures to facturier_app;
grant execute on function books_to_close to facturier_across;
