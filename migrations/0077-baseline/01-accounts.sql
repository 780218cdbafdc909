-- The baseline: the whole database as the migrations 0001 to 0077 made it, before anything was
-- released. A database at 0077 has it already; the files of this folder run together, in order, on
-- an empty one.
-- replaces 0077-excess-is-kept.sql 0dcbf6a28a2a06b0aa504d33c6e5897ec82b26fa4cd089b76c4c2c98b925eb8b
--
-- This file: the roles, accounts and their API keys, idempotent answers, usage, the test clock,
-- keys of the installation.
--
-- Rules of every table. Keys start with account_id, so that tables can be distributed by account
-- and a foreign key can never reach a row of another account. What belongs to a person starts with
-- person_id instead. Row-level security is forced (15-access.sql). *_at is Unix seconds, *_on a
-- calendar day in the account's time zone, *_cents hundredths of the document's currency. A column
-- is what PostgreSQL filters, sorts, locks or guards; the rest of a row is one JSON text, written
-- whole.

create schema billing;

-- facturier_app serves requests: it owns nothing and bypasses nothing. facturier_across owns the
-- functions that look across accounts; only the owner is a member of it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'facturier_app') then create role facturier_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'facturier_across') then create role facturier_across nologin; end if;
end $$;
do $$ begin execute format('grant facturier_across to %I', current_user); end $$;

create extension if not exists pg_trgm schema public;

set local search_path = billing, public;

create domain at as bigint check (value between 0 and 253402300799);

-- For rows that are never changed or deleted.
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FA002';
end $$;

-- The account of the transaction.
create function here() returns uuid language sql stable
  return nullif(current_setting('app.account_id', true), '')::uuid;

create table account (
  account_id uuid primary key,
  settings text not null,
  version int not null default 1,
  created_at at not null
);
-- Thousands of accounts hold sample data; the others are found beside them. (JSON escapes quotes
-- inside a text.)
create index account_of_business on account (account_id) where position('"demo":true' in settings) = 0;
create index account_mailed_heads on account (account_id) where position('"auditHeadsByMail":true' in settings) > 0;

-- The text of a key contains account_id and id, so that looking it up obeys row-level security. A
-- key keeps its rights, mode and secret; it can only end, and earlier. made_by is null for keys
-- made before it was recorded.
create table api_key (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  secret_sha256 bytea not null,
  name text not null,
  scopes text[] not null,
  created_at at not null,
  expires_at at,
  revoked_at at,
  last_used_at at,
  replaced_by uuid,
  made_by uuid,
  ending text check (ending ~ '^[0-9A-Za-z]{4}$'),
  primary key (account_id, id)
);

create function key_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the key % stays as it was made, and ends no later', old.id using errcode = 'FA003';
end $$;
create trigger stays_as_made before update of account_id, id, test, secret_sha256, name, scopes, created_at on api_key
  for each row execute function key_stays();
create trigger ends_once before update of expires_at, revoked_at, replaced_by on api_key for each row
  when (
    (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by)
    or (old.expires_at is not null and (new.expires_at is null or new.expires_at > old.expires_at)))
  execute function key_stays();
create trigger keeps_its_maker before update of made_by on api_key for each row execute function key_stays();
create trigger ending_stays before update of ending on api_key for each row execute function key_stays();

-- Recent requests of each API key, to find out why an integration fails. Never a body, an address
-- or a secret.
create table key_request (
  account_id uuid,
  key_id uuid,
  at at,
  id uuid,
  operation text not null check (length(operation) <= 100),
  status smallint not null,
  duration_ms int not null check (duration_ms >= 0),
  -- The error code of the answer.
  code text check (length(code) <= 100),
  primary key (account_id, key_id, at, id),
  foreign key (account_id, key_id) references api_key
);
create index key_request_newest on key_request (account_id, at, id);
create index key_request_by_age on key_request (at);

-- Stores requests of many keys at once, key by key: with distributed tables one statement for all
-- accounts fails. A request of an unknown key is left out, so that it does not lose the others.
create function note_key_requests(
  accounts uuid[], keys uuid[], ats bigint[], ids uuid[], operations text[], statuses int[], durations int[], codes text[]
) returns void
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  asked record;
  n int;
begin
  for asked in
    select a.account_id, a.key_id, array_agg(a.n order by a.n) as places
    from unnest(accounts, keys) with ordinality a (account_id, key_id, n)
    group by a.account_id, a.key_id
  loop
    if cardinality(asked.places) = 1 then
      n := asked.places[1];
      insert into key_request (account_id, key_id, at, id, operation, status, duration_ms, code)
      select k.account_id, k.id, ats[n], ids[n], operations[n], statuses[n], durations[n], codes[n]
      from api_key k where k.account_id = asked.account_id and k.id = asked.key_id;
    else
      insert into key_request (account_id, key_id, at, id, operation, status, duration_ms, code)
      select k.account_id, k.id, ats[p.n], ids[p.n], operations[p.n], statuses[p.n], durations[p.n], codes[p.n]
      from api_key k cross join unnest(asked.places) p (n)
      where k.account_id = asked.account_id and k.id = asked.key_id;
    end if;
  end loop;
end $$;

-- Answers by the idempotency key of the client, written in the transaction of the effect. `key` is
-- its hash.
create table idempotency (
  account_id uuid references account,
  test boolean,
  key text,
  request_sha256 bytea not null,
  status smallint not null,
  headers text not null,
  body text,
  created_at at not null,
  primary key (account_id, test, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Documents created per day, for the usage limits of an account.
create table day_count (
  account_id uuid references account,
  on_day date,
  documents int not null check (documents >= 0),
  primary key (account_id, on_day)
) with (fillfactor = 50);
create index day_count_by_day on day_count (on_day);

-- How far the test mode of an account is ahead of real time, to try a year in a minute. Live mode
-- always has real time, so there is no column for it.
create table test_clock (
  account_id uuid primary key references account,
  -- Seconds ahead of real time.
  ahead bigint not null default 0 check (ahead >= 0),
  -- While it moves: where to and where from, in the time of the account.
  target_at at,
  moved_from at,
  check ((target_at is null) = (moved_from is null)),
  check (moved_from <= target_at)
);

-- The clock never goes back, because numbers and sealed documents carry its days.
create function only_goes_on() returns trigger language plpgsql as $$
begin
  if current_setting('app.test', true) is distinct from 'on' then raise exception 'a test clock is moved in test mode'; end if;
  if tg_op = 'UPDATE' and new.ahead < old.ahead then raise exception 'the test clock of % would go back', old.account_id; end if;
  return new;
end $$;
create trigger only_goes_on before insert or update on test_clock for each row execute function only_goes_on();

create function ahead_of(account uuid, test boolean) returns bigint
  language plpgsql stable set search_path = billing, pg_temp as $$
begin
  if not test then return 0; end if;
  return coalesce((select c.ahead from test_clock c where c.account_id = account), 0);
end $$;

-- When the queue, which runs in real time, is due for a time of the account. Whoever moves the
-- clock waits for the rows locked here.
create function queue_time(account uuid, test boolean, at bigint) returns bigint
  language plpgsql set search_path = billing, pg_temp as $$
declare ahead bigint;
begin
  if not test then return at; end if;
  select c.ahead into ahead from test_clock c where c.account_id = account for share;
  return at - coalesce(ahead, 0);
end $$;

-- The signing and encryption keys of the installation, by fingerprint, so that a machine with other
-- keys is refused instead of signing with them. The last turn is the current key. These two tables
-- belong to no account; only the owner reads them.
create table public.facturier_key (
  name text not null check (name in ('audit', 'webhook', 'portal')),
  turn int not null check (turn > 0),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  noted_at bigint not null check (noted_at > 0),
  primary key (name, turn),
  unique (name, fingerprint)
);

-- Fingerprints are never changed, and turns have no gap: a machine that was away finds its key
-- among the earlier ones.
create function public.facturier_key_stands() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a key that was noted stands' using errcode = 'check_violation';
  end if;
  if new.turn <> coalesce((select max(k.turn) from public.facturier_key k where k.name = new.name), 0) + 1 then
    raise exception 'the next turn of the key % is another', new.name using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger stands before insert or update or delete on public.facturier_key
  for each row execute function public.facturier_key_stands();
create trigger stands_whole before truncate on public.facturier_key
  for each statement execute function public.facturier_key_stands();

-- The keys themselves, if the operator keeps them here: encrypted by a secret that the database
-- never has. At most one row. `turn` counts up, so that of two machines that write at once one is
-- refused.
create table public.facturier_sealed_keys (
  only_row boolean primary key default true check (only_row),
  turn int not null check (turn > 0),
  box text not null check (octet_length(box) between 40 and 16777216),
  sealed_at bigint not null check (sealed_at > 0)
);

revoke all on public.facturier_key, public.facturier_sealed_keys from public;
