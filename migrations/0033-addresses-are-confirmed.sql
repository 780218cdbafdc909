-- Whoever wants to sign in with another address shows first that its mails reach him: by a link, once, that expires.

set local search_path = billing, public;

-- Of the secret only the hash is kept. Where the service sends no mail there is nothing to show: such a row is used from the first.
create table address_change (
  person_id uuid references person,
  id uuid,
  email text not null,
  email_folded text not null check (email_folded <> ''),
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  created_at at not null,
  ends_at at not null,
  used_at at,
  primary key (person_id, id),
  check (ends_at > created_at),
  check (used_at < ends_at)
);
-- Asked again, the link of before is of no use.
create unique index address_change_open on address_change (person_id) where used_at is null;
create trigger used_once before update on address_change for each row
  when (old.used_at is not null) execute function link_stays();

-- An address is moved by the transaction that uses up its link, and by nothing else.
create function address_is_confirmed() returns trigger language plpgsql as $$
begin
  if not exists (
    select from billing.address_change c
    where c.person_id = new.person_id and c.email_folded = new.email_folded
      and c.used_at is not null and c.xmin = pg_current_xact_id()::xid) then
    raise exception 'the new address of the person % is not confirmed', new.person_id using errcode = 'FA007';
  end if;
  return new;
end $$;
revoke execute on function address_is_confirmed from public;
create trigger address_is_confirmed before update on person for each row
  when (old.email_folded <> new.email_folded) execute function address_is_confirmed();

alter table address_change enable row level security;
alter table address_change force row level security;
create policy own_person on address_change
  using (person_id = nullif(current_setting('app.person_id', true), '')::uuid)
  with check (person_id = nullif(current_setting('app.person_id', true), '')::uuid);
grant select, insert, update, delete on address_change to facturier_app;
