-- What a process of the version before sends again counts its tries on, as ours do: two tries of one number could not be written.

set local search_path = billing, public;

create or replace function queue_former_delivery() returns trigger language plpgsql as $$
begin
  insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready, tries)
  select new.account_id, new.event_id, 'delivery', new.endpoint_id, new.test, new.next_at, true, coalesce(max(t.n), 0)
  from billing.try t
  where t.account_id = new.account_id and t.subject_id = new.event_id and t.lane = 'delivery' and t.share_id = new.endpoint_id
    and t.test = new.test
  on conflict (account_id, subject_id, lane, share_id, test) do update
    set tried = 0, due_at = excluded.due_at, ready = j.leased_until is null;
  return null;
end $$;
