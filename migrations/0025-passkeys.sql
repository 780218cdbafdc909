-- Passkeys: what a person's device or manager of passwords signs in with, in the place of password and code. Only public keys are kept.

set local search_path = billing, public;

create table passkey (
  person_id uuid references person,
  id uuid,
  -- As the device calls it (base64url), and its public key (COSE).
  credential text not null,
  public_key bytea not null,
  -- Counts up with each use, where the device counts at all.
  counter bigint not null check (counter >= 0),
  transports text not null,
  name text not null check (name <> ''),
  created_at at not null,
  last_used_at at,
  primary key (person_id, id),
  unique (person_id, credential)
);

-- What was signed once is signed for nothing a second time, for as long as it could be shown.
create table used_challenge (
  person_id uuid references person,
  sha256 bytea check (length(sha256) = 32),
  ends_at at not null,
  primary key (person_id, sha256)
);

do $$
declare
  t text;
  own constant text := 'person_id = nullif(current_setting(''app.person_id'', true), '''')::uuid';
begin
  foreach t in array array['passkey', 'used_challenge'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_person on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

grant select, insert, update, delete on passkey to facturier_app;
grant select, insert, delete on used_challenge to facturier_app;
