-- Exports of whole accounts made on request, and the parts of their files, kept for some days.

set local search_path = billing, public;

create table account_export (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- Who asked, for the security log.
  actor text not null,
  state text not null check (state in ('waiting', 'under_way', 'ready', 'failed')),
  -- The claim of the job that writes the file: parts of an interrupted attempt belong to none.
  attempt bigint not null default 0,
  failure text check (failure in ('records_altered', 'too_large', 'storage_full', 'not_written')),
  -- Contents (JSON) of a finished export, and the bytes of its file.
  made text,
  size bigint check (size > 0),
  created_at at not null,
  ended_at at,
  primary key (account_id, id),
  unique (account_id, id, test),
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'ready') = (made is not null) and (made is null) = (size is null)),
  check ((state in ('ready', 'failed')) = (ended_at is not null))
);
create index account_export_by_time on account_export (account_id, test, created_at, id);

create table account_export_part (
  account_id uuid,
  export_id uuid,
  test boolean not null,
  attempt bigint not null,
  number int not null check (number between 0 and 9999),
  sha256 bytea not null,
  primary key (account_id, export_id, attempt, number),
  foreign key (account_id, export_id, test) references account_export (account_id, id, test) on delete cascade,
  foreign key (account_id, sha256) references file
);
create index account_export_part_of_file on account_export_part (account_id, sha256);

-- What was asked for never changes, and an export that ended changes no more: it can be deleted.
create function account_export_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the export % stays as it is', old.id using errcode = 'FA005';
end $$;
create trigger stays before update on account_export for each row
  when (old.state in ('ready', 'failed') or (old.id, old.test, old.actor, old.created_at)
    is distinct from (new.id, new.test, new.actor, new.created_at))
  execute function account_export_stays();
revoke execute on function account_export_stays() from public;

do $$
declare
  name text;
begin
  foreach name in array array['account_export', 'account_export_part'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$policy$, name);
    execute format('create policy across on %I for select to facturier_across using (true)', name);
    execute format('grant select, insert, delete on %I to facturier_app', name);
    execute format('grant select, delete on %I to facturier_across', name);
  end loop;
end $$;
grant update (state, attempt, failure, made, size, ended_at) on account_export to facturier_app;

-- As before, and parts of exports are kept.
create or replace function forget_files(before bigint, past_account uuid, past_sha256 bytea, most int)
  returns table (account_id uuid, sha256 bytea)
  language plpgsql security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  until_account uuid;
  until_sha256 bytea;
begin
  select f.account_id, f.sha256 into until_account, until_sha256 from (
    select f.account_id, f.sha256 from file f where (f.account_id, f.sha256) > (past_account, past_sha256)
    order by f.account_id, f.sha256 limit most) f
  order by f.account_id desc, f.sha256 desc limit 1;
  if not found then return; end if;
  delete from file f
  where (f.account_id, f.sha256) > (past_account, past_sha256) and (f.account_id, f.sha256) <= (until_account, until_sha256)
    and f.created_at < before
    and not exists (select from attachment a where a.account_id = f.account_id and a.sha256 = f.sha256)
    and not exists (select from rendering r where r.account_id = f.account_id and r.sha256 = f.sha256)
    and not exists (select from mail_file m where m.account_id = f.account_id and m.sha256 = f.sha256)
    and not exists (select from supplier_invoice s where s.account_id = f.account_id and s.sha256 = f.sha256)
    and not exists (select from purchase p where p.account_id = f.account_id and p.sha256 = f.sha256)
    and not exists (select from import_file i where i.account_id = f.account_id and i.sha256 = f.sha256)
    and not exists (select from past_document d where d.account_id = f.account_id and d.sha256 = f.sha256)
    and not exists (select from archive_part p where p.account_id = f.account_id and p.sha256 = f.sha256)
    and not exists (select from account_export_part p where p.account_id = f.account_id and p.sha256 = f.sha256);
  account_id := until_account;
  sha256 := until_sha256;
  return next;
end $$;

-- As before, and exports go with their account.
create or replace function erase_rows(relation text, most int) returns int
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  account constant uuid := nullif(current_setting('app.account_id', true), '')::uuid;
  whole constant regclass := format('billing.%I', relation)::regclass;
  cleared constant text[] := array[
    'account_export', 'account_export_part', 'agency_account', 'agency_customer', 'agency_trial', 'archive', 'archive_part', 'bank_csv_form', 'bank_dismissal',
    'category', 'customer', 'customer_foreign_id', 'customer_link', 'day_count', 'endpoint', 'idempotency',
    'import_columns', 'import_file', 'import_record', 'invitation', 'key_request', 'mail', 'mail_file', 'occurrence', 'payment_account',
    'payment_request', 'platform_connection', 'product', 'product_foreign_id', 'product_tally', 'project',
    'recurrence', 'signature_code', 'task', 'test_clock', 'trial_flow', 'trial_platform', 'try'];
  phase text;
  reached text;
  unreferenced text;
  key text;
  gone int;
begin
  select d.state into phase from account_deletion d where d.account_id = account;
  reached := case
    when relation in ('account_deletion', 'person') or phase is null or phase not in ('clearing', 'erasing') then null
    -- The job that erases ends last.
    when relation = 'job' then 't.lane <> ''account_deletions'''
    when phase = 'erasing' then 'true'
    when relation = 'document' then '(t.test or t.number is null)'
    when relation = any (cleared) then 'true'
    -- The live chain records the keys of both modes.
    when relation = 'api_key' then 'false'
    when exists (select from pg_attribute a where a.attrelid = whole and a.attname = 'test' and not a.attisdropped) then 't.test'
    else 'false' end;
  if reached is null then
    raise exception 'nothing of % is erased in this account', relation using errcode = 'FA005';
  end if;
  -- Rows that follow by cascade do not hold theirs.
  select coalesce(string_agg(format('not exists (select from %s c where c.account_id = $1%s)', f.conrelid::regclass, (
    select coalesce(string_agg(format(' and c.%I = t.%I', a.attname, r.attname), ''), '')
    from unnest(f.conkey, f.confkey) k (own, referred)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
    join pg_attribute r on r.attrelid = f.confrelid and r.attnum = k.referred
    where a.attname <> 'account_id')), ' and '), 'true') into unreferenced
  from pg_constraint f where f.confrelid = whole and f.contype = 'f' and f.confdeltype <> 'c';
  select string_agg(format('t.%I', a.attname), ', ') into key
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = whole and i.indisprimary;
  execute format('delete from %1$s t where t.account_id = $1 and (%2$s) in (
      select %2$s from %1$s t where t.account_id = $1 and %3$s and %4$s limit $2)', whole, key, reached, unreferenced)
    using account, most;
  get diagnostics gone = row_count;
  return gone;
end $$;
