-- Approved platforms of the e-invoicing reform: the connections of an account, what it sent through
-- them, and the statuses that came back.

set local search_path = billing, public;

-- A connection to a platform. Its credentials are encrypted by a key outside the database
-- (keys/webhook.key). In each mode one connection sends and one receives, usually the same.
create table platform_connection (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  sends boolean not null,
  receives boolean not null,
  preset text not null,
  flow_url text not null check (length(flow_url) between 1 and 500),
  directory_url text check (length(directory_url) between 1 and 500),
  token_url text not null check (length(token_url) between 1 and 500),
  organization_id text check (length(organization_id) between 1 and 200),
  locked_keys text not null,
  syntax text not null check (syntax in ('Factur-X', 'CII', 'UBL')),
  -- What the platform was found to accept (JSON).
  capabilities text not null check (octet_length(capabilities) <= 10000),
  -- Documents are sent as soon as they are finalized.
  is_automatic boolean not null default false,
  connected_at at not null,
  -- Everything the platform changed until then was read; null before the first read.
  read_until_ms bigint check (read_until_ms > 0),
  read_at at,
  -- Why the last attempt failed (JSON); null after a success.
  failure text check (octet_length(failure) <= 4000),
  primary key (account_id, id),
  check (sends or receives),
  check (sends or not is_automatic)
);
create unique index platform_connection_sends on platform_connection (account_id, test) where sends;
create unique index platform_connection_receives on platform_connection (account_id, test) where receives;

-- A document handed to a platform, once: the transaction that inserts the row sends it, and one
-- without an answer is looked up by its id before it is sent again. A refused one may be followed
-- by another attempt.
create table platform_flow (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  document_id uuid not null,
  connection_id uuid not null,
  attempt int not null check (attempt > 0),
  syntax text not null check (syntax in ('Factur-X', 'CII', 'UBL')),
  sha256 bytea not null check (length(sha256) = 32),
  state text not null check (state in ('sending', 'submitted', 'accepted', 'refused')),
  platform_id text check (length(platform_id) between 1 and 64),
  -- Why it was refused (JSON).
  reasons text check (octet_length(reasons) <= 20000),
  created_at at not null,
  submitted_at at,
  settled_at at,
  primary key (account_id, id),
  unique (account_id, document_id, attempt),
  foreign key (account_id, document_id) references document,
  constraint platform_flow_submitted check (state in ('sending', 'refused') or platform_id is not null),
  constraint platform_flow_refused check ((state = 'refused') = (reasons is not null))
);
create unique index platform_flow_once on platform_flow (account_id, document_id) where state <> 'refused';
create index platform_flow_by_platform_id on platform_flow (account_id, platform_id) where platform_id is not null;

-- What is sent never changes, and an answer is final.
create function guard_platform_flow() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if (to_jsonb(new) - array['state', 'platform_id', 'reasons', 'submitted_at', 'settled_at'])
      <> (to_jsonb(old) - array['state', 'platform_id', 'reasons', 'submitted_at', 'settled_at'])
    or old.state = 'refused'
    or (old.platform_id is not null and new.platform_id is distinct from old.platform_id)
    or array_position(array['sending', 'submitted', 'accepted', 'refused'], new.state)
      < array_position(array['sending', 'submitted', 'accepted', 'refused'], old.state) then
    raise 'the flow % was sent as it is', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_platform_flow before update on platform_flow for each row execute function guard_platform_flow();

-- Statuses of the life cycle of a document, in the order in which they arrived. Never changed,
-- never deleted. The same status may arrive twice: it is stored once.
create table platform_status (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  document_id uuid not null,
  connection_id uuid not null,
  -- The message at the platform.
  platform_id text not null check (length(platform_id) between 1 and 64),
  code int not null check (code between 1 and 999),
  stated_at at not null,
  received_at at not null,
  -- Reasons, amounts and who states it (JSON).
  content text not null check (octet_length(content) <= 20000),
  sha256 bytea not null check (length(sha256) = 32),
  primary key (account_id, id),
  unique (account_id, document_id, code, stated_at, sha256),
  foreign key (account_id, document_id) references document
);
-- For lists of what the issuer must correct.
create index platform_status_by_code on platform_status (account_id, code);
create trigger append_only before update or delete on platform_status for each row execute function append_only();
create trigger never_truncated before truncate on platform_status for each statement execute function append_only();

-- Messages of a platform that were read, so that none is read twice.
create table platform_message (
  account_id uuid references account,
  connection_id uuid,
  platform_id text check (length(platform_id) between 1 and 64),
  test boolean not null,
  -- The type of flow at the platform, and what came of it.
  flow_type text not null check (length(flow_type) between 1 and 60),
  outcome text not null check (outcome in ('status', 'acknowledgement', 'received', 'unknown_document', 'unreadable')),
  read_at at not null,
  primary key (account_id, connection_id, platform_id)
);

do $$
declare t text;
begin
  foreach t in array array['platform_connection', 'platform_flow', 'platform_status', 'platform_message'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$p$, t);
  end loop;
end $$;

grant select, insert, update, delete on platform_connection to facturier_app;
grant select, insert on platform_flow, platform_status, platform_message to facturier_app;
grant update (state, platform_id, reasons, submitted_at, settled_at) on platform_flow to facturier_app;
revoke execute on function guard_platform_flow() from public;
