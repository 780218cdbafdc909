-- What works across accounts, page by page along an index, so that it costs the same with ten
-- accounts and ten million: lists for the operator, jobs of reachable nodes, and the deletion of
-- what was kept long enough.

set local search_path = billing, public;

create function accounts_known() returns table (account_id uuid, settings text, created_at bigint)
  language sql stable security definer set search_path = billing, pg_temp as $$
  select account_id, settings, created_at from account order by created_at, account_id $$;

-- Plans are forced to use the key: one made while there were few accounts would later read all of
-- them.
create function accounts_after(past uuid, most int) returns table (account_id uuid, settings text, created_at bigint)
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select a.account_id, a.settings, a.created_at::bigint from account a where a.account_id > past
  order by a.account_id limit most;
end $$;

create function accounts_of_business(most int) returns table (account_id uuid, settings text, created_at bigint)
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select a.account_id, a.settings, a.created_at::bigint from account a where position('"demo":true' in a.settings) = 0
  order by a.account_id limit most;
end $$;

create function accounts_mailed_heads(past uuid, most int) returns table (account_id uuid, settings text, created_at bigint)
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query select a.account_id, a.settings, a.created_at::bigint from account a
  where position('"auditHeadsByMail":true' in a.settings) > 0 and a.account_id > past order by a.account_id limit most;
end $$;

create function accounts_there(names uuid[]) returns setof uuid
  language plpgsql stable security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query select a.account_id from account a where a.account_id = any(names);
end $$;

create function accounts_counted() returns bigint
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
begin
  return (select count(*) from account);
end $$;

create function test_clocks_ahead() returns table (account_id uuid, ahead bigint)
  language sql security definer set search_path = billing, pg_temp as $$
  select c.account_id, c.ahead from test_clock c where c.ahead > 0
$$;

-- Accounts on reachable nodes that have due jobs, in the order of their ids, and whether these are
-- all (`is_all`); and which of the given accounts are on reachable nodes. Each node is asked over a
-- connection of its own, so that an unreachable one is a result and not a failure. Only called with
-- distributed tables.
create function work_in_reach(lanes text[], now bigint, past_account uuid, asked uuid[])
  returns table (is_whole boolean, is_all boolean, due uuid[], reached uuid[])
  language plpgsql security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare
  due_most constant int := 1000;
  -- Jobs read of a lane in a shard: many of one account hide others.
  read_most constant int := 200;
  -- Time for all nodes together: a reachable one answers in milliseconds.
  node_patience constant text := '2s';
  -- The query for a shard.
  of_part constant text := $part$
    (select w.account_id from unnest(%2$L::text[]) l (lane) cross join unnest('{well,troubled}'::text[]) t (track)
    cross join lateral (
      select j.account_id from billing.job_%1$s j
      where j.ready and j.lane = l.lane and j.track = t.track and (%4$L is null or j.account_id > %4$L)
      order by j.account_id, j.share_id limit %5$s) w)
    union all
    (select j.account_id from billing.job_%1$s j
    where not j.ready and coalesce(j.leased_until, j.due_at) <= %3$s and (%4$L is null or j.account_id > %4$L)
    order by coalesce(j.leased_until, j.due_at) limit %5$s)$part$;
  of_node constant text := $node$
    select json_build_object('due', coalesce(json_agg(distinct w.account_id), '[]'), 'is_all', count(*) < %2$s) from (%1$s) w$node$;
  names text[];
  ports int[];
  texts text[];
  parts bigint[];
  answer record;
begin
  perform set_config('citus.node_connection_timeout', node_patience, true);
  select array_agg(n.name), array_agg(n.port), array_agg(format(of_node, n.text, read_most)) into names, ports, texts
  from (
    select n.nodename as name, n.nodeport as port,
      string_agg(format(of_part, p.shardid, lanes, work_in_reach.now, past_account, read_most), ' union all ') as text
    from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid
    where s.logicalrelid = 'billing.job'::regclass and p.shardstate = 1 and n.noderole = 'primary'
    group by n.nodename, n.nodeport) n;
  is_whole := true;
  is_all := true;
  for answer in
    select w.node_name, w.node_port, w.success, case when w.success then w.result::json end as said from master_run_on_worker(names, ports, texts, true) w
  loop
    if not answer.success then
      is_whole := false;
      continue;
    end if;
    is_all := is_all and (answer.said ->> 'is_all')::boolean;
    due := due || array(select a::uuid from json_array_elements_text(answer.said -> 'due') a);
    parts := parts || array(
      select p.shardid from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
      where n.nodename = answer.node_name and n.nodeport = answer.node_port);
  end loop;
  is_all := is_all and coalesce(cardinality(due), 0) <= due_most;
  due := array(select a from unnest(due) a order by a limit due_most);
  reached := array(select a from unnest(asked) a where get_shard_id_for_distribution_column('billing.job', a) = any(parts));
  return next;
end $$;

-- The forget_* functions delete the oldest rows first, about `most` at a time (all of the second or
-- day in which a batch ends), and return how many. Fewer than `most` means that nothing is left.
create function forget_answers(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  last bigint;
  gone bigint;
begin
  select i.created_at into last from idempotency i where i.created_at < before order by i.created_at offset most - 1 limit 1;
  delete from idempotency i where i.created_at < before and i.created_at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Row by row, account by account: an import has up to a million events in one second.
create function forget_events(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  oldest record;
  gone bigint := 0;
begin
  for oldest in
    select o.account_id, array_agg(o.id) as ids from (
      select e.account_id, e.id from event e where e.at < before order by e.at limit most) o
    group by o.account_id
  loop
    delete from event e where e.account_id = oldest.account_id and e.id = any(oldest.ids);
    gone := gone + cardinality(oldest.ids);
  end loop;
  return gone;
end $$;

create function forget_attempts(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  last bigint;
  gone bigint;
begin
  select t.at into last from try t where t.at < before and t.lane <> 'mail' order by t.at offset most - 1 limit 1;
  delete from try t where t.at < before and t.lane <> 'mail' and t.at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Every account has one row per day, so a day is deleted account by account.
create function forget_day_counts(before date, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
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

create function forget_key_requests(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  last bigint;
  gone bigint;
begin
  select r.at into last from key_request r where r.at < before order by r.at offset most - 1 limit 1;
  delete from key_request r where r.at < before and r.at <= coalesce(last, before);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function forget_mails(before bigint, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
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
  language plpgsql security definer set search_path = billing, pg_temp as $$
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

-- Looks through files in the order of their keys, `most` at a time, and deletes those that nothing
-- refers to. Returns where it ended, or no row at the end.
create function forget_files(before bigint, past_account uuid, past_sha256 bytea, most int)
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
    and not exists (select from mail_file m where m.account_id = f.account_id and m.sha256 = f.sha256);
  account_id := until_account;
  sha256 := until_sha256;
  return next;
end $$;

-- Deletes the texts of bank transactions that paid no document.
create function forget_bank_words(before date, most int) returns bigint
  language plpgsql security definer set search_path = billing, pg_temp as $$
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
