-- Documents of another program, taken over as they were: never in a number series of this account,
-- and counted wherever money is counted. An import is taken over as a whole and can be undone.

set local search_path = billing, public;

create table import (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  state text not null check (state in ('open', 'done', 'undone')),
  -- What was taken over, as JSON; from the day it is done.
  result text check (octet_length(result) <= 100000),
  created_at at not null,
  done_at at,
  undone_at at,
  primary key (account_id, id),
  unique (account_id, id, test),
  check ((state = 'open') = (done_at is null) and (state = 'undone') = (undone_at is not null))
);
create index import_by_time on import (account_id, test, created_at, id);

-- A file as it was received, and what was read in it.
create table import_file (
  account_id uuid,
  id uuid,
  import_id uuid not null,
  test boolean not null,
  name text not null check (length(name) between 1 and 255),
  size int not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- JSON: what was recognized, its documents, and why rows are left out; or why it cannot be read.
  reading text not null check (octet_length(reading) <= 50000000),
  -- JSON: what a person changed.
  choices text check (octet_length(choices) <= 2000000),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, import_id, sha256),
  foreign key (account_id, import_id, test) references import (account_id, id, test),
  foreign key (account_id, sha256) references file
);
create index import_file_of_file on import_file (account_id, sha256);

-- The customers and products that an import created: it can be undone while nothing else uses them.
create table import_record (
  account_id uuid,
  import_id uuid not null,
  test boolean not null,
  kind text not null check (kind in ('customer', 'product')),
  record_id uuid not null,
  primary key (account_id, import_id, kind, record_id),
  foreign key (account_id, import_id, test) references import (account_id, id, test)
);

create table past_document (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  import_id uuid not null,
  source text check (source ~ '^[a-z_]{1,40}$'),
  foreign_key text check (length(foreign_key) between 1 and 300),
  kind text not null check (kind in ('advance', 'invoice', 'credit_note')),
  number text not null check (length(number) between 1 and 60),
  emitted_on date not null check (emitted_on between '1990-01-01' and '2100-01-01'),
  due_on date,
  customer_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_cents bigint not null check (total_cents between 0 and 1000000000000),
  net_cents bigint not null check (net_cents between 0 and 1000000000000),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  -- Of past credit notes that correct it.
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  corrects_id uuid,
  -- Whether it counts in the books: not if its day was closed before.
  in_books boolean not null,
  -- The text of a bill: its amounts, lines by rate, and customer.
  content text not null,
  digest bytea not null check (length(digest) = 32),
  -- The paper.
  sha256 bytea,
  paper_name text check (length(paper_name) between 1 and 255),
  paper_size int check (paper_size > 0),
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, test, kind, number, emitted_on),
  foreign key (account_id, import_id, test) references import (account_id, id, test),
  foreign key (account_id, customer_id) references customer,
  foreign key (account_id, corrects_id) references past_document,
  foreign key (account_id, sha256) references file,
  check (num_nulls(sha256, paper_name, paper_size) in (0, 3)),
  check (corrects_id is null or kind = 'credit_note'),
  check (net_cents <= total_cents)
);
create index past_document_by_day on past_document (account_id, test, emitted_on, id);
create index past_document_by_number on past_document (account_id, emitted_on, number);
create index past_document_of_customer on past_document (account_id, customer_id);
create index past_document_of_import on past_document (account_id, import_id);
create index past_document_of_file on past_document (account_id, sha256) where sha256 is not null;
create index past_document_corrected on past_document (account_id, corrects_id) where corrects_id is not null;
create index past_document_unpaid on past_document (account_id, test, due_on)
  where kind <> 'credit_note' and total_cents > paid_cents + credited_cents;

-- Payments of past documents; of credit notes they are refunds.
create table past_payment (
  account_id uuid,
  id uuid,
  document_id uuid not null,
  test boolean not null,
  amount_cents bigint not null check (amount_cents <> 0),
  received_on date not null check (received_on between '1990-01-01' and '2100-01-01'),
  method text not null,
  reverses_id uuid,
  -- Taken over with the document; otherwise recorded here.
  import_id uuid,
  in_books boolean not null,
  created_at at not null,
  primary key (account_id, id),
  unique (account_id, reverses_id),
  foreign key (account_id, document_id) references past_document,
  foreign key (account_id, reverses_id) references past_payment,
  check ((reverses_id is null) = (amount_cents > 0))
);
create index past_payment_of_document on past_payment (account_id, document_id);
create index past_payment_by_day on past_payment (account_id, test, received_on, created_at, id);

-- What past documents and their payments add to turnover, by day: derived from their texts.
create table past_turnover (
  account_id uuid,
  document_id uuid,
  -- The payment, or the document itself.
  movement_id uuid,
  test boolean not null,
  moved_on date not null,
  -- JSON tuples, as in booked_turnover.
  parts text not null,
  primary key (account_id, document_id, movement_id),
  foreign key (account_id, document_id) references past_document on delete cascade
);
create index past_turnover_by_day on past_turnover (account_id, test, moved_on);

-- Only what was paid, credited, and the paper change. The sums follow the payments and credit notes.
create function past_document_frozen() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['paid_cents', 'credited_cents', 'sha256', 'paper_name', 'paper_size']) is distinct from
      (to_jsonb(old) - array['paid_cents', 'credited_cents', 'sha256', 'paper_name', 'paper_size']) then
    raise exception 'the past document % never changes', old.number using errcode = 'check_violation';
  end if;
  if old.sha256 is not null and new.sha256 is distinct from old.sha256 then
    raise exception 'the past document % keeps its paper', old.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger frozen before update on past_document for each row execute function past_document_frozen();

create function past_sums_agree() returns trigger language plpgsql as $$
declare
  known billing.past_document%rowtype;
begin
  select * into known from billing.past_document d where d.account_id = new.account_id and d.id = new.id;
  if not found then return null; end if;
  if known.paid_cents <> coalesce((select sum(p.amount_cents) from billing.past_payment p
        where p.account_id = known.account_id and p.document_id = known.id), 0)
      or known.credited_cents <> coalesce((select sum(c.total_cents) from billing.past_document c
        where c.account_id = known.account_id and c.corrects_id = known.id), 0) then
    raise exception 'the sums of the past document % disagree with its payments', known.number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger sums_agree after insert or update on past_document
  deferrable initially deferred for each row execute function past_sums_agree();

-- A payment belongs to its document’s mode; a reversal takes back all of it.
create function past_payment_follows() returns trigger language plpgsql as $$
declare
  reversed billing.past_payment%rowtype;
begin
  if not exists (select from billing.past_document d where d.account_id = new.account_id and d.id = new.document_id
      and d.test = new.test) then
    raise exception 'the past payment % is of another mode', new.id using errcode = 'check_violation';
  end if;
  if new.reverses_id is null then return new; end if;
  select * into reversed from billing.past_payment p where p.account_id = new.account_id and p.id = new.reverses_id;
  if reversed.document_id is distinct from new.document_id or reversed.reverses_id is not null
      or reversed.amount_cents <> -new.amount_cents then
    raise exception 'the past payment % does not reverse another one', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on past_payment for each row execute function past_payment_follows();

create function past_payment_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'the past payment % never changes', old.id using errcode = 'check_violation';
end $$;
create trigger frozen before update on past_payment for each row execute function past_payment_frozen();

-- An import is undone before its first use: while nothing was recorded on its documents here, and no
-- closing has their payments.
create function past_payment_kept() returns trigger language plpgsql as $$
begin
  if exists (select from billing.account_deletion d where d.account_id = old.account_id
      and (d.state = 'erasing' or d.state = 'clearing' and old.test)) then
    return old;
  end if;
  if old.import_id is null or exists (
      select from billing.closed_receipt r where r.account_id = old.account_id and r.movement_id = old.id::text) then
    raise exception 'the past payment % is in use', old.id using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger kept before delete on past_payment for each row execute function past_payment_kept();

do $$
declare t text;
begin
  foreach t in array array['import', 'import_file', 'import_record', 'past_document', 'past_payment', 'past_turnover'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($policy$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$policy$, t);
    execute format('create policy across on %I for select to facturier_across using (true)', t);
    execute format('grant select on %I to facturier_across', t);
    execute format('create trigger never_truncated before truncate on %I for each statement execute function append_only()', t);
  end loop;
end $$;
grant select, insert on import, import_file, import_record, past_document, past_payment, past_turnover to facturier_app;
grant update (state, result, done_at, undone_at) on import to facturier_app;
grant update (choices) on import_file to facturier_app;
grant update (paid_cents, credited_cents, sha256, paper_name, paper_size) on past_document to facturier_app;
grant delete on import, import_file, import_record, past_document, past_payment, past_turnover to facturier_app;
grant delete on import, import_file, import_record, past_document, past_payment, past_turnover to facturier_across;
revoke execute on function past_document_frozen(), past_sums_agree(), past_payment_follows(), past_payment_frozen(),
  past_payment_kept() from public;

-- As before, and the files of imports and the papers of past documents are kept.
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
    and not exists (select from archive_part p where p.account_id = f.account_id and p.sha256 = f.sha256);
  account_id := until_account;
  sha256 := until_sha256;
  return next;
end $$;

-- As before, and the files of imports are erased with what the law does not keep.
create or replace function erase_rows(relation text, most int) returns int
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  account constant uuid := nullif(current_setting('app.account_id', true), '')::uuid;
  whole constant regclass := format('billing.%I', relation)::regclass;
  cleared constant text[] := array[
    'agency_account', 'agency_customer', 'agency_trial', 'archive', 'archive_part', 'bank_csv_form', 'bank_dismissal',
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
