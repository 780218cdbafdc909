-- Functions and triggers that only earlier versions call. They remain so that this baseline creates
-- exactly what the migrations before it did. A later migration may drop them, with the tables
-- delivery and attempt.

set local search_path = billing, public;

create function queue_former_delivery() returns trigger language plpgsql as $$
begin
  insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready, tries)
  select new.account_id, new.event_id, 'delivery', new.endpoint_id, new.test, new.next_at, true, coalesce(max(t.n), 0)
  from billing.try t
  where t.account_id = new.account_id and t.subject_id = new.event_id and t.lane = 'delivery' and t.share_id = new.endpoint_id
    and t.test = new.test
  on conflict (account_id, subject_id, lane, share_id, test) do update
    set tried = 0, due_at = excluded.due_at, ready = j.leased_until is null;
  return null;
end $$;
create trigger to_one_queue before insert on delivery for each row execute function queue_former_delivery();

create function queue_former_mail() returns trigger language plpgsql as $$
begin
  insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
  values (new.account_id, new.id, 'mail', new.account_id, new.test, new.next_at, true);
  return null;
end $$;
create trigger to_one_queue after insert on mail for each row when (new.state = 'waiting' and new.next_at is not null)
  execute function queue_former_mail();

create function claim_deliveries(
  troubled boolean, now bigint, lease int, room int, share int, busy uuid[], busy_with int[], past_account uuid, past_endpoint uuid)
  returns table (account_id uuid, endpoint_id uuid, event_id uuid, test boolean, tried int, url text, content text, body text)
  language plpgsql security definer set search_path = billing, pg_temp as $$ begin return; end $$;

create function settle_deliveries(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing, pg_temp as $$ begin return; end $$;

create function claim_mails(now bigint, lease int, room int, share int, past uuid)
  returns table (account_id uuid, id uuid, test boolean)
  language plpgsql security definer set search_path = billing, pg_temp as $$ begin return; end $$;

create function books_to_close(now bigint, past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select h.account_id, h.test from chain_head h
  left join closing c on c.account_id = h.account_id and c.test = h.test
  where (h.account_id, h.test) > (past_account, past_test) and case
    when c.account_id is null then h.seq > 0
    else c.day_over_at <= books_to_close.now or c.period_over_at <= books_to_close.now
      or (c.day_over_at is null and h.seq > c.looked_seq) end
  order by h.account_id, h.test limit most $$;

create function chains_to_note(past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select h.account_id, h.test from chain_head h
  left join noting n on n.account_id = h.account_id and n.test = h.test
  where (h.account_id, h.test) > (past_account, past_test) and (n.account_id is null or n.looked_seq < h.seq)
  order by h.account_id, h.test limit most $$;

create function chain_heads_known() returns table (
    account_id uuid, test boolean, seq bigint, hash bytea, key_id text, signed_by text, at bigint, signature bytea)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select h.account_id, h.test, h.seq, h.hash, coalesce(h.key_id, l.key_id), l.key_id, h.at, l.signature
  from chain_head h join chain_link l on l.account_id = h.account_id and l.test = h.test and l.seq = h.seq
  order by h.account_id, h.test $$;

create function chain_moved_on() returns bigint language plpgsql as $$
begin
  raise exception 'the audit chain has moved on meanwhile' using errcode = '40001';
end $$;

create function chain_moved_on(seq bigint) returns bigint language plpgsql immutable as $$
begin
  raise exception 'the audit chain has moved on meanwhile' using errcode = '40001';
end $$;

create function forget_answers(before bigint) returns bigint
  language sql security definer set search_path = billing, pg_temp as $$
  with gone as (delete from idempotency where created_at < before returning 1) select count(*) from gone $$;

create function forget_events(before bigint) returns bigint
  language sql security definer set search_path = billing, pg_temp as $$
  with gone as (delete from event where at < before returning 1) select count(*) from gone $$;

create function forget_day_counts(before date) returns bigint
  language sql security definer set search_path = billing, pg_temp as $$
  with gone as (delete from day_count where on_day < before returning 1) select count(*) from gone $$;

create function forget_mails(before bigint, files_before bigint) returns bigint
  language sql security definer set search_path = billing, pg_temp as $$
  with files as (
    delete from mail_file f where f.created_at < files_before and not exists (
      select from mail m where m.account_id = f.account_id and m.id = f.mail_id and m.state = 'waiting')),
  gone as (delete from mail where created_at < before and state <> 'waiting' returning 1)
  select count(*) from gone $$;

create function forget_files(before bigint) returns bigint
  language sql security definer set search_path = billing, pg_temp as $$
  with gone as (
    delete from file f where created_at < before
      and not exists (select from attachment a where a.account_id = f.account_id and a.sha256 = f.sha256)
      and not exists (select from rendering r where r.account_id = f.account_id and r.sha256 = f.sha256)
      and not exists (select from mail_file m where m.account_id = f.account_id and m.sha256 = f.sha256)
    returning 1)
  select count(*) from gone $$;
