-- The job queue: webhooks, mail and scheduled tasks wait in one table, are claimed in one way and
-- held by one kind of lease (docs/rules/jobs.md). Processes claim across accounts by plain reads,
-- then write account by account, because with distributed tables each writing statement must name
-- its account.

set local search_path = billing, public;

create table job (
  -- The nil UUID for jobs of the installation.
  account_id uuid,
  -- An event, a mail, a chain, or the lane itself.
  subject_id uuid,
  lane text check (lane ~ '^[a-z_]{1,40}$'),
  -- Shares take turns in a lane: an endpoint or an account.
  share_id uuid,
  test boolean,
  due_at at not null,
  -- In line. Other jobs sleep until they are due or their lease ends.
  ready boolean not null,
  -- The end of the lease: the job of a killed process is claimed again after it.
  leased_until at,
  -- The number of claims. A result names its claim: one that lost the job changes nothing.
  claim int not null default 0,
  -- Tries since the last replay, and the last number in `try`.
  tried int not null default 0,
  tries int not null default 0,
  track text not null default 'well' check (track in ('well', 'troubled', 'off')),
  primary key (account_id, subject_id, lane, share_id, test),
  check (leased_until is null or not ready)
);
create index job_asleep on job (coalesce(leased_until, due_at)) where not ready;
create index job_in_line on job (lane, track, account_id, share_id, due_at) where ready;

-- Each attempt of a job. Attempts of mails are deleted with their mail.
create table try (
  account_id uuid,
  subject_id uuid,
  lane text,
  share_id uuid,
  test boolean,
  n int,
  at at not null,
  latency_ms int not null,
  -- The status code of the receiver, if it gave one.
  status int,
  fault text,
  answer text,
  primary key (account_id, subject_id, lane, share_id, test, n)
);
create index try_newest on try (account_id, lane, share_id, at, subject_id, n);
create index try_by_age on try (at) where lane <> 'mail';

-- Jobs and tries end with what they are about. Queueing a job locks its subject (`for key share`).
create function end_work_about() returns trigger language plpgsql as $$
begin
  delete from billing.job j where j.account_id = old.account_id and j.subject_id = old.id;
  delete from billing.try t where t.account_id = old.account_id and t.subject_id = old.id;
  return null;
end $$;
create trigger end_work after delete on event for each row execute function end_work_about();
create trigger end_work after delete on mail for each row execute function end_work_about();

create function end_work_for() returns trigger language plpgsql as $$
begin
  delete from billing.job j where j.account_id = old.account_id and j.lane = 'delivery' and j.share_id = old.id;
  delete from billing.try t where t.account_id = old.account_id and t.lane = 'delivery' and t.share_id = old.id;
  return null;
end $$;
create trigger end_work after delete on endpoint for each row execute function end_work_for();

create type claimed_job as (
  account_id uuid, subject_id uuid, share_id uuid, test boolean, due_at bigint, claim int, tried int);

-- Moves jobs that are due, or whose lease has ended, into the line. If a node is unreachable, only
-- for accounts on the others (app.in_reach).
create function wake_jobs(now bigint) returns void
  language plpgsql security definer set search_path = billing, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  -- The accounts to look at if a node is unreachable; otherwise all.
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
          -- Jobs that another process wakes or claims are skipped.
          select s.subject_id from job s
          where s.account_id = asleep.account_id and s.subject_id = asleep.subject_id and s.lane = asleep.lane
            and s.share_id = asleep.share_id and s.test = asleep.test
            and not s.ready and coalesce(s.leased_until, s.due_at) <= wake_jobs.now
          for update skip locked));
      get diagnostics found_free = row_count;
      woken := woken + found_free;
      if found_free = 0 then passed := passed + 1; end if;
    end loop;
    -- Most of the jobs were locked by others: continue behind them.
    exit when looked < woken_most or woken >= woken_most / 2 or passed >= passed_most;
  end loop;
end $$;

-- Claims jobs in turn, account by account and share by share, so that none waits behind the many
-- jobs of another.
create function claim_jobs(
  lane text, troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns setof claimed_job
  language plpgsql security definer set search_path = billing, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashagg = off as $$
#variable_conflict use_column
declare
  -- The accounts to look at if a node is unreachable; otherwise all.
  in_reach constant uuid[] := nullif(current_setting('app.in_reach', true), '')::uuid[];
  last_share constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  -- Jobs read at a time to find their shares: few shares with many jobs, or many with few.
  read_most constant int := 64;
  own_track constant text := case when troubled then 'troubled' else 'well' end;
  -- Jobs that one claim moves to another track at most; the next claim moves the rest.
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
      -- Continue behind the last share of an account that has its maximum.
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
      -- Chosen once, then found by key: a join could choose again for each row.
      update job j set ready = false, leased_until = claim_jobs.now + lease, claim = j.claim + 1
      -- Due jobs only. (Not `ready`, so that only the index of the key is used.)
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

create function claim_delivery_jobs(
  troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns table (account_id uuid, subject_id uuid, share_id uuid, test boolean, due_at bigint, claim int, tried int,
    url text, content text, body text)
  language plpgsql security definer set search_path = billing, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
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
    -- A statement of its own sees what was committed meanwhile, such as a new event.
    return query
    select whose.id, c.subject_id, c.share_id, c.test, c.due_at, c.claim, c.tried, e.url, e.content, v.body
    from unnest(whose.subjects, whose.shares, whose.tests, whose.dues, whose.claims, whose.tries)
      as c (subject_id, share_id, test, due_at, claim, tried)
    -- One by one by key (`offset 0`).
    cross join lateral (select e.url, e.content from endpoint e where e.account_id = whose.id and e.id = c.share_id offset 0) e
    cross join lateral (select v.body from event v where v.account_id = whose.id and v.id = c.subject_id offset 0) v;
  end loop;
end $$;

-- Extends leases to `lease` seconds from now; returns the jobs the caller still holds.
create function renew_jobs(held text, now bigint, lease int)
  returns table (account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean)
  language plpgsql security definer set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare h record;
begin
  for h in select * from json_to_recordset(held::json) as h (
    account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean, claim int)
  loop
    update job j set leased_until = renew_jobs.now + lease
    where j.account_id = h.account_id and j.subject_id = h.subject_id and j.lane = h.lane and j.share_id = h.share_id
      and j.test = h.test and j.claim = h.claim and j.leased_until is not null;
    continue when not found;
    account_id := h.account_id; subject_id := h.subject_id; lane := h.lane; share_id := h.share_id; test := h.test;
    return next;
  end loop;
end $$;

-- Writes the results of jobs the caller still holds. Due jobs are updated grouped by their next
-- time, because Citus 13.2 on PostgreSQL 15 crashes if a column is set to an array element.
create function settle_jobs(results text)
  returns table (account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean)
  language plpgsql set search_path = billing, pg_temp as $$
#variable_conflict use_column
declare
  -- Jobs of the installation have no account row to insert from.
  installation constant uuid := '00000000-0000-0000-0000-000000000000';
  -- Jobs of one share that are done, or due again at one time.
  s record;
  r record;
  -- The number of each try by the position of its result; null if the caller had lost the job.
  numbers int[];
begin
  for s in
    select r.account_id, r.lane, r.share_id, r.test, r.next_at, r.fresh, r.at is not null as kept, array_agg(r.subject_id) as subjects,
      array_agg(r.claim) as claims, array_agg(r.at) as ats,
      array_agg(r.latency_ms) as latencies, array_agg(r.status) as statuses, array_agg(r.fault) as faults,
      array_agg(r.answer) as answers
    from json_to_recordset(results::json) as r (
      account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean, claim int, next_at bigint, fresh boolean, at bigint,
      latency_ms int, status int, fault text, answer text)
    group by r.account_id, r.lane, r.share_id, r.test, r.next_at, r.fresh, r.at is not null
    order by r.account_id, r.lane, r.share_id, r.test
  loop
    numbers := array_fill(null::int, array[cardinality(s.subjects)]);
    -- By key in one table: no plan reads all waiting jobs.
    if s.next_at is null then
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
        update job j set due_at = s.next_at, ready = false, leased_until = null,
          tried = case when s.fresh then 0 else j.tried + 1 end, tries = j.tries + s.kept::int
        where j.account_id = s.account_id and j.subject_id = any(s.subjects) and j.lane = s.lane and j.share_id = s.share_id
          and j.test = s.test and j.claim = s.claims[array_position(s.subjects, j.subject_id)]
        returning array_position(s.subjects, j.subject_id) as n, j.tries as number
      loop
        numbers[r.n] := r.number;
      end loop;
    end if;
    if s.kept and s.account_id = installation then
      for i in 1 .. cardinality(s.subjects) loop
        continue when numbers[i] is null;
        insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
        values (s.account_id, s.subjects[i], s.lane, s.share_id, s.test, numbers[i], s.ats[i], s.latencies[i], s.statuses[i],
          s.faults[i], s.answers[i]);
      end loop;
    elsif s.kept then
      insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
      select a.account_id, t.subject_id, s.lane, s.share_id, s.test, t.number, t.at, t.latency_ms, t.status, t.fault, t.answer
      from account a cross join unnest(s.subjects, numbers, s.ats, s.latencies, s.statuses, s.faults, s.answers)
        as t (subject_id, number, at, latency_ms, status, fault, answer)
      where a.account_id = s.account_id and t.number is not null;
    end if;
    return query
    select s.account_id, t.subject_id, s.lane, s.share_id, s.test from unnest(s.subjects, numbers) as t (subject_id, number)
    where t.number is not null;
  end loop;
end $$;

-- What is due is in line, leased, or about to be woken: what sleeps longer than any lease is
-- skipped.
create function work_due(now bigint) returns table (lane text, jobs bigint, oldest_due_at bigint)
  language plpgsql stable security definer set search_path = billing, pg_temp as $$
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
