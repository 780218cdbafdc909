-- A key ends when whoever made it leaves the account, or may no longer do what it does: so it says who that was. Keys of before say nobody.

set local search_path = billing, public;

alter table api_key add column made_by uuid;
create trigger keeps_its_maker before update of made_by on api_key for each row execute function key_stays();

-- Whoever ends a membership ends the keys first (src/deeds/account/end-keys.ts); here whoever forgets it is stopped.
create function nobody_leaves_keys() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if exists (select from api_key k where k.account_id = new.account_id and k.made_by = new.person_id and k.revoked_at is null) then
    raise exception 'a key of % goes on', new.person_id using errcode = 'FA003';
  end if;
  return new;
end $$;
revoke execute on function nobody_leaves_keys from public;
create trigger leaves_no_key before update of left_at on membership for each row
  when (new.left_at is not null) execute function nobody_leaves_keys();
