-- People who sign in, the accounts they belong to, and the links that invite them or confirm an
-- address. A person may belong to several accounts, so the keys of personal tables start with
-- person_id: a transaction names its person (app.person_id), and row-level security keeps it to
-- that person (docs/decisions/0041-people.md).

set local search_path = billing, public;

create table person (
  person_id uuid primary key,
  -- As the person writes it, and folded for comparison.
  email text not null,
  email_folded text not null unique check (email_folded <> ''),
  name text not null check (name <> ''),
  -- Argon2id with its parameters (PHC string format). Never the password.
  password_hash text not null check (password_hash like '$argon2id$%'),
  -- Derives the marks of browsers the person signed in with.
  device_secret bytea not null check (length(device_secret) = 32),
  created_at at not null,
  totp_locked text,
  totp_pending text,
  totp_step bigint not null default 0,
  steps_put_away boolean not null default false,
  -- When a password was reset by mail, until the person has reviewed their passkeys, API keys and
  -- sessions.
  review_since at,
  -- Wrong codes entered with the right password, and when the first of them was entered.
  wrong_codes smallint not null default 0 check (wrong_codes >= 0),
  wrong_codes_since at not null default 0
);

-- A signed-in browser. Only the hash of its token is stored.
create table person_session (
  person_id uuid references person,
  id uuid,
  token_sha256 bytea not null check (length(token_sha256) = 32),
  created_at at not null,
  last_used_at at not null,
  ends_at at not null,
  -- The IP address (of IPv6 the /64), and the user agent, shortened.
  network text not null,
  user_agent text not null,
  primary key (person_id, id),
  check (ends_at > created_at)
);

-- Passkeys replace the password and code. Only public keys are stored.
create table passkey (
  person_id uuid references person,
  id uuid,
  -- The credential ID (base64url) and the public key (COSE).
  credential text not null,
  public_key bytea not null,
  -- Counts up with each use if the device counts.
  counter bigint not null check (counter >= 0),
  transports text not null,
  name text not null check (name <> ''),
  created_at at not null,
  last_used_at at,
  primary key (person_id, id),
  unique (person_id, credential)
);

-- A signed challenge is accepted once, for as long as it could be replayed.
create table used_challenge (
  person_id uuid references person,
  sha256 bytea check (length(sha256) = 32),
  ends_at at not null,
  primary key (person_id, sha256)
);

create table recovery_code (
  person_id uuid references person,
  code_sha256 bytea check (length(code_sha256) = 32),
  used_at at,
  primary key (person_id, code_sha256)
);

-- A recovery code is used once.
create function code_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the recovery code was used' using errcode = 'FA005';
end $$;
create trigger used_once before update on recovery_code for each row
  when (old.used_at is not null) execute function code_stays();

-- Current and former members; the activity list still names former ones. With distributed tables
-- the person may be on another node than the account, so there is no foreign key.
create table membership (
  account_id uuid references account,
  person_id uuid,
  role text not null check (role in ('owner', 'member', 'accountant')),
  joined_at at not null,
  left_at at,
  primary key (account_id, person_id)
);
create index membership_of_person on membership (person_id) where left_at is null;

-- An account keeps at least one owner, except accounts with sample data, which end when they are
-- left.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from billing.account a where a.account_id = old.account_id for no key update;
  if exists (
    select from billing.account a where a.account_id = old.account_id and a.settings::json ->> 'demo' = 'true') then
    return new;
  end if;
  if not exists (
    select from billing.membership m
    where m.account_id = old.account_id and m.person_id <> old.person_id and m.role = 'owner' and m.left_at is null) then
    raise exception 'the account % would be left without an owner', old.account_id using errcode = 'FA004';
  end if;
  return new;
end $$;
create trigger keep_an_owner before update on membership for each row
  when (old.role = 'owner' and old.left_at is null and (new.role <> 'owner' or new.left_at is not null))
  execute function keep_an_owner();

-- Ending a membership must end that person's API keys first.
create function nobody_leaves_keys() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if exists (select from api_key k where k.account_id = new.account_id and k.made_by = new.person_id and k.revoked_at is null) then
    raise exception 'a key of % goes on', new.person_id using errcode = 'FA003';
  end if;
  return new;
end $$;
create trigger leaves_no_key before update of left_at on membership for each row
  when (new.left_at is not null) execute function nobody_leaves_keys();

-- A link that lets its holder join once: the first owner of an account (without an address), or an
-- invited person.
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

-- A link is used once, or revoked, and then never again.
create function link_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the link % was used or revoked', old.id using errcode = 'FA005';
end $$;
create trigger used_once before update on invitation for each row
  when (old.accepted_at is not null or old.revoked_at is not null) execute function link_stays();

create table password_reset (
  person_id uuid references person,
  id uuid,
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  created_at at not null,
  ends_at at not null,
  used_at at,
  primary key (person_id, id),
  check (ends_at > created_at)
);
create trigger used_once before update on password_reset for each row
  when (old.used_at is not null) execute function link_stays();

-- A new address is confirmed by a link sent to it. Only the hash of the secret is stored. If the
-- service sends no mail, the row is used from the start.
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
-- A new request replaces the earlier link.
create unique index address_change_open on address_change (person_id) where used_at is null;
create trigger used_once before update on address_change for each row
  when (old.used_at is not null) execute function link_stays();

-- Only the transaction that uses up the link changes the address.
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
create trigger address_is_confirmed before update on person for each row
  when (old.email_folded <> new.email_folded) execute function address_is_confirmed();

create function person_with_email(folded text) returns uuid
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
begin
  return (select p.person_id from person p where p.email_folded = folded);
end $$;

create function accounts_of_person() returns table (account_id uuid, name text, role text, sample boolean)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select m.account_id, a.settings::json ->> 'name', m.role, coalesce(a.settings::json ->> 'demo' = 'true', false)
  from membership m join account a using (account_id)
  where m.person_id = nullif(current_setting('app.person_id', true), '')::uuid and m.left_at is null
  order by a.created_at, m.account_id $$;

-- The accounts with sample data that the person has or had.
create function samples_of_person() returns table (account_id uuid, opened_at bigint, stands boolean)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select m.account_id, m.joined_at, m.left_at is null from membership m join account a using (account_id)
  where m.person_id = nullif(current_setting('app.person_id', true), '')::uuid and a.settings::json ->> 'demo' = 'true' $$;

-- Current and former members of the account: current ones first, in the order they joined.
create function people_of_account()
  returns table (person_id uuid, email text, name text, role text, joined_at bigint, left_at bigint)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select m.person_id, p.email, p.name, m.role, m.joined_at, m.left_at
  from membership m join person p using (person_id) where m.account_id = here()
  order by m.left_at is not null, m.joined_at, m.person_id $$;

create function members_called(ids uuid[]) returns table (person_id uuid, name text)
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare
  account uuid := nullif(current_setting('app.account_id', true), '')::uuid;
begin
  return query select p.person_id, p.name from membership m join person p on p.person_id = m.person_id
  where m.account_id = account and m.person_id = any (ids);
end $$;
