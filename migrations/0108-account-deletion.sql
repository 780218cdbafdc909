-- Deletion of an account after a waiting time: what the law keeps stays, locked, until its term (C.
-- com. art. L123-22; docs/decisions/0074-deletion-of-accounts.md), and the rest goes.

set local search_path = billing, public;

-- The row outlives its account, so that a verification can tell an erased account from a lost one.
create table account_deletion (
  account_id uuid primary key,
  -- Asked for; erasing what the law does not keep; locked; erasing the rest; gone.
  state text not null check (state in ('waiting', 'clearing', 'kept', 'erasing', 'erased')),
  -- Who asked, as in the audit trail.
  actor text not null,
  asked_at at not null,
  due_at at not null,
  -- The operator erases everything: the owner has the records and keeps them.
  by_operator boolean not null default false,
  begun_at at,
  -- The last day of the records that the law keeps.
  kept_until date,
  -- What was erased (JSON), signed by the key of the audit trail, and its digest.
  statement text,
  key_id text,
  signature bytea,
  ended_at at,
  check (by_operator or due_at >= asked_at + 30 * 86400),
  check ((state = 'waiting') = (begun_at is null)),
  check (begun_at >= due_at),
  check (num_nulls(statement, key_id, signature) in (0, 3)),
  check ((state in ('erasing', 'erased')) = (statement is not null)),
  check (state <> 'kept' or kept_until is not null),
  check ((state = 'erased') = (ended_at is not null))
);

create function account_deletion_goes_on() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.state = 'waiting' then return old; end if;
    raise exception 'the deletion of % has begun', old.account_id using errcode = 'FA005';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' then
      raise exception 'a deletion begins by waiting' using errcode = 'FA005';
    end if;
    return new;
  end if;
  if (new.account_id, new.actor, new.asked_at) is distinct from (old.account_id, old.actor, old.asked_at)
      or (old.begun_at is not null and new.begun_at is distinct from old.begun_at)
      or (old.kept_until is not null and new.kept_until is distinct from old.kept_until)
      or (old.by_operator and not new.by_operator)
      or (not new.by_operator and new.due_at is distinct from old.due_at)
      or (old.statement is not null and (new.statement, new.key_id, new.signature)
        is distinct from (old.statement, old.key_id, old.signature)) then
    raise exception 'the deletion of % stays as it was asked for', old.account_id using errcode = 'FA005';
  end if;
  -- What the law keeps is erased after its term, or by the operator.
  if not (old.state = new.state and old.state <> 'erased'
      or (old.state, new.state) in (('waiting', 'clearing'), ('clearing', 'kept'), ('clearing', 'erasing'), ('erasing', 'erased'))
      or (old.state, new.state) = ('kept', 'erasing')
        and (new.by_operator or old.kept_until < (now() at time zone 'UTC')::date)) then
    raise exception 'the deletion of % cannot go from % to %', old.account_id, old.state, new.state using errcode = 'FA005';
  end if;
  return new;
end $$;
create trigger goes_on before insert or update or delete on account_deletion
  for each row execute function account_deletion_goes_on();
create trigger never_truncated before truncate on account_deletion for each statement execute function append_only();

alter table account_deletion enable row level security;
alter table account_deletion force row level security;
create policy own_account on account_deletion
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
create policy across on account_deletion for select to facturier_across using (true);
grant select, insert, update, delete on account_deletion to facturier_app;
grant select on account_deletion to facturier_across;

-- For rows that are never changed, and deleted only with their account: test rows when it is
-- cleared, all rows when it is erased. Only erase_rows() may delete them.
create or replace function append_only() returns trigger language plpgsql as $$
begin
  -- Some tables have no mode: their rows stay until the account is erased.
  if tg_op = 'DELETE' and exists (
    select from billing.account_deletion d where d.account_id = old.account_id
      and (d.state = 'erasing' or d.state = 'clearing' and (to_jsonb(old) ->> 'test')::boolean)) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'FA002';
end $$;

-- A finalized document does not change, and is deleted only with its account. A new column is frozen
-- unless it is listed here.
create or replace function stay_sealed() returns trigger language plpgsql as $$
declare kept billing.document := new;
begin
  if old.number is null then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if exists (select from billing.account_deletion d where d.account_id = old.account_id
        and (d.state = 'erasing' or d.state = 'clearing' and old.test)) then
      return old;
    end if;
    raise exception 'document % is finalized', old.number using errcode = 'FA001';
  end if;
  kept.state := old.state; kept.version := old.version; kept.title := old.title; kept.found_by := old.found_by;
  kept.life := old.life; kept.billed_cents := old.billed_cents; kept.credited_cents := old.credited_cents;
  kept.paid_cents := old.paid_cents; kept.signed_at := old.signed_at; kept.refused_at := old.refused_at;
  kept.paid_at := old.paid_at; kept.canceled_at := old.canceled_at; kept.archived_at := old.archived_at;
  kept.refund_at := old.refund_at; kept.updated_at := old.updated_at;
  if kept *<> old then
    raise exception 'document % is finalized', old.number using errcode = 'FA001';
  end if;
  return new;
end $$;

create or replace function supplier_invoice_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from billing.account_deletion d where d.account_id = old.account_id
      and (d.state = 'erasing' or d.state = 'clearing' and old.test)) then
    return old;
  end if;
  raise exception 'the supplier invoice % stays as it was received', old.id using errcode = 'FA005';
end $$;

-- As before, and a match goes with its account.
create or replace function take_from_transaction() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.undone_at is null and not exists (
      select from account_deletion d where d.account_id = old.account_id
        and (d.state = 'erasing' or d.state = 'clearing' and old.test)) then
      raise 'the transaction % was applied', old.transaction_id using errcode = 'foreign_key_violation';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    update bank_transaction set applied_cents = applied_cents + new.amount_cents
    where account_id = new.account_id and id = new.transaction_id and test = new.test;
    if not found then
      raise 'the transaction % of a match is not there', new.transaction_id using errcode = 'foreign_key_violation';
    end if;
    return new;
  end if;
  if old.undone_at is not null or new.undone_at is null
    or (to_jsonb(new) - 'undone_at') <> (to_jsonb(old) - 'undone_at') then
    raise 'a match is undone once, and nothing else of it changes' using errcode = 'check_violation';
  end if;
  update bank_transaction set applied_cents = applied_cents - new.amount_cents
  where account_id = new.account_id and id = new.transaction_id;
  return new;
end $$;

-- As before, and nobody remains in an account whose deletion has begun.
create or replace function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from billing.account a where a.account_id = old.account_id for no key update;
  if exists (
    select from billing.account a where a.account_id = old.account_id and a.settings::json ->> 'demo' = 'true')
    or exists (
    select from billing.account_deletion d where d.account_id = old.account_id and d.state <> 'waiting') then
    return new;
  end if;
  if not exists (
    select from billing.membership m
    where m.account_id = old.account_id and m.person_id <> old.person_id and m.role = 'owner' and m.left_at is null) then
    raise exception 'the account % would be left without an owner', old.account_id using errcode = 'FA004';
  end if;
  return new;
end $$;

do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'account_deletion'
  loop
    execute format('grant select, delete on %I to facturier_across', name);
  end loop;
end $$;
-- Triggers of deleted rows keep the counts.
grant insert, update on tally, product_tally to facturier_across;
grant update (document_id) on occurrence to facturier_across;

-- Deletes about `most` rows of a table of the transaction's account that no row refers to, and
-- returns how many. While an account is cleared: test rows, and live rows of the tables of
-- `cleared`; while it is erased: all rows.
create function erase_rows(relation text, most int) returns int
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  account constant uuid := nullif(current_setting('app.account_id', true), '')::uuid;
  whole constant regclass := format('billing.%I', relation)::regclass;
  cleared constant text[] := array[
    'agency_account', 'agency_customer', 'agency_trial', 'archive', 'archive_part', 'bank_csv_form', 'bank_dismissal',
    'category', 'customer', 'customer_foreign_id', 'customer_link', 'day_count', 'endpoint', 'idempotency',
    'import_columns', 'invitation', 'key_request', 'mail', 'mail_file', 'occurrence', 'payment_account',
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

-- Deletes a person, of the transaction, whom no other account names. Returns whether they are gone.
create function erase_person(leaving uuid) returns boolean
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  person constant uuid := nullif(current_setting('app.person_id', true), '')::uuid;
begin
  if exists (select from membership m where m.person_id = person and m.account_id <> leaving) then return false; end if;
  delete from person_session s where s.person_id = person;
  delete from passkey k where k.person_id = person;
  delete from used_challenge c where c.person_id = person;
  delete from recovery_code c where c.person_id = person;
  delete from password_reset r where r.person_id = person;
  delete from address_change c where c.person_id = person;
  delete from person p where p.person_id = person;
  return true;
end $$;
grant select, delete on person, person_session, passkey, used_challenge, recovery_code, password_reset, address_change
  to facturier_across;

-- For the operator: the deletions of all accounts, and those of accounts that are gone.
create function account_deletions() returns setof account_deletion
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
begin
  return query select * from account_deletion d order by d.asked_at, d.account_id;
end $$;
create function accounts_erased(names uuid[]) returns setof account_deletion
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
begin
  return query select * from account_deletion d where d.account_id = any (names) and d.state in ('erasing', 'erased');
end $$;

grant create on schema billing to facturier_across;
do $$
declare
  f regprocedure;
begin
  foreach f in array array['erase_rows(text, int)', 'erase_person(uuid)', 'account_deletions()', 'accounts_erased(uuid[])']::regprocedure[] loop
    execute format('alter function %s owner to facturier_across', f);
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;
revoke create on schema billing from facturier_across;
grant execute on function erase_rows(text, int), erase_person(uuid) to facturier_app;
do $$ begin execute format('grant execute on function account_deletions(), accounts_erased(uuid[]) to %I', current_user); end $$;
revoke execute on function account_deletion_goes_on() from public;
