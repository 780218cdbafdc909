-- A webhook ends when the person who made it leaves the account, or another member takes it over: so it says who made it. Webhooks of before say nobody.

set local search_path = billing, public;

alter table endpoint
  add column made_by uuid,
  drop constraint endpoint_disabled_reason_check,
  add constraint endpoint_disabled_reason_check check (disabled_reason in ('gone', 'failing', 'maker_left'));

-- Whoever ends a membership ends or hands over the webhooks first (src/deeds/events/end-webhooks.ts); whoever forgets it is stopped here.
create function nobody_leaves_webhooks() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if exists (select from endpoint e where e.account_id = new.account_id and e.made_by = new.person_id and e.active) then
    raise exception 'a webhook of % goes on', new.person_id using errcode = 'FA003';
  end if;
  return new;
end $$;
revoke execute on function nobody_leaves_webhooks from public;
create trigger leaves_no_webhook before update of left_at on membership for each row
  when (new.left_at is not null) execute function nobody_leaves_webhooks();
