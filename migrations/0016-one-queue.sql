-- What the service does by itself waits in one table, whatever it is: deliveries, mails, what time brings. It is claimed in one
-- way, held by one kind of lease, and each try is kept in one place. What waited in the two queues of before is moved here.
--
-- formerly 90d35a995af5e8a52897f16d2faa796bf7f2c0263946703c037a959fcc396d92
-- With two accounts it could not land: the owner, who reads across accounts, was given the rows of all for each.

set local search_path = billing, public;

create table job (
  -- The nil UUID is the installation: work of no account. Everything else of a job is the same.
  account_id uuid,
  -- What it is about: an event, a mail, books, a lane itself.
  subject_id uuid,
  lane text check (lane ~ '^[a-z_]{1,40}$'),
  -- Who shares the lane, turn by turn: an endpoint, an account.
  share_id uuid,
  test boolean,
  due_at at not null,
  -- In line. What is not sleeps: until it is due, or until the lease of whoever has it runs out.
  ready boolean not null,
  -- Whoever is at it holds it until then: a process that is killed gives it back by doing nothing.
  leased_until at,
  -- How often it was claimed. Whoever settles says which claim was his: one who lost it to another changes nothing.
  claim int not null default 0,
  -- Tries since it was begun, and those that are kept: a replay begins anew and counts on.
  tried int not null default 0,
  tries int not null default 0,
  primary key (account_id, subject_id, lane, share_id, test),
  check (leased_until is null or not ready)
);
create index job_in_line on job (lane, account_id, share_id, due_at) where ready;
create index job_asleep on job (coalesce(leased_until, due_at)) where not ready;

create table try (
  account_id uuid,
  subject_id uuid,
  lane text,
  share_id uuid,
  test boolean,
  n int,
  at at not null,
  latency_ms int not null,
  -- The other side's own code, where it said one.
  status int,
  fault text,
  answer text,
  primary key (account_id, subject_id, lane, share_id, test, n)
);
create index try_newest on try (account_id, lane, share_id, at, subject_id, n);
-- Those of mails go with their mail.
create index try_by_age on try (at) where lane <> 'mail';

-- The owner of the tables obeys row-level security like everybody.
do $$
declare
  known record;
  second constant bigint := extract(epoch from now());
begin
  for known in select account_id from accounts_known() loop
    perform set_config('app.account_id', known.account_id::text, true), set_config('app.test', 'off', true);
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready, leased_until, tried, tries)
    select account_id, event_id, 'delivery', endpoint_id, test, next_at, leased_until is null and next_at <= second, leased_until,
      tried, attempts
    from delivery where state = 'waiting' and account_id = known.account_id;
    insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
    select account_id, event_id, 'delivery', endpoint_id, test, n, at, latency_ms, status, fault, answer from attempt
    where account_id = known.account_id;
    insert into job (account_id, subject_id, lane, share_id, test, due_at, ready, leased_until, tried, tries)
    select account_id, id, 'mail', account_id, test, next_at, leased_until is null and next_at <= second, leased_until, attempts,
      attempts
    from mail where state = 'waiting' and account_id = known.account_id;
    insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
    select account_id, mail_id, 'mail', account_id, test, n, at, latency_ms, status, fault, answer from mail_attempt
    where account_id = known.account_id;
  end loop;
  perform set_config('app.account_id', '', true);
end $$;

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid'
    ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['job', 'try'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
    execute format('create policy across on %I to facturier_across using (true)', t);
  end loop;
end $$;

-- Work ends with what it is about, and so do its tries. Whoever queues holds what he queues for (`for key share`).
create function end_work_about() returns trigger language plpgsql as $$
begin
  delete from billing.job j where j.account_id = old.account_id and j.subject_id = old.id;
  delete from billing.try t where t.account_id = old.account_id and t.subject_id = old.id;
  return null;
end $$;
create function end_work_for() returns trigger language plpgsql as $$
begin
  delete from billing.job j where j.account_id = old.account_id and j.lane = 'delivery' and j.share_id = old.id;
  delete from billing.try t where t.account_id = old.account_id and t.lane = 'delivery' and t.share_id = old.id;
  return null;
end $$;
create trigger end_work after delete on event for each row execute function end_work_about();
create trigger end_work after delete on mail for each row execute function end_work_about();
create trigger end_work after delete on endpoint for each row execute function end_work_for();

-- Puts in line what has slept long enough: what is due now, and what a lease has run out of.
create function wake_jobs(now bigint) returns void
  language plpgsql security definer set search_path = billing set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  woken_most constant int := 1000;
  asleep record;
begin
  for asleep in
    select j.account_id, j.subject_id, j.lane, j.share_id, j.test from job j
    where not j.ready and coalesce(j.leased_until, j.due_at) <= wake_jobs.now
    order by coalesce(j.leased_until, j.due_at) limit woken_most for update skip locked
  loop
    update job j set ready = true, leased_until = null
    where j.account_id = asleep.account_id and j.subject_id = asleep.subject_id and j.lane = asleep.lane
      and j.share_id = asleep.share_id and j.test = asleep.test;
  end loop;
end $$;

create type claimed_job as (
  account_id uuid, subject_id uuid, share_id uuid, test boolean, due_at bigint, claim int, tried int);

-- Takes up to `room` jobs of a lane that are due, of every account, for `lease` seconds. It goes from share to share, not from
-- job to job, so that one with a million waiting costs no more than one with one; and only by those with something in line.
-- A share gives at most `per_share` and an account `per_account`, less what the caller is at already. A share that is an endpoint
-- gives nothing while it is off, and while nothing reaches it (`troubled`) it is taken apart: what hangs shares its places with
-- what hangs. The past names are those it begins after.
create function claim_jobs(
  lane text, troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns setof claimed_job
  language plpgsql security definer set search_path = billing
  -- The queue is empty and full by turns: statistics say nothing of it, and its indexes are always right.
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  last_share constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  place record;
  of_account int;
  whose uuid;
  most int;
  taken int;
begin
  while room > 0 loop
    select n.account_id, n.share_id, coalesce(e.active, true) as active, e.failing_since is not null as is_troubled into place
    from (
      select j.account_id, j.share_id from job j
      where j.ready and j.lane = claim_jobs.lane and (j.account_id, j.share_id) > (past_account, past_share)
      order by j.account_id, j.share_id limit 1) n
    left join endpoint e on e.account_id = n.account_id and e.id = n.share_id;
    exit when not found;
    if place.account_id is distinct from whose then
      whose := place.account_id;
      of_account := per_account - coalesce(busy_accounts_with[array_position(busy_accounts, whose)], 0);
    end if;
    past_account := whose;
    past_share := case when of_account > 0 then place.share_id else last_share end;
    most := least(room, of_account, per_share - coalesce(busy_shares_with[array_position(busy_shares, place.share_id)], 0));
    continue when most <= 0 or not place.active or place.is_troubled <> troubled;
    return query
    -- Chosen once, and found by their names: in a join they could be looked for again for each row, and be others each time.
    update job j set ready = false, leased_until = claim_jobs.now + lease, claim = j.claim + 1
    where j.account_id = whose and j.lane = claim_jobs.lane and j.share_id = place.share_id and j.leased_until is null
      and j.subject_id = any(array(
        select s.subject_id from job s
        where s.ready and s.lane = claim_jobs.lane and s.account_id = whose and s.share_id = place.share_id
          and s.due_at <= claim_jobs.now
        order by s.due_at limit most for update skip locked))
    returning j.account_id, j.subject_id, j.share_id, j.test, j.due_at::bigint, j.claim, j.tried;
    get diagnostics taken = row_count;
    room := room - taken;
    of_account := of_account - taken;
  end loop;
end $$;

-- The same for deliveries, with what is sent and where to: one round trip.
create function claim_delivery_jobs(
  troubled boolean, now bigint, lease int, room int, per_account int, per_share int, busy_accounts uuid[],
  busy_accounts_with int[], busy_shares uuid[], busy_shares_with int[], past_account uuid, past_share uuid)
  returns table (account_id uuid, subject_id uuid, share_id uuid, test boolean, due_at bigint, claim int, tried int,
    url text, content text, body text)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
declare claimed claimed_job[];
begin
  -- Apart from what follows, which sees what was committed until now: an event may have come while its delivery was claimed.
  claimed := array(select c from claim_jobs('delivery', troubled, claim_delivery_jobs.now, lease, room, per_account, per_share,
    busy_accounts, busy_accounts_with, busy_shares, busy_shares_with, past_account, past_share) c);
  return query
  select c.*, e.url, e.content, v.body from unnest(claimed) c
  -- One by one, by their names (`offset 0`).
  cross join lateral (
    select e.url, e.content from endpoint e where e.account_id = c.account_id and e.id = c.share_id offset 0) e
  cross join lateral (select v.body from event v where v.account_id = c.account_id and v.id = c.subject_id offset 0) v
  order by c.account_id, c.share_id;
end $$;

-- Writes what became of jobs, by whoever holds them: done, or due again at `next_at`, from the beginning where it is `fresh`; and
-- the try, where there is one to keep. Gives those that were his. What another has claimed meanwhile stays as it is.
create function settle_jobs(results text)
  returns table (account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean)
  language plpgsql set search_path = billing as $$
#variable_conflict use_column
declare
  r record;
  -- The number of each try, by the place of its result; none where the job was not the caller's any more.
  numbers int[];
  number int;
begin
  -- One by one, each by its name: whatever is known of the table, no plan goes through all that waits.
  for r in select * from json_to_recordset(results::json) as r (
    account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean, claim int, next_at bigint, fresh boolean, at bigint)
  loop
    number := null;
    if r.next_at is null then
      delete from job j
      where j.account_id = r.account_id and j.subject_id = r.subject_id and j.lane = r.lane and j.share_id = r.share_id
        and j.test = r.test and j.claim = r.claim
      returning j.tries + 1 into number;
    else
      update job j set due_at = r.next_at, ready = false, leased_until = null,
        tried = case when r.fresh then 0 else j.tried + 1 end, tries = j.tries + num_nonnulls(r.at)
      where j.account_id = r.account_id and j.subject_id = r.subject_id and j.lane = r.lane and j.share_id = r.share_id
        and j.test = r.test and j.claim = r.claim
      returning j.tries into number;
    end if;
    numbers := numbers || number;
  end loop;
  return query
  with settled as (
    select r.*, numbers[r.place] as n from rows from (json_to_recordset(results::json) as (
      account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean, at bigint, latency_ms int, status int, fault text,
      answer text)) with ordinality as r (
      account_id, subject_id, lane, share_id, test, at, latency_ms, status, fault, answer, place)
    where numbers[r.place] is not null),
  kept as (
    insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
    select account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer from settled s where s.at is not null)
  select s.account_id, s.subject_id, s.lane, s.share_id, s.test from settled s;
end $$;

-- The same for deliveries, of every account, and what their tries say of their endpoints: one that took something is well, one
-- that is gone or took nothing for `patience` seconds is disabled, and told.
create function settle_delivery_jobs(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
begin
  -- Endpoints first and in one order, as whoever deletes one or replays to it: nobody waits for one who waits for him.
  perform from endpoint e
    where (e.account_id, e.id) in (
      select r.account_id, r.share_id from json_to_recordset(results::json) as r (account_id uuid, share_id uuid))
    order by e.account_id, e.id for no key update;
  perform from settle_jobs(results);

  return query
  with heard as (
    select account_id, share_id, bool_or(fault is null) as well, bool_or(coalesce(status, 0) = 410) as gone, min(at) as at
    from json_to_recordset(results::json) as r (account_id uuid, share_id uuid, fault text, at bigint, status int)
    group by account_id, share_id),
  changed as (
    select e.account_id, e.id, e.active, h.gone,
      case when not h.well then coalesce(e.failing_since, h.at) end as failing_since
    from heard h join endpoint e on e.account_id = h.account_id and e.id = h.share_id
    where (e.failing_since is not null) = h.well or h.gone
      or (not h.well and e.failing_since <= settle_delivery_jobs.now - patience)),
  judged as (
    select c.*, c.active and (c.gone or coalesce(c.failing_since <= settle_delivery_jobs.now - patience, false)) as over
    from changed c),
  marked as (
    update endpoint e set
      failing_since = j.failing_since,
      active = e.active and not j.over,
      disabled_at = case when j.over then settle_delivery_jobs.now else e.disabled_at end,
      disabled_reason = case when j.over then case when j.gone then 'gone' else 'failing' end else e.disabled_reason end
    from judged j where e.account_id = j.account_id and e.id = j.id
    returning e.account_id, e.id, e.test, e.url, e.disabled_reason, j.over)
  select m.account_id, m.id, m.test, m.url, m.disabled_reason from marked m where m.over;
end $$;

-- Holds jobs for `lease` seconds from now; gives those that are still the caller's.
create function renew_jobs(held text, now bigint, lease int)
  returns table (account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean)
  language plpgsql security definer set search_path = billing as $$
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

-- How much is due in each lane and not done yet, and since when the oldest is. What waits for an endpoint that is off is not due.
create function work_due(now bigint) returns table (lane text, jobs bigint, oldest_due_at bigint)
  language sql stable security definer set search_path = billing as $$
  select j.lane, count(*), min(j.due_at)::bigint from job j
  where j.due_at <= work_due.now
    and not exists (select from endpoint e where e.account_id = j.account_id and e.id = j.share_id and not e.active)
  group by j.lane order by j.lane $$;

create or replace function forget_attempts(before bigint, most int) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (
    delete from try where ctid = any(array(
      select ctid from try where at < before and lane <> 'mail' order by at limit most))
    returning 1)
  select count(*) from gone $$;

-- Processes of the version before run beside new ones while an installation is upgraded: what they queue comes here, and they
-- find nothing to do. One release later these go, with the tables and columns they are for.
truncate attempt, delivery, mail_attempt;
alter table mail alter column next_at drop not null;
create function queue_former_delivery() returns trigger language plpgsql as $$
begin
  insert into billing.job as j (account_id, subject_id, lane, share_id, test, due_at, ready)
  values (new.account_id, new.event_id, 'delivery', new.endpoint_id, new.test, new.next_at, true)
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
create or replace function claim_deliveries(
  troubled boolean, now bigint, lease int, room int, share int, busy uuid[], busy_with int[], past_account uuid, past_endpoint uuid)
  returns table (account_id uuid, endpoint_id uuid, event_id uuid, test boolean, tried int, url text, content text, body text)
  language plpgsql security definer set search_path = billing as $$ begin return; end $$;
create or replace function settle_deliveries(results text, now bigint, patience bigint)
  returns table (account_id uuid, endpoint_id uuid, test boolean, url text, reason text)
  language plpgsql security definer set search_path = billing as $$ begin return; end $$;
create or replace function claim_mails(now bigint, lease int, room int, share int, past uuid)
  returns table (account_id uuid, id uuid, test boolean)
  language plpgsql security definer set search_path = billing as $$ begin return; end $$;

grant select, insert, update, delete on job to facturier_app, facturier_across;
grant select, insert, delete on try to facturier_app, facturier_across;
grant create on schema billing to facturier_across;
alter function wake_jobs owner to facturier_across;
alter function claim_jobs owner to facturier_across;
alter function claim_delivery_jobs owner to facturier_across;
alter function settle_delivery_jobs owner to facturier_across;
alter function renew_jobs owner to facturier_across;
alter function work_due owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function wake_jobs, claim_jobs, claim_delivery_jobs, settle_jobs, settle_delivery_jobs, renew_jobs, work_due,
  end_work_about, end_work_for, queue_former_delivery, queue_former_mail from public;
grant execute on function wake_jobs, claim_jobs, claim_delivery_jobs, settle_jobs, settle_delivery_jobs, renew_jobs, work_due
  to facturier_app;
grant execute on function settle_jobs, claim_jobs to facturier_across;
