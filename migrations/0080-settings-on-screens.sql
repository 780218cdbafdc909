-- Settings of the installation that operators change on screens, and who the operators are. Like
-- the keys of the installation, these tables belong to no account, so row-level security would have
-- nothing to compare; only the owner of the tables reads and writes them.

-- Passwords inside `value` (JSON) are encrypted by the webhook key, which the database never has. A
-- removed setting keeps its row without a value, so that `version` only grows: processes compare it
-- to know when to read again.
create table public.facturier_setting (
  name text primary key check (name in ('mail', 'backup', 'address', 'updates')),
  version int not null check (version > 0),
  value text check (octet_length(value) <= 65536),
  -- The person who changed it last.
  changed_by uuid not null,
  changed_at bigint not null check (changed_at > 0)
);

-- People who may change these settings on an installation with several accounts.
create table public.facturier_operator (
  person_id uuid primary key,
  since_at bigint not null check (since_at > 0)
);

revoke all on public.facturier_setting, public.facturier_operator from public;
-- What processes poll: that a setting changed, never what it is.
grant select (name, version) on public.facturier_setting to facturier_app;
