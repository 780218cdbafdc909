-- Files of documents: what was attached to them, and what they were rendered to, once. Bytes are kept under their hash,
-- so that the same bytes are kept once and can be held against the audit chain.

set local search_path = billing, public;

create table file (
  account_id uuid references account,
  sha256 bytea check (octet_length(sha256) = 32),
  bytes bytea, -- null where an object store keeps them (FILES_URL)
  created_at at not null,
  primary key (account_id, sha256)
);
alter table file alter column bytes set storage external; -- PDF and pictures are compressed already
create trigger never_changed before update on file for each row execute function append_only();

-- Objects of the store whose rows are gone: deleted after them, unless the same bytes are kept again before.
create table forgotten_object (
  account_id uuid,
  sha256 bytea,
  primary key (account_id, sha256)
);
create function note_forgotten_object() returns trigger language plpgsql set search_path = billing as $$
begin
  insert into forgotten_object (account_id, sha256) values (old.account_id, old.sha256) on conflict do nothing;
  return null;
end $$;
create trigger noted_when_forgotten after delete on file for each row when (old.bytes is null)
  execute function note_forgotten_object();

-- Names and types stand in the document; a finalized one has them under its seal.
create table attachment (
  account_id uuid,
  document_id uuid,
  id uuid,
  test boolean not null,
  sha256 bytea not null,
  primary key (account_id, document_id, id),
  foreign key (account_id, document_id) references document on delete cascade,
  foreign key (account_id, sha256) references file
);
create index attachment_of_file on attachment (account_id, sha256);

-- The final bytes of a finalized document, by format and language: written once, with a link in the audit chain.
create table rendering (
  account_id uuid,
  document_id uuid,
  format text check (format in ('pdf', 'facturx', 'cii', 'ubl')),
  locale text,
  -- Rendered after it was canceled, which the paper then says.
  canceled boolean,
  test boolean not null,
  sha256 bytea not null,
  created_at at not null,
  primary key (account_id, document_id, format, locale, canceled),
  foreign key (account_id, document_id) references document,
  foreign key (account_id, sha256) references file
);
create index rendering_of_file on rendering (account_id, sha256);
create trigger append_only before update or delete on rendering for each row execute function append_only();
create trigger never_truncated before truncate on rendering for each statement execute function append_only();

do $$
declare
  t text;
  own text;
begin
  foreach t in array array['file', 'attachment', 'rendering', 'forgotten_object'] loop
    own := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid';
    if t not in ('file', 'forgotten_object') then own := own || ' and (test or current_setting(''app.test'', true) is distinct from ''on'')'; end if;
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;

-- Bytes nobody refers to any more: of attachments that were taken off, and of drafts that are gone.
create policy across on file to facturier_across using (true);
create policy across on forgotten_object to facturier_across using (true);
create policy across on attachment for select to facturier_across using (true);
create policy across on rendering for select to facturier_across using (true);
create function forget_files(before bigint) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (
    delete from file f where created_at < before
      and not exists (select from attachment a where a.account_id = f.account_id and a.sha256 = f.sha256)
      and not exists (select from rendering r where r.account_id = f.account_id and r.sha256 = f.sha256)
    returning 1)
  select count(*) from gone $$;

-- Names only; whoever deletes an object does so as its account.
create function forgotten_objects(most int) returns table (account_id uuid, sha256 bytea)
  language sql security definer set search_path = billing as $$
  select o.account_id, o.sha256 from forgotten_object o limit most $$;

grant select, insert on file, rendering to facturier_app;
-- To update is what locking a row takes.
grant select, update, delete on forgotten_object to facturier_app;
grant select, insert on forgotten_object to facturier_across;
grant select, insert, delete on attachment to facturier_app;
grant select, delete on file to facturier_across;
grant select on attachment, rendering to facturier_across;
grant create on schema billing to facturier_across;
alter function forget_files owner to facturier_across;
alter function forgotten_objects owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function forget_files, forgotten_objects, note_forgotten_object from public;
grant execute on function forget_files, forgotten_objects to facturier_app;
