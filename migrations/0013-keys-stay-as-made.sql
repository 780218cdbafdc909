-- A key keeps its rights, its mode and its secret; it may only end, and sooner. The audit chain proves it (docs/rules/audit-chain.md),
-- and here whoever forgets it is stopped.

set local search_path = billing, public;

create function key_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the key % stays as it was made, and ends no later', old.id using errcode = 'FA003';
end $$;
revoke execute on function key_stays from public;
create trigger stays_as_made before update of account_id, id, test, secret_sha256, name, scopes, created_at on api_key
  for each row execute function key_stays();
create trigger ends_once before update of expires_at, revoked_at, replaced_by on api_key for each row
  when (
    (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by)
    or (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at)))
  execute function key_stays();
