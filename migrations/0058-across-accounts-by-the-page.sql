-- Whoever looks across accounts takes a page at a time, by a key that is in an index, and what was kept long enough goes in batches: a
-- start, a command or the keeping of the house costs the same with ten accounts and with ten million.

set local search_path = billing, public;

-- Accounts to explore come and go by the thousand: the others are found beside them. (Within a text of JSON a quote is escaped.)
create index account_of_business on account (account_id) where position('"demo":true' in settings) = 0;
create index account_mailed_heads on account (account_id) where position('"auditHeadsByMail":true' in settings) > 0;
-- Never changed by a link of the same key: the head of a chain is updated in place as before.
create index chain_head_by_key on chain_head (key_id);
create index day_count_by_day on day_count (on_day);

-- Few of very many, by their keys: a plan made while there were few accounts would read all of them once there are many.
create function accounts_after(past uuid, most int) returns table (account_id uuid, settings text, created_at bigint)
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select a.account_id, a.settings, a.created_at::bigint from account a where a.account_id > past
  order by a.account_id limit most;
end $$;
create function accounts_of_business(most int) returns table (account_id uuid, settings text, created_at bigint)
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select a.account_id, a.settings, a.created_at::bigint from account a where position('"demo":true' in a.settings) = 0
  order by a.account_id limit most;
end $$;
create function accounts_mailed_heads(past uuid, most int) returns table (account_id uuid, settings text, created_at bigint)
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select a.account_id, a.settings, a.created_at::bigint from account a
  where position('"auditHeadsByMail":true' in a.settings) > 0 and a.account_id > past order by a.account_id limit most;
end $$;
create function accounts_there(names uuid[]) returns setof uuid
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query select a.account_id from account a where a.account_id = any(names);
end $$;
create function accounts_counted() returns bigint
  language plpgsql stable security definer set search_path = billing as $$
begin
  return (select count(*) from account);
end $$;

-- The heads of chains that have a link, and how far the account's test clock is ahead of the real time.
create type head_known as (account_id uuid, test boolean, seq bigint, hash bytea, key_id text, signed_by text, at bigint,
  signature bytea, ahead bigint);
create function heads_after(past_account uuid, past_test boolean, most int) returns setof head_known
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query select h.account_id, h.test, h.seq, h.hash, coalesce(h.key_id, l.key_id), l.key_id, h.at::bigint, l.signature,
    coalesce((select c.ahead from test_clock c where h.test and c.account_id = h.account_id), 0)
  from chain_head h join chain_link l on l.account_id = h.account_id and l.test = h.test and l.seq = h.seq
  where (h.account_id, h.test) > (past_account, past_test)
  order by h.account_id, h.test limit most;
end $$;
create function heads_of(account uuid) returns setof head_known
  language plpgsql stable security definer set search_path = billing as $$
begin
  return query select h.account_id, h.test, h.seq, h.hash, coalesce(h.key_id, l.key_id), l.key_id, h.at::bigint, l.signature,
    coalesce((select c.ahead from test_clock c where h.test and c.account_id = account), 0)
  from chain_head h join chain_link l on l.account_id = account and l.test = h.test and l.seq = h.seq
  where h.account_id = account order by h.test;
end $$;
-- The keys that chains go on with: from one to the next, however many chains have the same.
create function keys_of_heads() returns setof text
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare known text := '';
begin
  loop
    select h.key_id into known from chain_head h where h.key_id > known order by h.key_id limit 1;
    exit when not found;
    return next known;
  end loop;
end $$;

-- Chains of a piece of the list of all of them that have links nobody has looked at, and where the piece ended.
create function chains_unlooked(past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean, unlooked boolean)
  language plpgsql stable security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with piece as (
    select h.account_id, h.test, n.account_id is null or n.looked_seq < h.seq as unlooked from chain_head h
    left join noting n on n.account_id = h.account_id and n.test = h.test
    where (h.account_id, h.test) > (past_account, past_test)
    order by h.account_id, h.test limit most)
  select p.account_id, p.test, p.unlooked from piece p
  where p.unlooked or (p.account_id, p.test) = (select l.account_id, l.test from piece l order by l.account_id desc, l.test desc limit 1)
  order by p.account_id, p.test;
end $$;

-- What is forgotten goes the oldest first, about `most` at a time: all of the second, or the day, in which a batch ends. Each gives how
-- many went: where that is fewer than `most`, there are no more.
create function forget_answers(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  last bigint;
  gone bigint;
begin
  select i.created_at into last from idempotency i where i.created_at < before order by i.created_at offset most - 1 limit 1;
  delete from idempotency i where i.created_at < before and i.created_at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;
create function forget_events(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  last bigint;
  gone bigint;
begin
  select e.at into last from event e where e.at < before order by e.at offset most - 1 limit 1;
  delete from event e where e.at < before and e.at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;
create or replace function forget_attempts(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  last bigint;
  gone bigint;
begin
  select t.at into last from try t where t.at < before and t.lane <> 'mail' order by t.at offset most - 1 limit 1;
  delete from try t where t.at < before and t.lane <> 'mail' and t.at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;
create or replace function forget_key_requests(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  last bigint;
  gone bigint;
begin
  select r.at into last from key_request r where r.at < before order by r.at offset most - 1 limit 1;
  delete from key_request r where r.at < before and r.at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;
-- Every account has one each day: within a day they go by their accounts.
create function forget_day_counts(before date, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  place record;
  gone bigint := 0;
begin
  for place in
    select d.account_id, d.on_day from day_count d where d.on_day < before order by d.on_day limit most
  loop
    delete from day_count d where d.account_id = place.account_id and d.on_day = place.on_day;
    gone := gone + 1;
  end loop;
  return gone;
end $$;
create function forget_mails(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  last bigint;
  gone bigint;
begin
  select m.created_at into last from mail m where m.created_at < before and m.state <> 'waiting'
  order by m.created_at offset most - 1 limit 1;
  delete from mail m where m.created_at < before and m.state <> 'waiting' and m.created_at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;
create function forget_mail_files(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  last bigint;
  gone bigint;
begin
  select f.created_at into last from mail_file f where f.created_at < before and not exists (
    select from mail m where m.account_id = f.account_id and m.id = f.mail_id and m.state = 'waiting')
  order by f.created_at offset most - 1 limit 1;
  delete from mail_file f where f.created_at < before and f.created_at <= coalesce(last, before) and not exists (
    select from mail m where m.account_id = f.account_id and m.id = f.mail_id and m.state = 'waiting');
  get diagnostics gone = row_count;
  return gone;
end $$;
create or replace function forget_bank_words(before date, most int) returns bigint
  language plpgsql security definer set search_path = billing as $$
declare
  found record;
  gone bigint := 0;
begin
  for found in
    select o.account_id, array_agg(o.id) as ids from (
      select b.account_id, b.id from bank_transaction b where b.booked_on < before and b.label <> '' and b.applied_cents = 0
      order by b.booked_on limit most) o
    group by o.account_id
  loop
    update bank_transaction b set label = '', counterpart = null, counterpart_iban = null, reference = null
    where b.account_id = found.account_id and b.id = any(found.ids);
    gone := gone + cardinality(found.ids);
  end loop;
  return gone;
end $$;
-- Files are looked through in the order of their names, `most` at a time: those that somebody refers to stay. Gives where the look
-- ended; no row where there are no more.
create function forget_files(before bigint, past_account uuid, past_sha256 bytea, most int)
  returns table (account_id uuid, sha256 bytea)
  language plpgsql security definer set search_path = billing
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
    and not exists (select from mail_file m where m.account_id = f.account_id and m.sha256 = f.sha256);
  account_id := until_account;
  sha256 := until_sha256;
  return next;
end $$;

grant create on schema billing to facturier_across;
do $$
declare
  named text;
  of_owner constant text[] := array['accounts_after(uuid, int)', 'accounts_of_business(int)', 'accounts_mailed_heads(uuid, int)',
    'accounts_there(uuid[])', 'accounts_counted()', 'heads_after(uuid, boolean, int)', 'heads_of(uuid)', 'keys_of_heads()'];
  of_app constant text[] := array['chains_unlooked(uuid, boolean, int)', 'forget_answers(bigint, int)', 'forget_events(bigint, int)',
    'forget_day_counts(date, int)', 'forget_mails(bigint, int)', 'forget_mail_files(bigint, int)',
    'forget_files(bigint, uuid, bytea, int)'];
begin
  foreach named in array of_owner || of_app loop
    execute format('alter function %s owner to facturier_across', named);
    execute format('revoke execute on function %s from public', named);
  end loop;
  foreach named in array of_owner loop
    execute format('grant execute on function %s to %I', named, current_user);
  end loop;
  foreach named in array of_app loop
    execute format('grant execute on function %s to facturier_app', named);
  end loop;
end $$;
revoke create on schema billing from facturier_across;
