-- The people of an account by name, former ones too; links to set a new password; the second factor and its recovery codes.

set local search_path = billing, public;

-- The secret of the second factor, locked by a key outside the database; the one that is being set up; the last step of 30
-- seconds a code was taken of, so that none is taken twice.
alter table person
  add column totp_locked text,
  add column totp_pending text,
  add column totp_step bigint not null default 0;

create table recovery_code (
  person_id uuid references person,
  code_sha256 bytea check (length(code_sha256) = 32),
  used_at at,
  primary key (person_id, code_sha256)
);

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

-- A code is used once.
create function code_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the recovery code was used' using errcode = 'FA005';
end $$;
revoke execute on function code_stays from public;
create trigger used_once before update on recovery_code for each row
  when (old.used_at is not null) execute function code_stays();

do $$
declare
  t text;
  own constant text := 'person_id = nullif(current_setting(''app.person_id'', true), '''')::uuid';
begin
  foreach t in array array['recovery_code', 'password_reset'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_person on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- Who belongs to the account a transaction is for, and who did, by name: members first, as they came.
create function people_of_account()
  returns table (person_id uuid, email text, name text, role text, joined_at bigint, left_at bigint)
  language sql stable security definer set search_path = billing as $$
  select m.person_id, p.email, p.name, m.role, m.joined_at, m.left_at
  from membership m join person p using (person_id) where m.account_id = here()
  order by m.left_at is not null, m.joined_at, m.person_id $$;

grant select, insert, update, delete on recovery_code to facturier_app;
grant select, insert, update on password_reset to facturier_app;
grant create on schema billing to facturier_across;
alter function people_of_account owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function people_of_account from public;
grant execute on function people_of_account to facturier_app;
