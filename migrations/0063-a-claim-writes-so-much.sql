-- A queue that stands still: one claim put aside whatever waited for endpoints that are off, and where that was more than a statement may
-- write, each claim failed and with it all that was to be settled. And what others held for long, or were forgetting, kept jobs asleep
-- or aside.

set local search_path = billing, public;

-- As before, and tells how many it moved.
drop function change_track(uuid, uuid, text, text[], text);
create function change_track(account uuid, share uuid, of_lane text, from_tracks text[], to_track text) returns int
  language plpgsql set search_path = billing as $$
declare
  moved_most constant int := 1000;
  moved int;
begin
  if to_track = 'off' then
    perform from endpoint e where e.account_id = account and e.id = share and not e.active for share skip locked;
    if not found then
      return 0;
    end if;
  end if;
  -- By their names alone: in line of the whole lane they would be looked for among all that waits.
  update job j set track = to_track
  where j.account_id = account and j.lane = of_lane and j.share_id = share and j.leased_until is null and j.subject_id = any(array(
    select s.subject_id from job s
    where s.ready and s.lane = of_lane and s.track = any(from_tracks) and s.account_id = account and s.share_id = share
    order by s.due_at limit moved_most for update skip locked));
  get diagnostics moved = row_count;
  return moved;
end $$;
revoke execute on function change_track from public;
grant execute on function change_track to facturier_across;

-- As before; what is just forgotten is waited for, and then the next is taken.
create or replace function come_by_again() returns trigger language plpgsql as $$
declare
  aside uuid;
begin
  loop
    select s.subject_id into aside from billing.job s
    where s.ready and s.lane = 'delivery' and s.track = 'off' and s.account_id = new.account_id and s.share_id = new.id
    order by s.due_at limit 1;
    exit when not found;
    update billing.job j set track = 'well'
    where j.account_id = new.account_id and j.lane = 'delivery' and j.share_id = new.id and j.subject_id = aside and j.track = 'off';
    exit when found;
  end loop;
  return null;
end $$;

-- As before; what others hold is passed by, however much it is.
create or replace function wake_jobs(now bigint) returns void
  language plpgsql security definer set search_path = billing set enable_seqscan = off set enable_bitmapscan = off as $$
declare
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

-- As before; it moves so many jobs from track to track, and passes by the others.
create or replace function claim_jobs(
  lane text, troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns setof claimed_job
  language plpgsql security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashagg = off as $$
#variable_conflict use_column
declare
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

-- As before; it moves so many jobs from track to track, and sees that none stay aside.
create or replace function settle_delivery_jobs(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
declare
  heard record;
  e record;
  failing bigint;
  is_over boolean;
  moved_most constant int := 5000;
  moved int := 0;
begin
  -- Endpoints first and in one order, as whoever deletes one or replays to it: nobody waits for one who waits for him.
  for heard in
    select r.account_id, r.share_id from json_to_recordset(results::json) as r (account_id uuid, share_id uuid)
    group by r.account_id, r.share_id order by r.account_id, r.share_id
  loop
    perform from endpoint p where p.account_id = heard.account_id and p.id = heard.share_id for no key update;
  end loop;
  perform from settle_jobs(results);
  for heard in
    select r.account_id, r.share_id, bool_or(r.fault is null) as well, bool_or(coalesce(r.status, 0) = 410) as gone, min(r.at) as at
    from json_to_recordset(results::json) as r (account_id uuid, share_id uuid, fault text, at bigint, status int)
    group by r.account_id, r.share_id order by r.account_id, r.share_id
  loop
    select p.active, p.failing_since, p.test, p.url into e from endpoint p
    where p.account_id = heard.account_id and p.id = heard.share_id;
    continue when not found;
    -- Of one that is on some may stay aside, as whoever would bring them was ended, or another held them: one is put in line, and whoever
    -- takes that brings the others along.
    if e.active then
      update job j set track = 'well'
      where j.account_id = heard.account_id and j.lane = 'delivery' and j.share_id = heard.share_id and j.subject_id = any(array(
        select s.subject_id from job s
        where s.ready and s.lane = 'delivery' and s.track = 'off' and s.account_id = heard.account_id and s.share_id = heard.share_id
        order by s.due_at limit 1 for update skip locked));
    end if;
    failing := case when not heard.well then coalesce(e.failing_since, heard.at) end;
    is_over := e.active and (heard.gone or coalesce(failing <= settle_delivery_jobs.now - patience, false));
    continue when failing is not distinct from e.failing_since and not is_over;
    reason := case when heard.gone then 'gone' else 'failing' end;
    update endpoint p set failing_since = failing, active = e.active and not is_over,
      disabled_at = case when is_over then settle_delivery_jobs.now else p.disabled_at end,
      disabled_reason = case when is_over then reason else p.disabled_reason end
    where p.account_id = heard.account_id and p.id = heard.share_id;
    -- What nothing reached is well again: its jobs are taken with the others at once, or moved by whoever comes by them.
    if failing is null and moved < moved_most then
      moved := moved + change_track(heard.account_id, heard.share_id, 'delivery', array['troubled'], 'well');
    end if;
    continue when not is_over;
    account_id := heard.account_id; endpoint_id := heard.share_id; test := e.test; url := e.url;
    return next;
  end loop;
end $$;

-- Tables that somebody makes for his session are looked for last: none takes the place of ours in what runs by other rights than his.
do $$
declare
  named record;
begin
  for named in
    select p.oid::regprocedure as name, substr(s.said, length('search_path=') + 1) as path
    from pg_proc p cross join lateral unnest(p.proconfig) as s (said)
    where p.pronamespace = 'billing'::regnamespace and s.said in ('search_path=billing', 'search_path=billing, public')
  loop
    execute format('alter function %s set search_path = %s, pg_temp', named.name, named.path);
  end loop;
end $$;
