-- The queue is looked through by plain reads, across accounts, and taken account by account: each statement that writes names its account.
-- What waits for an endpoint that nothing reaches, or that is off, stands in a line of its own: whoever takes the others passes by none of it.

set local search_path = billing, public;

-- Where a job stands in its lane: with those that are well, with those that nothing reaches, or aside while its endpoint is off. Told by
-- whoever comes to take it: it is begun as well, and moved where it proves to belong to another.
alter table job add column track text not null default 'well' check (track in ('well', 'troubled', 'off'));
drop index job_in_line;
create index job_in_line on job (lane, track, account_id, share_id, due_at) where ready;

-- An endpoint that is on again is come by for one of its jobs: whoever takes that brings the others along.
create function come_by_again() returns trigger language plpgsql as $$
begin
  update billing.job j set track = 'well'
  where j.account_id = new.account_id and j.lane = 'delivery' and j.share_id = new.id and j.subject_id = any(array(
    select s.subject_id from billing.job s
    where s.ready and s.lane = 'delivery' and s.track = 'off' and s.account_id = new.account_id and s.share_id = new.id
    order by s.due_at limit 1));
  return null;
end $$;
create trigger come_by_again after update of active on endpoint for each row when (new.active and not old.active)
  execute function come_by_again();

-- Moves up to a thousand jobs of a share that are in line from tracks of the lane to another.
create function change_track(account uuid, share uuid, of_lane text, from_tracks text[], to_track text) returns void
  language plpgsql set search_path = billing as $$
declare
  moved_most constant int := 1000;
begin
  update job j set track = to_track
  where j.account_id = account and j.lane = of_lane and j.share_id = share and j.ready and j.subject_id = any(array(
    select s.subject_id from job s
    where s.ready and s.lane = of_lane and s.track = any(from_tracks) and s.account_id = account and s.share_id = share
    order by s.due_at limit moved_most for update skip locked));
end $$;

-- Puts in line what has slept long enough: what is due now, and what a lease has run out of.
create or replace function wake_jobs(now bigint) returns void
  language plpgsql security definer set search_path = billing set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  woken_most constant int := 1000;
  asleep record;
begin
  for asleep in
    select j.account_id, j.subject_id, j.lane, j.share_id, j.test from job j
    where not j.ready and coalesce(j.leased_until, j.due_at) <= wake_jobs.now
    order by coalesce(j.leased_until, j.due_at) limit woken_most
  loop
    update job j set ready = true, leased_until = null, track = case when j.track = 'off' then 'well' else j.track end
    where j.account_id = asleep.account_id and j.lane = asleep.lane and j.share_id = asleep.share_id and j.test = asleep.test
      and j.subject_id = any(array(
        -- Another who wakes it meanwhile, or takes it, holds nobody up.
        select s.subject_id from job s
        where s.account_id = asleep.account_id and s.subject_id = asleep.subject_id and s.lane = asleep.lane
          and s.share_id = asleep.share_id and s.test = asleep.test
          and not s.ready and coalesce(s.leased_until, s.due_at) <= wake_jobs.now
        for update skip locked));
  end loop;
end $$;

-- As before, but that shares are found by a plain read, some at a time, and each is then taken by statements that name its account.
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
          perform change_track(whose, place.share_id, lane, array[own_track],
            case when not is_active then 'off' when is_troubled then 'troubled' else 'well' end);
          continue;
        end if;
        if exists (select from job s where s.ready and s.lane = claim_jobs.lane and s.track = 'off' and s.account_id = whose
          and s.share_id = place.share_id) then
          perform change_track(whose, place.share_id, lane, array['off'], own_track);
        end if;
      end if;
      continue when most <= 0;
      return query
      -- Chosen once, and found by their names: in a join they could be looked for again for each row, and be others each time.
      update job j set ready = false, leased_until = claim_jobs.now + lease, claim = j.claim + 1
      where j.account_id = whose and j.lane = claim_jobs.lane and j.share_id = place.share_id and j.leased_until is null
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

create or replace function claim_delivery_jobs(
  troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns table (account_id uuid, subject_id uuid, share_id uuid, test boolean, due_at bigint, claim int, tried int,
    url text, content text, body text)
  language plpgsql security definer set search_path = billing set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  whose record;
begin
  for whose in
    select c.account_id as id, array_agg(c.subject_id) as subjects, array_agg(c.share_id) as shares, array_agg(c.test) as tests,
      array_agg(c.due_at) as dues, array_agg(c.claim) as claims, array_agg(c.tried) as tries
    from claim_jobs('delivery', troubled, claim_delivery_jobs.now, lease, room, per_account, per_share,
      busy_accounts, busy_accounts_with, busy_shares, busy_shares_with, past_account, past_share) c
    group by c.account_id order by c.account_id
  loop
    -- Apart from the claim, so that it sees what was committed until now: an event may have come while its delivery was claimed.
    return query
    select whose.id, c.subject_id, c.share_id, c.test, c.due_at, c.claim, c.tried, e.url, e.content, v.body
    from unnest(whose.subjects, whose.shares, whose.tests, whose.dues, whose.claims, whose.tries)
      as c (subject_id, share_id, test, due_at, claim, tried)
    -- One by one, by their names (`offset 0`).
    cross join lateral (select e.url, e.content from endpoint e where e.account_id = whose.id and e.id = c.share_id offset 0) e
    cross join lateral (select v.body from event v where v.account_id = whose.id and v.id = c.subject_id offset 0) v;
  end loop;
end $$;

create or replace function settle_jobs(results text)
  returns table (account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean)
  language plpgsql set search_path = billing as $$
#variable_conflict use_column
declare
  -- Those of one share that are done, or due again.
  s record;
  r record;
  -- Of each try, by the place of its result; none where the job was not the caller's any more.
  numbers int[];
begin
  for s in
    select r.account_id, r.lane, r.share_id, r.test, r.next_at is null as done, array_agg(r.subject_id) as subjects,
      array_agg(r.claim) as claims, array_agg(r.next_at) as nexts, array_agg(r.fresh) as freshs, array_agg(r.at) as ats,
      array_agg(r.latency_ms) as latencies, array_agg(r.status) as statuses, array_agg(r.fault) as faults,
      array_agg(r.answer) as answers, count(r.at) as kept
    from json_to_recordset(results::json) as r (
      account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean, claim int, next_at bigint, fresh boolean, at bigint,
      latency_ms int, status int, fault text, answer text)
    group by r.account_id, r.lane, r.share_id, r.test, r.next_at is null
    order by r.account_id, r.lane, r.share_id, r.test
  loop
    numbers := array_fill(null::int, array[cardinality(s.subjects)]);
    -- Found by their names in one table alone: whatever is known of it, no plan goes through all that waits.
    if s.done then
      for r in
        delete from job j
        where j.account_id = s.account_id and j.subject_id = any(s.subjects) and j.lane = s.lane and j.share_id = s.share_id
          and j.test = s.test and j.claim = s.claims[array_position(s.subjects, j.subject_id)]
        returning array_position(s.subjects, j.subject_id) as n, j.tries + 1 as number
      loop
        numbers[r.n] := r.number;
      end loop;
    else
      for r in
        update job j set due_at = s.nexts[array_position(s.subjects, j.subject_id)], ready = false, leased_until = null,
          tried = case when s.freshs[array_position(s.subjects, j.subject_id)] then 0 else j.tried + 1 end,
          tries = j.tries + num_nonnulls(s.ats[array_position(s.subjects, j.subject_id)])
        where j.account_id = s.account_id and j.subject_id = any(s.subjects) and j.lane = s.lane and j.share_id = s.share_id
          and j.test = s.test and j.claim = s.claims[array_position(s.subjects, j.subject_id)]
        returning array_position(s.subjects, j.subject_id) as n, j.tries as number
      loop
        numbers[r.n] := r.number;
      end loop;
    end if;
    if s.kept > 0 then
      insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
      select a.account_id, t.subject_id, s.lane, s.share_id, s.test, t.number, t.at, t.latency_ms, t.status, t.fault, t.answer
      from account a cross join unnest(s.subjects, numbers, s.ats, s.latencies, s.statuses, s.faults, s.answers)
        as t (subject_id, number, at, latency_ms, status, fault, answer)
      where a.account_id = s.account_id and t.number is not null and t.at is not null;
    end if;
    return query
    select s.account_id, t.subject_id, s.lane, s.share_id, s.test from unnest(s.subjects, numbers) as t (subject_id, number)
    where t.number is not null;
  end loop;
end $$;

create or replace function settle_delivery_jobs(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
declare
  heard record;
  e record;
  failing bigint;
  is_over boolean;
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
    failing := case when not heard.well then coalesce(e.failing_since, heard.at) end;
    is_over := e.active and (heard.gone or coalesce(failing <= settle_delivery_jobs.now - patience, false));
    continue when failing is not distinct from e.failing_since and not is_over;
    reason := case when heard.gone then 'gone' else 'failing' end;
    update endpoint p set failing_since = failing, active = e.active and not is_over,
      disabled_at = case when is_over then settle_delivery_jobs.now else p.disabled_at end,
      disabled_reason = case when is_over then reason else p.disabled_reason end
    where p.account_id = heard.account_id and p.id = heard.share_id;
    -- What nothing reached is well again: its jobs are taken with the others at once.
    if failing is null then
      perform change_track(heard.account_id, heard.share_id, 'delivery', array['troubled'], 'well');
    end if;
    continue when not is_over;
    account_id := heard.account_id; endpoint_id := heard.share_id; test := e.test; url := e.url;
    return next;
  end loop;
end $$;

-- What is due is in line, or somebody has it, or it is about to be woken: what sleeps longer than any lease is passed by.
create or replace function work_due(now bigint) returns table (lane text, jobs bigint, oldest_due_at bigint)
  language plpgsql stable security definer set search_path = billing as $$
#variable_conflict use_column
declare
  lease_longest constant int := 600;
begin
  return query
  select j.lane, count(*), min(j.due_at)::bigint from (
    select j.account_id, j.share_id, j.lane, j.due_at from job j where j.ready and j.track <> 'off'
    union all
    select j.account_id, j.share_id, j.lane, j.due_at from job j
    where not j.ready and coalesce(j.leased_until, j.due_at) <= work_due.now + lease_longest) j
  where j.due_at <= work_due.now
    and not exists (select from endpoint e where e.account_id = j.account_id and e.id = j.share_id and not e.active)
  group by j.lane order by j.lane;
end $$;

-- Books whose time has come, as before: found by a plain read, looked at account by account. Nobody is told: whoever asked tells.
create or replace function queue_closures(now bigint, past_account uuid, past_test boolean, most int)
  returns table (account_id uuid, test boolean)
  language plpgsql security definer set search_path = billing
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  day constant int := 86400;
  due record;
begin
  -- Farther off than any day's end: a clock that was wrong said so.
  update closing c set look_at = 0 where c.look_at > queue_closures.now + 3 * day;
  for due in
    select c.account_id, c.test, c.looked_seq, c.look_at, c.period_over_at from closing c
    where c.look_at <= queue_closures.now order by c.look_at limit most
  loop
    update closing c set look_at = case
      when due.look_at = 0 then queue_closures.now + day
      else due.look_at + day * (1 + (queue_closures.now - due.look_at) / day) end
    where c.account_id = due.account_id and c.test = due.test and c.look_at = due.look_at;
    account_id := due.account_id; test := due.test;
    return next;
    -- Another process was faster.
    continue when not found;
    perform from chain_head h where h.account_id = due.account_id and h.test = due.test
      and (h.seq > due.looked_seq or due.period_over_at <= queue_closures.now or due.look_at = 0);
    continue when not found;
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready)
    values (due.account_id, due.account_id, 'closures', due.account_id, due.test, queue_closures.now, true)
    on conflict (account_id, subject_id, lane, share_id, test) do nothing;
  end loop;
end $$;

revoke execute on function come_by_again, change_track from public;
grant execute on function change_track to facturier_across;
