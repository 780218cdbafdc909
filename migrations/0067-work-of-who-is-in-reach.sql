-- Where tables are spread over machines and one of them is away, the work of the accounts on the others goes on: what is due was looked for
-- on all of them at once, and so by nobody until that one was back.

set local search_path = billing, public;

-- Of accounts whose node answers, in the order of their ids and behind one of them: some that something is due for, and whether these are
-- all (`is_all`). And of the accounts that are asked about, those whose node answers. A node is asked over a connection of its own, so that
-- one that is away is a fact and no failure. Runs where tables are spread; elsewhere nobody calls it.
create function work_in_reach(lanes text[], now bigint, past_account uuid, asked uuid[])
  returns table (is_whole boolean, is_all boolean, due uuid[], reached uuid[])
  language plpgsql security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare
  due_most constant int := 1000;
  -- Jobs read of a lane in a part of the table: many of one account hide others.
  read_most constant int := 200;
  -- All nodes are reached for at once, for so long: one that answers does so in milliseconds.
  node_patience constant text := '2s';
  -- What a node is asked of a part of the table.
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
grant create on schema billing to facturier_across;
alter function work_in_reach owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function work_in_reach from public;
grant execute on function work_in_reach to facturier_app;

-- As before; where a node is away, among the accounts that are in reach (`app.in_reach`).
create or replace function wake_jobs(now bigint) returns void
  language plpgsql security definer set search_path = billing, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  -- The accounts that are looked at, where a node is away; elsewhere all.
  in_reach constant uuid[] := nullif(current_setting('app.in_reach', true), '')::uuid[];
  woken_most constant int := 1000;
  passed_most constant int := 10000;
  asleep record;
  looked int;
  found_free int;
  woken int := 0;
  passed int := 0;
begin
  loop
    looked := 0;
    for asleep in
      select j.account_id, j.subject_id, j.lane, j.share_id, j.test from job j
      where not j.ready and coalesce(j.leased_until, j.due_at) <= wake_jobs.now
        and (in_reach is null or j.account_id = any(in_reach))
      order by coalesce(j.leased_until, j.due_at) limit woken_most offset passed
    loop
      looked := looked + 1;
      update job j set ready = true, leased_until = null, track = case when j.track = 'off' then 'well' else j.track end
      where j.account_id = asleep.account_id and j.lane = asleep.lane and j.share_id = asleep.share_id and j.test = asleep.test
        and j.subject_id = any(array(
          -- Another who wakes it meanwhile, or takes it, holds nobody up.
          select s.subject_id from job s
          where s.account_id = asleep.account_id and s.subject_id = asleep.subject_id and s.lane = asleep.lane
            and s.share_id = asleep.share_id and s.test = asleep.test
            and not s.ready and coalesce(s.leased_until, s.due_at) <= wake_jobs.now
          for update skip locked));
      get diagnostics found_free = row_count;
      woken := woken + found_free;
      if found_free = 0 then passed := passed + 1; end if;
    end loop;
    -- Of those that were looked at most were another's: what is behind them is looked at too.
    exit when looked < woken_most or woken >= woken_most / 2 or passed >= passed_most;
  end loop;
end $$;

-- As before; where a node is away, among the accounts that are in reach.
create or replace function claim_jobs(
  lane text, troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns setof claimed_job
  language plpgsql security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashagg = off as $$
#variable_conflict use_column
declare
  -- The accounts that are looked at, where a node is away; elsewhere all.
  in_reach constant uuid[] := nullif(current_setting('app.in_reach', true), '')::uuid[];
  last_share constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  -- Jobs read at a time to find the shares they are of: few shares with much, or many with little.
  read_most constant int := 64;
  own_track constant text := case when troubled then 'troubled' else 'well' end;
  -- Jobs put in another track by one claim: it may take only so long, and what it does not reach is the next one's.
  moved_most constant int := 5000;
  moved int := 0;
  place record;
  of_account int;
  whose uuid;
  most int;
  taken int;
  is_any boolean := true;
  is_active boolean;
  is_troubled boolean;
begin
  while room > 0 and is_any loop
    is_any := false;
    for place in
      select distinct n.account_id, n.share_id from (
        select j.account_id, j.share_id from job j
        where j.ready and j.lane = claim_jobs.lane and j.track = own_track and (j.account_id, j.share_id) > (past_account, past_share)
          and (in_reach is null or j.account_id = any(in_reach))
        order by j.account_id, j.share_id limit read_most) n
      order by n.account_id, n.share_id
    loop
      is_any := true;
      -- Behind the last share of an account that has had its own.
      continue when (place.account_id, place.share_id) <= (past_account, past_share);
      if place.account_id is distinct from whose then
        whose := place.account_id;
        of_account := per_account - coalesce(busy_accounts_with[array_position(busy_accounts, whose)], 0);
      end if;
      past_account := whose;
      past_share := case when of_account > 0 then place.share_id else last_share end;
      most := least(room, of_account, per_share - coalesce(busy_shares_with[array_position(busy_shares, place.share_id)], 0));
      if lane = 'delivery' then
        select e.active, e.failing_since is not null into is_active, is_troubled from endpoint e
        where e.account_id = whose and e.id = place.share_id;
        if not is_active or is_troubled <> troubled then
          if moved < moved_most then
            moved := moved + change_track(whose, place.share_id, lane, array[own_track],
              case when not is_active then 'off' when is_troubled then 'troubled' else 'well' end);
          end if;
          continue;
        end if;
        if moved < moved_most and exists (select from job s where s.ready and s.lane = claim_jobs.lane and s.track = 'off'
          and s.account_id = whose and s.share_id = place.share_id) then
          moved := moved + change_track(whose, place.share_id, lane, array['off'], own_track);
        end if;
      end if;
      continue when most <= 0;
      return query
      -- Chosen once, and found by their names: in a join they could be looked for again for each row, and be others each time.
      update job j set ready = false, leased_until = claim_jobs.now + lease, claim = j.claim + 1
      -- What is due: the same work of the other mode may sleep yet. (Not `ready`: no index but that of names is to be used.)
      where j.account_id = whose and j.lane = claim_jobs.lane and j.share_id = place.share_id and j.leased_until is null
        and j.due_at <= claim_jobs.now
        and j.subject_id = any(array(
          select s.subject_id from job s
          where s.ready and s.lane = claim_jobs.lane and s.track = own_track and s.account_id = whose and s.share_id = place.share_id
            and s.due_at <= claim_jobs.now
          order by s.due_at limit most for update skip locked))
      returning j.account_id, j.subject_id, j.share_id, j.test, j.due_at::bigint, j.claim, j.tried;
      get diagnostics taken = row_count;
      room := room - taken;
      of_account := of_account - taken;
      exit when room <= 0;
    end loop;
  end loop;
end $$;
