-- What a recurring purchase states and its days can change; its recorded purchases stay, and no day
-- is recorded twice.

set local search_path = billing, public;

create or replace function recurring_purchase_stays() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.id, new.test, new.created_at) is distinct from
      (old.account_id, old.id, old.test, old.created_at) or old.state = 'ended' then
    raise exception 'the recurring purchase % is fixed', old.id using errcode = 'check_violation';
  end if;
  if new.next_on <= (select max(d.occurs_on) from billing.recurring_purchase_day d
      where d.account_id = new.account_id and d.recurring_id = new.id) then
    raise exception 'the recurring purchase % goes back to a recorded day', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function recurring_purchase_stays() from public;
