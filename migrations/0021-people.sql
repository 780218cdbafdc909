-- People: who signs in with a password, of which accounts he is a member and as what. A person belongs to no account and may be in
-- several, so what is his own leads its keys with person_id, as all else does with account_id: a transaction names the person it is
-- for (app.person_id), and row-level security holds it to him. docs/decisions/0041-people.md says how both are spread over machines.

set local search_path = billing, public;

create table person (
  person_id uuid primary key,
  -- As he writes it; and as it is compared.
  email text not null,
  email_folded text not null unique check (email_folded <> ''),
  name text not null check (name <> ''),
  -- Argon2id with its parameters (PHC string format). Never the password.
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- What the marks of the browsers he signed in with are made with.
  device_secret bytea not null check (length(device_secret) = 32),
  created_at at not null
);

-- A signed-in browser. Of its token only the hash is kept.
create table person_session (
  person_id uuid references person,
  id uuid,
  token_sha256 bytea not null check (length(token_sha256) = 32),
  created_at at not null,
  last_used_at at not null,
  ends_at at not null,
  -- The address it was opened from (IPv6: its /64), and what the browser calls itself, cut short.
  network text not null,
  user_agent text not null,
  primary key (person_id, id),
  check (ends_at > created_at)
);

-- Who belongs to an account, and who did: his acts keep his name. The person may live on another machine than the account.
create table membership (
  account_id uuid references account,
  person_id uuid,
  role text not null check (role in ('owner', 'member', 'accountant')),
  joined_at at not null,
  left_at at,
  primary key (account_id, person_id)
);
create index membership_of_person on membership (person_id) where left_at is null;

-- A link that lets its holder in once: the first owner of an account (then without an address), or somebody invited.
create table invitation (
  account_id uuid references account,
  id uuid,
  email text,
  role text not null check (role in ('owner', 'member', 'accountant')),
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  invited_by text not null,
  created_at at not null,
  ends_at at not null,
  accepted_at at,
  accepted_by uuid,
  revoked_at at,
  primary key (account_id, id),
  check (ends_at > created_at),
  check (num_nulls(accepted_at, accepted_by) in (0, 2)),
  check (accepted_at is null or revoked_at is null),
  check (email is not null or role = 'owner')
);
create index invitation_open on invitation (account_id, created_at) where accepted_at is null and revoked_at is null;

-- An account that has had an owner keeps one. Whoever changes members holds the account's row; this holds it too.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from billing.account a where a.account_id = old.account_id for no key update;
  if not exists (
    select from billing.membership m
    where m.account_id = old.account_id and m.person_id <> old.person_id and m.role = 'owner' and m.left_at is null) then
    raise exception 'the account % would be left without an owner', old.account_id using errcode = 'FA004';
  end if;
  return new;
end $$;
revoke execute on function keep_an_owner from public;
create trigger keep_an_owner before update on membership for each row
  when (old.role = 'owner' and old.left_at is null and (new.role <> 'owner' or new.left_at is not null))
  execute function keep_an_owner();

-- A link is used once, or revoked, and then never again.
create function link_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the link % was used or revoked', old.id using errcode = 'FA005';
end $$;
revoke execute on function link_stays from public;
create trigger used_once before update on invitation for each row
  when (old.accepted_at is not null or old.revoked_at is not null) execute function link_stays();

do $$
declare
  t text;
  of_account constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
  of_person constant text := 'person_id = nullif(current_setting(''app.person_id'', true), '''')::uuid';
begin
  foreach t in array array['membership', 'invitation', 'person', 'person_session'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
  end loop;
  foreach t in array array['membership', 'invitation'] loop
    execute format('create policy own_account on %I using (%s) with check (%s)', t, of_account, of_account);
  end loop;
  foreach t in array array['person', 'person_session'] loop
    execute format('create policy own_person on %I using (%s) with check (%s)', t, of_person, of_person);
  end loop;
end $$;
create policy across on person for select to facturier_across using (true);
create policy across on membership for select to facturier_across using (true);

-- Who has this address: what turns it into an id, and says nothing else.
create function person_with_email(folded text) returns uuid
  language sql stable security definer set search_path = billing as $$
  select person_id from person where email_folded = folded $$;

-- The accounts of the person a transaction is for, the oldest first.
create function accounts_of_person() returns table (account_id uuid, name text, role text)
  language sql stable security definer set search_path = billing as $$
  select m.account_id, a.settings::json ->> 'name', m.role from membership m join account a using (account_id)
  where m.person_id = nullif(current_setting('app.person_id', true), '')::uuid and m.left_at is null
  order by a.created_at, m.account_id $$;

grant select, insert, update on person, membership, invitation to facturier_app;
grant select, insert, update, delete on person_session to facturier_app;
grant select on person, membership to facturier_across;
grant create on schema billing to facturier_across;
alter function person_with_email owner to facturier_across;
alter function accounts_of_person owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function person_with_email, accounts_of_person from public;
grant execute on function person_with_email, accounts_of_person to facturier_app;
